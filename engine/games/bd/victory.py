"""Sections 4 and 14.4: victory points, and how the scenarios are won."""

from __future__ import annotations

from dataclasses import dataclass

from engine.components.grid import Hex
from engine.games.bd.state import OVERLAND
from engine.games.bd.supply import overland, state_of
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import side_units
from engine.play.citing import rule


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition of victory: how much of it is reached, how much is needed, in words, by which rule."""

    text: str
    have: int
    need: int
    rule: str
    hexes: tuple[Hex, ...] = ()

    @property
    def told(self) -> str:
        """The condition and how far it is met, in words."""
        if self.need > 0:
            return f"{self.text}: {self.have} of {self.need}"
        return f"{self.text}: {'yes' if self.met else 'no'}"

    @property
    def met(self) -> bool:
        """Whether it is fulfilled."""
        return self.have >= self.need


# ---------------------------------------------------------------------- Citadel
@rule("bd:14.4")
def lost(c: Ctx) -> list[Hex]:
    """Cities that were Soviet at the start and are not Soviet in overland supply now."""
    return [h for h in _cities_of(c, "soviet") if not _holds(c, h)]


@rule("bd:14.4")
def gained(c: Ctx) -> list[Hex]:
    """Cities that were German at the start and are Soviet now."""
    return [h for h in _cities_of(c, "axis") if c.state.control.get(c.label(h)) == "soviet"]


def _cities_of(c: Ctx, side: str) -> list[Hex]:
    return [c.board.index[label] for label, owner in sorted(c.state.starting.items()) if owner == side]


def _holds(c: Ctx, h: Hex) -> bool:
    return c.state.control.get(c.label(h)) == "soviet" and overland(c, "soviet", h)


@rule("bd:14.4")
def besiegers(c: Ctx) -> list[Hex]:
    """Hexes beside the cities to be freed in which units of the German side stand."""
    around = {n for label in c.scenario["victory"]["clear_around"] for n in c.grid.adjacent[c.board.index[label]]}
    return [h for h in sorted(around) if side_units(c, h, "axis")]


@rule("bd:14.4")
def river_cleared(c: Ctx) -> bool:
    """Whether no unit of the German player stands in overland supply beside the Dnepr south of Kiev."""
    return not any(state_of(c, u) == OVERLAND for h in tables(c).dnepr for u in side_units(c, h, "axis"))


@rule("bd:14.4")
def bridgehead_cleared(c: Ctx) -> bool:
    """Whether no German unit stands in the hexes of the Gotenkopf."""
    return not any(side_units(c, c.board.index[label], "axis") for label in c.scenario["victory"]["bonus_hexes"])


@rule("bd:14.4", "bd:R52")
def aims(c: Ctx) -> list[Aim]:
    """What the Soviet side needs in Citadel; river and Gotenkopf count as cities at the end of the last turn."""
    wanted = int(c.scenario["victory"]["cities"])
    taken = gained(c)
    extra = int(river_cleared(c)) + int(bridgehead_cleared(c)) if c.state.turn >= tables(c).last_turn else 0
    kept = lost(c)
    total = len(_cities_of(c, "soviet"))
    near = besiegers(c)
    return [
        Aim("cities gained", len(taken) + extra, wanted, "bd:14.4", tuple(taken)),
        Aim("own cities kept in overland supply", total - len(kept), total, "bd:14.4", tuple(kept)),
        Aim("no German units beside Leningrad", -len(near), 0, "bd:14.4", tuple(near)),
    ]


@rule("bd:4.14", "bd:14.2", "bd:14.4", "bd:5.2")
def check(c: Ctx) -> None:
    """The Victory Check Phase."""
    found = aims(c)
    told = ", ".join(a.told for a in found)
    won = all(a.met for a in found)
    if won or c.state.turn >= tables(c).last_turn:
        who = "The Soviet side" if won else "The German side"
        c.say("victory", f"{who} wins: {told}.", "bd:14.4")
        c.over("soviet" if won else "axis", "conditions met" if won else "conditions not met", "bd:14.4")
    else:
        c.say("victory", f"Play goes on: {told}.", "bd:14.4")
