"""5: the Weather Phase: the roll, what lingers, what Dry climate does not allow, frost on the rivers."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.efs.edition import Edition, edition
from engine.games.efs.movement.ports import reposition
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.weather import DRY, FROST, MUD, SNOW, ice, icy, mud_lingers
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

WORDS = {"D": DRY, "M": MUD, "F": FROST, "S": SNOW}
STORM = "T"
"""Letters of the Weather Table."""
DIE = 10


class Sky(NamedTuple):
    """The weather of a turn, and whether a storm goes along with it (5.31)."""

    weather: str
    storm: bool = False


class Turns(NamedTuple):
    """The turns before this one, the latest last: the weather that was in force and the climate of each."""

    weathers: tuple[str, ...] = ()
    climates: tuple[str, ...] = ()
    frost_rolls: int = 0
    """Results of Frost in a row just before this turn."""
    frozen: bool = False


def past(c: Ctx) -> Turns:
    """The turns of this game before the present one."""
    s = c.state
    return Turns(tuple(s.weathers), tuple(s.climates), s.frost_rolls, s.frozen)


# ---------------------------------------------------------------------- what follows from a result
@rule("efs:5.16", "efs:5.22", "efs:5.32", "efs:5.33", "efs:R5", "efs:R6")
def in_force(terms: Edition, before: Turns, climate: str, result: Sky) -> Sky:
    """The weather that a result of the table brings, after what the turns before it allow."""
    limits = {MUD: (terms.mud_limit, DRY), DRY: (terms.dry_limit, MUD)}
    most, instead = limits.get(result.weather, (0, ""))
    if climate == DRY and 0 < most <= in_a_row(before, result.weather):
        return Sky(instead)
    lasts = not terms.snow_thaws or before.frost_rolls + 1 < terms.snow_thaws
    if result.weather == FROST and before.weathers[-1:] == (SNOW,) and lasts:
        return Sky(SNOW, result.storm)
    return result


@rule("efs:R6")
def in_a_row(before: Turns, weather: str) -> int:
    """Turns of Dry climate with this weather in a row just before the present one."""
    count = 0
    for turn in zip(reversed(before.weathers), reversed(before.climates), strict=True):
        if turn != (weather, DRY):
            break
        count += 1
    return count


@rule("efs:5.23", "efs:R5")
def freezes(terms: Edition, before: Turns, climate: str, weather: str) -> bool:
    """Whether it is frozen in a turn with this weather; lakes may be so for good from the first Snow on."""
    if not terms.freezes_at_once:
        return before.frozen or weather == SNOW
    if weather not in (FROST, SNOW):
        return False
    again = (before.weathers[-1:], before.climates[-1:]) == ((SNOW,), (SNOW,))
    return before.frozen or (again and (weather, climate) == (SNOW, SNOW))


# ---------------------------------------------------------------------- the roll
@rule("efs:5.13", "efs:5.15", "efs:5.34")
def climate(c: Ctx) -> str:
    """The climate of this turn, by the Turn Record Track of the game whose map is played on."""
    return str(_of_turn(c, "climate_by_turn", "Dry")).split()[0].lower()


@rule("efs:5.14")
def modifier(c: Ctx) -> int:
    """What the Turn Record Track adds to the roll of this turn; a scenario may have a track of its own."""
    own = c.scenario.get("weather", {}).get("drm")
    if isinstance(own, dict):
        return int(own.get(str(c.state.turn), 0))
    return int(_of_turn(c, "drm_by_turn", 0) if own is None else own)


def _of_turn(c: Ctx, chart: str, default: str | int) -> str | int:
    """The value of a part of the weather chart whose rows are turns: ``1-51``, ``20``, ``85+``."""
    part = c.data.charts["weather"].get(chart, {"rows": []})
    for turns, value in part["rows"]:
        first, _, last = str(turns).rstrip("+").partition("-")
        if int(first) <= c.state.turn and (str(turns).endswith("+") or c.state.turn <= int(last or first)):
            return value  # type: ignore[no-any-return]
    return default


@rule("efs:5.15", "efs:5.16")
def results(c: Ctx, column: str, drm: int) -> list[str]:
    """What each face of the die brings in the column of a climate, in the letters of the table."""
    own = c.scenario.get("weather", {}).get("results", {}).get(str(c.state.turn))
    if own is not None:
        return [str(letter) for letter in own]
    rows = {int(row["die"]): str(row[column.capitalize()]) for row in tables(c).chart("weather")}
    return [rows[min(max(face + drm, min(rows)), max(rows))] for face in range(1, DIE + 1)]


def fixed(c: Ctx) -> str:
    """The weather that the scenario gives this turn without a roll; empty where the die decides."""
    told = c.scenario.get("weather", {}).get("fixed", "")
    return str(told.get(str(c.state.turn), "") if isinstance(told, dict) else told)


class Weather(Step[EfsState]):
    """The Weather Phase: nobody decides anything."""

    id = "weather"
    phase = "weather"
    title = "Weather Phase"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "The weather of the turn is found.", "efs:5.12")

    @rule("efs:5.12", "efs:5.16")
    def enter(self, c: Context[EfsState]) -> None:
        now = climate(c)
        if word := fixed(c):
            settle(c, now, Sky(word), Sky(word), ())
        else:
            faces = results(c, now, modifier(c))
            die = c.roll(DIE, results=faces)
            letters = faces[die - 1]
            result = Sky(WORDS[letters[0]], letters.endswith(STORM))
            settle(c, now, result, in_force(edition(c), past(c), now, result), (die,))
        c.done()


@rule("efs:5.16", "efs:5.31")
def settle(c: Ctx, now: str, result: Sky, sky: Sky, rolls: tuple[int, ...]) -> None:
    """The weather of the turn is in force, in the whole scenario area."""
    s = c.state
    frozen = freezes(edition(c), past(c), now, sky.weather)
    s.frost_rolls = s.frost_rolls + 1 if result.weather == FROST else 0
    s.weather, s.storm, s.frozen = sky.weather, sky.storm, frozen
    s.weathers.append(sky.weather)
    s.climates.append(now)
    c.touch()
    words = [f"Weather: {sky.weather.capitalize()}", *(["with Storm"] if sky.storm else [])]
    if sky.weather != result.weather:
        words.append(f"in place of {result.weather.capitalize()}")
    cold = icy(ice(c))
    text = " ".join(words) + ("; Mud lingers in woods" if mud_lingers(c) else "") + (f"; {cold} frozen" if cold else "")
    c.say("weather", f"{text}.", "efs:5.16", rolls=rolls)
    if s.storm and edition(c).storm_holds_flotillas:
        reposition(c)
