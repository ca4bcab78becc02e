"""Section 13: the weather of both zones and what it does."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.pm.beginners import in_force
from engine.games.pm.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import derived

DRY, RAIN, MUD, FROST, SNOW = "dry", "rain", "mud", "frost", "snow"
LETTERS = {DRY: "D", RAIN: "R", MUD: "M", FROST: "F", SNOW: "S"}
NORTH, SOUTH = "north", "south"
FACES = 6


@rule("pm:13.2", "pm:13.8", "pm:R9", "pm:17.1")
def determine(c: Ctx) -> None:
    """The Weather Determination Phase: one die for both zones, less two in the south; none before turn 7 or in snow."""
    s = c.state
    if not in_force(c, "13.2") or not tables(c).date(s.turn)["weather"]:
        return
    if s.weather == {NORTH: SNOW, SOUTH: SNOW}:
        c.say("weather", "Deep winter: snow in both zones.", "pm:13.8")
        return
    found = [_both(c, n) for n in range(1, FACES + 1)]
    die = c.roll(FACES, results=[f"N {words[NORTH]}, S {words[SOUTH]}" for words in found])
    s.weather = found[die - 1]
    both = s.weather[NORTH] == s.weather[SOUTH]
    where = "in both zones" if both else f"in the northern zone, {s.weather[SOUTH]} in the southern"
    text = f"Weather: {s.weather[NORTH]} {where}."
    c.say("weather", text, "pm:13.2", rolls=[die])
    lasting(c)
    c.touch()


@rule("pm:13.2", "pm:13.8")
def _both(c: Ctx, die: int) -> dict[str, str]:
    """The weather of both zones for a die; the first snow of a zone stays for the rest of the game."""
    numbers = {NORTH: die, SOUTH: die - c.data.constant("zone_shift")}
    return {z: SNOW if c.state.weather[z] == SNOW else _look_up(c, n) for z, n in numbers.items()}


def _look_up(c: Ctx, number: int) -> str:
    """The weather of this couplet for a modified die."""
    when = tables(c).date(c.state.turn)["weather"][c.state.couplet - 1]
    return str(next(row for row in tables(c).chart("weather") if row["when"] == when)[str(number)])


@rule("pm:13.9", "pm:13.10", "pm:8.19")
def lasting(c: Ctx) -> None:
    """The first mud or snow ends all refits, in the north also the highway, for good."""
    s = c.state
    bad = {zone for zone, word in s.weather.items() if word in (MUD, SNOW)}
    if bad and not s.bad_weather:
        s.bad_weather = 1
        c.say("weather", "First mud or snow: mechanized refits cease for good.", "pm:13.9")
    if NORTH in bad and not s.bad_weather_north:
        s.bad_weather_north = 1
        c.say("weather", "The Minsk-Moscow Highway is gone for good.", "pm:13.10")


@rule("pm:13.2", "pm:R28")
def weather(c: Ctx, h: Hex) -> str:
    """The weather in a hex: for a move or an attack that of the hex entered or attacked."""
    return c.state.weather[zone_of(c, h)]


def zone_of(c: Ctx, h: Hex) -> str:
    """``north`` or ``south``."""
    return SOUTH if h in tables(c).zone("weather_south") else NORTH


@rule("pm:5.5", "pm:13.6", "pm:13.7")
def river_counts(c: Ctx, side: str, a: Hex, b: Hex) -> bool:
    """Whether a river between two hexes matters to a side that moves or attacks from ``a`` into ``b``."""
    if not tables(c).river(a, b) or weather(c, b) in (FROST, SNOW):
        return False
    return not (side == "axis" and c.state.turn == 1)


@rule("pm:13.7", "pm:9.15", "pm:R28")
def strait_counts(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether the Sivash or the Kerch Straits lie between two hexes and are not frozen over by snow (S)."""
    if not tables(c).strait(a, b):
        return False
    # 13.7: the Sivash lies in the southern zone, whichever of its banks is entered.
    return (c.state.weather[SOUTH] if c.board.has("sivash", a, b) else weather(c, b)) != SNOW


@rule("pm:13.6", "pm:13.7", "pm:R27")
def marsh_frozen(c: Ctx, h: Hex) -> bool:
    """Whether a hex is marsh and now as clear ground, for movement and for combat."""
    return tables(c).natural(h) == "marsh" and weather(c, h) in (FROST, SNOW)


@rule("pm:13.5", "pm:13.7")
def hex_factor(c: Ctx, h: Hex) -> int:
    """What the cost of entering the terrain in a hex is multiplied with; costs of hexsides are not."""
    return 2 if weather(c, h) in (MUD, SNOW) else 1


@rule("pm:13.5", "pm:13.7", "pm:15.3")
def assaults_barred(c: Ctx, h: Hex) -> bool:
    """Whether the weather bars mobile assaults into a hex."""
    return weather(c, h) in (MUD, SNOW)


@derived("weather")
def key(c: Ctx) -> str:
    """Letters of both zones, to keep tables that depend on the weather by."""
    return LETTERS[c.state.weather[NORTH]] + LETTERS[c.state.weather[SOUTH]]
