"""Overlays of the map that games have in common: lines of supply, where a unit can go, who controls what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.queries import Layer, Legend
from engine.play.step import Context

Ctx = Context[Any]
CUT_OFF, LINE = "!", "*"
"""Marks of a unit without supply and of the line of the unit that is asked about."""


def reach_layer(
    reach: Callable[[Ctx, Unit, str], Mapping[Hex, float]], rule: str, legend: Legend, further: str = "", sign: str = ""
) -> Layer:
    """Movement costs of a unit, and with ``sign`` the hexes that it reaches only in a ``further`` mode of movement."""

    def marks(c: Ctx, side: str, u: Unit | None) -> tuple[dict[Hex, str], Legend, str]:
        if u is None:
            return {}, (("", "put the cursor on a unit first"),), rule
        found = {h: f"{cost:g}" for h, cost in reach(c, u, "").items()}
        if further:
            found.update({h: sign for h in reach(c, u, further) if h not in found})
        return found, legend, rule

    return Layer("reach", "Movement costs", marks)


def control_layer(
    tracked: Callable[[Ctx], Iterable[Hex]],
    control: Callable[[Ctx, Hex], str],
    points: Callable[[Ctx, Hex], int],
    sides: Mapping[str, str],
    worth: tuple[str, str],
    rule: str,
) -> Layer:
    """Control of the ``tracked`` hexes by the first letter of the side's name in ``sides``, with their points."""
    legend = (*((name[0], f"{name} control") for name in sides.values()), worth)

    def marks(c: Ctx, side: str, u: Unit | None) -> tuple[dict[Hex, str], Legend, str]:
        letters = {h: sides[control(c, h)][0] for h in tracked(c)}
        return {h: f"{letter}{points(c, h) or ''}" for h, letter in letters.items()}, legend, rule

    return Layer("control", "Control and victory points", marks)


def supply_layer(
    title: str,
    reached: Callable[[Ctx, str], Mapping[Hex, str]],
    cut_off: Callable[[Ctx, Unit], bool],
    line: Callable[[Ctx, Unit], Iterable[Hex]],
    legend: Callable[[str], Legend],
    rule: str,
) -> Layer:
    """Where lines of a side lead, its units that are ``cut_off``, and the ``line`` of the unit that is asked about.

    ``reached`` gives the marks by hex, ``legend`` what they mean to a side, with ``CUT_OFF`` and ``LINE``.
    """

    def marks(c: Ctx, side: str, u: Unit | None) -> tuple[dict[Hex, str], Legend, str]:
        found = dict(reached(c, side))
        for v, h in enumerate(c.state.hex_of):
            if h >= 0 and c.roster.side[v] == side and cut_off(c, v):
                found[h] = CUT_OFF
        if u is not None:
            found.update(dict.fromkeys(line(c, u), LINE))
        return found, legend(side), rule

    return Layer("supply", title, marks)
