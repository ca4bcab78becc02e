"""4.5 to 4.8: what places and stretches of land are worth as they change hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.components.grid import Hex
from engine.components.load import records
from engine.games.bd.tables import Ctx, tables
from engine.play.citing import rule


def pay(c: Ctx, points: int, cause: str, why: str = "", hexes: Iterable[Hex] = (), rolls: Iterable[int] = ()) -> None:
    """The German total changes; ``why`` begins the sentence about it."""
    c.state.vp += points
    c.touch()
    told = f"{why}: {points:+d} VP, {c.state.vp} now." if why else f"{points:+d} VP: {c.state.vp} now."
    c.say("points", told, cause, hexes=hexes, rolls=rolls)


@rule("bd:4.7", "bd:4.8", "bd:R80")
def dear(c: Ctx, side: str, h: Hex) -> tuple[int, str] | None:
    """What the first fall of a dear place to the Soviet side costs, by a die if it comes early; with the rule."""
    label, s, table = c.label(h), c.state, c.data.tables["track"]["dear_places"]
    laws = {row["hex"]: row["rule"] for row in records(table, "track.toml", "dear_places")}
    if side != "soviet" or label not in laws or s.fallen[label]:
        return None
    s.fallen[label] = 1
    if s.turn >= int(table["before"]):
        return None
    die = c.roll(6, results=[f"{half_up(n) + 1} VP" for n in range(1, 7)])
    cost = half_up(die) + 1
    text = f"{c.board.describe(h)} falls early: roll {die}, it costs {cost} VP."
    c.say("points", text, laws[label], hexes=[h], rolls=[die])
    return cost, laws[label]


@rule("bd:4.4", "bd:4.7", "bd:4.8", "bd:1.3")
def half_up(die: int) -> int:
    """Half of a die, a remainder rounded up."""
    return (die + 1) // 2


# ---------------------------------------------------------------------- stretches of land
@rule("bd:4.5")
def baltic(c: Ctx) -> frozenset[Hex]:
    """Every hex of the three Baltic states."""
    names = tuple(c.data.meta["countries"]["Baltic states"])
    return frozenset(h for h in tables(c).land if tables(c).country(h) in names)


@rule("bd:4.6")
def dnepr_line(c: Ctx) -> frozenset[Hex]:
    """Hexes on the Dnepr from Kiev down; all those around Kiev and Dnepropetrovsk border on it too."""
    t = tables(c)
    cities = {t.named("Kiev"), t.named("Dnepropetrovsk")} - {-1}
    around = {n for h in cities for n in c.grid.adjacent[h]} & t.land
    return t.dnepr | cities | around


STRETCHES: dict[str, Callable[[Ctx], frozenset[Hex]]] = {"baltic": baltic, "dnepr": dnepr_line}


@rule("bd:4.5", "bd:4.6", "bd:R3")
def lose_stretches(c: Ctx, side: str, h: Hex) -> None:
    """A hex has changed hands: it may have been the last one of a stretch."""
    if side == "soviet":
        settle_stretches(c)


@rule("bd:4.5", "bd:4.6", "bd:R3")
def settle_stretches(c: Ctx) -> None:
    """A stretch that is Soviet to its last hex costs its points, once and for good."""
    s = c.state
    for row in records(c.data.tables["track"]["stretches"], "track.toml", "stretches"):
        if s.turn < row["from"] or s.stretches[row["what"]]:
            continue
        if all(s.control.get(c.label(h)) == "soviet" for h in STRETCHES[row["what"]](c)):
            s.stretches[row["what"]] = 1
            pay(c, -int(row["points"]), row["rule"], f"The German side has lost {row['title']}")
