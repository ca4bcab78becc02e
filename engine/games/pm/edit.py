"""Analysis positions: put any position on the board by hand (the protocol's ``edit``)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.games.pm import forts
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.movement.stacking import fits
from engine.games.pm.phases import sequence as flow
from engine.games.pm.state import DONE
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import UNKNOWN, anonymous, place, to_box
from engine.games.pm.victory import expected_points
from engine.kit.editing import carry_out, listed
from engine.play.fields import units_at
from engine.play.state import Frame

PHASES = {side: tuple(step for step, _ in stages) for side, stages in flow.PHASES.items()}
"""Phases that an edited position may wait in, in the order of a player turn; ``phase`` may name the side too."""
AWAY = "not in play"
WEATHERS = ("dry", "rain", "mud", "frost", "snow")
COLUMNS = ("tried", "covered", "supply", "mp_left", "picked", "still", "fought", "fled", "refit", "marked", "moving")


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Apply the changes in a fixed order, whatever their order in the request. Raises ``BadInput``."""
    carry_out(c, changes, _CHANGES)
    c.state.vp = expected_points(c)
    _phase(c, changes.get("phase", f"movement {c.state.side or 'axis'}"))
    c.events.clear()
    c.touch()


def _table(value: Any, key: str, example: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(f"'{key}' is a table, such as {example}")
    return value


# ---------------------------------------------------------------------- the board
def _clear(c: Ctx, value: Any) -> None:
    """``clear``: all units off the map, no markers, every place Soviet, forts as at the start of the turn."""
    if value is not True:
        raise BadInput("'clear' is true or absent")
    s = c.state
    s.carries.clear()
    for u in range(len(c.roster)):
        to_box(c, u, "air" if c.roster.kind[u] == AIRCRAFT and c.roster.side[u] == "axis" else AWAY)
        s.steps_left[u] = c.roster.steps[u]
    s.hedgehogs.clear()
    s.memory.clear()
    s.control = {c.label(h): "soviet" for h in tables(c).tracked}


def _turn(c: Ctx, value: Any) -> None:
    last = tables(c).last_turn
    if type(value) is not int or not 1 <= value <= last:
        raise BadInput(f"'turn' is a number from 1 to {last}, not {value!r}")
    c.state.turn, c.state.couplet = value, 1
    forts.lay_out(c)
    forts.activate_lines(c)


def _weather(c: Ctx, value: Any) -> None:
    """One word for both zones, or a table by zone."""
    zones = {"north": value, "south": value} if isinstance(value, str) else _table(value, "weather", '{"north": "mud"}')
    for zone, word in zones.items():
        if zone not in ("north", "south") or word not in WEATHERS:
            raise BadInput(f"'weather' of north and south is one of {', '.join(WEATHERS)}, not {word!r} in {zone!r}")
        c.state.weather[zone] = word


def _remove(c: Ctx, value: Any) -> None:
    for unit in listed(value, "remove"):
        to_box(c, c.unit(str(unit)), AWAY)


def _place(c: Ctx, value: Any) -> None:
    for entry in listed(value, "place"):
        if not isinstance(entry, dict) or not isinstance(entry.get("hex"), str):
            raise BadInput(
                "'place' is a list of {unit, hex, steps?, identity?} or {id, side, type, attack, defense, move, hex}"
            )
        u = c.unit(str(entry["unit"])) if "unit" in entry else _custom(c, entry)
        _put(c, u, entry)
        if "identity" in entry:
            _identify(c, u, entry["identity"])


def _put(c: Ctx, u: Unit, entry: dict[str, Any]) -> None:
    h, name = c.hex(entry["hex"]), c.roster.ids[u]
    if h not in tables(c).land:
        raise BadInput(f"{entry['hex']} is no land hex in play")
    steps = entry.get("steps", c.roster.steps[u])
    if type(steps) is not int or not 1 <= steps <= c.roster.steps[u]:
        raise BadInput(f"'{name}' has 1 to {c.roster.steps[u]} steps, not {steps!r}")
    here = [v for v in units_at(c, h) if v != u]
    if any(c.roster.side[v] == c.other(c.roster.side[u]) for v in here):
        raise BadInput(f"both sides cannot stand in {entry['hex']} (12.4)")
    if (crowd := fits(c, [*here, u], h)) is not None:
        raise BadInput(f"no room for '{name}' in {entry['hex']}: {crowd.reason} (6.1)")
    c.state.steps_left[u] = steps
    place(c, u, h)
    label = c.label(h)
    if label in c.state.control:
        c.state.control[label] = c.roster.side[u]


def _identify(c: Ctx, u: Unit, value: Any) -> None:
    """Who an untried counter turns out to be: it is tried then, and its identity is nobody else's."""
    pool = tables(c).pool
    number = next((n for n, row in enumerate(pool) if row["id"] == value), UNKNOWN)
    formation = c.roster.formation[u]
    if not anonymous(c, u) or number == UNKNOWN or pool[number]["formation"] != formation:
        raise BadInput(
            f"'identity' of '{c.roster.ids[u]}' is the id of a counter of its kind in the pool, not {value!r}"
        )
    s = c.state
    if number in s.identity:
        holder = s.identity.index(number)
        if holder != u and s.tried[holder]:
            raise BadInput(f"'{value}' is '{c.roster.ids[holder]}' already")
        s.identity[holder] = s.identity[u]
    s.identity[u], s.tried[u] = number, 1


def _custom(c: Ctx, entry: dict[str, Any]) -> Unit:
    """A counter given by its values; this match alone knows it."""
    kind = c.roster.classes.get(str(entry.get("type", "")))
    side = entry.get("side")
    if kind is None:
        raise BadInput(f"'type' is one of: {', '.join(sorted(c.roster.classes))}")
    if side not in ("axis", "soviet"):
        raise BadInput("'side' is axis or soviet")
    numbers = {key: _number(entry, key) for key in ("attack", "defense", "move", "attack2", "defense2")}
    name = str(entry.get("id", ""))
    if not name or not name.replace("-", "").isalnum() or name != name.lower() or name in c.roster.by_id:
        raise BadInput(f"'id' is a new lower-case word, not {name!r}")
    # The roster of all matches must not learn a counter of one.
    c.roster = c.data.roster = copy.deepcopy(c.roster)
    counter = dict(
        ids=name, short=name[:6], name=str(entry.get("name", name)), side=side,
        nationality=str(entry.get("nationality", "german" if side == "axis" else "soviet")),
        sheet="", kind=kind.kind, steps=2 if numbers["attack2"] or numbers["defense2"] else 1,
        formation="analysis", mech=kind.mech, hq=kind.hq, note="", **numbers,
    )  # fmt: skip
    c.data.extra.append(counter)
    u = c.roster.add(**counter)
    s = c.state
    s.hex_of.append(-1)
    s.box.append(AWAY)
    s.steps_left.append(c.roster.steps[u])
    s.identity.append(UNKNOWN)
    s.origin.append(-1)
    for column in COLUMNS:
        getattr(s, column).append(0)
    return u


def _number(entry: dict[str, Any], key: str) -> int:
    value = entry.get(key, 0 if key.endswith("2") else None)
    if type(value) is not int or not 0 <= value <= 99:
        raise BadInput(f"'{key}' is a number from 0 to 99, not {value!r}")
    return value


# ---------------------------------------------------------------------- control and tracks
def _control(c: Ctx, value: Any) -> None:
    for text, side in _table(value, "control", '{"3606N": "axis"}').items():
        label = c.label(c.hex(str(text)))
        if label not in c.state.control or side not in ("axis", "soviet"):
            raise BadInput(f"control of {text} is not kept, or '{side}' is no side")
        c.state.control[label] = side


def _tracks(c: Ctx, value: Any) -> None:
    """``couplet``, ``replacements``, ``lines``, ``destroyed``, ``hedgehogs``."""
    s = c.state
    for key, content in _table(value, "tracks", '{"couplet": 2, "hedgehogs": ["2610N"]}').items():
        if key == "couplet" and content in (1, 2) and type(content) is int:
            s.couplet = content
        elif key == "replacements" and type(content) is int and 0 <= content <= c.data.constant("replacements"):
            s.replacements = content
        elif key in ("hedgehogs", "destroyed") and isinstance(content, list):
            setattr(s, key, sorted({c.label(c.hex(str(h))) for h in content}))
        elif key == "lines" and isinstance(content, dict) and all(_line(c, *item) for item in content.items()):
            s.lines.update(content)
        else:
            raise BadInput(f"there is no track '{key}' that takes {content!r}")


def _line(c: Ctx, line: Any, status: Any) -> bool:
    return line in c.state.lines and status in (forts.UNCOMPLETED, forts.ACTIVE, forts.ABORTED)


# ---------------------------------------------------------------------- where it waits
def _phase(c: Ctx, value: Any) -> None:
    """Let the position wait in a phase of a side's player turn, everybody fresh."""
    words = str(value).split()
    side = words[1] if len(words) > 1 else c.state.side or "axis"
    if not words or side not in PHASES or words[0] not in PHASES[side]:
        known = "; ".join(f"{s}: {', '.join(names)}" for s, names in PHASES.items())
        raise BadInput(f"'phase' is a phase with a side, such as 'movement soviet'; {known}")
    s, n = c.state, len(c.roster)
    for column in ("supply", "mp_left", "picked", "still", "fought", "fled"):
        setattr(s, column, [0] * n)
    s.moving, s.origin, s.attacked, s.parent = [0 if h >= 0 else DONE for h in s.hex_of], list(s.hex_of), [], -1
    s.side, s.over, s.winner, s.level, s.over_rule = side, False, "", "", ""
    s.by_sea = s.invaded = 0
    c.touch()
    s.stack = [Frame("game", {"stage": "axis"}), Frame("turn", {"stage": "couplet"}), Frame("couplet", {"side": side})]
    s.stack.append(Frame("player-turn", {"side": side, "next": PHASES[side].index(words[0]) + 1}))
    if words[0] == "combat":
        # Entered by hand: a phase without targets would close itself.
        s.stack.append(Frame("combat", {"side": side, "target": -1, "attackers": []}))
    else:
        c.call(words[0], side=side)


_CHANGES: dict[str, Callable[[Ctx, Any], None]] = {
    "clear": _clear,
    "turn": _turn,
    "weather": _weather,
    "remove": _remove,
    "place": _place,
    "control": _control,
    "tracks": _tracks,
    "phase": lambda c, value: None,
}
