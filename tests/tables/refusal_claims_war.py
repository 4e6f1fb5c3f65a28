"""What the sentence of each refusal of War of Waves claims, as `refusal_claims` does for others."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

Claim = Callable[[Any, Any, Mapping[str, Any]], bool]

BRIDGE, GATE = ("b1", "b2", "b3", "b4"), ("g1", "g2", "g3")
SECTIONS = (*BRIDGE, *GATE)
TIMES: Mapping[str, set[str]] = {
    "Dealt": {"deal"},
    "DealtLeader": {"deal"},
    "Face": {"face", "refill"},
    "Draw": {"draw"},
    "Leader": {"act"},
    "Build": {"act"},
    "Fortify": {"act"},
    "Attack": {"act", "target"},
    "Done": {"act"},
    "Swap": {"swap"},
    "Move": {"move"},
    "Present": {"present"},
    "Strike": {"present"},
    "Reveal": {"reveal"},
    "Finish": {"claim"},
    "Cut": {"cut"},
}


def there(now: Any, side: int, at: str) -> Any:
    return now.gateways[side][SECTIONS.index(at)]


def lying(now: Any, side: int, at: str, kind: str) -> tuple[Any, ...]:
    section = there(now, side, at)
    return tuple(section.builds if kind == "build" else section.wars)


def not_now(now: Any, one: Any, _n: Any) -> bool:
    name, phase = type(one).__name__, now.phase.value
    if name == "OverruleTurn":
        return phase in {"deal", "face", "refill"}
    if name == "Remember":
        return bool(phase == "deal")
    named = name in {"Dealt", "DealtLeader", "Cut"}
    return phase not in TIMES[name] or (named and one.seat != whose(now))


def came_up(one: Any, back: str) -> int:
    """Count the Leaders with a back that an entry tells of."""
    if type(one).__name__ == "DealtLeader":
        return int(one.back.value == back)
    return int(one.build if back == "build" else one.war)


def whose(now: Any) -> int:
    """Whoever claimed cuts first; everything else is done by the seat whose turn it is."""
    if now.phase.value != "cut":
        return int(now.turn)
    return int(now.turn if len(now.cut) % 2 else 1 - now.turn)


def in_sight(now: Any, card: str) -> int:
    """Count copies that lie in sight, or were shown and lie face down or on the discard pile."""
    shown = [*now.faces, *now.discarded, *now.cut, *(now.assault.attackers if now.assault else ())]
    count = sum(one.value == card for one in shown)
    for gateway in now.gateways:
        for section in gateway:
            count += sum(f"build-{laid.value}" == card for laid in section.builds)
            count += sum(f"war-{laid.value}" == card for laid in section.wars)
    return int(count)


def in_hiding(now: Any, one: Any, card: str) -> int:
    """Count copies that everybody saw go to a hand, and that this entry cannot mean."""
    match type(one).__name__:
        case "Present":
            origin: Any = ("hand", now.turn)
        case "Reveal" | "OverruleValue":
            origin = ("gateway", one.side)
        case _:
            origin = None
    followed = [it for it in now.taken if it.card.value == card]
    return sum(origin not in it.places for it in followed)


def all_known(now: Any, one: Any, n: Any) -> bool:
    """As many are known elsewhere as there are; and what hides one can hide it."""
    kind, number = n["card"].split("-")
    table = now.table.deck_list
    copies = (table.build if kind == "build" else table.war)[int(number) - 1]
    spots = [it.places for it in now.taken if it.card.value == n["card"]]
    hidden = all(any(room(now, kind, place) for place in places) for places in spots)
    elsewhere = in_sight(now, n["card"]) + in_hiding(now, one, n["card"])
    return bool(copies == n["copies"] > 0 and elsewhere >= copies and hidden)


def room(now: Any, kind: str, place: tuple[str, int]) -> int:
    """Count cards of a kind whose front nobody has seen at a place."""
    name, seat = place
    if name == "hand":
        return int(now.hands[seat][0 if kind == "build" else 1])
    if name == "gateway":
        cards = [laid for at in SECTIONS for laid in lying(now, seat, at, kind)]
        return sum(laid.value is None for laid in cards)
    named = sum(one.value.startswith(kind) for one in now.discarded)
    return int(int(now.discard[0 if kind == "build" else 1]) - named)


def no_such_card(now: Any, one: Any, n: Any) -> bool:
    table = now.table.deck_list
    if not n["card"]:
        value = getattr(one.value, "value", one.value)
        counts = table.build if one.kind.value == "build" else table.war
        return value not in range(1, 7) or not counts[value - 1]
    if n["copies"]:
        known = any(name.value == n["card"] for names in now.named for name in names)
        return known or in_sight(now, n["card"]) == 1
    kind, number = n["card"].split("-")
    return bool((table.build if kind == "build" else table.war)[int(number) - 1] == 0)


def column(kind: str, *, leader: bool) -> int:
    return (0 if kind == "build" else 1) + (2 if leader else 0)


def not_in_hand(now: Any, _one: Any, n: Any) -> bool:
    hand = now.hands[n["seat"]]
    if not n["kind"]:
        return bool(hand[0] == hand[1] == 0)
    if n["kind"] in {"build", "war"}:
        return bool(hand[column(n["kind"], leader=False)] == 0)
    if any(name.value == n["kind"] for name in now.named[n["seat"]]):
        return False
    elsewhere = any(name.value == n["kind"] for names in now.named for name in names)
    back = back_of(now, n["kind"])
    others = [name for name in now.named[n["seat"]] if back_of(now, name.value) == back]
    unnamed = hand[column(back, leader=True)] - len(others)
    return bool(elsewhere or in_sight(now, n["kind"]) or unnamed == 0)


def back_of(now: Any, leader: str) -> str:
    order = ("hephaestus", "poseidon", "ares", "ceto")
    return str(now.table.deck_list.backs[order.index(leader)].value)


def ready(now: Any, seat: int) -> bool:
    return all(there(now, seat, at).builds and there(now, seat, at).wars for at in BRIDGE)


def complete(now: Any, seat: int) -> bool:
    return ready(now, seat) and all(there(now, seat, at).builds for at in GATE)


def targets(now: Any, one: Any) -> list[tuple[str, str, int]] | None:
    """Read what an attack points at, if all of it lies there."""
    if not len(one.at) == len(one.kind) == len(one.cards):
        return None
    found = [
        (at.value, kind.value, card)
        for at, kind, card in zip(one.at, one.kind, one.cards, strict=True)
    ]
    lies = all(1 <= card <= len(lying(now, one.side, at, kind)) for at, kind, card in found)
    return found if lies else None


def not_a_target(now: Any, one: Any, _n: Any) -> bool:
    match type(one).__name__:
        case "Reveal":
            return bool((one.side, one.at, one.kind, one.card) != now.to_reveal[0])
        case "Move":
            cards = list(zip(one.at, one.cards, strict=False))
            fits = len(one.at) == len(one.cards) and 1 <= len(cards) <= 2 == 1 + len(
                set(cards)
            ) // len(cards)
            enemy = 1 - now.turn
            return not fits or not all(
                1 <= card <= len(lying(now, enemy, at.value, "war")) for at, card in cards
            )
        case _:
            found = targets(now, one)
            places = [(SECTIONS.index(at), kind, card) for at, kind, card in found or []]
            return not found or len(found) > 2 or places != sorted(set(places))


def war_first(now: Any, one: Any, n: Any) -> bool:
    builds = {at for at, kind, _ in targets(now, one) or [] if kind == "build"}
    return n["at"] in builds and bool(there(now, n["seat"], n["at"]).wars)


def section_there(now: Any, one: Any, _n: Any) -> bool:
    return bool(there(now, now.turn, one.at.value).builds)


def full(now: Any, one: Any, n: Any) -> bool:
    seat = one.seat if hasattr(one, "seat") else now.turn
    more = len(one.at) if type(one).__name__ == "Move" else 1
    return bool(len(lying(now, seat, n["at"], n["kind"])) + more > 2 == n["limit"])


def no_build_there(now: Any, one: Any, n: Any) -> bool:
    seat = one.seat if hasattr(one, "seat") else now.turn
    return not there(now, seat, n["at"]).builds


def nothing_there(now: Any, one: Any, n: Any) -> bool:
    match type(one).__name__:
        case "Swap":
            cards = {one.bridge.value: one.bridge_card, one.gate.value: one.gate_card}
            return not 1 <= cards[n["at"]] <= len(lying(now, now.turn, n["at"], "build"))
        case _:
            side = one.side if hasattr(one, "side") else one.seat
            return not 1 <= one.card <= len(lying(now, side, n["at"], one.kind.value))


def already_known(now: Any, one: Any, _n: Any) -> bool:
    return lying(now, one.seat, one.at.value, one.kind.value)[one.card - 1].value is not None


def under_war(now: Any, _one: Any, n: Any) -> bool:
    section = there(now, now.turn, n["at"])
    return len(section.builds) == 1 and bool(section.wars)


def copies(now: Any, one: Any, n: Any) -> bool:
    """Fewer would have to be known or dealt than are; more than 12 are no choice."""
    kind = one.card.value.split("-")[0]
    known = in_sight(now, one.card.value) + in_hiding(now, one, one.card.value)
    table = now.table.deck_list
    before = table.copies(one.card)
    total = sum(table.build if kind == "build" else table.war)
    fewest = max(
        known,
        before - now.deck[column(kind, leader=False)],
        before - (total - (6 if kind == "build" else 2)),
    )
    return (n["fewest"], n["most"]) == (fewest, 12) and not fewest <= one.count <= 12


def no_such_back(now: Any, one: Any, _n: Any) -> bool:
    """The Leader has the other back, its place is not known, and the deck has none to exchange."""
    back = back_of(now, one.leader.value)
    known = in_sight(now, one.leader.value) or any(one.leader in names for names in now.named)
    return back != one.back.value and not known and not now.deck[column(back, leader=True)]


def mixed(now: Any, one: Any, _n: Any) -> bool:
    kinds = Counter(card.value.split("-")[0] for card in now.assault.attackers)
    return not now.assault.poseidon and one.card.value.split("-")[0] not in kinds


WAR: Mapping[str, Claim] = {
    "over": lambda now, one, n: now.phase.value == "over" and now.outcome is not None,
    "not-now": not_now,
    "no-such-seat": lambda now, one, n: n["seat"] not in (0, 1),
    "not-so-many": lambda now, one, n: (
        now.deck[column(n["back"], leader=True)] == n["left"]
        and not 0 <= came_up(one, n["back"]) <= n["left"]
    ),
    "no-such-card": no_such_card,
    "all-known": all_known,
    "none-left": lambda now, one, n: now.deck[column(n["back"], leader=n["leader"])] == 0,
    "not-in-hand": not_in_hand,
    "too-late": lambda now, one, n: n["seat"] == now.turn and bool(now.types),
    "one-leader": lambda now, one, n: now.leader is not None,
    "only-leaders": lambda now, one, n: now.hands[n["seat"]][0] == now.hands[n["seat"]][1] == 0,
    "two-types": lambda now, one, n: (
        len(set(n["types"]) | {n["wanted"]}) == 3
        and list(n["types"]) == [deed.value for deed in now.types]
    ),
    "section-there": section_there,
    "no-build-there": no_build_there,
    "full": full,
    "war-on-gate": lambda now, one, n: (
        (one.to if type(one).__name__ == "Move" else one.at).value in GATE
    ),
    "not-ready": lambda now, one, n: not ready(now, n["seat"]) and n["seat"] == now.turn,
    "not-a-target": not_a_target,
    "two-places": lambda now, one, n: len({it[:2] for it in targets(now, one) or []}) > 1,
    "war-first": war_first,
    "own-war": lambda now, one, n: one.side == now.turn and one.kind[0].value == "war",
    "under-war": under_war,
    "one-at-a-time": lambda now, one, n: len(one.at) > 1 and one.at[0].value in GATE,
    "own-side": lambda now, one, n: one.side == now.turn and now.assault.poseidon,
    "bridge-or-gate": lambda now, one, n: len({at.value in GATE for at in one.at}) == 2,
    "not-an-attacker": lambda now, one, n: "-" not in one.card.value,
    "mixed": mixed,
    "nothing-presented": lambda now, one, n: not now.assault.attackers,
    "nothing-there": nothing_there,
    "wrong-section": lambda now, one, n: one.bridge.value in GATE or one.gate.value in BRIDGE,
    "not-complete": lambda now, one, n: not complete(now, n["seat"]),
    "claimed-already": lambda now, one, n: now.claims[n["seat"]],
    "already-known": already_known,
    "no-reason": lambda now, one, n: not one.why.strip(),
    "leaders-once": lambda now, one, n: "-" not in one.card.value,
    "copies": copies,
    "no-such-back": no_such_back,
}
