"""3.11: whose a hex was last, which stays so when its units have moved on."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule


@rule("efs:3.11", "efs:R1")
def friendly(c: Ctx, h: Hex) -> str:
    """The side to which a hex is friendly: that which held it last, at first that on whose part of the map it lies."""
    return c.state.holder.get(c.label(h)) or first(c, h)


@rule("efs:R1")
def first(c: Ctx, h: Hex) -> str:
    """The side on whose part of the map the scenario begins a hex.

    By the scenario's ``[held]``, its supply sources, else by the country of the hex.
    """
    return _begins(c)[h]


def _begins(c: Ctx) -> tuple[str, ...]:
    memo = c.data.memo
    if "begins" not in memo:
        axis, soviet = c.data.meta["sides"]
        countries = [soviet if country.startswith("USSR") else axis for country in c.board.owner_names]
        found = [*map(countries.__getitem__, c.board.owner)]
        for side in (axis, soviet):
            for name in (*c.scenario.get("supply", {}).get(side, ()), *c.scenario.get("held", {}).get(side, ())):
                for h in tables(c).named(name) or (c.board.find(name),):
                    found[h] = side
        memo["begins"] = tuple(found)
    begins: tuple[str, ...] = memo["begins"]
    return begins
