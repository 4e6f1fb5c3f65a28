"""Certificate authority of this referee, and the server certificate that it issues for HTTPS.

No public authority issues certificates for private addresses. A device that trusts this authority
once trusts every later certificate. Name constraints limit the authority to private addresses and
the names of this machine.
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
"""Used instead of a system clock that was never set and is earlier than this."""

_AUTHORITY_VALID: Final = timedelta(days=3650)
_SERVER_VALID: Final = timedelta(days=365)
"""iOS rejects server certificates that are valid for more than 825 days."""

_RENEW_BEFORE: Final = timedelta(days=30)
_BACKDATED: Final = timedelta(days=1)
"""The clock of a phone may be behind ours."""

_UNREADABLE: Final = (
    *(ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm),
    *(x509.InvalidVersion, x509.DuplicateExtension, x509.UnsupportedGeneralNameType),
)
"""What the library raises for foreign or damaged files."""

_MISSING: Final = (FileNotFoundError, NotADirectoryError, IsADirectoryError)

_VALID_NAME: Final = re.compile(r"[0-9a-z:._-]{1,253}")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_PRIVATE: Final = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("100.64.0.0/10", "fc00::/7", "fe80::/10", "::1/128"),
    )
)


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """Paths of the authority's and the server's files; HTTPS is wanted if the folder exists."""

    folder: Path

    @property
    def authority(self) -> Path:
        """Return the certificate that devices must trust."""
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        """Return the authority's private key, which must never leave this machine."""
        return self.folder / "authority.key"

    @property
    def own(self) -> Path:
        """Return the server's certificate."""
        return self.folder / "referee.pem"

    @property
    def own_key(self) -> Path:
        """Return the server's private key."""
        return self.folder / "referee.key"

    @property
    def all(self) -> tuple[Path, ...]:
        """Return all files."""
        return (self.authority, self.authority_key, self.own, self.own_key)


@dataclass(frozen=True, slots=True)
class _Pair:
    certificate: x509.Certificate
    key: Key


def local_names(addresses: Sequence[str], hosts: Sequence[str]) -> tuple[str, ...]:
    """Return the names and IP addresses of this machine, without duplicates or unusable ones."""
    name = socket.gethostname().partition(".")[0]
    named = (name, f"{name}.local") if name else ()
    every = (*addresses, *(one.lower() for one in (*named, *hosts)), *_LOOPBACK)
    return tuple(dict.fromkeys(one for one in every if _VALID_NAME.fullmatch(one)))


def renew(files: CertificateFiles, names: Sequence[str], now: datetime | None = None) -> bool:
    """Issue what is missing, damaged, about to expire, or does not cover one of these names.

    Return whether there is a new authority, which devices do not trust yet. Raises `OSError`.
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
        _write(authority, files.authority, files.authority_key)
    permitted = permitted_names(authority.certificate, names)
    own = _read(files.own, files.own_key)
    if own is None or not _is_valid(own.certificate, authority.certificate, permitted, now):
        _write(_issue(authority, permitted, now), files.own, files.own_key)
    return is_new


def certificate_status(
    files: CertificateFiles, names: Sequence[str], now: datetime | None = None
) -> "CertificateStatus":
    """Return the status of the server's certificate for these names; changes nothing."""
    now = max(now or datetime.now(UTC), _FIRST_DAY)
    authority = _read(files.authority, files.authority_key)
    own = _read(files.own, files.own_key)
    if authority is None or own is None or not _is_ours(authority.certificate, now):
        return CertificateStatus()
    permitted = permitted_names(authority.certificate, names)
    return CertificateStatus(
        own.certificate.not_valid_after_utc,
        names_in(own.certificate),
        tuple(name for name in names if name not in permitted),
        is_valid=_is_valid(own.certificate, authority.certificate, permitted, now),
    )


@dataclass(frozen=True, slots=True)
class CertificateStatus:
    """Expiry and names of a certificate; `not_permitted` are names that the authority cannot issue.

    `until` is None if a file is missing or damaged.
    """

    until: datetime | None = None
    names: tuple[str, ...] = ()
    not_permitted: tuple[str, ...] = ()
    is_valid: bool = False


def delete(files: CertificateFiles) -> None:
    """Delete all files and their folder, which turns HTTPS off; raises `OSError`."""
    if files.folder.is_dir():
        for path in (*files.all, *files.folder.glob(".*.part")):
            path.unlink(missing_ok=True)
        files.folder.rmdir()


def read_certificate(path: Path) -> x509.Certificate | None:
    """Return a certificate from a PEM file; None if it is missing or unreadable."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (*_MISSING, *_UNREADABLE):
        return None


def as_download(certificate: x509.Certificate) -> bytes:
    """Return a certificate in DER, the format for phones."""
    return certificate.public_bytes(serialization.Encoding.DER)


def as_text(certificate: x509.Certificate) -> bytes:
    """Return a certificate in PEM, the format for Linux."""
    return certificate.public_bytes(serialization.Encoding.PEM)


def common_name(certificate: x509.Certificate) -> str:
    """Return the common name, which devices show in their lists; empty if there is none."""
    try:
        names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    except _UNREADABLE:
        return ""
    return str(names[0].value) if names else ""


def fingerprint(certificate: x509.Certificate) -> str:
    """Return the SHA-256 fingerprint, as `AB:CD:…`."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def names_in(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the subject alternative names: IP addresses, then DNS names."""
    found = _extension(certificate, x509.SubjectAlternativeName)
    if found is None:
        return ()
    dns: list[str] = found.get_values_for_type(x509.DNSName)
    return (*map(str, found.get_values_for_type(x509.IPAddress)), *dns)


def permitted_names(authority: x509.Certificate, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names that the authority's name constraints permit."""
    limits = _extension(authority, x509.NameConstraints)
    permitted = tuple(one.value for one in (limits and limits.permitted_subtrees) or ())
    return tuple(name for name in names if _is_within(name, permitted))


Extension = TypeVar("Extension", bound=x509.ExtensionType)


def _extension(certificate: x509.Certificate, kind: type[Extension]) -> Extension | None:
    """Return an extension of a certificate; None if it is absent or unreadable."""
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
    """Return a certificate with its key; None if one is missing or they do not match."""
    found = read_certificate(certificate)
    try:
        private = serialization.load_pem_private_key(key.read_bytes(), None)
        if found is None or not isinstance(private, ec.EllipticCurvePrivateKey):
            return None
        return _Pair(found, private) if found.public_key() == private.public_key() else None
    except (*_MISSING, *_UNREADABLE):
        return None


def _is_ours(authority: x509.Certificate, now: datetime) -> bool:
    has_limits = _extension(authority, x509.NameConstraints) is not None
    return has_limits and not _needs_renewal(authority, now)


def _needs_renewal(certificate: x509.Certificate, now: datetime) -> bool:
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return not begins <= now <= ends - _RENEW_BEFORE


def _is_valid(
    own: x509.Certificate, authority: x509.Certificate, names: Sequence[str], now: datetime
) -> bool:
    try:
        own.verify_directly_issued_by(authority)
    except _UNREADABLE:
        return False
    return not _needs_renewal(own, now) and set(names) <= set(names_in(own))


def _write(pair: _Pair, certificate: Path, key: Path) -> None:
    """Write both files; after a power cut in between they do not match, and are issued again."""
    private = pair.key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    for path, content in ((key, private), (certificate, as_text(pair.certificate))):
        with suppress(FileNotFoundError, NotADirectoryError):
            path.rmdir()  # an empty folder, which containers create for a missing file
        write(path, content)


def _new_authority(names: Sequence[str], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    title = f"Referee at {socket.gethostname() or 'the table'}, {now:%Y-%m-%d}"[:64]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])
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
        _builder(name, name, key, (_FIRST_DAY, now + _AUTHORITY_VALID))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(_limits(names), critical=True)
        .add_extension(_subject_key_id(key), critical=False)
        .sign(key, hashes.SHA256())
    )
    return _Pair(signed, key)


def _limits(names: Sequence[str]) -> x509.NameConstraints:
    """Return name constraints: private addresses, `.local` and the names of this machine."""
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


def _issue(authority: _Pair, names: Sequence[str], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "The referee at the table")])
    until = min(now + _SERVER_VALID, authority.certificate.not_valid_after_utc)
    issuer = authority.certificate.subject
    signed = (
        _builder(name, issuer, key, (now - _BACKDATED, until))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(list(map(_general_name, names))), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()),
            critical=False,
        )
        .add_extension(_subject_key_id(key), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return _Pair(signed, key)


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: Key, valid: tuple[datetime, datetime]
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(valid[0])
        .not_valid_after(valid[1])
    )


def _subject_key_id(key: Key) -> x509.SubjectKeyIdentifier:
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key())
