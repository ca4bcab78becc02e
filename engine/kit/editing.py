"""Positions put up by hand: the same words in every game, each game with what only its rules know.

A request is a table of changes, carried out in one order whatever the order in the request: ``clear``, ``map``,
``turn``, ``weather``, ``remove``, ``place``, ``control``, ``tracks``, ``phase``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.components.boxes import box_of
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.roster import Face
from engine.kit.counters import Entry, forget, is_new, join, keys, own_roster, same
from engine.play.action import Refusal
from engine.play.asked import Dial
from engine.play.step import Context

Ctx = Context[Any]
Change = Callable[[Any, Any], None]
"""Carries out one change: the context and the value that was given."""
PLACES = ("hex", "box")
KNOWN = ("unit", "steps", *PLACES)
"""Keys that a counter of the game needs; all others that views tell of it may be there too, and must fit."""
STRENGTH = ("attack", "defense", "move")


def no_weather(c: Ctx, value: Any) -> None:
    """``weather`` in a game that has none. Raises ``BadInput``."""
    raise BadInput("this game has no weather")


def stand(c: Ctx, u: Unit, h: Hex) -> None:
    """Put a unit into a hex."""
    c.state.hex_of[u], c.state.box[u] = h, ""


def take_off(c: Ctx, u: Unit, box: str) -> None:
    """Take a unit off the map into a box."""
    c.state.hex_of[u], c.state.box[u] = -1, box


def face_up(c: Ctx, u: Unit) -> Face:
    """Attack, defense and movement printed on the face that is up; of who has no step left, on the last."""
    faces = c.roster.faces[u]
    return faces[min(len(faces) - 1, c.roster.steps[u] - max(1, c.state.steps_left[u]))]


@dataclass(frozen=True)
class Editor:
    """What a game tells of positions put up by hand. Every function raises ``BadInput`` for what cannot be."""

    away: str
    """Box of units that take no part."""
    columns: Mapping[str, int]
    """Columns by unit beside those of all games, each with what a new counter has there."""
    natives: Mapping[str, str]
    """Nationality by side of counters that are given without one."""
    cleared: Callable[[Ctx], None]
    """Take away all units, markers and notes of the game."""
    turn: Change
    phases: Callable[[Ctx], Mapping[str, Collection[str]]]
    """Phases in which a position can wait, by side; by the name in the outline too."""
    wait: Callable[[Ctx, str, str], None]
    """Let the position wait in a phase of a side."""
    strength: Callable[[Ctx, Unit], Face] = face_up
    """Attack, defense and movement that views tell of a unit."""
    land: Callable[[Ctx], Collection[Hex]] = lambda c: c.data.in_play
    """Hexes in which units can stand."""
    barred: Callable[[Ctx, Unit, Hex], Refusal | None] = lambda c, u, h: None
    """Why a unit finds no room in a hex."""
    put: Callable[[Ctx, Unit, Hex], None] = stand
    """Put a unit into a hex, with what follows from it."""
    to_box: Callable[[Ctx, Unit, str], None] = take_off
    """Take a unit off the map, with what follows from it."""
    boxes: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Ids of the boxes that units can be put into, by side; a side that is left out can use all of the game's file."""
    control_rule: str = ""
    """The rule that says of which hexes control is kept."""
    weather: Change = no_weather
    turns: Callable[[Ctx], tuple[int, int]] = lambda c: (1, 1)
    """First and last turn that can be set."""
    weathers: Callable[[Ctx], Mapping[str, tuple[str, Collection[str]]]] = lambda c: {}
    """By zone the weather now and all words for it; empty in a game without weather."""
    tracks: Mapping[str, Change] = field(default_factory=dict)
    """Tracks and markers by name."""
    dials: Callable[[Ctx], Iterable[Dial]] = lambda c: ()
    """The same to look at, in their order."""
    map: Change | None = None
    """Draw the map of the match by hand; ``None`` where that cannot be done."""
    keys: Mapping[str, Callable[[Ctx, Unit, Any], None]] = field(default_factory=dict)
    """Further things that are told of a counter that is placed."""
    identities: Callable[[Ctx], Mapping[str, tuple[tuple[str, str], ...]]] = lambda c: {}
    """Whom counters that do not show it could still be, by formation; ``identity`` is among the keys then."""


def put_up(c: Ctx, changes: Mapping[str, Any], editor: Editor) -> None:
    """Apply the changes, and let the position wait: in the movement of the side that decides if nothing is said."""
    known: dict[str, Change] = {
        "clear": lambda c, value: _clear(c, value, editor),
        **({"map": editor.map} if editor.map is not None else {}),
        "turn": editor.turn,
        "weather": editor.weather,
        "remove": lambda c, value: _remove(c, value, editor),
        "place": lambda c, value: _place(c, value, editor),
        "control": lambda c, value: _control(c, value, editor),
        "tracks": lambda c, value: _tracks(c, value, editor),
        "phase": lambda c, value: None,
    }
    if unknown := sorted(set(changes) - set(known)):
        raise BadInput(f"'{unknown[0]}' cannot be edited; known are: {', '.join(known)}")
    for key, change in known.items():
        if key in changes:
            change(c, changes[key])
            c.forget()
    side = c.state.side or str(c.data.meta["sides"][0])
    _phase(c, changes.get("phase", f"movement {side}"), side, editor)
    c.events.clear()
    c.touch()


# ---------------------------------------------------------------------- shapes
def listed(value: Any, key: str) -> list[Any]:
    """The value as a list. Raises ``BadInput``."""
    if not isinstance(value, list):
        raise BadInput(f"'{key}' is a list, not {value!r}")
    return value


def table(value: Any, key: str, example: str) -> dict[str, Any]:
    """The value as a table. Raises ``BadInput``."""
    if not isinstance(value, dict):
        raise BadInput(f"'{key}' is a table, such as {example}, not {value!r}")
    return value


def whole(value: Any, key: str, least: int, most: int) -> int:
    """The value as a whole number within bounds. Raises ``BadInput``."""
    if type(value) is not int or not least <= value <= most:
        raise BadInput(f"'{key}' is a number from {least} to {most}, not {value!r}")
    return value


def hexes(c: Ctx, value: Any, key: str) -> list[str]:
    """The value as labels of hexes, each once, in order. Raises ``BadInput``."""
    return sorted({c.label(c.hex(str(h))) for h in listed(value, key)})


# ---------------------------------------------------------------------- the counters
def _clear(c: Ctx, value: Any, editor: Editor) -> None:
    """``clear``: all units off the map, no markers; counters given by value are forgotten."""
    if value is not True:
        raise BadInput("'clear' is true or absent")
    editor.cleared(c)
    forget(c, editor.columns)


def _remove(c: Ctx, value: Any, editor: Editor) -> None:
    for unit in listed(value, "remove"):
        editor.to_box(c, c.unit(str(unit)), editor.away)


def _place(c: Ctx, value: Any, editor: Editor) -> None:
    entries = listed(value, "place")
    if any(isinstance(entry, dict) and is_new(c, entry) for entry in entries):
        own_roster(c)
    for entry in entries:
        if not isinstance(entry, dict) or not any(isinstance(entry.get(key), str) for key in PLACES):
            raise BadInput("'place' is a list of {unit, hex, steps?} or {id, side, type, attack, defense, move, hex}")
        known = (*((*KNOWN, *editor.keys) if "unit" in entry else ()), *keys(c), *PLACES, *editor.keys)
        if unknown := sorted(set(entry) - set(known)):
            raise BadInput(
                f"a counter that is placed has no '{unknown[0]}'; known are: {', '.join(dict.fromkeys(known))}"
            )
        if is_new(c, entry):
            u = join(c, entry, editor.columns, editor.natives, editor.away)
        else:
            u = c.unit(str(entry["unit"]))
            same(c, u, entry)
        _put(c, u, entry, editor)
        for key in editor.keys:
            if key in entry:
                editor.keys[key](c, u, entry[key])
        for key, now in zip(STRENGTH, editor.strength(c, u), strict=True):
            if "unit" in entry and entry.get(key) not in (None, now):
                raise BadInput(
                    f"'{key}' of '{c.roster.ids[u]}' is {now} then, not {entry[key]!r}: its values are printed"
                )


def _put(c: Ctx, u: Unit, entry: Entry, editor: Editor) -> None:
    name, most = c.roster.ids[u], c.roster.steps[u]
    steps = entry.get("steps", most)
    if entry.get("hex") is None:
        _put_into_box(c, u, entry, editor)
        return
    h = c.hex(entry["hex"])
    if h not in editor.land(c):
        raise BadInput(f"{entry['hex']} is no land hex in play")
    if type(steps) is not int or not 1 <= steps <= most:
        raise BadInput(f"'{name}' has 1 to {most} steps, not {steps!r}")
    if (refusal := editor.barred(c, u, h)) is not None:
        why = f"{refusal.reason} ({c.numbers.section(refusal.rule)})"
        raise BadInput(f"no room for '{name}' in {entry['hex']}: {why}", c.numbers[refusal.rule])
    c.state.steps_left[u] = steps
    editor.put(c, u, h)


def _put_into_box(c: Ctx, u: Unit, entry: Entry, editor: Editor) -> None:
    name, box, most = c.roster.ids[u], entry["box"], c.roster.steps[u]
    found, known = box_of(c.data.boxes, str(box)), editor.boxes.get(c.roster.side[u], c.data.boxes)
    if (found is None or found.id not in known) and box != c.state.box[u]:
        words = ", ".join(f"{b.id} NUMBER" if b.follows else b.id for b in c.data.boxes.values() if b.id in known)
        raise BadInput(f"'{name}' can be in a box of these: {words}; not in {box!r}")
    editor.to_box(c, u, box)
    c.state.steps_left[u] = whole(entry.get("steps", most), "steps", 0, most)


# ---------------------------------------------------------------------- control and tracks
def _control(c: Ctx, value: Any, editor: Editor) -> None:
    """``control``: who controls hexes of which the game keeps it."""
    sides = c.data.meta["sides"]
    for text, side in table(value, "control", f'{{"HEX": "{sides[0]}"}}').items():
        label = c.label(c.hex(str(text)))
        if side not in sides:
            raise BadInput(f"'{side}' is no side; the sides are: {', '.join(sides)}")
        if label not in c.state.control:
            why = f" ({editor.control_rule.partition(':')[2]})" if editor.control_rule else ""
            raise BadInput(f"control of {text} is not kept{why}", editor.control_rule)
        c.state.control[label] = side


def _tracks(c: Ctx, value: Any, editor: Editor) -> None:
    told = table(value, "tracks", '{"TRACK": ...}')
    if unknown := [key for key in told if key not in editor.tracks]:
        raise BadInput(f"there is no track '{unknown[0]}'; there is: {', '.join(editor.tracks)}")
    for key, change in editor.tracks.items():
        if key in told:
            change(c, told[key])


# ---------------------------------------------------------------------- where it waits
def _phase(c: Ctx, value: Any, side: str, editor: Editor) -> None:
    """``phase``: its word or its name in the outline, with a side if there are two; somebody must be able to answer."""
    known, words = editor.phases(c), str(value).split()
    told = words.pop() if words and words[-1] in known else ""
    text = " ".join(words)
    # A word of the phases goes before a title of the outline that sounds the same.
    name = text if any(text in names for names in known.values()) else _row_id(c, text)
    # A name of the outline says itself whose phase it is.
    sides = [told] if told else [side, *(s for s in known if name.startswith(f"{s}-"))]
    side = next((s for s in sides if name in known.get(s, ())), "")
    if not side:
        text = "; ".join(f"{s}: {', '.join(names)}" for s, names in known.items())
        raise BadInput(f"'phase' is a phase with a side, such as 'movement {next(iter(known))}', not {value!r}; {text}")
    editor.wait(c, name, side)
    c.touch()
    if not c.state.over and next(iter(c.step.legal(c)), None) is None:
        raise BadInput(f"in '{value}' nobody could decide anything in this position")


def _row_id(c: Ctx, text: str) -> str:
    """The id of a phase of the printed sequence that is given by its title; other words as they are."""
    rows = c.data.tables["sequence"]["phase"]
    return str(next((p["id"] for p in rows if p["title"].lower() == text.lower()), text))
