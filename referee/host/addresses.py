"""IP addresses and names of this machine on its local network."""

import re
import socket
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Final

_SIOCGIFADDR: Final = 0x8915
_WITH_PORT: Final = re.compile(r"(\[[^]]*\]|[^:]*?)\.?(?::[0-9]*)?")
_NAME_SERVICE: Final = Path("/run/avahi-daemon/pid")


def addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, that of the default route first."""
    found = [_default_route(), *_of_interfaces()]
    usable = (address for address in found if address and not ip_address(address).is_loopback)
    return tuple(dict.fromkeys(usable))


def local_name() -> str | None:
    """Return this machine's `.local` name if avahi announces it, else None."""
    name = socket.gethostname().partition(".")[0]
    return f"{name}.local" if name and _NAME_SERVICE.exists() else None


def own_names() -> frozenset[str]:
    """Return the names of this machine on the local network: with and without its domain."""
    full = socket.gethostname().lower()
    name = full.partition(".")[0]
    return frozenset({full, name, f"{name}.local"} if name else ())


def name_of(host: str) -> str:
    """Return the name or IP address in a `Host` header, without port and final dot."""
    found = _WITH_PORT.fullmatch(host.lower())
    return found[1] if found else host.lower()


def is_local(host: str) -> bool:
    """Return whether only this machine reaches a host: a loopback or unspecified address."""
    name = name_of(host)
    if name == "localhost":
        return True
    try:
        number = ip_address(name.strip("[]"))
    except ValueError:
        return False
    if isinstance(number, IPv6Address):  # a dual-stack socket reports IPv4 addresses mapped
        number = number.ipv4_mapped or number
    return number.is_loopback or number.is_unspecified


def is_name_nearby(host: str) -> bool:
    """Return whether a host is a name of the local network: `.local`, or without a dot."""
    name = name_of(host)
    if "[" in name or is_local(host):
        return False
    return "." not in name or name.endswith(".local")


def _default_route() -> str:
    # Connecting a datagram socket sends nothing; it only chooses the route.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _of_interfaces() -> list[str]:
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, name.encode()[:15].ljust(256, b"\0"))
            except OSError:  # an interface without an IPv4 address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
