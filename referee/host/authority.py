"""A small authority of this referee's own, and the certificate by which it speaks HTTPS.

Nobody outside can vouch for a computer in a living room. So the referee vouches for itself: a
device that has been told once to trust the authority trusts every certificate that follows. The
authority can vouch for nothing but private addresses and the names of this machine.
"""

import errno
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.match.storage.durable import make_folder, write

Key: TypeAlias = ec.EllipticCurvePrivateKey
Limits: TypeAlias = tuple[str | IPv4Network | IPv6Network, ...]

_FIRST_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that no network has set says less; then this day counts."""

_AUTHORITY_FOR: Final = timedelta(days=3650)
_OWN_FOR: Final = timedelta(days=365)
"""Phones of Apple take no certificate of a server for more than 825 days."""

_RENEWED_BEFORE: Final = timedelta(days=30)
_HOURS_AHEAD: Final = timedelta(days=1)
"""The clock of a phone may go a little behind ours."""

_UNREADABLE: Final = (
    *(ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm),
    *(x509.InvalidVersion, x509.DuplicateExtension, x509.UnsupportedGeneralNameType),
)
"""What the library raises for files that others wrote, or that were damaged."""

_NOT_THERE: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)

_SPELT: Final = re.compile(r"[0-9a-z:._-]{1,253}")
_HERE: Final = ("localhost", "127.0.0.1", "::1")
_PRIVATE: Final = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("100.64.0.0/10", "fc00::/7", "fe80::/10", "::1/128"),
    )
)


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """The files of the authority and of its certificate, in a folder of their own.

    That the folder is there says that HTTPS is wanted.
    """

    folder: Path

    @property
    def authority(self) -> Path:
        """Return the certificate that devices are told to trust."""
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        """Return the key that must never leave this machine."""
        return self.folder / "authority.key"

    @property
    def own(self) -> Path:
        """Return the certificate by which the referee speaks HTTPS."""
        return self.folder / "referee.pem"

    @property
    def own_key(self) -> Path:
        """Return the key of that one."""
        return self.folder / "referee.key"

    @property
    def all(self) -> tuple[Path, ...]:
        """List all files."""
        return (self.authority, self.authority_key, self.own, self.own_key)


@dataclass(frozen=True, slots=True)
class _Pair:
    certificate: x509.Certificate
    key: Key


def local_names(addresses: Sequence[str], hosts: Sequence[str]) -> tuple[str, ...]:
    """Return every name and number under which this machine may be called."""
    name = socket.gethostname().partition(".")[0]
    named = (name, f"{name}.local") if name else ()
    every = (*addresses, *(one.lower() for one in (*named, *hosts)), *_HERE)
    return tuple(dict.fromkeys(one for one in every if _SPELT.fullmatch(one)))


def renew(files: CertificateFiles, names: Sequence[str], now: datetime | None = None) -> bool:
    """Make whatever is missing, damaged, nearly over, or silent about one of these names.

    Tells whether there is another authority now, which devices do not trust yet. Raises `OSError`.
    """
    try:
        return _renew(files, names, now)
    except _UNREADABLE as trouble:
        raise OSError(errno.EINVAL, str(trouble) or type(trouble).__name__) from trouble


def _renew(files: CertificateFiles, names: Sequence[str], now: datetime | None) -> bool:
    now = max(now or datetime.now(UTC), _FIRST_DAY)
    make_folder(files.folder)
    authority = _read(files.authority, files.authority_key)
    is_new = authority is None or not _is_ours(authority.certificate, now)
    if authority is None or is_new:
        authority = _new_authority(names, now)
        _keep(authority, files.authority, files.authority_key)
    vouched = certifiable(authority.certificate, names)
    own = _read(files.own, files.own_key)
    if own is None or not _is_good(own.certificate, authority.certificate, vouched, now):
        _keep(_vouch(authority, vouched, now), files.own, files.own_key)
    return is_new


def judge(files: CertificateFiles, names: Sequence[str], now: datetime | None = None) -> "Judged":
    """Say how it stands with the certificate, and change nothing."""
    now = max(now or datetime.now(UTC), _FIRST_DAY)
    authority = _read(files.authority, files.authority_key)
    own = _read(files.own, files.own_key)
    if authority is None or own is None or not _is_ours(authority.certificate, now):
        return Judged()
    vouched = certifiable(authority.certificate, names)
    return Judged(
        own.certificate.not_valid_after_utc,
        names_in(own.certificate),
        tuple(name for name in names if name not in vouched),
        is_good=_is_good(own.certificate, authority.certificate, vouched, now),
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """Until when the certificate is good, for whom, and which names it cannot speak for.

    Without `until` a file of it is missing or damaged.
    """

    until: datetime | None = None
    named: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    is_good: bool = False


def forget(files: CertificateFiles) -> None:
    """Throw everything away, so that HTTPS is off; raises `OSError`."""
    if files.folder.is_dir():
        for path in (*files.all, *files.folder.glob(".*.part")):
            path.unlink(missing_ok=True)
        files.folder.rmdir()


def read_certificate(path: Path) -> x509.Certificate | None:
    """Read a certificate; None where there is none, or none that can be read."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (*_NOT_THERE, *_UNREADABLE):
        return None


def as_download(certificate: x509.Certificate) -> bytes:
    """Write a certificate in the form that phones know."""
    return certificate.public_bytes(serialization.Encoding.DER)


def as_text(certificate: x509.Certificate) -> bytes:
    """Write a certificate in the form that Linux knows."""
    return certificate.public_bytes(serialization.Encoding.PEM)


def called(certificate: x509.Certificate) -> str:
    """Return what devices call a certificate in their lists."""
    try:
        names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    except _UNREADABLE:
        return ""
    return str(names[0].value) if names else ""


def fingerprint(certificate: x509.Certificate) -> str:
    """Return the sum by which people compare two certificates."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def names_in(certificate: x509.Certificate) -> tuple[str, ...]:
    """List what a certificate speaks for."""
    found = _extension(certificate, x509.SubjectAlternativeName)
    if found is None:
        return ()
    dns: list[str] = found.get_values_for_type(x509.DNSName)
    return (*map(str, found.get_values_for_type(x509.IPAddress)), *dns)


def certifiable(authority: x509.Certificate, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of the names that lie within the limits that the authority was born with."""
    limits = _extension(authority, x509.NameConstraints)
    permitted = tuple(one.value for one in (limits and limits.permitted_subtrees) or ())
    return tuple(name for name in names if _is_within(name, permitted))


Extension = TypeVar("Extension", bound=x509.ExtensionType)


def _extension(certificate: x509.Certificate, kind: type[Extension]) -> Extension | None:
    """Return what a certificate says of this kind; None where it says nothing that can be read."""
    try:
        return certificate.extensions.get_extension_for_class(kind).value
    except (x509.ExtensionNotFound, *_UNREADABLE):
        return None


def _is_within(name: str, limits: Limits) -> bool:
    try:
        number = ip_address(name)
    except ValueError:
        named = (limit for limit in limits if isinstance(limit, str))
        return any(name == limit or name.endswith(f".{limit}") for limit in named)
    return any(not isinstance(limit, str) and number in limit for limit in limits)


def _read(certificate: Path, key: Path) -> _Pair | None:
    """Read two files that belong together; None where they are not there, or do not fit."""
    found = read_certificate(certificate)
    try:
        secret = serialization.load_pem_private_key(key.read_bytes(), None)
        if found is None or not isinstance(secret, ec.EllipticCurvePrivateKey):
            return None
        return _Pair(found, secret) if found.public_key() == secret.public_key() else None
    except (*_NOT_THERE, *_UNREADABLE):
        return None


def _is_ours(authority: x509.Certificate, now: datetime) -> bool:
    has_limits = _extension(authority, x509.NameConstraints) is not None
    return has_limits and not _is_over(authority, now)


def _is_over(certificate: x509.Certificate, now: datetime) -> bool:
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return not begins <= now <= ends - _RENEWED_BEFORE


def _is_good(
    own: x509.Certificate, authority: x509.Certificate, names: Sequence[str], now: datetime
) -> bool:
    try:
        own.verify_directly_issued_by(authority)
    except _UNREADABLE:
        return False
    return not _is_over(own, now) and set(names) <= set(names_in(own))


def _keep(pair: _Pair, certificate: Path, key: Path) -> None:
    """Write both; where the power is cut between them they do not fit, and are made anew."""
    secret = pair.key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    for path, content in ((key, secret), (certificate, as_text(pair.certificate))):
        with suppress(FileNotFoundError, NotADirectoryError):
            path.rmdir()  # an empty folder, which containers make where a file is missing
        write(path, content)


def _new_authority(names: Sequence[str], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    called = f"Referee at {socket.gethostname() or 'the table'}, {now:%Y-%m-%d}"[:64]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)])
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    signed = (
        _begun(name, name, key, (_FIRST_DAY, now + _AUTHORITY_FOR))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(_limits(names), critical=True)
        .add_extension(_key_of(key), critical=False)
        .sign(key, hashes.SHA256())
    )
    return _Pair(signed, key)


def _limits(names: Sequence[str]) -> x509.NameConstraints:
    """Permit private addresses, `.local`, and what this machine is called; nothing else."""
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in _PRIVATE]
    permitted += [x509.DNSName("local"), x509.DNSName("localhost")]
    known = tuple(one.value for one in permitted)
    permitted += [_limit(name) for name in names if not _is_within(name, known)]
    return x509.NameConstraints(permitted, None)


def _limit(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_network(name))
    except ValueError:
        return x509.DNSName(name)


def _vouch(authority: _Pair, names: Sequence[str], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "The referee at the table")])
    until = min(now + _OWN_FOR, authority.certificate.not_valid_after_utc)
    issuer = authority.certificate.subject
    signed = (
        _begun(name, issuer, key, (now - _HOURS_AHEAD, until))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(list(map(_named, names))), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()),
            critical=False,
        )
        .add_extension(_key_of(key), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return _Pair(signed, key)


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _begun(
    subject: x509.Name, issuer: x509.Name, key: Key, when: tuple[datetime, datetime]
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(when[0])
        .not_valid_after(when[1])
    )


def _key_of(key: Key) -> x509.SubjectKeyIdentifier:
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key())
