"""A match's record to the text of a save and back: header, options, snapshot, history, log, and a hash as last line.

The last line, ``# end sha256=... bytes=...``, covers every byte before it; a file without it is not a save. The same
record and header always give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from engine.components.load import own_names
from engine.play.match import Match
from engine.play.record import RECORD_FORMAT
from saves.errors import OtherData, SaveError, show
from saves.migrate import FORMAT, check_format, migrate
from saves.owndata import changed
from saves.reader import SIZE_LIMIT, parse
from saves.schema import HEADER, check_document, fit
from saves.writer import Unwritable, array, body

MAGIC = "# stavka save. To be read, not changed: the last line holds the hash of all that stands above it."
TITLE_LIMIT = 80
LOG_TEXT_LIMIT = 600
_END = re.compile(rb"# end sha256=([0-9a-f]{64}) bytes=(\d{1,8})\n")

Record = dict[str, Any]


class Head(NamedTuple):
    """What a save says about itself. ``when`` is UTC in ISO form; ``generation`` counts the saves of one game."""

    game: str = ""
    scenario: str = ""
    turn: int = 0
    title: str = ""
    label: str = ""
    when: str = ""
    program: str = ""
    generation: int = 0


class Save(NamedTuple):
    """A save as read: its header and the record that ``Match.from_record`` takes."""

    head: Head
    record: Record

    def match(self, path: Path | None = None, overrides: Path | None = None) -> Match:
        """The match, ready to go on. Raises ``SaveError``, whatever the record makes the engine do."""
        return match_of(self.record, path, overrides)


def match_of(record: Record, path: Path | None = None, overrides: Path | None = None) -> Match:
    """The match of a record. Raises ``SaveError``, also when nobody could go on from its position."""
    try:
        match = Match.from_record(record, overrides)
        _check_log(match)
        _ = match.prompt, match.view(), match.legal.any()
        return match
    except Exception as error:  # a forged record may fail anywhere in the rules of its game
        known = isinstance(error, ValueError)
        if other := other_files(record, overrides):
            raise OtherData(path, f"{other} Nothing has been changed") from None
        raise SaveError(path, str(error) if known else f"holds a position that cannot be ({error!r})") from None


def _check_log(match: Match) -> None:
    """A log leads the eye to hexes and units: they must exist. Raises ``ValueError``."""
    hexes, units = match.data.board.grid.size, len(match.data.roster)
    for number, event in enumerate(match.log, 1):
        about = [*event.units, *(event.named or ()), *(u for hidden in event.unseen.values() for u in hidden)]
        if any(h >= hexes for h in event.hexes) or any(u >= units for u in about):
            raise ValueError(f"is damaged: line {number} of its log names a hex or a unit that is not there")


def other_files(record: Record, overrides: Path | None) -> str:
    """A sentence when the player's own data files in use are not those of the record; empty when they are."""
    wanted = set(record["overrides"])
    try:
        here = set(own_names(str(record["game"]), str(record["scenario"]), overrides))
    except OSError:
        return ""
    if missing := sorted(wanted - here):
        return f"Played with own {', '.join(missing)}, not in use now: put back what you had."
    if added := sorted(here - wanted):
        return f"Played without the own {', '.join(added)} in use now: take away what you added."
    if other := changed(str(record["game"]), sorted(here), record["meta"], overrides):
        return f"Your own {', '.join(other)} changed since this game was last played."
    return ""


def clean(text: str, limit: int = TITLE_LIMIT) -> str:
    """A text of the player as it is stored and shown: no control characters, one line, at most ``limit`` long."""
    return show(" ".join(text.split()), limit)


# ---------------------------------------------------------------------- writing
def encode(record: Record, head: Head) -> bytes:
    """The bytes of a save; game, scenario and turn come from the record. Raises ``SaveError`` if it cannot be read."""
    rest = dict(record)
    options, meta, state = rest.pop("options"), rest.pop("meta"), rest.pop("state")
    history, log, dice = rest.pop("history"), rest.pop("log"), rest.pop("queued_dice")
    counters, origin, maps = rest.pop("counters"), rest.pop("origin", None), rest.pop("maps", [])
    top = {
        "format": FORMAT,
        "program": clean(head.program),
        "game": rest.pop("game"),
        "scenario": rest.pop("scenario"),
        "turn": state["turn"],
        "title": clean(head.title),
        "label": clean(head.label),
        "when": head.when,
        "generation": head.generation,
        "seed": rest.pop("seed"),
        "queued_dice": dice,
        **rest,
    }
    if strangers := sorted(set(top) - set(HEADER)):
        raise SaveError(None, f"the game cannot be saved: its record holds '{strangers[0]}', which saves do not know")
    try:
        lines = [MAGIC, "", *body({**top, "options": options, "meta": {k: clean(v, 600) for k, v in meta.items()}})]
        lines += body({"counters": counters} if counters else {})
        lines += ["", "[snapshot]", *body(state, "snapshot")]
        lines += ["", "[origin]", *body(origin, "origin")] if origin else []
        lines += ["", "[drawn]", *array("lines", [json.dumps(told) for told in maps], one_a_line=True)] if maps else []
        lines += ["", "[history]", *array("lines", history, one_a_line=True)]
        lines += body({"log": [{**e, "text": _log_text(e["text"])} for e in log]} if log else {})
    except Unwritable as error:
        raise SaveError(None, f"the game cannot be saved: {error}") from None
    return seal("\n".join(lines).encode() + b"\n")


def _log_text(text: str) -> str:
    return "\n".join(show(line, LOG_TEXT_LIMIT) for line in text[:LOG_TEXT_LIMIT].split("\n"))


def last_line(content: bytes) -> bytes:
    """The line that says how many bytes stand above it, and their hash."""
    return f"# end sha256={hashlib.sha256(content).hexdigest()} bytes={len(content)}\n".encode()


def seal(content: bytes) -> bytes:
    """``content`` with its last line. Raises ``SaveError`` if the whole is larger than is read."""
    whole = content + last_line(content)
    if len(whole) > SIZE_LIMIT:
        raise SaveError(None, f"the game cannot be saved: it takes more than {SIZE_LIMIT:,} bytes")
    return whole


# ---------------------------------------------------------------------- reading
def unseal(data: bytes, path: Path | None = None) -> bytes:
    """The bytes above the last line. Raises ``SaveError`` when they are not exactly those that were written."""
    if not data.startswith(MAGIC[:13].encode()):
        raise SaveError(path, "is no save of this program")
    start = data.rfind(b"\n", 0, -1) + 1
    end = _END.fullmatch(data, start)
    if end is None:
        raise SaveError(path, f"was cut off: the last line is missing, {len(data):,} bytes are left")
    content = data[:start]
    if int(end.group(2)) != len(content):
        raise SaveError(path, f"is damaged: it holds {len(content):,} of {int(end.group(2)):,} bytes")
    if data[start:] != last_line(content):
        raise SaveError(path, "is damaged: its contents do not fit its hash")
    return content


def decode(data: bytes, path: Path | None = None) -> Save:
    """Read a save. Raises ``SaveError``, or ``NewerFormat`` for one of a later version."""
    content = unseal(data, path)
    _first_format(content, path)
    document = migrate(parse(content, path), path)
    check_document(document, path)
    return _save(document, path)


def decode_head(data: bytes, path: Path | None = None) -> Head:
    """The header alone, for lists; the hash is checked, the rest is not parsed. Raises like ``decode``."""
    content = unseal(data, path)
    if _first_format(content, path) < FORMAT:
        return decode(data, path).head
    stop = content.find(b"\n[")
    header = parse(content[: stop + 1], path)
    fit(header, HEADER, {}, "the header", path)
    return _head(header)


def _first_format(content: bytes, path: Path | None) -> int:
    found = re.search(rb"^format = (\d{1,6})$", content[:2000], re.MULTILINE)
    return check_format(int(found.group(1)) if found else None, path)


def _head(table: Record) -> Head:
    return Head(**{name: table[name] for name in Head._fields})


def _drawn(lines: list[str], path: Path | None) -> list[Record]:
    """The changes of the map that were drawn by hand, in order. Raises ``SaveError`` for what is none."""
    try:
        found = [json.loads(text) for text in lines]
    except ValueError:
        found = [None]
    if not all(isinstance(told, dict) for told in found):
        raise SaveError(path, "is damaged: the map that was drawn cannot be read")
    return found


def _save(table: Record, path: Path | None) -> Save:
    if table["record"] != RECORD_FORMAT:
        raise SaveError(path, f"is damaged: a record of the form {table['record']} is not known")
    record = {
        "record": table["record"],
        "game": table["game"],
        "scenario": table["scenario"],
        "options": table["options"],
        "seed": table["seed"],
        "meta": table["meta"],
        "overrides": table["overrides"],
        "queued_dice": table["queued_dice"],
        "counters": table.get("counters", []),
        "history": table["history"]["lines"],
        "log": table.get("log", []),
        "state": table["snapshot"],
        "digest": table["digest"],
        **({"origin": table["origin"]} if "origin" in table else {}),
        **({"maps": _drawn(table["drawn"]["lines"], path)} if "drawn" in table else {}),
    }
    return Save(_head(table), record)
