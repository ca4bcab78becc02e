"""Save, load, save again: the same bytes, the same record, the same hash."""

from __future__ import annotations

from engine.play.match import Match
from saves.codec import Head, decode, encode

HEAD = Head(title="Ford", label="here", when="1941-06-22T03:15:00Z", program="1.2.3", generation=4)
TAIL = 5
"""Lines of the log and of the history that a save between two whole ones carries."""
WHOLE = 20
"""One save in so many holds the whole log and history, and is written again as text."""


def same(match: Match, head: Head = HEAD) -> Match:
    """The match after a save and a load, which must give the same bytes again."""
    data = encode(match.record(), head)
    save = decode(data)
    again = save.match()
    assert encode(again.record(), save.head) == data
    assert again.digest() == match.digest()
    return again


def same_position(match: Match) -> None:
    """Like ``same``, with the last lines of log and history alone: the others are in the whole saves around it.

    The bytes follow from the record and the header, so it is enough that these are the same again.
    """
    record = match.record()
    record["log"], record["history"] = record["log"][-TAIL:], record["history"][-TAIL:]
    save = decode(encode(record, HEAD))
    assert Match.from_record(save.record).record() == record
    assert (save.head.title, save.head.label, save.head.when) == (HEAD.title, HEAD.label, HEAD.when)


def identical(match: Match, actions: int) -> None:
    """What must be so after each action of a game; ``actions`` have been played."""
    (same if actions % WHOLE == 0 or match.over else same_position)(match)
