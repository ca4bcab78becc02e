"""Battles on clear ground for the tests of chapters 12, 13 and 15: declared by hand, told line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.components.charts import Tally
from engine.games.efs.combat.battles import Battle, battle, set_flag
from engine.games.efs.combat.declare import join
from engine.games.efs.combat.odds import calculate
from engine.games.efs.units import attack
from engine.play.match import Match
from tests.support.efs import column, position, unit

TARGET = "B0830"
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = "B0829", "B0929", "B0930", "B0831", "B0730", "B0729"
"""The hexes around the target."""


def facing(attackers: Mapping[str, str], defenders: Iterable[str] = ("rd-100",), **more: object) -> Match:
    """Attackers by id and hex, defenders together in the target; everything else as ``position`` has it."""
    units = {**attackers, **dict.fromkeys(defenders, TARGET)}
    given = {"ground": {}, **more}
    return position(units, **given)  # type: ignore[arg-type]


def declared(m: Match, *units: str, target: str = TARGET, flags: Iterable[str] = ()) -> Battle:
    """Declare an attack of some units, with words of ``battle_flags`` such as ``engineer`` or ``bunker:stg184``."""
    c = m.c
    n = join(c, [unit(m, name) for name in units], c.hex(target))
    for word in flags:
        name, _, told = word.partition(":")
        set_flag(c, n, name, told)
    return battle(c, n)


def commit(m: Match, b: Battle, *guns: str) -> Battle:
    """Guns of either side support a battle."""
    for name in guns:
        column(m, "committed")[unit(m, name)] = b.number
    m.c.touch()
    return battle(m.c, b.number)


def told(m: Match, b: Battle) -> Tally:
    """The calculation of a battle that is Attack Supplied."""
    return calculate(m.c, supplied(b))


def supplied(b: Battle) -> Battle:
    """The same battle with Attack Supply for all."""
    from dataclasses import replace

    return replace(b, supplied=True)


def drms(t: Tally) -> dict[str, str]:
    """The modifiers of the die by their words, those before the sum."""
    odds = next(i for i, line in enumerate(t.lines) if line.text.startswith("odds of"))
    return {line.text: line.value for line in t.lines[odds + 1 : -2]}


def laws(t: Tally) -> dict[str, str]:
    """The rule of each line by its words."""
    return {line.text: line.rule for line in t.lines}


def face(m: Match, name: str, strength: int) -> None:
    """Take steps from a unit until it shows an attack strength."""
    u = unit(m, name)
    while attack(m.c, u) != strength:
        assert m.c.state.steps_left[u] > 1, f"{name} has no face with {strength}"
        m.c.state.steps_left[u] -= 1
        m.c.touch()
