"""Join codes: the address of a table as a QR code."""

from printables import qr


def address_as_svg(address: str) -> str:
    """Return an address as a QR code in SVG."""
    return qr.svg(address)


def address_for_terminal(address: str) -> str:
    """Return an address as a QR code in block characters."""
    return qr.terminal(address)
