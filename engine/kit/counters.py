"""Counters that somebody gives by their printed values, for a position put up by hand: one match alone knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.components.roster import SIZES, Face
from engine.play.step import Context

Ctx = Context[Any]
Entry = Mapping[str, Any]

MOST, MOST_FACES = 99, 4
HEADQUARTERS = "headquarters"
DIVISION = "division"
"""Sizes of headquarters, and of counters that print none, as views tell them."""
VALUES = (
    "id", "name", "short", "side", "nationality", "type", "size", "mech", "formation", "steps", "max_steps",
    "attack", "defense", "move", "attack2", "defense2", "move2", "faces", "note",
)  # fmt: skip
"""What a counter is given by. ``faces`` are the values by steps lost, ``[[9, 7, 12], [7, 6, 11]]`` or as printed."""
TOLD = ("hidden", "flags", "commander", "values", "provenance")
"""What views tell of a unit besides: it follows from the rest and the position, so it is taken and not read."""


def keys(c: Ctx) -> tuple[str, ...]:
    """Everything that is taken of a counter: what all games print, what this one does, what views tell besides."""
    return (*VALUES, *(f"{name}{face}" for name in c.roster.further for face in ("", "2")), *TOLD)


def is_new(c: Ctx, entry: Entry) -> bool:
    """Whether an entry gives a counter by its values: by ``id`` alone, or as it was told of one that is forgotten."""
    return "unit" not in entry or ("side" in entry and entry["unit"] not in c.roster.by_id)


def same(c: Ctx, u: Unit, entry: Entry) -> None:
    """What an entry tells of a counter beside its place must be what is printed on it. Raises ``BadInput``.

    Where ``unit`` names it, ``id`` is not read: in an answer of the protocol that is the number of the request.
    """
    r = c.roster
    printed = {
        "side": r.side[u], "nationality": r.nationality[u], "type": r.kind[u], "mech": r.mech[u],
        "size": told_size(c, u), "max_steps": r.steps[u],
    }  # fmt: skip
    for key, value in printed.items():
        if entry.get(key) not in (None, value):
            raise BadInput(f"'{key}' of '{r.ids[u]}' is {value!r}, not {entry[key]!r}: its values are printed")


def told_size(c: Ctx, u: Unit) -> str:
    """The size of a counter as views tell it."""
    return HEADQUARTERS if c.roster.hq[u] else c.roster.size[u] or DIVISION


def own_roster(c: Ctx) -> None:
    """Give the match a roster of its own: that of all matches must not learn the counters of one."""
    c.roster = c.data.roster = c.roster.copied()
    c.data.memo.clear()
    c.forget()


def forget(c: Ctx, columns: Mapping[str, int]) -> None:
    """Take the counters given by value out of the match, and their places out of the columns by unit."""
    if not c.data.extra:
        return
    own_roster(c)
    n = len(c.roster) - len(c.data.extra)
    c.roster.cut(n)
    c.data.extra = []
    for name in ("hex_of", "steps_left", "box", *columns):
        del getattr(c.state, name)[n:]
    c.touch()


def join(c: Ctx, entry: Entry, columns: Mapping[str, int], natives: Mapping[str, str], away: str) -> Unit:
    """A counter given by its values joins the match, off the map. Raises ``BadInput`` for values that cannot be."""
    counter = _printed(c, entry, natives)
    c.data.extra.append(counter)
    u = c.roster.add(**counter)
    s = c.state
    s.hex_of.append(-1)
    s.box.append(away)
    s.steps_left.append(c.roster.steps[u])
    for name, blank in columns.items():
        getattr(s, name).append(blank)
    c.forget()
    return u


def _printed(c: Ctx, entry: Entry, natives: Mapping[str, str]) -> dict[str, Any]:
    """The columns of the roster for a counter."""
    kind = c.roster.classes.get(str(entry.get("type", "")))
    if kind is None:
        raise BadInput(f"'type' is one of: {', '.join(sorted(c.roster.classes))}")
    side, name = _side(c, entry), _name(c, entry)
    faces = _faces(entry)
    front, back = faces[0], faces[1] if len(faces) > 1 else (0, 0, 0)
    counter = dict(
        ids=name, short=_text(entry, "short", name[:6]), name=_text(entry, "name", name), side=side,
        nationality=_text(entry, "nationality", natives[side]), sheet=str(c.scenario.get("sheet", "")),
        kind=kind.kind, steps=len(faces), formation=_text(entry, "formation", "analysis"),
        mech=_flag(entry, "mech", kind.mech), hq=kind.hq, note=_text(entry, "note", ""), size=_size(c, entry, kind.hq),
        attack=front[0], defense=front[1], move=front[2], attack2=back[0], defense2=back[1],
    )  # fmt: skip
    if len(faces) > 2 or (len(faces) == 2 and back[2] != front[2]):
        counter["faces"] = [list(face) for face in faces]
    further = {key: value for key, value in entry.items() if value is not None}
    return counter | {key: list(each) for key, each in c.roster.given(further, len(faces)).items()}


def _side(c: Ctx, entry: Entry) -> str:
    sides: list[str] = c.data.meta["sides"]
    side = entry.get("side")
    if side not in sides:
        raise BadInput(f"'side' is {' or '.join(sides)}, not {side!r}")
    return str(side)


def _name(c: Ctx, entry: Entry) -> str:
    name = entry.get("unit", entry.get("id"))
    if not isinstance(name, str) or not name.replace("-", "").isalnum() or name != name.lower():
        raise BadInput(f"'id' is a new lower-case word, not {name!r}")
    if name in c.roster.by_id:
        raise BadInput(f'\'{name}\' is a counter already: place it as {{"unit": "{name}", "hex": ...}}')
    return name


def _size(c: Ctx, entry: Entry, hq: bool) -> str:
    """The size of a counter; where none is given, that of all others of its type, or empty, as for headquarters."""
    r = c.roster
    known = {r.size[u] for u, kind in enumerate(r.kind) if kind == entry["type"]}
    size = entry.get("size") or (known.pop() if len(known) == 1 else "")
    if size == HEADQUARTERS and hq:
        return ""
    if size and size not in SIZES:
        raise BadInput(f"'size' is one of {', '.join(SIZES)}, not {size!r}")
    return str(size)


# ---------------------------------------------------------------------- the sides of a counter
def _faces(entry: Entry) -> list[Face]:
    """The values by steps lost: as many as steps are told of, those not given like the one before."""
    found = _all_faces(entry["faces"]) if entry.get("faces") is not None else _two(entry)
    most = max(number(entry, "max_steps", len(found)), number(entry, "steps", 1))
    if not len(found) <= most <= MOST_FACES:
        raise BadInput(f"a counter has {len(found)} to {MOST_FACES} steps, not {most}")
    return found + [found[-1]] * (most - len(found))


def _two(entry: Entry) -> list[Face]:
    front = number(entry, "attack"), number(entry, "defense"), number(entry, "move")
    if all(entry.get(key) in (None, 0) for key in ("attack2", "defense2", "move2")):
        return [front]
    return [front, (number(entry, "attack2", 0), number(entry, "defense2", 0), number(entry, "move2", front[2]))]


def _all_faces(value: Any) -> list[Face]:
    rows = [face.split("-") for face in value.split()] if isinstance(value, str) else value
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_FACES:
        raise BadInput(f"'faces' is a list of 1 to {MOST_FACES} triples such as [[9, 7, 12], [7, 6, 11]]")
    found = []
    for row in rows:
        if not isinstance(row, list) or len(row) != 3:
            raise BadInput(f"a face is attack, defense and move, such as [9, 7, 12], not {row!r}")
        keys = ("attack", "defense", "move")
        told = {k: int(v) if isinstance(v, str) and v.isdecimal() else v for k, v in zip(keys, row, strict=True)}
        found.append((number(told, "attack"), number(told, "defense"), number(told, "move")))
    return found


# ---------------------------------------------------------------------- one value
def number(entry: Entry, key: str, default: int | None = None) -> int:
    """A number of an entry. Raises ``BadInput`` unless it is a whole number from 0 to 99."""
    value = entry.get(key)
    if value is None and default is not None:
        return default
    if type(value) is not int or not 0 <= value <= MOST:
        raise BadInput(f"'{key}' is a number from 0 to {MOST}, not {value!r}")
    return value


def _text(entry: Entry, key: str, default: str) -> str:
    value = entry.get(key)
    if value is None:
        return default
    if not isinstance(value, str):
        raise BadInput(f"'{key}' is a word, not {value!r}")
    return value


def _flag(entry: Entry, key: str, default: bool) -> bool:
    value = entry.get(key)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise BadInput(f"'{key}' is true or false, not {value!r}")
    return value
