"""What the sentence of each refusal claims, as a question about the state that it speaks of.

Written from the sentences and the rulebooks, not from the rulings: each says in its own terms
whether what the sentence tells people is so. `now` is the state, `one` the refused entry, `n` the
numbers that stand in the sentence.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from refusal_claims_war import WAR

Claim = Callable[[Any, Any, Mapping[str, Any]], bool]


def _always(*_told: object) -> bool:
    """Hold for what is a rule and speaks of no state."""
    return True


def _over(now: Any, _one: Any, _n: Any) -> bool:
    return now.phase.value == "over" and now.outcome is not None


def _no_reason(_now: Any, one: Any, _n: Any) -> bool:
    return not one.why.strip()


# ---------------------------------------------------------------- Waves, both editions

CLASSES = ("scholar", "keeper", "knight", "seer", "noble")
SIDE_BY_SIDE = {"elder": "council", "shells": "shells", "follow": "play", "rebel": "play"}


def _owner(now: Any, slot: int) -> int:
    return int(now.table.owners[slot])


def _waves_not_now(now: Any, one: Any, _n: Any) -> bool:
    kind, phase = type(one).__name__, now.phase.value
    if kind == "OverruleShells":
        return phase in {"council", "shells"}
    times = {"Elder": {"council"}, "Shells": {"shells"}, "Reveal": {"play", "rebels", "waves"}}
    return phase not in times.get(kind, {"play"})


def _no_card_left(now: Any, one: Any, n: Any) -> bool:
    """Count the cards of a class that are known to lie anywhere but in the hand that shows one."""
    number = CLASSES.index(n["card"])
    kind = one.card
    lying = Counter(now.elders)[kind] + sum(pile.count(kind) for pile in now.collected)
    lying += sum(agent.count for agent in now.agents if agent and agent.card is kind)
    deck_is_new = type(one).__name__ == "Elder" and not now.deck
    discarded, held = now.known.discarded[number], [held[number] for held in now.known.held]
    if deck_is_new:
        discarded = 0
        held = [max(0, a - b) for a, b in zip(held, now.known.unnamed, strict=True)]
    shows = None if type(one).__name__ == "Elder" else getattr(one, "seat", None)
    if type(one).__name__ == "Reveal":
        shows = _owner(now, one.slot)
    own = 0 if shows is None else min(held[shows], n["count"])
    lies_elsewhere = lying + discarded + sum(held) - own
    return bool(n["seen"] == lies_elsewhere and lies_elsewhere + n["count"] > 20)


def _out_of_turn(now: Any, one: Any, n: Any) -> bool:
    """Nobody has laid at the place whose turn it is; whoever was to lay before it has laid."""
    around = [(now.token + step) % len(now.agents[: len(now.table.ring)]) for step in range(6)]
    ring = [slot for slot in dict.fromkeys(around) if slot in now.table.ring]
    empty = [slot for slot in ring if now.agents[slot] is None]
    if now.table.picks_elder:
        turns = len(ring) - len(empty)
        seat = (_owner(now, now.token) + turns) % 2
        return _owner(now, n["turn"]) == seat != _owner(now, one.slot)
    return bool(n["turn"] == empty[0] != one.slot)


def _too_early(now: Any, one: Any, n: Any) -> bool:
    agent, first = now.agents[one.slot], now.agents[n["turn"]]
    if now.phase.value == "play":
        return agent is not None and agent.card is None and first is None
    return bool(agent and not agent.rebel and not agent.card and first.rebel and not first.card)


def _out_of_order(now: Any, one: Any, n: Any) -> bool:
    agent, first = now.agents[one.slot], now.agents[n["turn"]]
    tested = {slot for slot, _ in now.waves.results}
    waits = not agent.rebel and agent.card is None and first.card is None
    return waits and one.slot != n["turn"] and n["turn"] not in tested


def _nothing_to_name(now: Any, one: Any, n: Any) -> bool:
    """Either nothing was discarded, or all of it is named, or lies in the deck again."""
    if now.round == 1 or not n["discarded"]:
        return not any(now.discards) if now.round == 1 else not now.discards[one.seat]
    return now.shuffled or not now.owed[one.seat]


def _no_waves(now: Any, _one: Any, _n: Any) -> bool:
    waves = now.waves or now.last
    return waves is None or waves.sealed


def _waves_same(now: Any, one: Any, _n: Any) -> bool:
    kind = type(one).__name__
    if kind == "OverruleShells":
        return bool(now.shells == one.count)
    waves = now.waves or now.last
    if kind == "OverruleTablet":
        return waves.tablet is one.tablet
    return bool(dict(waves.results)[one.slot] is (kind == "OverruleCollect"))


def _not_collected(now: Any, one: Any, _n: Any) -> bool:
    side = next(i for i, seats in enumerate(now.table.sides) if one.seat in seats)
    return one.card not in now.collected[side]


WAVES: Mapping[str, Claim] = {
    "over": _over,
    "no-such-place": lambda now, one, n: (
        one.slot not in now.table.ring
        and (type(one).__name__ != "Elder" or not 0 <= one.slot < len(now.elders))
    ),
    "no-such-seat": lambda now, one, n: not 0 <= n["seat"] < len(now.table.names),
    "not-now": _waves_not_now,
    "elder-there": lambda now, one, n: now.elders[one.slot].value == n["card"],
    "no-card-left": _no_card_left,
    "shells-out-of-box": lambda now, one, n: not 0 <= n["count"] <= 5,
    "already-laid": lambda now, one, n: now.agents[one.slot] is not None,
    "out-of-turn": _out_of_turn,
    "no-rebels": lambda now, one, n: one.count < 1,
    "too-many-rebels": lambda now, one, n: (
        one.count > n["hand"] == now.hands[_owner(now, one.slot)] > 0
    ),
    "empty-hand": lambda now, one, n: (
        now.hands[one.seat if hasattr(one, "seat") else _owner(now, one.slot)] == 0
    ),
    "nothing-there": lambda now, one, n: now.agents[one.slot] is None,
    "already-shown": lambda now, one, n: now.agents[one.slot].card.value == n["card"],
    "follower-too-early": _too_early,
    "follower-out-of-order": _out_of_order,
    "nothing-to-name": _nothing_to_name,
    "no-waves": _no_waves,
    "not-tested": lambda now, one, n: one.slot not in dict((now.waves or now.last).results),
    "same-already": _waves_same,
    "no-reason": _no_reason,
    "not-collected": _not_collected,
    "tablet-not-here": lambda now, one, n: one.tablet not in now.table.tablets,
}


# ---------------------------------------------------------------- WAVE

COLOURS = ("white", "yellow", "orange", "red", "turquoise", "blue")


def _higher(now: Any, card: str) -> set[str]:
    """Say by what a card is higher than the one to beat, in the orders of now."""
    if card.startswith("swap"):
        return {"swap"}
    lying = [one.card.value for one in now.laid if not one.card.value.startswith("swap")]
    (colour, number), (below, less) = card.split("-"), lying[-1].split("-")
    one, other = COLOURS.index(colour), COLOURS.index(below)
    found = set()
    if int(number) < int(less) if now.numbers_swapped else int(number) > int(less):
        found.add("number")
    if one < other if now.colours_swapped else one > other:
        found.add("colour")
    return found


def _left(now: Any) -> list[str]:
    """List the cards that do not lie on the pile, as often as they are there."""
    box = {f"{colour}-{number}": 1 for colour in COLOURS for number in range(6)}
    del box["white-0"], box["blue-5"]
    kinds = {"none": (), "both": ("colours", "numbers")}
    variant = now.table.variant.value
    box |= {f"swap-{one}": 2 for one in kinds.get(variant, (variant,))}
    return list((Counter(box) - Counter(one.card.value for one in now.laid)).elements())


def _choice(now: Any) -> dict[str, int]:
    if now.table.silver == now.place:
        return {"open": now.silver.open}
    return {"self": now.hands[now.place].own, "team": now.hands[now.place].team}


def _it_fits(now: Any, one: Any, n: Any) -> bool:
    by = _higher(now, one.card.value)
    return by == ({"number", "colour"} if n["by"] == "both" else {n["by"]})


def _must_fit(now: Any, _one: Any, n: Any) -> bool:
    cannot = sum(not _higher(now, card) for card in _left(now))
    chosen = sum(_choice(now).values())
    return (cannot, chosen) == (n["unfit"], n["held"]) and n["fits"] == chosen - cannot > 0


def _laid_before(now: Any, one: Any, n: Any) -> bool:
    lying = now.laid[n["turn"]]
    return (
        one.card.value not in _left(now)
        and (lying.card, lying.place) == (one.card, n["place"])
        and (n["place"] is None) == (n["turn"] == 0)
    )


def _wave_same(now: Any, one: Any, _n: Any) -> bool:
    kind = type(one).__name__
    if kind == "OverruleFacing":
        return bool(now.hands[one.seat].own == one.self)
    return bool(
        now.place == one.place if kind == "OverruleTurn" else now.direction is one.direction
    )


WAVE: Mapping[str, Claim] = {
    "over": _over,
    "not-now": lambda now, one, n: (now.phase.value == "start") == (type(one).__name__ != "Start"),
    "not-higher": lambda now, one, n: not _higher(now, one.card.value),
    "laid-before": _laid_before,
    "no-such-facing": lambda now, one, n: (
        not _choice(now).get(one.facing.value)
        and {facing for facing, count in _choice(now).items() if count} == set(n["held"])
        and n["place"] == now.place
    ),
    "it-fits": _it_fits,
    "must-fit": _must_fit,
    "not-in-game": lambda now, one, n: (
        one.card.value.startswith("swap")
        and one.card.value not in {*_left(now), *(laid.card.value for laid in now.laid)}
    ),
    "no-start-card": lambda now, one, n: one.card.value.startswith("swap"),
    "no-such-seat": lambda now, one, n: not 0 <= n["seat"] < len(now.table.names),
    "no-such-place": lambda now, one, n: (
        not 0 <= one.place < len(now.table.names) + (len(now.table.names) == 2)
    ),
    "empty-hand": lambda now, one, n: now.held(one.place) == 0,
    "too-many": lambda now, one, n: not 0 <= one.self <= n["held"] == sum(now.hands[one.seat]),
    "same-already": _wave_same,
    "no-reason": _no_reason,
}


# ---------------------------------------------------------------- Rolling with the Waves

SQUARES = {"raise": 2, "hull": 5, "ports": 5, "crew": 5, "small": 2, "large": 3}
DRAFTING, LAYING = {"draft"}, {"allocate", "reveal"}
ROLLING_TIMES: Mapping[str, set[str]] = {
    "Roll": {"roll"},
    "Draft": DRAFTING,
    "Sailor": DRAFTING,
    "Plan": {"allocate"},
    "Ready": {"allocate"},
    "Allocate": LAYING,
    "AllocateAll": LAYING,
    "Write": {"write"},
    "Bury": {"bury"},
    "Fire": {"fire"},
    "Stow": {"stow"},
    "OverruleBag": {"roll"},
    **{f"Overrule{what}": {"roll", "draft"} for what in ("Write", "Erase", "Buried")},
    "OverruleFirst": {"roll"},
}


def _written(now: Any, seat: int, place: str) -> tuple[int, ...]:
    board = now.boards[seat]
    if place.startswith("chest"):
        return tuple(board.chests[int(place[-1]) - 1])
    return () if place == "bury" else getattr(board, "spirits" if place == "raise" else place)


def _is_full(now: Any, seat: int, place: str) -> bool:
    return len(_written(now, seat, place)) >= SQUARES.get(place, 4)


def _rolling_turn(now: Any, one: Any, n: Any) -> bool:
    """Whose turn it is goes round from the first player, for what is done one after the other."""
    seats = len(now.table.names)
    order = [(now.first + step) % seats for step in range(seats)]
    phase = now.phase.value
    if phase == "draft":
        return bool(n["seat"] == order[sum(map(len, now.nests)) % seats] != one.seat)
    if phase in LAYING:
        told = [seat for seat in order if len(now.laid[seat]) < 3]
        return bool(n["seat"] == told[0] != one.seat)
    if phase in {"fire", "stow"}:
        return bool(n["seat"] == now.queue[0] != one.seat)
    return bool(n["seat"] == order[now.turn] != one.seat)


def _target_and_place(now: Any, one: Any, n: Any) -> bool:
    seat = one.target if type(one).__name__ == "Fire" else one.seat
    return bool(now.boards[seat].buried[int(n["place"][-1]) - 1])


def _empty_chest(now: Any, one: Any, n: Any) -> bool:
    """Without this the chest is empty, and it is or would be buried."""
    there = now.boards[one.seat].chests[n["chest"] - 1]
    if type(one).__name__ == "OverruleErase":
        return len(there) == 1 and now.boards[one.seat].buried[n["chest"] - 1]
    return not there


def _free(now: Any, seat: int) -> bool:
    crew = now.table.colours[seat]
    return any(die.colour is crew or die.colour.value == "clear" for die in now.pool)


def _price(now: Any, one: Any) -> int:
    free = one.colour is now.table.colours[one.seat] or one.colour.value == "clear"
    return 0 if free else int(one.face)


def _to_lay(now: Any, seat: int) -> Counter[int]:
    faces = Counter(die.face for die in now.nests[seat])
    return faces - Counter(laid.value for laid in now.laid[seat])


def _open_targets(now: Any, seat: int) -> set[int]:
    return {
        other for other, board in enumerate(now.boards) if other != seat and not all(board.buried)
    }


def _rolling_same(now: Any, one: Any, _n: Any) -> bool:
    match type(one).__name__:
        case "OverruleInfamy":
            return bool(now.boards[one.seat].infamy == one.infamy)
        case "OverruleBuried":
            return bool(now.boards[one.seat].buried[one.chest - 1] == one.buried)
        case "OverruleBag":
            return bool(now.in_bag(one.colour) == one.dice)
        case _:
            return bool(now.first == one.seat)


def _bag_too_small(now: Any, one: Any, n: Any) -> bool:
    others = sum(now.bag) - now.in_bag(one.colour)
    return bool(others + one.dice < n["needed"] == 3 * len(now.table.names))


ROLLING: Mapping[str, Claim] = {
    "over": _over,
    "not-now": lambda now, one, n: (
        now.phase.value not in ROLLING_TIMES.get(type(one).__name__, set())
    ),
    "no-such-seat": lambda now, one, n: not 0 <= n["seat"] < len(now.table.names),
    "out-of-turn": _rolling_turn,
    "not-in-bag": lambda now, one, n: (
        now.in_bag(one.colour) == 0
        and n["rolled"] == sum(die.colour is one.colour for die in now.pool)
    ),
    "no-such-face": lambda now, one, n: not 1 <= one.face <= 6,
    "not-in-pool": lambda now, one, n: (one.colour, one.face) not in now.pool,
    "cannot-pay": lambda now, one, n: (
        (n["price"], n["infamy"]) == (_price(now, one), now.boards[one.seat].infamy)
        and n["price"] > n["infamy"]
    ),
    "no-sailor": lambda now, one, n: _free(now, one.seat),
    "no-such-die": lambda now, one, n: one.die not in (0, 1, 2),
    "ready-already": lambda now, one, n: one.seat in now.ready,
    "no-die-left": lambda now, one, n: (
        one.value not in _to_lay(now, one.seat) and Counter(n["left"]) == _to_lay(now, one.seat)
    ),
    "spirits-full": lambda now, one, n: _is_full(now, one.seat, "raise"),
    "place-full": lambda now, one, n: _is_full(now, one.seat, n["place"]),
    "chest-buried": _target_and_place,
    "place-taken": lambda now, one, n: n["place"] in {it.place.value for it in now.laid[one.seat]},
    "all-three": lambda now, one, n: type(one).__name__ == "Allocate" or bool(now.laid[one.seat]),
    "nothing-to-bury": lambda now, one, n: (
        not any(
            chest and not buried
            for chest, buried in zip(
                now.boards[one.seat].chests, now.boards[one.seat].buried, strict=True
            )
        )
    ),
    "cannot-raise": lambda now, one, n: one.raised and now.phase.value in {"bury", "stow"},
    "no-such-chest": lambda now, one, n: n["chest"] not in (1, 2, 3),
    "empty-chest": _empty_chest,
    "not-loaded": lambda now, one, n: (
        set(n["guns"]) == {gun for gun in ("small", "large") if _is_full(now, one.seat, gun)}
        and not {gun.value for gun in one.guns.places} <= set(n["guns"])
    ),
    "own-chest": lambda now, one, n: one.target == one.seat,
    "same-target": lambda now, one, n: n["target"] == one.target in now.shot_at,
    "both-at-once": lambda now, one, n: (
        _open_targets(now, one.seat) <= {one.target}
        and len(one.guns.places) == 1
        and all(_is_full(now, one.seat, gun) for gun in ("small", "large"))
    ),
    "no-reason": _no_reason,
    "same-already": _rolling_same,
    "too-many": lambda now, one, n: (
        not 0 <= (one.dice if hasattr(one, "dice") else one.infamy) <= n["most"]
    ),
    "no-such-value": lambda now, one, n: not 1 <= one.value <= 7,
    "nothing-there": lambda now, one, n: not _written(now, one.seat, n["place"]),
    "not-written-there": lambda now, one, n: one.to.value == "bury",
    "would-end": lambda now, one, n: (
        len(_written(now, one.seat, one.to.value)) == 4
        and sum(_is_full(now, one.seat, track) for track in ("hull", "ports", "crew")) == 2
    ),
    "would-fire": lambda now, one, n: (
        len(_written(now, one.seat, one.to.value)) + 1 == SQUARES[one.to.value]
        and one.to.value in {"small", "large"}
    ),
    "too-few": _bag_too_small,
}


CLAIMS: Mapping[str, Mapping[str, Claim]] = {
    "waves": WAVES,
    "breakers": WAVES,
    "wave": WAVE,
    "rolling": ROLLING,
    "war-of-waves": WAR,
}
"""By the slug of a game, what each of its refusals claims."""
