"""Section 13: the weather of both zones and what it does."""

from __future__ import annotations

from engine.games.pm.tables import Ctx, tables
from engine.grid import Hex

DRY, RAIN, MUD, FROST, SNOW = "dry", "rain", "mud", "frost", "snow"


def determine(c: Ctx) -> None:
    """The Weather Determination Phase at the start of each couplet (13.2)."""


def weather(c: Ctx, h: Hex) -> str:
    """The weather in a hex (13.2)."""
    return c.state.weather["south" if h in tables(c).zone("weather_south") else "north"]
