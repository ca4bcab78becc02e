"""Hero and fortress cities, the fortified area, fortified lines and the East Wall (8.5, 8.18, 9, 11.21)."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import occupied
from engine.play.citing import rule
from engine.play.fields import derived

HOME = ("Germany", "General Government", "Hungary", "Protectorate")
"""Countries in which fortress cities have garrison supply, and where the later ones must lie (7.6, 9.2)."""


@rule("bd:9.1", "bd:9.2")
def stronghold(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a hex is a hero city of the Soviet side, or a fortress city of the German side."""
    return c.label(h) in (c.state.heroes if side == "soviet" else c.state.fortresses)


@rule("bd:7.6", "bd:9.4", "bd:9.5", "bd:7.13")
def garrisoned(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a hex has garrison supply for a side: a hero city, or a fortress city at home."""
    return stronghold(c, h, side) and (side == "soviet" or at_home(c, h))


def at_home(c: Ctx, h: Hex) -> bool:
    """Whether a hex lies in Greater Germany, the General Government or Hungary."""
    return tables(c).country(h) in HOME


@rule("bd:8.18")
@derived("fortified_area", "control")
def area(c: Ctx) -> frozenset[Hex]:
    """Hexes of the fortified area that the Soviet side controls: the marker's hex and the six around it."""
    if not c.state.fortified_area:
        return frozenset()
    h = c.board.index[c.state.fortified_area]
    return frozenset(n for n in (h, *c.grid.adjacent[h]) if c.state.control.get(c.label(n)) == "soviet")


@rule("bd:8.18")
def area_shift(c: Ctx) -> int:
    """Columns to the left in the fortified area: fewer on the turn of its placement."""
    effects = tables(c).effects["area"]
    return int(effects["first_shift" if c.state.area_turn == c.state.turn else "shift"])


@rule("bd:11.21", "bd:8.5")
@derived("control", "east_wall", "destroyed")
def lines(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes with fortified lines that are good for a side: those printed, and for the German side the East Wall.

    Soviet ones are indestructible and count while the Soviet side controls them, German ones while they stand.
    """
    t, s = tables(c), c.state
    if side == "soviet":
        return frozenset(h for h in t.zone("soviet_lines") if s.control.get(c.label(h)) == "soviet")
    wall = {c.board.index[label] for label in s.east_wall}
    return frozenset(h for h in t.zone("german_lines") | wall if c.label(h) not in s.destroyed)


@rule("bd:11.21")
def entered(c: Ctx, side: str, h: Hex) -> None:
    """Soviet units destroy German lines by coming there after game turn 4, the East Wall whenever they come."""
    label, s = c.label(h), c.state
    if side != "soviet":
        return
    if label in s.east_wall:
        s.east_wall.remove(label)
        c.say("forts", f"The East Wall in {c.board.describe(h)} is gone.", "bd:11.21", hexes=[h])
    elif h in tables(c).zone("german_lines") and label not in s.destroyed and s.turn > 4:
        s.destroyed.append(label)
        c.say("forts", f"The fortified line in {c.board.describe(h)} is destroyed.", "bd:11.21", hexes=[h])
    c.touch()


@rule("bd:11.21")
def raze(c: Ctx) -> None:
    """German lines in which Soviet units stand when game turn 4 is over are destroyed, however long they have stood."""
    for h in sorted(tables(c).zone("german_lines") & occupied(c, "soviet")):
        entered(c, "soviet", h)


@rule("bd:4.3", "bd:8.18", "bd:9.1", "bd:9.2", "bd:9.3")
def captured(c: Ctx, side: str, h: Hex) -> int:
    """A hex has changed hands to a side: markers of the other side come off; the points more that a city counted."""
    s, label, more = c.state, c.label(h), 0
    for markers, owner, word in ((s.heroes, "soviet", "hero city"), (s.fortresses, "axis", "fortress city")):
        if owner != side and label in markers:
            markers.remove(label)
            more = 1
            c.say("marker", f"{c.board.describe(h)} is no {word} any more.", "bd:9.3", hexes=[h])
    if side == "axis" and label == s.fortified_area:
        s.fortified_area = ""
        c.say("marker", f"The fortified area around {label} is eliminated.", "bd:8.18", hexes=[h])
    c.touch()
    return more
