"""The addresses at which other devices reach this server, derived from the current request."""

from flask import request

from referee.host.addresses import (
    addresses,
    is_local,
    is_name_nearby,
    local_name,
    name_of,
    own_names,
)
from referee.web.services import services


def join_address() -> str:
    """Return the address for other screens: that of this page, if every device can reach it.

    That is an IP address, or the public name of a remote server. Many phones cannot resolve
    `.local` names or names without a dot, and `localhost` is this machine only. Behind a proxy,
    addresses of this machine are of no use. A new device does not trust our certificate yet, so
    it is HTTP.
    """
    if services().settings.proxies:
        return request.host_url
    if not is_local(request.host) and not is_name_nearby(request.host):
        return plain_address()
    found = addresses()
    return f"http://{found[0]}:{services().settings.port}/" if found else plain_address()


def plain_address() -> str:
    """Return the address of the first page as it was asked for, where that was HTTPS without it."""
    if not (services().settings.https_port and request.is_secure):
        return request.host_url
    return f"http://{host_alone()}:{services().settings.port}/"


def host_alone() -> str:
    """Return the name or number under which this was asked for, without the port."""
    return name_of(request.host)


def other_addresses() -> tuple[str, ...]:
    """Return the other addresses of this machine: a name to type, and further numbers."""
    if services().settings.proxies:
        return ()
    port = services().settings.port
    named = local_name()
    asked = name_of(request.host)
    if (
        named is None
        and is_name_nearby(asked)
        and asked in {*own_names(), *map(str.lower, services().settings.hosts)}
    ):
        named = asked
    hosts = (*([named] if named else []), *addresses())
    found = (f"http://{host}:{port}/" for host in hosts)
    return tuple(address for address in dict.fromkeys(found) if address != join_address())
