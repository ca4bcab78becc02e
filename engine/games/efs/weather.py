"""5: the weather in force, in the whole map and in a hex."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.grid import Hex
from engine.games.efs.edition import Edition, edition
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule

DRY, MUD, FROST, SNOW = WEATHERS = ("dry", "mud", "frost", "snow")
"""Kinds of weather, and climates by the same words (5.15)."""


def weather(c: Ctx) -> str:
    """The weather in force in this turn, one of ``WEATHERS``."""
    return c.state.weather


class Ice(NamedTuple):
    """What is frozen."""

    rivers: bool = False
    """Rivers of all sorts."""
    swamps: bool = False
    lakes: bool = False


THAWED, FROZEN = Ice(), Ice(True, True, True)


@rule("efs:5.23")
def ice(c: Ctx) -> Ice:
    """What is frozen: all at once, or each by the weather but for the lakes, as the edition has it."""
    return ice_in(edition(c), c.state.weather, c.state.frozen)


@rule("efs:5.23")
def ice_in(terms: Edition, weather: str, frozen: bool) -> Ice:
    """What is frozen in a turn with this weather; ``frozen``: whether all is, or the lakes are for good."""
    if terms.freezes_at_once:
        return FROZEN if frozen else THAWED
    return Ice(weather == SNOW, weather in (FROST, SNOW), frozen or weather == SNOW)


def icy(found: Ice) -> str:
    """What is frozen, such as ``swamps and lakes``; empty for nothing."""
    if found == FROZEN:
        return "water and swamps"
    return " and ".join(word for word, on in zip(("rivers", "swamps", "lakes"), found, strict=True) if on)


@rule("efs:5.21", "efs:R4")
def mud_lingers(c: Ctx) -> bool:
    """Whether hexes with woods keep the effects of Mud in this Dry turn."""
    s = c.state
    after_mud = s.weather == DRY and s.weathers[-2:-1] == [MUD]
    return after_mud and s.climates[-1:] != [] and s.climates[-1] in edition(c).mud_lingers


@rule("efs:5.21")
def key(c: Ctx, h: Hex) -> str:
    """The weather that counts in a hex: that of the turn, or Mud that lingers in woods."""
    if mud_lingers(c) and tables(c).woods(h):
        return MUD
    return c.state.weather
