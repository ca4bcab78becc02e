"""The charts of a scenario as games read them: results table, rows of a chart, effects of terrain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from engine.components.load import GameData, records
from engine.components.results import ResultsTable, build_results

T = TypeVar("T")


def of_map(find: Callable[[Any], T]) -> cached_property[T]:
    """A table that follows from the map and the chart of terrain alone: found once for all matches on the same hexes.

    A property of an object whose ``data`` are those of the game.
    """

    def kept(tables: Any) -> T:
        memo = tables.data.of_map
        if find.__name__ not in memo:
            memo[find.__name__] = find(tables)
        found: T = memo[find.__name__]
        return found

    return cached_property(kept)


@dataclass
class ChartTables:
    """Prepared from the data of one scenario, each chart when it is first asked for."""

    data: GameData

    @cached_property
    def crt(self) -> ResultsTable:
        """The Combat Results Table."""
        return build_results(self.data.charts["crt"])

    def chart(self, name: str) -> list[dict[str, Any]]:
        """The rows of a chart as tables."""
        return records(self.data.charts[name], "charts.toml", name)

    @cached_property
    def effects(self) -> dict[str, dict[str, Any]]:
        """What the Terrain Effects Chart has of each natural terrain, place, work and kind of hexside, by its word."""
        chart = self.data.tables["terrain"]
        named = {name: row for name, row in chart.items() if isinstance(row, dict)}
        rows = records({"columns": chart["columns"], "rows": chart["rows"]}, "terrain.toml", "rows")
        return named | {row["terrain"]: row | named.get(row["terrain"], {}) for row in rows}
