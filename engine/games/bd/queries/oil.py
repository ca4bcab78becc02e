"""What a Caucasus expedition needs and hangs on: for whoever plans one, and whoever fears it (4.11 to 4.13)."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.bd.caucasus import exits, inside, terms
from engine.games.bd.kinds import is_satellite
from engine.games.bd.movement.costs import FOOT, edges
from engine.games.bd.phases.expedition import SORTS
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import held_by, riders
from engine.games.bd.victory.conditions import objectives
from engine.play.citing import rule

SHARE = 0.5
"""Of the worth of an expedition, what each place counts that it takes."""
BESIDE = 0.15
"""The same of each hex beside them, in which no Soviet unit may stand."""


@rule("bd:4.11", "bd:13.4")
def counts(c: Ctx) -> bool:
    """Whether an expedition brings anything in the scenario: points, or a city of the conditions."""
    victory = c.scenario["victory"]
    return victory["by"] == "points" or victory.get("expedition") is True


@rule("bd:13.4")
def besides(c: Ctx) -> tuple[int, int]:
    """How many cities the German side has of those with which an expedition counts, and needs; none where points do."""
    return (len(objectives(c)), int(c.scenario["victory"]["of_them"])) if "cities" in c.scenario["victory"] else (0, 0)


def _places(c: Ctx, which: str) -> list[Hex]:
    return [c.board.index[label] for label in terms(c)[which]]


def _german(c: Ctx, hexes: list[Hex]) -> bool:
    return all(c.state.control.get(c.label(h)) == "axis" for h in hexes)


@rule("bd:4.11", "bd:4.13")
def hangs_on(c: Ctx) -> dict[Hex, float]:
    """Hexes that an expedition is lost with, or that it still takes, with their share of its worth; nothing where it
    is over, or no turn is left that could begin with them. Where points count, only once all its places are German."""
    s = c.state
    if not counts(c):
        return {}
    if inside(c, "axis"):
        return dict.fromkeys(_places(c, "lost_with"), 1.0)
    needs = _places(c, "needs")
    late = s.turn >= tables(c).last_turn and s.expedition_ready != s.turn
    if s.expedition or late or (c.scenario["victory"]["by"] == "points" and not _german(c, needs)):
        return {}
    found = {n: BESIDE for h in needs for n, _ in edges(c, (FOOT, "axis", False))[h]}
    return found | dict.fromkeys(needs, SHARE)


@rule("bd:4.11")
def leavers(c: Ctx) -> list[list[Unit]]:
    """Of each sort that an expedition takes the corps that could go; nobody while its places are not all German."""
    r, s = c.roster, c.state
    if not hangs_on(c) or inside(c, "axis") or not _german(c, _places(c, "needs")):
        return []
    able = [u for u, h in enumerate(s.hex_of) if h >= 0 and r.nationality[u] == "german" and r.size[u] == "corps"]
    able = [u for u in able if not riders(c, [u]) and not is_satellite(c, u)]
    return [[u for u in able if r.kind[u] in sorts] for sorts in SORTS]


def doors(c: Ctx) -> list[Hex]:
    """The exits that are not in Soviet hands."""
    return sorted(h for h in exits(c) if held_by(c, h) != "soviet")
