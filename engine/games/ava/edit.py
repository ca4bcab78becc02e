"""Positions put up by hand, as far as only this game knows: the calendar of chits, markers, the cup, the segments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import label_of, open_calendar, owned
from engine.games.ava.phases.drawing import in_cup
from engine.games.ava.phases.teams import fill_master_cup
from engine.games.ava.setup.step import WAITING
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import activate, clear_activation, place, room, to_box
from engine.kit import dials
from engine.kit.editing import Editor, hexes, listed, put_up, table, whole
from engine.play.action import Refusal
from engine.play.asked import HEXES, NUMBERS, SOME, SWITCH, Dial, Editable
from engine.play.citing import rule
from engine.play.state import Frame

AWAY = "not in play"
BOXES = ("available", "track", "eliminated", "withdrawn", AWAY)
SEGMENTS = ("movement", "combat")
PHASES = {"command": "draw", "supply-check": "supply", **{segment: segment for segment in SEGMENTS}}
"""Phases that an edited position may wait in, and their steps."""
CHITS = ("ready", "cup", "played")
"""Where chits are that may be in the cup."""


@rule("ava:15.1")
def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Apply the changes. Raises ``BadInput``."""
    if any(frame.step == "surprise" for frame in c.state.stack):
        c.state.rivers = True  # No position is in the surprise attack, in which they do not count.
    put_up(c, changes, EDITOR)


def editable(c: Ctx) -> Editable:
    """What can be set by hand."""
    return dials.editable(c, EDITOR)


def _cleared(c: Ctx) -> None:
    """All units off the map, no fortress, no Stand Fast marker, rivers count."""
    s = c.state
    for u, h in enumerate(s.hex_of):
        if h >= 0 or s.box[u] == WAITING:
            to_box(c, u, AWAY)
    s.fortress.clear()
    s.stand_fast.clear()
    s.memory.clear()
    s.rivers = True
    clear_activation(c)


def _turn(c: Ctx, value: Any) -> None:
    c.state.turn = whole(value, "turn", 1, max(tables(c).track))
    _open(c)


def _open(c: Ctx) -> None:
    """Chits of this turn and of those before it are available."""
    now = max(c.state.turn, 1)
    for turn in range(1, now + 1):
        c.state.turn = turn
        open_calendar(c)


# ---------------------------------------------------------------------- units
@rule("ava:3.1")
def _barred(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    if room(c, c.roster.side[u], h, leaving=u) <= 0:
        return Refusal("ava:3.1", f"{c.data.constant('stacking')} units of one side stand in a hex", (h,))
    return None


# ---------------------------------------------------------------------- tracks and markers
def _fortress(c: Ctx, value: Any) -> None:
    """Fortress steps by hex; 0 takes the marker away."""
    for text, steps in table(value, "fortress", '{"S3207": 2}').items():
        c.state.fortress[c.label(c.hex(str(text)))] = whole(steps, "steps", 0, c.data.constant("fortress_steps"))
    c.state.fortress = {label: steps for label, steps in sorted(c.state.fortress.items()) if steps}


def _stand_fast(c: Ctx, value: Any) -> None:
    c.state.stand_fast = hexes(c, value, "stand_fast")


def _rivers(c: Ctx, value: Any) -> None:
    if not isinstance(value, bool):
        raise BadInput(f"'rivers' is true or false, not {value!r}")
    c.state.rivers = value


def _cup(c: Ctx, value: Any) -> None:
    """The chits in the cup; those that were there are available again."""
    _open(c)
    s, wanted = c.state, [str(chit) for chit in listed(value, "cup")]
    if unknown := [chit for chit in wanted if s.chits.get(chit, "box") == "box"]:
        known = ", ".join(chit for chit, where in s.chits.items() if where != "box")
        raise BadInput(f"there is no chit '{unknown[0]}' in this game; there is: {known}")
    for chit, where in s.chits.items():
        if where == "cup":
            s.chits[chit] = "ready"
    s.chits.update(dict.fromkeys(wanted, "cup"))
    s.cup = len(in_cup(c))


def _dials(c: Ctx) -> list[Dial]:
    s, most = c.state, c.data.constant("fortress_steps")
    chits = tuple((chit, label_of(c, chit)) for chit, where in s.chits.items() if where in CHITS)
    return [
        Dial("fortress", "Fortress markers", "ava:14.0", NUMBERS, dict(s.fortress), 0, most),
        Dial("stand_fast", "Stand Fast markers", "ava:16.2", HEXES, list(s.stand_fast)),
        Dial("cup", "Chits in the cup", "ava:6.2", SOME, [k for k, w in s.chits.items() if w == "cup"], names=chits),
        Dial("rivers", "Rivers count", "ava:15.1", SWITCH, s.rivers),
    ]


# ---------------------------------------------------------------------- where it waits
def _phases(c: Ctx) -> Mapping[str, Collection[str]]:
    return dict.fromkeys(("axis", "soviet"), PHASES)


def _wait(c: Ctx, phase: str, side: str) -> None:
    """Every unit of the side is active."""
    s, step = c.state, PHASES[phase]
    clear_activation(c)
    s.side, s.over, s.winner, s.drawn = side, False, "", ""
    for u, h in enumerate(s.hex_of):
        if h >= 0 and c.roster.side[u] == side:
            activate(c, u)
    s.stack = [Frame("game", {"stage": "axis"}), Frame(choices(c).turn_step, {"stage": "command"})]
    if step == "draw":
        _fill_cup(c)
        step = choices(c).draw_step
    elif phase in SEGMENTS:
        s.stack.append(Frame("command", {"chit": next(iter(tables(c).chits))}))
    if step == "combat":
        # Entered by hand: a segment without targets would close itself.
        s.stack.append(Frame(step))
    else:
        c.call(step)


@rule("ava:6.2", "ava:20.2")
def _fill_cup(c: Ctx) -> None:
    """An empty cup gets what is always in it: the Supply Check; in the variant the Master chits."""
    s = c.state
    _open(c)
    if choices(c).draw_step == "master-draw":
        if not s.cup:
            fill_master_cup(c)
    elif not in_cup(c):
        s.chits.update(dict.fromkeys(owned(c, "both", "ready") or owned(c, "both", "played"), "cup"))
        s.cup = len(in_cup(c))


EDITOR = Editor(
    away=AWAY,
    columns={"active": 0, "mp_left": 0, "mode": 0, "target": -1, "fought": 0, "retreated": 0},
    natives={"axis": "german", "soviet": "soviet"},
    land=lambda c: tables(c).land,
    barred=_barred,
    put=place,
    to_box=to_box,
    control_rule="ava:3.4",
    boxes={"axis": BOXES, "soviet": BOXES},
    cleared=_cleared,
    turn=_turn,
    turns=lambda c: (1, max(tables(c).track)),
    dials=_dials,
    tracks={"fortress": _fortress, "stand_fast": _stand_fast, "rivers": _rivers, "cup": _cup},
    phases=_phases,
    wait=_wait,
)
