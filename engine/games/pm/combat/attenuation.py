"""9.6, 17.10: the German Attenuated Supply Table (GAST), the last shift before the combat roll."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.strengths import MOBILE, supply_in
from engine.games.pm.state import AERIAL, ATTENUATED, FRESH
from engine.games.pm.supply import attenuated
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.weather import MUD, SNOW, weather
from engine.play.citing import rule

FACES = 6


@rule("pm:9.6", "pm:9.18", "pm:R22")
def consults(c: Ctx, kind: str, attackers: Iterable[Unit]) -> bool:
    """Whether at least one attacker is on attenuated supply, or on aerial supply east of the GAS Line."""
    return in_force(c, "9.6") and any(_far(c, kind, u) for u in attackers if c.roster.side[u] == "axis")


def _far(c: Ctx, kind: str, u: Unit) -> bool:
    s = c.state
    state = supply_in(c, kind, u)
    if state == ATTENUATED:
        return True
    # 15.4: a mobile assault goes by where the movement began.
    moved = kind == MOBILE and s.moving[u] != FRESH and s.origin[u] >= 0
    return state == AERIAL and attenuated(c, u, s.origin[u] if moved else s.hex_of[u])


@rule("pm:17.10")
def modifiers(c: Ctx, target: Hex) -> list[tuple[int, str]]:
    """What is added to the die: for mud or snow where the battle is, and for the date from September on."""
    found = []
    if (word := weather(c, target)) in (MUD, SNOW):
        found.append((1, word))
    date = tables(c).date(c.state.turn)
    if date["attenuation"]:
        found.append((int(date["attenuation"]), str(date["title"])))
    return found


@rule("pm:17.10")
def columns_left(c: Ctx, number: int) -> int:
    """Columns to the left for a modified die."""
    for row in tables(c).chart("attenuated_supply"):
        words = str(row["die"]).split()
        low, high = int(words[0]), int(words[-1]) if words[-1].isdecimal() else int(words[0])
        if words[-1] == "less":
            low = min(low, number)
        elif words[-1] == "more":
            high = max(high, number)
        if low <= number <= high:
            return int(str(row["result"]).rstrip("L"))
    raise KeyError(number)


def every_shift(c: Ctx, target: Hex) -> list[int]:
    """Columns to the left for each face of the die, first face first."""
    added = sum(n for n, _ in modifiers(c, target))
    return [columns_left(c, face + added) for face in range(1, FACES + 1)]
