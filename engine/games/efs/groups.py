"""8.2: Special Reinforcement Groups, which a side may call in, some at a price in victory points."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.efs.arrivals import TURN
from engine.games.efs.kinds import is_air
from engine.games.efs.tables import Ctx
from engine.games.efs.units import FLOWN, READY, to_box
from engine.games.efs.victory import AXIS, SOVIET, score
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

BOX = "group "
RESULT = "R"
"""Result of the Soviet Replacements Table that lets its side choose a Group (7.52, 8.25)."""


class Group(NamedTuple):
    """A Group of the set-up card."""

    id: str
    side: str
    title: str
    first: int
    last: int
    vp: int
    """Victory points of the Axis side when it is chosen."""
    turns: dict[Unit, int]
    """Its units with the turns from which they are available."""


@rule("efs:8.2", "efs:8.22", "efs:8.24")
@derived()
def groups(c: Ctx, side: str) -> list[Group]:
    """The Groups of a side that are not chosen yet, in the order of the set-up card."""
    found = []
    for row in c.scenario.get("group", ()):
        first, last = row["turns"]
        later = row.get("later", {})
        units = {c.unit(name): int(later.get(name, first)) for name in row["units"]}
        waits = any(c.state.box[u] == f"{BOX}{row['id']}" for u in units)
        if row.get("side", SOVIET) == side and waits:
            found.append(Group(row["id"], side, row["title"], first, last, int(row["vp"]), units))
    return found


def group(c: Ctx, side: str, name: str) -> Group | None:
    """A Group of a side that can still be chosen, by its id."""
    return next((g for g in groups(c, side) if g.id == name), None)


@rule("efs:8.22", "efs:8.24", "efs:8.25")
def may_choose(c: Ctx, side: str, name: str) -> Refusal | None:
    """Whether a side may choose a Group now."""
    found = group(c, side, name)
    if found is None:
        known = ", ".join(g.id for g in groups(c, side)) or "none"
        return Refusal("efs:8.22", f"Your side has no Group '{name}' left to choose; it has: {known}.")
    if not max(found.first, min(found.turns.values())) <= c.state.turn <= found.last:
        text = f"{found.title} is chosen from turn {found.first} to turn {found.last}."
        return Refusal("efs:8.22", text, units=tuple(found.turns))
    if side != AXIS and not c.state.events[RESULT]:
        return Refusal("efs:8.25", f"No R of the Soviet Replacements Table is left for {found.title}.")
    return None


def eligible(c: Ctx, side: str) -> list[Group]:
    """The Groups that a side may choose now; it never has to (8.21)."""
    return [g for g in groups(c, side) if may_choose(c, side, g.id) is None]


@rule("efs:8.22", "efs:8.23", "efs:8.24", "efs:8.25", "efs:8.15")
def choose(c: Ctx, chosen: Group) -> None:
    """Choose a Group: its units come in from now on or from their turns, as reinforcements."""
    if chosen.side != AXIS:
        c.state.events[RESULT] -= 1
    for u, turn in chosen.turns.items():
        up = is_air(c, u) and turn <= c.state.turn
        to_box(c, u, (FLOWN if c.state.storm else READY) if up else f"{TURN}{max(turn, c.state.turn)}")
    c.touch()
    c.say("group", f"{chosen.title} is chosen: {c.roster.names(chosen.turns)}.", "efs:8.22", units=chosen.turns)
    score(c, chosen.vp, f"{chosen.title} is called in", "efs:8.23")
