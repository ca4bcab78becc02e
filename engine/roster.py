"""The counters: one column a printed value, indexed by unit number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from engine.action import BadInput
from engine.grid import Unit


@dataclass(frozen=True, slots=True)
class UnitClass:
    """What all counters of one kind share: words, the signs they are drawn with, how they move."""

    kind: str
    mech: bool
    hq: bool
    glyph: str
    ascii: str
    rule: str


@dataclass
class Roster:
    """All counters of a game, in the order of the data files. Values are as printed; columns run in parallel."""

    ids: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    side: list[str] = field(default_factory=list)
    nationality: list[str] = field(default_factory=list)
    sheet: list[str] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    attack: list[int] = field(default_factory=list)
    defense: list[int] = field(default_factory=list)
    move: list[int] = field(default_factory=list)
    attack2: list[int] = field(default_factory=list)
    defense2: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    """Strength steps when whole: 2 with a printed reverse side, else 1."""
    formation: list[str] = field(default_factory=list)
    """Id of the formation; its last part is what the counter's set-up code names."""
    mech: list[bool] = field(default_factory=list)
    hq: list[bool] = field(default_factory=list)
    note: list[str] = field(default_factory=list)
    classes: dict[str, UnitClass] = field(default_factory=dict)
    formation_titles: dict[str, str] = field(default_factory=dict)
    provenance: str = "reconstructed"
    source: str = ""
    by_id: dict[str, Unit] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, **values: Any) -> Unit:
        """Add a counter given by one value for each column. Raises ``ValueError`` for an id that is taken."""
        unit = len(self.ids)
        if values["ids"] in self.by_id:
            raise ValueError(f"counter '{values['ids']}' is there twice")
        for f in fields(self):
            column = getattr(self, f.name)
            if isinstance(column, list):
                column.append(values[f.name])
        self.by_id[values["ids"]] = unit
        return unit

    def find(self, text: str) -> Unit:
        """The counter with this id. Raises ``BadInput``, naming near ones."""
        found = self.by_id.get(text.strip().lower())
        if found is None:
            near = [i for i in self.ids if text.lower() in i][:3]
            hint = f"; is it {', '.join(near)}?" if near else ""
            raise BadInput(f"there is no unit '{text}'{hint}")
        return found

    def names(self, units: Iterable[Unit]) -> str:
        """Short names joined for a sentence."""
        return ", ".join(self.short[u] for u in units)
