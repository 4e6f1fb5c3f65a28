"""Checks of connections: network, port, HTTPS certificate, cameras."""

import errno
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from referee.core import EMPTY, Text, listed, literal, say
from referee.host.addresses import addresses, local_name
from referee.host.checks import Check, CheckedSetup, CheckFunction, State, program_output
from referee.host.endpoint_file import Endpoint
from referee.host.https import folder_of, names_of
from referee.host.safe_mode import REMEDY, SAFE_MODE
from referee.host.settings import Settings
from referee.table.sight.cameras import Camera, cameras

_SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""picamera2 is installed for it and not visible in a virtual environment."""

_VERSION: Final = "from importlib.metadata import version; print(version('picamera2'))"
_LIST: Final = (
    "from picamera2 import Picamera2;"
    " print(*(one.get('Model', '?') for one in Picamera2.global_camera_info()))"
)
_NETWORK: Final = say("Network")
_PORT: Final = say("Port")
_CERTIFICATE: Final = say("HTTPS")
_CAMERAS: Final = say("Cameras")


def _network(target: CheckedSetup) -> Check:
    settings = target.settings
    name = local_name()
    hosts = [*addresses(), *([name] if name else []), *settings.hosts]
    facts = {"addresses": hosts, "host": settings.host}
    if settings.host.startswith("127."):
        says = say(
            "Only this computer can open the referee (it listens on {host}).",
            host=settings.host,
        )
        todo = say("To let other devices in, remove “host” from the settings.")
        return Check("network", _NETWORK, State.WARNING, says, todo, facts)
    if not hosts:
        says = say("This machine has no network, so no other device can open the referee.")
        todo = say("Connect it to the Wi-Fi or plug in a network cable.")
        return Check("network", _NETWORK, State.WARNING, says, todo, facts)
    says = listed([literal(f"http://{host}:{settings.port}/") for host in hosts])
    return Check("network", _NETWORK, State.GOOD, says, EMPTY, facts)


def _port(target: CheckedSetup) -> Check:
    settings = target.settings
    facts: dict[str, object] = {"port": settings.port, "ours": True}
    number = str(settings.port)
    if target.serving or Endpoint(settings.host, settings.port).answers():
        says = say("The referee is running on port {port}.", port=number)
        if settings.safe_mode:
            both = say("{first} {next}", first=says, next=SAFE_MODE)
            return Check("port", _PORT, State.WARNING, both, REMEDY, facts)
        return Check("port", _PORT, State.GOOD, says, EMPTY, facts)
    facts["ours"] = False
    why = _listen_errno(settings)
    if why == errno.EADDRINUSE:
        says = say("Port {port} is used by another program.", port=number)
        todo = say("Stop that program, or choose another port: “referee serve --port 8080”.")
        return Check("port", _PORT, State.FAILURE, says, todo, facts)
    if why:
        says = say(
            "The referee cannot listen on {host}, port {port}.", host=settings.host, port=number
        )
        todo = say(
            "Choose a port above 1023 and an address of this machine. Otherwise the referee uses"
            " all addresses, or port 8000, and says so."
        )
        return Check("port", _PORT, State.WARNING, says, todo, facts)
    says = say("Port {port} is free; the referee is not running.", port=number)
    return Check("port", _PORT, State.GOOD, says, EMPTY, facts)


def _listen_errno(settings: Settings) -> int:
    """Return the error number of listening on host and port; 0 if it works."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, address = found[0]
        socket.create_server(address, family=family).close()
    except (OSError, UnicodeError) as trouble:
        return getattr(trouble, "errno", None) or errno.EADDRNOTAVAIL
    return 0


def _certificate(target: CheckedSetup) -> Check:
    settings = target.settings
    if target.serving and settings.https_port and not folder_of(settings).is_dir():
        says = say("HTTPS was turned off. It stays available until the referee is restarted.")
        return Check("certificate", _CERTIFICATE, State.WARNING, says, EMPTY, {"there": False})
    if not folder_of(settings).is_dir() or settings.proxies:
        says = say("HTTPS is off. Phones can take photos, but cannot be used as a live camera.")
        todo = say("To turn it on, run “referee certificate” and restart the referee.")
        todo = EMPTY if settings.proxies else todo
        return Check("certificate", _CERTIFICATE, State.GOOD, says, todo, {"there": False})
    if target.speaks_https is False:
        says = say("HTTPS is turned on, but the running referee does not use it yet.")
        todo = say("Restart the referee. If something is missing, it will say so.")
        return Check("certificate", _CERTIFICATE, State.WARNING, says, todo, {"there": True})
    return _certificate_files(folder_of(settings), names_of(settings))


def _certificate_files(folder: Path, names: Sequence[str]) -> Check:
    from referee.host.authority import CertificateFiles, certificate_status  # noqa: PLC0415 - large

    found = certificate_status(CertificateFiles(folder), names)
    facts: dict[str, object] = {"there": True, "until": str(found.until or ""), "for": found.names}
    renewed = say("The referee renews it when it starts, or within a minute while it runs.")
    blocked = next((path for path in CertificateFiles(folder).all if path.is_dir()), None)
    if blocked:
        says = say("{file} is a folder, but should be a file of the certificate.", file=blocked)
        todo = say("Delete the folder. The referee then creates the file.")
        return Check("certificate", _CERTIFICATE, State.WARNING, says, todo, facts)
    if found.until is None:
        says = say("A certificate file in {folder} is missing or damaged.", folder=folder)
        return Check("certificate", _CERTIFICATE, State.WARNING, says, renewed, facts)
    if not found.is_valid:
        says = say("The certificate does not cover all current addresses, or expires soon.")
        return Check("certificate", _CERTIFICATE, State.WARNING, says, renewed, facts)
    until = f"{found.until:%Y-%m-%d}"
    if found.not_permitted:
        says = say("The certificate cannot cover {names}.", names=listed(found.not_permitted))
        todo = say("Run “referee certificate --anew”, and trust it again on each device.")
        return Check("certificate", _CERTIFICATE, State.WARNING, says, todo, facts)
    says = say("Valid until {day}; it is renewed automatically.", day=until)
    return Check("certificate", _CERTIFICATE, State.GOOD, says, EMPTY, facts)


def _cameras(target: CheckedSetup) -> Check:
    found = target.run(cameras)
    picamera2 = program_output(_SYSTEM_PYTHON, "-I", "-c", _VERSION)
    facts: dict[str, object] = {
        "cameras": [
            {
                "path": one.path,
                "name": one.name,
                "problem": one.problem,
                "offers": [f"{offer.kind} {offer.width}x{offer.height}" for offer in one.offers],
            }
            for one in found
        ],
        "picamera2": picamera2,
    }
    sentences = [_camera_text(one) for one in found]
    if picamera2:
        sentences.append(say("the Pi camera library (picamera2 {version})", version=picamera2))
        models = (program_output(_SYSTEM_PYTHON, "-I", "-c", _LIST) or "").split()
        facts["pi_cameras"] = models
        sentences += [say("the Pi camera {name}", name=name) for name in models]
    if any(one.problem for one in found):
        todo = say("Give the referee’s user access: “sudo usermod -aG video USER”.")
        return Check("cameras", _CAMERAS, State.WARNING, listed(sentences), todo, facts)
    if not sentences:
        says = say(
            "No camera is connected. You only need one for watching a table live; phones and"
            " tablets can take photos."
        )
        return Check("cameras", _CAMERAS, State.GOOD, says, EMPTY, facts)
    first = next((one.path for one in found), "picamera2" if facts.get("pi_cameras") else "")
    todo = say("To use it: referee watch --source {path} --match …", path=first) if first else EMPTY
    return Check("cameras", _CAMERAS, State.GOOD, listed(sentences), todo, facts)


def _camera_text(one: Camera) -> Text:
    if one.problem:
        return say("{path} cannot be opened ({why})", path=one.path, why=one.problem)
    kinds = ", ".join(f"{offer.kind} {offer.width} × {offer.height}" for offer in one.offers)
    return say("{name} at {path} ({kinds})", name=one.name, path=one.path, kinds=kinds or "?")


CHECKS: Final[tuple[tuple[str, Text, CheckFunction], ...]] = (
    ("network", _NETWORK, _network),
    ("port", _PORT, _port),
    ("certificate", _CERTIFICATE, _certificate),
    ("cameras", _CAMERAS, _cameras),
)
