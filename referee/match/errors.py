"""Errors of matches and their stores.

    RefereeError
    ├── IllegalAction
    │   └── Refused          an entry that the rules do not allow
    ├── StaleSeq             the command was meant for an earlier state
    ├── KeyTaken             the idempotency key belongs to another command
    ├── Conflict             a correction makes a later entry impossible
    ├── NothingToUndo        there is nothing to undo, redo or change
    ├── BrokenLog            a stored match cannot be replayed to its end
    ├── UnknownMatch         no match has this id
    ├── UnknownGame          no game has this name
    └── StoreFailed          the store did not save it
        ├── NoStore          it cannot be opened at all
        ├── StoreFull        there is no room left on the disk
        ├── StoreBusy        another process holds the file longer than the time-out
        ├── StoreDamaged     the file was damaged after it was opened
        ├── NewerStore       the store was written by a newer referee
        └── SeqTaken         another writer appended first; a match turns this into `StaleSeq`

Each carries a sentence for people.
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

_MOST_SINCE: Final = 2
"""Number of sentences about later entries that a stale command reports."""

_SOMEBODY: Final = say("Somebody")


class Refused(IllegalAction):
    """The rules do not allow an entry.

    `index` is its position in the batch, from 0.
    """

    def __init__(
        self, action: Action, ruling: Ruling, why: Text, *, index: int = 0, total: int = 1
    ) -> None:
        """Name the entry by its number, unless it is the only one."""
        super().__init__(ruling, why if total == 1 else _refused(why, index + 1, total))
        self.action = action
        self.why = why
        self.index = index


def _refused(why: Text, number: int, total: int) -> Text:
    return say(
        "Entry {number} of {total}: {why} None of them was entered.",
        number=number,
        total=total,
        why=why,
    )


class StaleSeq(RefereeError):
    """The command was meant for an earlier state; `since` says what was entered after it."""

    def __init__(
        self, expected: int, actual: int, since: Sequence[Text] = (), first: int | None = None
    ) -> None:
        """Keep what was entered since; `first` is the seq of the first public row of it."""
        super().__init__(_stale(since))
        self.expected = expected
        self.actual = actual
        self.since = tuple(since)
        self.first = first

    def naming(self, who: Text) -> Text:
        """Return the sentence with the name of who was faster."""
        return _stale(self.since, who)


def _stale(since: Sequence[Text], who: Text = _SOMEBODY) -> Text:
    if not since:
        return say("This screen shows another moment of the game. Please look again.")
    told = _joined(since[-_MOST_SINCE:])
    if len(since) > _MOST_SINCE:
        told = say("{since} There was more before that.", since=told)
    return say(
        "{who} was faster. In the meantime: {since} Please look again before you enter more.",
        who=who,
        since=told,
    )


def _joined(sentences: Sequence[Text]) -> Text:
    joined = sentences[0]
    for sentence in sentences[1:]:
        joined = say("{first} {next}", first=joined, next=sentence)
    return joined


class Conflict(RefereeError):
    """A correction would make a later entry illegal, so nothing was changed.

    `seq` and `sentence` are those of that entry; `ruling` and `why` say why it would be illegal.
    """

    def __init__(self, seq: int, sentence: Text, ruling: Ruling | None, why: Text) -> None:
        """Keep the later entry and why it would be illegal."""
        super().__init__(
            say(
                "This later entry would no longer fit: “{sentence}” {why} Nothing was changed.",
                sentence=sentence,
                why=why,
            )
        )
        self.seq = seq
        self.sentence = sentence
        self.ruling = ruling
        self.why = why


class KeyTaken(RefereeError):
    """An idempotency key was reused for another command, which was not executed."""

    def __init__(self) -> None:
        """Set the sentence."""
        super().__init__(
            say("This was sent before as something else. Nothing was changed. Please look again.")
        )


class NothingToUndo(RefereeError):
    """There is nothing to undo, redo or change."""


class BrokenLog(RefereeError):
    """A stored match cannot be replayed past an entry; it can be read but not continued.

    `seq` is that of the entry; `ruling` is None if the entry cannot be parsed.
    """

    def __init__(self, seq: int, ruling: Ruling | None, why: Text) -> None:
        """Keep where and why the replay stops."""
        super().__init__(
            say(
                "This match was saved with other rules. It only goes up to here, because of "
                "the next entry: {why}",
                why=why,
            )
        )
        self.seq = seq
        self.ruling = ruling
        self.why = why


class UnknownMatch(RefereeError):
    """No match has this id."""

    def __init__(self, match: str) -> None:
        """Keep the requested id."""
        super().__init__(say("There is no match “{match}” here, or not any more.", match=match))
        self.match = match


class UnknownGame(RefereeError):
    """No installed game has this name."""

    def __init__(self, slug: str, known: Sequence[str] = ()) -> None:
        """Keep the requested name; the sentence lists the `known` ones."""
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
    """The store did not save something; nothing was changed."""

    says: ClassVar = say(
        "The stored matches cannot be reached. Nothing was changed. Please try again."
    )

    def __init__(self, detail: str = "") -> None:
        """Keep the message of the database, for the log."""
        super().__init__(self.says)
        self.detail = detail


class NoStore(StoreFailed):
    """The store cannot be opened; the sentence says where and why."""

    def __init__(self, text: Text, detail: str = "") -> None:
        """Set the sentence for this case."""
        super().__init__(detail)
        self.text = text
        self.args = (str(text),)


class StoreFull(StoreFailed):
    """The disk is full."""

    says = say(
        "The disk is full, so this was not saved. Nothing was changed. Free some space and "
        "try again."
    )


class StoreBusy(StoreFailed):
    """Another process holds a lock on the database file."""

    says = say(
        "Another program is using the stored matches right now. Nothing was changed. Please "
        "try again in a moment."
    )


class StoreDamaged(StoreFailed):
    """The file was damaged after it was opened; the next start rescues what can be read."""

    says = say(
        "The stored matches have been damaged. Nothing was changed. Restart the referee, or "
        "unplug it and plug it in again: it then saves what can be read."
    )


class NewerStore(StoreFailed):
    """The store was written by a newer version of the referee; it is not changed."""

    says = say("These matches were stored by a newer referee. Please update this one.")


class SeqTaken(StoreFailed):
    """Another process appended to the match first."""
