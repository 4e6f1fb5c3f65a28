"""How attacks are told: what is attacked, both totals, and who discards what."""

from referee.core import Text, listed, say, say_count
from referee.games.war_of_waves.components import Card, card_name, card_of
from referee.games.war_of_waves.facts import AttackBegan, AttackDecided, Perished, Shown, Target
from referee.games.war_of_waves.state import State
from referee.games.war_of_waves.words import name, section_name, summed, target_names


def tell_attack(state: State, fact: AttackBegan) -> Text:
    """Return what is attacked."""
    if fact.side == fact.seat:
        return say(
            "{name} attacks their own gateway: {targets}.",
            name=name(state, fact.seat),
            targets=target_names(fact.targets),
        )
    return say(
        "{name} attacks {other}: {targets}.",
        name=name(state, fact.seat),
        other=name(state, fact.side),
        targets=target_names(fact.targets),
    )


def tell_shown(state: State, fact: Shown) -> Text:
    """Return which card was turned over."""
    return say(
        "{name} turned over {card} on {place}.",
        name=name(state, fact.side),
        card=card_name(fact.card),
        place=section_name(fact.at),
    )


def tell_decision(state: State, fact: AttackDecided) -> Text:
    """Describe both totals, what was needed, and who discards what."""
    targets = _cards(fact.targets)
    values: dict[str, object] = {
        "name": name(state, fact.seat),
        "other": name(state, fact.side),
        "attack": summed(fact.attackers),
        "defence": summed(targets),
        "why": _at_least(fact),
        "attackers": listed([card_name(card) for card in fact.attackers]),
        "targets": listed([card_name(card) for card in targets]),
    }
    if fact.seat == fact.side:
        return _own_attack(fact, values)
    if fact.won:
        return say(
            "{name}’s {attack} against {other}’s {defence}: {why}, so the attack wins. "
            "{name} discards {attackers}, {other} discards {targets}.",
            **values,
        )
    return say_count(
        "{name}’s {attack} against {other}’s {defence}: {why}, so the attack loses. "
        "{name} discards {attackers}; {targets} is turned face down again.",
        "{name}’s {attack} against {other}’s {defence}: {why}, so the attack loses. "
        "{name} discards {attackers}; {targets} are turned face down again.",
        len(targets),
        **values,
    )


def _own_attack(fact: AttackDecided, values: dict[str, object]) -> Text:
    if fact.won:
        return say(
            "{name}’s {attack} against their own {defence}: {why}, so the attack wins. "
            "{name} discards the attackers, {attackers}, and {targets}.",
            **values,
        )
    return say_count(
        "{name}’s {attack} against their own {defence}: {why}, so the attack loses. "
        "{name} discards {attackers}; {targets} is turned face down again.",
        "{name}’s {attack} against their own {defence}: {why}, so the attack loses. "
        "{name} discards {attackers}; {targets} are turned face down again.",
        len(fact.targets),
        **values,
    )


def _cards(targets: tuple[Target, ...]) -> list[Card]:
    cards = [card_of(target.kind, target.value or 0) for target in targets]
    return [card for card in cards if card]


def _at_least(fact: AttackDecided) -> Text:
    if fact.factor == 1:
        if fact.won:
            return say("{attack} is at least {needed}", attack=fact.attack, needed=fact.needed)
        return say("{attack} is less than {needed}", attack=fact.attack, needed=fact.needed)
    values = {"attack": fact.attack, "defence": fact.defence, "needed": fact.needed}
    if fact.won:
        return say("{attack} is at least 2 × {defence} = {needed}", **values)
    return say("{attack} is less than 2 × {defence} = {needed}", **values)


def tell_perished(state: State, fact: Perished) -> Text:
    """Say that War cards lost the Build card under them."""
    return say_count(
        "No Build card is left under it: {count} War card on {place} of {name} perishes.",
        "No Build card is left under them: {count} War cards on {place} of {name} perish.",
        fact.count,
        name=name(state, fact.side),
        place=section_name(fact.at),
    )
