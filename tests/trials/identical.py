"""Save, load, save again: the same bytes, the same record, the same hash.

The text of a save is the text of its columns, one after another, each made from what it holds alone. So what an action
has left as it was needs no second look: between two saves of everything the columns that changed are written and read,
with the new lines of log and history. What is read is what was written, kinds of values and all, so it would be written
alike again, and the position that was read has the hash of the match.
"""

from __future__ import annotations

from json import dumps
from typing import Any

from engine.play.match import Match
from engine.play.state import digest, from_record, to_record
from saves.codec import Head, decode, encode
from saves.reader import parse
from saves.writer import body

HEAD = Head(title="Ford", label="here", when="1941-06-22T03:15:00Z", program="1.2.3", generation=4)
TAIL = 5
"""Lines of the log and of the history that a save between two whole ones carries."""
WHOLE, POSITION, HASHED = 200, 40, 20
"""One save in so many holds the whole log and history; one in so many the whole position; of one in so many the hash is
made even though all columns were read as they are, from which it follows."""


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


class Identity:
    """What must be so after each action of a game."""

    def __init__(self) -> None:
        self.read: dict[str, Any] = {}
        """The columns as they were read last."""
        self.told = (0, 0)
        """Lines of log and history that have been looked at."""

    def after(self, match: Match, actions: int) -> None:
        """So many actions have been played. Raises ``AssertionError``."""
        if actions % WHOLE == 0 or match.over:
            same(match)
        elif actions % POSITION == 0:
            same_position(match)
        self.changes(match, hashed=actions % HASHED == 0)

    def changes(self, match: Match, *, hashed: bool) -> None:
        """What has changed since the last look is the same after a save and a load, and makes the same position."""
        now = to_record(match.state)
        columns = {name: column for name, column in now.items() if name not in self.read or self.read[name] != column}
        lines = [str(line) for line in match.history[self.told[1] :]]
        events = [event.to_record() for event in match.log[self.told[0] :]]
        table = {"history": lines, "snapshot": columns, **({"log": events} if events else {})}
        found = parse("\n".join(body(table)).encode())
        assert dumps(found, sort_keys=True) == dumps(table, sort_keys=True)
        self.read = {name: found["snapshot"].get(name, self.read.get(name)) for name in now}
        if hashed or self.read != now:
            assert digest(from_record(type(match.state), self.read)) == match.digest()
        self.told = len(match.log), len(match.history)
