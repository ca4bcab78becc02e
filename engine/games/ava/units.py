"""What every chapter needs to know of a unit: strength, losses, where it goes, who controls a hex."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.ava.tables import Ctx, Near, tables
from engine.play.citing import rule
from engine.play.fields import units_at


def reduced(c: Ctx, u: Unit) -> bool:
    """Whether a unit shows its reduced-strength side (2.2)."""
    return c.state.steps_left[u] < c.roster.steps[u]


@rule("ava:2.2")
def strength(c: Ctx, u: Unit) -> tuple[int, int, int]:
    """Attack, defence and movement of the side that is up; movement is the same on both (2.2)."""
    r = c.roster
    if reduced(c, u):
        return r.attack2[u], r.defense2[u], r.move[u]
    return r.attack[u], r.defense[u], r.move[u]


@rule("ava:3.1")
def room(c: Ctx, side: str, h: Hex, leaving: Unit = -1) -> int:
    """How many more units of a side fit into a hex once ``leaving`` has left it; fortresses take no room (14.2)."""
    left: int = c.data.constant("stacking")
    for u in units_at(c, h):
        if u != leaving:
            if c.roster.side[u] != side:
                return 0
            left -= 1
    return left


def open_for(c: Ctx, u: Unit) -> Near:
    """Per hex the hexes beside it that this unit may enter: mountain divisions need no road (9.2)."""
    return tables(c).open_to(c.roster.side[u], tables(c).climbs(c.roster.kind[u]))


@rule("ava:3.4", "ava:18.1")
def take_control(c: Ctx, side: str, h: Hex) -> None:
    """A unit has entered a hex: a city or supply hex belongs to the side that entered it last."""
    if side == "axis" and h in tables(c).watched:
        c.state.near_leningrad = 1  # Zhukov may be called when the command is over (18.1)
    label = c.label(h)
    if label in c.state.control and c.state.control[label] != side:
        c.state.control[label] = side
        c.say("control", f"{side.capitalize()} takes {c.board.describe(h)}.", "ava:3.4", hexes=[h])


def place(c: Ctx, u: Unit, h: Hex) -> None:
    """Put a unit on the map or move it to another hex."""
    c.state.hex_of[u] = h
    c.state.box[u] = ""
    c.touch()


def to_box(c: Ctx, u: Unit, box: str) -> None:
    """Take a unit off the map into a box."""
    c.state.hex_of[u] = -1
    c.state.box[u] = box
    c.state.active[u] = 0
    c.state.target[u] = -1
    c.touch()


@rule("ava:10.5")
def lose_step(c: Ctx, u: Unit, cause: str, *, final: bool = False) -> None:
    """One step loss: flip a whole unit that has a reduced side, else eliminate it. ``final``: it never returns."""
    h = c.state.hex_of[u]
    c.state.steps_left[u] -= 1
    name, where = c.roster.name[u], c.label(h)
    if c.state.steps_left[u] > 0:
        c.say("loss", f"{name} in {where} loses a step.", cause, hexes=[h], units=[u])
        c.touch()
    else:
        eliminate(c, u, cause, final=final)


@rule("ava:10.8", "ava:12.3", "ava:13.0")
def eliminate(c: Ctx, u: Unit, cause: str, *, final: bool = False) -> None:
    """Remove a unit: Soviet foot units and headquarters lost in combat may come again, nothing else does."""
    h, r = c.state.hex_of[u], c.roster
    returns = r.side[u] == "soviet" and not r.mech[u] and not final
    c.state.steps_left[u] = r.steps[u] if returns else 0
    to_box(c, u, "available" if returns else "eliminated")
    after = " and goes to the Available Box" if returns else ""
    c.say("eliminated", f"{r.name[u]} in {c.label(h)} is eliminated{after}.", cause, hexes=[h], units=[u])


def clear_activation(c: Ctx) -> None:
    """End of a command: nobody is active any more (8.1)."""
    s, n = c.state, len(c.roster)
    s.active, s.mp_left, s.mode = [0] * n, [0] * n, [0] * n
    s.target, s.fought, s.retreated = [-1] * n, [0] * n, [0] * n
    s.attacked, s.moving = [], -1
    c.touch()


def activate(c: Ctx, u: Unit) -> None:
    """A unit may move and attack once under this command (8.1)."""
    c.state.active[u] = 1
    c.state.mp_left[u] = c.roster.move[u] * 2
    c.state.mode[u] = 0
