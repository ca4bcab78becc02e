"""14.24-14.30: forts, heavy forts and the Stalin Line in their three states."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.pm.beginners import in_force
from engine.games.pm.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import derived

GROUPS = ("heavy fort", "fort", "stalin line")
"""Kinds of work, the strongest first."""
UNCOMPLETED, ACTIVE, ABORTED = "uncompleted", "active", "aborted"


def _works(c: Ctx) -> dict[Hex, tuple[tuple[str, str], ...]]:
    """Every hex with works: the id of its line and the kind, the strongest first."""
    if "works" not in c.data.memo:
        found: dict[Hex, tuple[tuple[str, str], ...]] = {}
        for group in GROUPS:
            for zone in c.board.zones_of(group):
                for h in zone.hexes:
                    found[h] = (*found.get(h, ()), (zone.id, group))
        c.data.memo["works"] = found
    kept: dict[Hex, tuple[tuple[str, str], ...]] = c.data.memo["works"]
    return kept


@rule("pm:17.3", "pm:14.25")
def schedule(c: Ctx) -> dict[str, int]:
    """Every line that is uncompleted at first, to the game turn that activates it; the Luga line in its two parts."""
    if "fort schedule" not in c.data.memo:
        zones = [z.id for group in GROUPS for z in c.board.zones_of(group)]
        found: dict[str, int] = {}
        for row in tables(c).chart("fort_activation"):
            name = row["line"].split("/")[0].lower()
            found |= {z: int(row["turn"]) for z in zones if z == name or z.startswith(f"{name}_")}
        c.data.memo["fort schedule"] = found
    kept: dict[str, int] = c.data.memo["fort schedule"]
    return kept


@rule("pm:14.24", "pm:R33")
def lay_out(c: Ctx) -> None:
    """The state of all lines at the start of the game; those that are not named are intact from the start."""
    c.state.lines = dict.fromkeys(sorted(schedule(c)), UNCOMPLETED)
    c.state.destroyed = []
    c.touch()


@rule("pm:14.25", "pm:17.3")
def activate_lines(c: Ctx) -> None:
    """Start of a game turn: uncompleted lines whose turn it is become active."""
    for line, turn in sorted(schedule(c).items()):
        if c.state.lines.get(line) == UNCOMPLETED and c.state.turn >= turn and in_force(c, "14.25"):
            c.state.lines[line] = ACTIVE
            zone = c.board.zones[line]
            c.say("forts", f"{zone.title}: the forts are complete.", "pm:17.3", hexes=zone.hexes)
    c.touch()


# ---------------------------------------------------------------------- what stands
@rule("pm:14.24")
@derived("lines", "destroyed")
def standing(c: Ctx) -> dict[Hex, str]:
    """Every hex with an intact work, to ``heavy fort``, ``fort`` or ``stalin line``."""
    if not in_force(c, "14.24"):
        return {}
    gone = set(c.state.destroyed)
    found = {}
    for h, works in _works(c).items():
        kind = next((k for line, k in works if c.state.lines.get(line, ACTIVE) == ACTIVE), "")
        if kind and c.label(h) not in gone:
            found[h] = kind
    return found


def intact(c: Ctx, h: Hex) -> str:
    """``fort``, ``heavy fort`` or ``stalin line`` where the hex holds an intact one, else nothing."""
    return standing(c).get(h, "")


# ---------------------------------------------------------------------- how it falls
@rule("pm:14.25", "pm:14.26", "pm:14.30", "pm:R34")
def entered(c: Ctx, side: str, h: Hex) -> None:
    """A ground unit has come into a hex: a German one destroys an intact fort, or aborts an uncompleted line."""
    if side != "axis" or h not in _works(c) or not in_force(c, "14.24"):
        return
    kind = intact(c, h)
    for line, _ in _works(c)[h]:
        if c.state.lines.get(line) == UNCOMPLETED:
            _abort(c, line, h)
    if kind:
        c.state.destroyed.append(c.label(h))
        words = "Stalin Line" if kind == "stalin line" else kind
        c.say("forts", f"The {words} in {c.board.describe(h)} is destroyed.", "pm:14.26", hexes=[h])
    c.touch()


@rule("pm:14.25")
def _abort(c: Ctx, line: str, h: Hex) -> None:
    """A whole line will never be completed; with the northern part of the Luga line goes the southern."""
    lines = [line]
    if line == "luga_north" and c.state.lines.get("luga_south") == UNCOMPLETED:
        lines.append("luga_south")
    for each in lines:
        c.state.lines[each] = ABORTED
        title = c.board.zones[each].title
        c.say("forts", f"{title}: never to be completed, German-side units are in {c.label(h)}.", "pm:14.25", hexes=[h])
