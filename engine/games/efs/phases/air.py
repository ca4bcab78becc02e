"""9: the Air Phase: storms keep aircraft down, and who has flown or is damaged becomes ready by a die."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.efs.kinds import is_air
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import DAMAGED, FLOWN, READY
from engine.games.efs.weather import weather
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

DIE = 10


@rule("efs:9.1")
def ground(c: Ctx) -> list[Unit]:
    """In a Storm whoever is ready goes to the Flown Box; the units that do."""
    found = _in_box(c, READY) if c.state.storm else []
    for u in found:
        c.state.box[u] = FLOWN
    return found


@rule("efs:9.21")
def modifier(c: Ctx) -> int:
    """What weather and storm add to the die for each air unit."""
    chart = {row["what"]: int(row["value"]) for row in _rows(c, "drm")}
    return chart.get(weather(c), 0) + (chart.get("storm", 0) if c.state.storm else 0)


@rule("efs:9.21", "efs:9.22")
def highest(c: Ctx, u: Unit) -> int:
    """The highest modified die with which an air unit passes, by its side and its box."""
    chart = {row["what"]: int(row["value"]) for row in _rows(c, "pass_max")}
    return chart[f"{c.roster.side[u]}_{c.state.box[u]}"]


def _rows(c: Ctx, part: str) -> list[dict[str, Any]]:
    table = c.data.charts["air_readiness"][part]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def _in_box(c: Ctx, box: str) -> list[Unit]:
    return [u for u, where in enumerate(c.state.box) if where == box and is_air(c, u)]


class Air(Step[EfsState]):
    """The Air Phase as far as nobody decides anything in it."""

    id = "air"
    phase = "air"
    title = "Air Phase"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "Air units become ready.", "efs:9.1")

    @rule("efs:9.1", "efs:9.21", "efs:9.22", "efs:9.23", "efs:R20")
    def enter(self, c: Context[EfsState]) -> None:
        """All that have flown roll before all that are damaged; a scenario may make all that have flown ready."""
        if down := ground(c):
            c.say("air", f"Storm: {len(down)} air units go to the Flown Box.", "efs:9.1", units=down)
        flown, damaged = _in_box(c, FLOWN), _in_box(c, DAMAGED)
        if c.scenario.get("weather", {}).get("readiness") == "automatic":
            self._up(c, flown, READY, [])
        else:
            self._roll(c, flown, READY)
            self._roll(c, damaged, FLOWN)
        c.done()

    def _roll(self, c: Context[EfsState], units: list[Unit], better: str) -> None:
        rolls, passed, drm = list[int](), list[Unit](), modifier(c)
        for u in units:
            if c.roster.number("dummy", u):
                passed.append(u)
                continue
            most = highest(c, u)
            rolls.append(c.roll(DIE, results=["passes" if d + drm <= most else "-" for d in range(1, DIE + 1)]))
            if rolls[-1] + drm <= most:
                passed.append(u)
        self._up(c, passed, better, rolls)

    def _up(self, c: Context[EfsState], units: list[Unit], better: str, rolls: list[int]) -> None:
        for u in units:
            c.state.box[u] = better
        c.touch()
        if units or rolls:
            who = c.roster.names(units) or f"Of {plural(len(rolls), 'air unit')} none"
            text = f"{who} to the {better.capitalize()} Box."
            c.say("air", text, "efs:9.21" if better == READY else "efs:9.22", rolls=rolls, units=units)
