"""Installing the certificate authority of this referee on a device, so that HTTPS works there.

No device trusts it by itself, because it is our own. The steps differ by kind of device; a page
that is loaded by HTTPS shows whether they worked.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.host.https import folder_of
from referee.host.threads import run_on_thread
from referee.table.paper import join_symbol
from referee.web.access import rules as access
from referee.web.request.own_address import host_alone, join_address
from referee.web.request.safety import own_page
from referee.web.services import services

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

pages = Blueprint("certificate", __name__, url_prefix="/trust")

_KINDS: Final = (
    ("ios", ("iPhone", "iPad")),
    ("android", ("Android",)),
    ("firefox", ("Firefox",)),
    ("windows", ("Windows",)),
    ("mac", ("Macintosh",)),
    ("linux", ("Linux", "CrOS")),
)


@pages.get("")
@access.everyone
def show() -> str:
    """Show how to install the certificate on this device."""
    found = _found()
    return render_template(
        "trust.html",
        authority=_told(found) if found else None,
        kind=_kind_of(request.headers.get("User-Agent", "")),
        trial=f"{secured_address()}trust/trial",
        back=_back(),
        address=f"{join_address()}trust",
    )


@pages.get("/symbol.svg")
@access.everyone
def symbol() -> Response:
    """Draw the address of this page as a QR symbol."""
    address = f"{join_address()}trust"
    return Response(join_symbol.address_as_svg(address), mimetype="image/svg+xml")


@pages.get("/referee.crt")
@access.everyone
def authority() -> Response:
    """Return the authority in the form by which phones know what to do with it."""
    from referee.host.authority import as_download  # noqa: PLC0415 - large

    # Without “attachment” an iPhone offers at once to install it.
    return Response(as_download(_certificate()), mimetype="application/x-x509-ca-cert")


@pages.get("/referee.pem")
@access.everyone
def authority_as_text() -> Response:
    """Return the authority in the form that Linux knows."""
    from referee.host.authority import as_text  # noqa: PLC0415 - large

    response = Response(as_text(_certificate()), mimetype="application/x-pem-file")
    response.headers["Content-Disposition"] = "attachment; filename=referee.pem"
    return response


@pages.get("/trial")
@access.everyone
def trial() -> str | AnyResponse:
    """Show whether this device trusts the certificate."""
    if not request.is_secure:
        return redirect(url_for("certificate.show", back=_back() or None))
    return render_template("trial.html", back=_back())


def secured_address() -> str:
    """Return the first page by HTTPS, under the name by which this page was asked for."""
    return f"https://{host_alone()}:{services().settings.https_port}/"


def _found() -> "Certificate | None":
    """Return the certificate authority if HTTPS is on."""
    if not services().settings.https_port:
        return None
    from referee.host.authority import CertificateFiles, read_certificate  # noqa: PLC0415 - large

    path = CertificateFiles(folder_of(services().settings)).authority
    try:
        return run_on_thread(partial(read_certificate, path))
    except OSError:  # reported by the check-up
        return None


def _told(found: "Certificate") -> tuple[str, str]:
    """Return what people see of it: what it is called, and the sum to compare."""
    from referee.host.authority import common_name, fingerprint  # noqa: PLC0415 - large

    return common_name(found), fingerprint(found)


def _certificate() -> "Certificate":
    return _found() or abort(404)


def _back() -> str:
    """Return the page of ours to go on with, if one was named."""
    return own_page(request.args.get("back", ""))


def _kind_of(agent: str) -> str:
    """Return the kind of the requesting device; an iPad may report that it is a Mac."""
    return next((kind for kind, signs in _KINDS if any(sign in agent for sign in signs)), "")
