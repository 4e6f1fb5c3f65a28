"""Fair quotas: a client may hold at most as many connections or streams as are free for others."""

import threading
from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

_NETWORK: Final = 64
"""Bits of an IPv6 address that identify a home; its devices choose the others."""


class FairQuota:
    """Counts the slots of each client; each may have a `few` while any are left."""

    def __init__(self, few: int) -> None:
        """Create a quota with all slots free."""
        self._few = few
        self._taken: Counter[str] = Counter()

    def has_room(self, who: str, left: int) -> bool:
        """Return whether a client may take one more of the free slots; `""` is not limited."""
        return left > 0 and (not who or self._taken[who] < max(self._few, left))

    def take(self, who: str) -> None:
        """Count one more slot."""
        self._taken[who] += 1

    def leave(self, who: str) -> None:
        """Count one slot less."""
        self._taken[who] -= 1
        if self._taken[who] <= 0:
            del self._taken[who]


def network_of(address: str) -> str:
    """Return the part of an address that its owner cannot change at will."""
    try:
        network = ip_network(f"{address}/{_NETWORK}", strict=False)
    except ValueError:  # IPv4, or no address
        return address
    return str(network) if isinstance(network.network_address, IPv6Address) else address


def quota_owner(address: str) -> str:
    """Return the client that an address is counted as; empty for this machine itself.

    A process of this machine, such as a proxy, may act for many clients.
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    return "" if number.is_loopback else network_of(str(number))


_FEW: Final = 6
"""Streams that one device, or one address, has in any case; a browser keeps three at most."""


class StreamQuota:
    """The quota of open streams."""

    def __init__(self) -> None:
        """Create a quota without streams."""
        self.taken = 0
        self._lock = threading.Lock()
        self._shares = FairQuota(_FEW)

    def take(self, limit: int, *who: str) -> bool:
        """Take a slot if one of `limit` is free and no client here exceeds its quota."""
        with self._lock:
            left = limit - self.taken
            if left <= 0 or not all(self._shares.has_room(one, left) for one in who):
                return False
            self.taken += 1
            for one in who:
                self._shares.take(one)
            return True

    def leave(self, *who: str) -> None:
        """Hand a place back."""
        with self._lock:
            self.taken -= 1
            for one in who:
                self._shares.leave(one)
