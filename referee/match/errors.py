"""What a match says no to, drawn as a tree.

    RefereeError
    ├── IllegalAction
    │   └── Refused          which entry of a batch the rules do not allow
    ├── StaleSeq             somebody else entered something first
    ├── KeyTaken             the key of a command stands for another one already
    ├── Conflict             a correction makes a later entry impossible
    ├── NothingToUndo        there is nothing that could be taken back, or put back, or changed
    ├── BrokenLog            a stored match can no longer be followed to its end
    ├── UnknownMatch         no match has this id
    ├── UnknownGame          no game has this name
    └── StoreFailed          the store did not take it
        ├── NoStore          it cannot be opened at all
        ├── StoreFull        there is no room left on the disk
        ├── StoreBusy        another process writes in the file, for longer than is waited for
        ├── StoreDamaged     the file was damaged since it was opened
        ├── NewerStore       the store was written by a newer referee
        └── SeqTaken         another writer appended first; a match turns this into `StaleSeq`

Every one carries a sentence that a child can read.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from referee.core import (
    Action,
    IllegalAction,
    RefereeError,
    Ruling,
    Text,
    listed,
    say,
)

_TOLD: Final = 2
"""Sentences of what came between; more than that nobody reads."""

_SOMEBODY: Final = say("Somebody")


class Refused(IllegalAction):
    """The rules do not allow this entry.

    `index` is its place in the batch, from 0.
    """

    def __init__(
        self, action: Action, ruling: Ruling, why: Text, *, index: int = 0, total: int = 1
    ) -> None:
        """Name the entry of the batch; a lone entry needs no number."""
        super().__init__(ruling, why if total == 1 else _refused(why, index + 1, total))
        self.action = action
        self.why = why
        self.index = index


def _refused(why: Text, number: int, total: int) -> Text:
    return say(
        "Entry {number} of {total}: {why} None of them was taken.",
        number=number,
        total=total,
        why=why,
    )


class StaleSeq(RefereeError):
    """The entry was meant for an earlier moment of the match; `since` says what came between."""

    def __init__(
        self, expected: int, actual: int, since: Sequence[Text] = (), first: int | None = None
    ) -> None:
        """Say what happened since; `first` is the seq of the first row of it that all hear of."""
        super().__init__(_stale(since))
        self.expected = expected
        self.actual = actual
        self.since = tuple(since)
        self.first = first

    def naming(self, who: Text) -> Text:
        """Say the same, and who was faster."""
        return _stale(self.since, who)


def _stale(since: Sequence[Text], who: Text = _SOMEBODY) -> Text:
    if not since:
        return say("This screen shows another moment of the game. Please look again.")
    told = _joined(since[-_TOLD:])
    if len(since) > _TOLD:
        told = say("{since} And more before that.", since=told)
    return say(
        "{who} was faster. Meanwhile: {since} Please look again before you enter more.",
        who=who,
        since=told,
    )


def _joined(sentences: Sequence[Text]) -> Text:
    joined = sentences[0]
    for sentence in sentences[1:]:
        joined = say("{first} {next}", first=joined, next=sentence)
    return joined


class Conflict(RefereeError):
    """A correction would make a later entry impossible, so nothing was changed.

    `seq` is that entry, `sentence` what it says, `ruling` and `why` what the rules say about it.
    """

    def __init__(self, seq: int, sentence: Text, ruling: Ruling | None, why: Text) -> None:
        """Keep which entry is in the way."""
        super().__init__(
            say(
                "Then this later entry would no longer fit: “{sentence}” {why}"
                " Nothing was changed.",
                sentence=sentence,
                why=why,
            )
        )
        self.seq = seq
        self.sentence = sentence
        self.ruling = ruling
        self.why = why


class KeyTaken(RefereeError):
    """The same key came again with another command; the first one counts, this one does not."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(
            say("This was sent once before as something else. Nothing was changed. Look again.")
        )


class NothingToUndo(RefereeError):
    """There is nothing to take back, to put back or to change."""


class BrokenLog(RefereeError):
    """A stored match stops making sense at an entry; it can be read but not continued.

    `seq` is that entry; `ruling` is empty where the entry cannot even be read.
    """

    def __init__(self, seq: int, ruling: Ruling | None, why: Text) -> None:
        """Keep where the log breaks, and why."""
        super().__init__(
            say(
                "This match was stored under other rules. It can be followed only up to here,"
                " because of what comes next: {why}",
                why=why,
            )
        )
        self.seq = seq
        self.ruling = ruling
        self.why = why


class UnknownMatch(RefereeError):
    """No match has this id."""

    def __init__(self, match: str) -> None:
        """Name the id that was asked for."""
        super().__init__(
            say("This referee does not know the match “{match}”, or not any more.", match=match)
        )
        self.match = match


class UnknownGame(RefereeError):
    """No game here has this name."""

    def __init__(self, slug: str, known: Sequence[str] = ()) -> None:
        """Name the game that was asked for, and those that are here."""
        super().__init__(_unknown_game(slug, known))
        self.slug = slug


def _unknown_game(slug: str, known: Sequence[str]) -> Text:
    if not known:
        return say("The referee does not know the game “{slug}”.", slug=slug)
    return say(
        "The referee does not know the game “{slug}”. It knows: {known}.",
        slug=slug,
        known=listed(sorted(known)),
    )


class StoreFailed(RefereeError):
    """The store did not take what was to be kept; nothing was changed."""

    says: ClassVar = say(
        "The stored matches cannot be reached. Nothing was changed. Please try again."
    )

    def __init__(self, detail: str = "") -> None:
        """Keep what the store itself said, for whoever looks after it."""
        super().__init__(self.says)
        self.detail = detail


class NoStore(StoreFailed):
    """The store cannot be opened at all; says where and why."""

    def __init__(self, text: Text, detail: str = "") -> None:
        """Take the sentence for this case."""
        super().__init__(detail)
        self.text = text
        self.args = (str(text),)


class StoreFull(StoreFailed):
    """There is no room left for what was to be kept."""

    says = say(
        "The disk is full, so this was not stored. Nothing was changed. Make room on it and try"
        " again."
    )


class StoreBusy(StoreFailed):
    """Another process writes in the file of the matches, such as a program that looks after it."""

    says = say(
        "Another program holds on to the stored matches just now. Nothing was changed. Please try"
        " again in a moment."
    )


class StoreDamaged(StoreFailed):
    """What was stored was damaged since it was opened; the next start saves what can be read."""

    says = say(
        "The stored matches have been damaged. Nothing was changed. Start the referee anew, or"
        " pull its plug and plug it in again: it then saves what can be read."
    )


class NewerStore(StoreFailed):
    """The store was written by a newer referee; this one leaves it alone."""

    says = say("These matches were stored by a newer referee. Please update this one.")


class SeqTaken(StoreFailed):
    """Another writer appended to the match first."""
