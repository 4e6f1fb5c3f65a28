"""Looks at what is reached from here and from where this is reached: network, HTTPS, cameras."""

import errno
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from referee.core import EMPTY, Text, listed, literal, say
from referee.host.addresses import addresses, local_name
from referee.host.checks import Check, CheckedSetup, Look, State
from referee.host.endpoint_file import Endpoint
from referee.host.https import folder_of, names_of
from referee.host.programs import ask
from referee.host.safe_mode import TODO, TOLD
from referee.host.settings import Settings
from referee.table.sight.cameras import Camera, cameras

_SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""The library for Pi cameras belongs to it; an environment of our own does not see it."""

_FIND: Final = "from importlib.metadata import version; print(version('picamera2'))"
_LIST: Final = (
    "from picamera2 import Picamera2;"
    " print(*(one.get('Model', '?') for one in Picamera2.global_camera_info()))"
)
_NETWORK: Final = say("Network")
_PORT: Final = say("Port")
_CERTIFICATE: Final = say("HTTPS")
_CAMERAS: Final = say("Cameras")


def _network(patient: CheckedSetup) -> Check:
    settings = patient.settings
    name = local_name()
    hosts = [*addresses(), *([name] if name else []), *settings.hosts]
    facts = {"addresses": hosts, "host": settings.host}
    if settings.host.startswith("127."):
        says = say(
            "Only this device itself can open the referee (it listens on {host}).",
            host=settings.host,
        )
        todo = say("To let others in, take “host” out of the settings.")
        return Check("network", _NETWORK, State.LOOK, says, todo, facts)
    if not hosts:
        says = say("This machine is in no network, so no other device can open the referee.")
        todo = say("Connect it to the Wi-Fi or the cable of the room.")
        return Check("network", _NETWORK, State.LOOK, says, todo, facts)
    told = listed([literal(f"http://{host}:{settings.port}/") for host in hosts])
    return Check("network", _NETWORK, State.GOOD, told, EMPTY, facts)


def _port(patient: CheckedSetup) -> Check:
    settings = patient.settings
    facts: dict[str, object] = {"port": settings.port, "ours": True}
    number = str(settings.port)
    if patient.serving or Endpoint(settings.host, settings.port).answers():
        says = say("The referee answers at port {port}.", port=number)
        if settings.careful:
            careful = say("{answers} {told}", answers=says, told=TOLD)
            return Check("port", _PORT, State.LOOK, careful, TODO, facts)
        return Check("port", _PORT, State.GOOD, says, EMPTY, facts)
    facts["ours"] = False
    why = _taken(settings)
    if why == errno.EADDRINUSE:
        says = say("Port {port} is taken by another program.", port=number)
        todo = say("End that program, or choose another port: “referee serve --port 8080”.")
        return Check("port", _PORT, State.MEND, says, todo, facts)
    if why:
        says = say(
            "The referee cannot listen on {host}, port {port}.", host=settings.host, port=number
        )
        todo = say(
            "Choose a port above 1023, and an address of this machine. Else it starts at all"
            " addresses, or at port 8000, and says so."
        )
        return Check("port", _PORT, State.LOOK, says, todo, facts)
    says = say("Port {port} is free; the referee is not running.", port=number)
    return Check("port", _PORT, State.GOOD, says, EMPTY, facts)


def _taken(settings: Settings) -> int:
    """Return why nothing can listen there; 0 where it can."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, address = found[0]
        socket.create_server(address, family=family).close()
    except (OSError, UnicodeError) as trouble:
        return getattr(trouble, "errno", None) or errno.EADDRNOTAVAIL
    return 0


def _certificate(patient: CheckedSetup) -> Check:
    settings = patient.settings
    if patient.serving and settings.https_port and not folder_of(settings).is_dir():
        says = say("HTTPS was turned off. It is spoken until the referee ends, and then no more.")
        return Check("certificate", _CERTIFICATE, State.LOOK, says, EMPTY, {"there": False})
    if not folder_of(settings).is_dir() or settings.proxies:
        says = say(
            "Not asked for: the referee speaks HTTP. Phones take photos, but no live picture."
        )
        todo = say("To turn it on, run “referee certificate” and start the referee anew.")
        todo = EMPTY if settings.proxies else todo
        return Check("certificate", _CERTIFICATE, State.GOOD, says, todo, {"there": False})
    if patient.speaks_https is False:
        says = say("It is wanted, and yet the referee speaks no HTTPS since its start.")
        todo = say("Start the referee anew once. Where something is missing, it says so then.")
        return Check("certificate", _CERTIFICATE, State.LOOK, says, todo, {"there": True})
    return _of_papers(folder_of(settings), names_of(settings))


def _of_papers(folder: Path, names: Sequence[str]) -> Check:
    from referee.host.authority import CertificateFiles, judge  # noqa: PLC0415 - large

    found = judge(CertificateFiles(folder), names)
    facts: dict[str, object] = {"there": True, "until": str(found.until or ""), "for": found.named}
    renewed = say("The referee makes it anew by itself, at its start or within a minute.")
    blocked = next((path for path in CertificateFiles(folder).all if path.is_dir()), None)
    if blocked:
        says = say("{file} is a folder; a file of the certificate should be there.", file=blocked)
        todo = say("Take it away. The referee makes the file by itself then.")
        return Check("certificate", _CERTIFICATE, State.LOOK, says, todo, facts)
    if found.until is None:
        says = say("A file of the certificate is missing or damaged, in {folder}.", folder=folder)
        return Check("certificate", _CERTIFICATE, State.LOOK, says, renewed, facts)
    if not found.is_good:
        says = say("It does not speak for all addresses of today, or is nearly over.")
        return Check("certificate", _CERTIFICATE, State.LOOK, says, renewed, facts)
    until = f"{found.until:%Y-%m-%d}"
    if found.left_out:
        says = say("It cannot speak for {names}.", names=listed(found.left_out))
        todo = say("Run “referee certificate --anew”, and let each device trust it once more.")
        return Check("certificate", _CERTIFICATE, State.LOOK, says, todo, facts)
    says = say("Good until {day}; it is renewed by itself.", day=until)
    return Check("certificate", _CERTIFICATE, State.GOOD, says, EMPTY, facts)


def _cameras(patient: CheckedSetup) -> Check:
    found = patient.run(cameras)
    of_pi = ask(_SYSTEM_PYTHON, "-I", "-c", _FIND)
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
        "picamera2": of_pi,
    }
    told = [_told(one) for one in found]
    if of_pi:
        told.append(say("the library for Pi cameras (picamera2 {version})", version=of_pi))
        at_pi = (ask(_SYSTEM_PYTHON, "-I", "-c", _LIST) or "").split()
        facts["pi_cameras"] = at_pi
        told += [say("the Pi camera {name}", name=name) for name in at_pi]
    if any(one.problem for one in found):
        todo = say("Let the user of the referee read it: “sudo usermod -aG video USER”.")
        return Check("cameras", _CAMERAS, State.LOOK, listed(told), todo, facts)
    if not told:
        says = say(
            "There is none. Photos of a phone or a tablet need none, and a folder is watched too."
        )
        return Check("cameras", _CAMERAS, State.GOOD, says, EMPTY, facts)
    first = next((one.path for one in found), "picamera2" if facts.get("pi_cameras") else "")
    todo = (
        say("Watch with: referee watch --source {path} --match …", path=first) if first else EMPTY
    )
    return Check("cameras", _CAMERAS, State.GOOD, listed(told), todo, facts)


def _told(one: Camera) -> Text:
    if one.problem:
        return say("{path} cannot be asked ({why})", path=one.path, why=one.problem)
    kinds = ", ".join(f"{offer.kind} {offer.width} × {offer.height}" for offer in one.offers)
    return say("{name} at {path} ({kinds})", name=one.name, path=one.path, kinds=kinds or "?")


LOOKS: Final[tuple[tuple[str, Text, Look], ...]] = (
    ("network", _NETWORK, _network),
    ("port", _PORT, _port),
    ("certificate", _CERTIFICATE, _certificate),
    ("cameras", _CAMERAS, _cameras),
)
