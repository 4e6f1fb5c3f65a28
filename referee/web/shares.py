"""Shares out what there is only so much of: nobody takes more of it than is left for the others.

One alone gets half, two get a third each, and some is always left for whoever comes next. So
nothing has to be known of how many will come.
"""

from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

_NETWORK: Final = 64
"""Bits of an address of the sixth version that are one home's; the others anybody there chooses."""


class Shares:
    """Counts who has how much; everybody may have a `few` while there is something left."""

    def __init__(self, few: int) -> None:
        """Begin with nothing taken."""
        self._few = few
        self._taken: Counter[str] = Counter()

    def has_room(self, who: str, left: int) -> bool:
        """Tell whether somebody may take one more of what is left; nobody is counted as `""`."""
        return left > 0 and (not who or self._taken[who] < max(self._few, left))

    def take(self, who: str) -> None:
        """Count one more."""
        self._taken[who] += 1

    def leave(self, who: str) -> None:
        """Count one less."""
        self._taken[who] -= 1
        if self._taken[who] <= 0:
            del self._taken[who]


def network_of(address: str) -> str:
    """Give the part of an address that its owner cannot change at will."""
    try:
        network = ip_network(f"{address}/{_NETWORK}", strict=False)
    except ValueError:  # one of the fourth version, or none
        return address
    return str(network) if isinstance(network.network_address, IPv6Address) else address


def sharer(address: str) -> str:
    """Name who is counted at an address; nobody where it is this machine's own.

    What runs here stands for many: a proxy, say.
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    return "" if number.is_loopback else network_of(str(number))
