"""Analysis positions: put any position on the board by hand (the protocol's ``edit``)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import open_calendar
from engine.games.ava.setup.step import WAITING
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import activate, clear_activation, place, room, to_box
from engine.kit.editing import carry_out, listed
from engine.play.state import Frame

PHASES: dict[str, tuple[str, dict[str, Any]]] = {
    "command": ("draw", {}),
    "movement": ("movement", {}),
    "combat": ("combat", {}),
    "supply-check": ("supply", {}),
}
"""Phases that an edited position may wait in; ``phase`` may also say ``movement axis``."""


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Apply the changes in a fixed order, whatever their order in the request. Raises ``BadInput``."""
    carry_out(c, changes, _CHANGES)
    if "phase" not in changes:
        _phase(c, "movement " + (c.state.side or "axis"))
    else:
        _phase(c, changes["phase"])
    c.touch()


def _clear(c: Ctx, value: Any) -> None:
    """``clear``: all units off the map, no fortress, no Stand Fast marker."""
    if value is not True:
        raise BadInput("'clear' is true or absent")
    s = c.state
    for u, h in enumerate(s.hex_of):
        if h >= 0 or s.box[u] == WAITING:
            to_box(c, u, "not in play")
    s.fortress.clear()
    s.stand_fast.clear()
    s.memory.clear()
    clear_activation(c)


def _turn(c: Ctx, value: Any) -> None:
    if type(value) is not int or value not in tables(c).track:
        raise BadInput(f"'turn' is a number from 1 to {max(tables(c).track)}, not {value!r}")
    c.state.turn = value
    for turn in range(1, value + 1):
        c.state.turn = turn
        open_calendar(c)


def _remove(c: Ctx, value: Any) -> None:
    for unit in listed(value, "remove"):
        u = c.unit(str(unit))
        to_box(c, u, "not in play")


def _place(c: Ctx, value: Any) -> None:
    for entry in listed(value, "place"):
        if not isinstance(entry, dict) or not isinstance(entry.get("hex"), str):
            raise BadInput("'place' is a list of {unit, hex, steps?} or {id, side, type, attack, defense, move, hex}")
        u = _known(c, entry) if "unit" in entry else _custom(c, entry)
        h = c.hex(entry["hex"])
        if h not in tables(c).land:
            raise BadInput(f"{entry['hex']} is no land hex in play")
        steps = entry.get("steps", c.roster.steps[u])
        if type(steps) is not int or not 1 <= steps <= c.roster.steps[u]:
            raise BadInput(f"'{c.roster.ids[u]}' has 1 to {c.roster.steps[u]} steps, not {steps!r}")
        if room(c, c.roster.side[u], h, leaving=u) <= 0:
            raise BadInput(f"no room for '{c.roster.ids[u]}' in {entry['hex']} (stacking, 3.1)")
        c.state.steps_left[u] = steps
        place(c, u, h)


def _known(c: Ctx, entry: dict[str, Any]) -> Unit:
    return c.unit(str(entry["unit"]))


def _custom(c: Ctx, entry: dict[str, Any]) -> Unit:
    """A counter given by its values; this match alone knows it."""
    kind = c.roster.classes.get(str(entry.get("type", "")))
    side = entry.get("side")
    if kind is None:
        raise BadInput(f"'type' is one of: {', '.join(sorted(c.roster.classes))}")
    if side not in ("axis", "soviet"):
        raise BadInput("'side' is axis or soviet")
    numbers = {}
    for key in ("attack", "defense", "move", "attack2", "defense2"):
        value = entry.get(key, 0 if key.endswith("2") else None)
        if type(value) is not int or not 0 <= value <= 99:
            raise BadInput(f"'{key}' is a number from 0 to 99, not {value!r}")
        numbers[key] = value
    name = str(entry.get("id", ""))
    if not name or not name.replace("-", "").isalnum() or name != name.lower() or name in c.roster.by_id:
        raise BadInput(f"'id' is a new lower-case word, not {name!r}")
    c.roster = c.data.roster = _own_roster(c)
    counter = dict(
        ids=name,
        short=name[:6],
        name=str(entry.get("name", name)),
        side=side,
        nationality=entry.get("nationality", "german" if side == "axis" else "soviet"),
        sheet=c.data.scenario["sheet"],
        kind=kind.kind,
        steps=2 if numbers["attack2"] or numbers["defense2"] else 1,
        formation="analysis",
        mech=kind.mech,
        hq=kind.hq,
        note="",
        **numbers,
    )
    c.data.extra.append(counter)
    u = c.roster.add(**counter)
    s = c.state
    for column, blank in ((s.hex_of, -1), (s.steps_left, c.roster.steps[u]), (s.target, -1)):
        column.append(blank)
    for column in (s.active, s.mp_left, s.mode, s.fought, s.retreated):
        column.append(0)
    s.box.append("not in play")
    return u


def _own_roster(c: Ctx) -> Any:
    """The roster of all matches must not learn a counter of one."""
    return copy.deepcopy(c.roster)


def _control(c: Ctx, value: Any) -> None:
    if not isinstance(value, dict):
        raise BadInput("'control' is a table of hex and side")
    for text, side in value.items():
        label = c.label(c.hex(str(text)))
        if label not in c.state.control or side not in ("axis", "soviet"):
            raise BadInput(f"control of {text} is not kept, or '{side}' is no side")
        c.state.control[label] = side


def _tracks(c: Ctx, value: Any) -> None:
    if not isinstance(value, dict):
        raise BadInput("'tracks' is a table: fortress {hex: steps}, stand_fast [hex], rivers true/false")
    for key, content in value.items():
        if key == "fortress" and isinstance(content, dict):
            for text, steps in content.items():
                if type(steps) is not int or not 1 <= steps <= c.data.constant("fortress_steps"):
                    raise BadInput(f"a fortress has 1 or 2 steps, not {steps!r}")
                c.state.fortress[c.label(c.hex(str(text)))] = steps
        elif key == "stand_fast" and isinstance(content, list):
            c.state.stand_fast = sorted({c.label(c.hex(str(h))) for h in content})
        elif key == "rivers" and isinstance(content, bool):
            c.state.rivers = content
        else:
            raise BadInput(f"there is no track '{key}' that takes {content!r}")


def _weather(c: Ctx, value: Any) -> None:
    raise BadInput("this game has no weather")


def _phase(c: Ctx, value: Any) -> None:
    """Let the position wait in a phase, with every unit of the side active."""
    words = str(value).split()
    side = words[1] if len(words) > 1 else c.state.side or "axis"
    if not words or words[0] not in PHASES or side not in ("axis", "soviet"):
        raise BadInput(f"'phase' is one of {', '.join(PHASES)}, with a side if you like: 'movement soviet'")
    step, variables = PHASES[words[0]]
    step = choices(c).draw_step if step == "draw" else step
    clear_activation(c)
    c.state.side = side
    for u, h in enumerate(c.state.hex_of):
        if h >= 0 and c.roster.side[u] == side:
            activate(c, u)
    c.state.over, c.state.winner = False, ""
    frames = [Frame("game", {"stage": "axis"}), Frame(choices(c).turn_step, {"stage": "command"})]
    if step in ("movement", "combat"):
        frames.append(Frame("command", {"chit": next(iter(tables(c).chits))}))
    c.state.stack = frames
    if step == "combat":
        # Entered by hand: a segment without targets would close itself.
        c.state.stack.append(Frame(step, dict(variables)))
    else:
        c.call(step, **variables)


_CHANGES: dict[str, Callable[[Ctx, Any], None]] = {
    "clear": _clear,
    "turn": _turn,
    "remove": _remove,
    "place": _place,
    "control": _control,
    "tracks": _tracks,
    "weather": _weather,
    "phase": lambda c, value: None,
}
