"""How a phone finds the table: its address as a symbol to point a camera at."""

from printables import qr


def address_as_svg(address: str) -> str:
    """Draw an address as a QR symbol for a page."""
    return qr.svg(address)


def address_for_terminal(address: str) -> str:
    """Draw an address as a QR symbol for whoever starts the server."""
    return qr.terminal(address)
