"""The counters: one column a printed value, indexed by unit number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Unit

Face = tuple[int, int, int]
"""Attack, defence and movement of a unit that has lost a number of steps."""
CALLED_OUT = -1
"""Arrival of a unit that has no turn of its own: a rule lets the player call it out."""


@dataclass(frozen=True, slots=True)
class UnitClass:
    """What all counters of one kind share: words, the signs they are drawn with, how they move."""

    kind: str
    mech: bool
    hq: bool
    glyph: str
    ascii: str
    rule: str


SIZES = ("corps", "division", "brigade", "regiment", "battalion")


def two_faces(values: Mapping[str, Any]) -> tuple[Face, ...]:
    """The faces of a counter whose back, if it has one, keeps the movement of the front."""
    front = (values["attack"], values["defense"], values["move"])
    return (front, (values["attack2"], values["defense2"], values["move"]))[: 1 if values["steps"] == 1 else 2]


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
    """Strength steps when whole, as many as the unit has faces."""
    formation: list[str] = field(default_factory=list)
    """Id of the formation; its last part is what the counter's set-up code names."""
    mech: list[bool] = field(default_factory=list)
    hq: list[bool] = field(default_factory=list)
    note: list[str] = field(default_factory=list)
    size: list[str] = field(default_factory=list)
    """One of ``SIZES``; empty where the game's rules make nothing of it."""
    arrival: list[int] = field(default_factory=list)
    """Game turn of entry, 0 = there from the start or dealt by the scenario, ``CALLED_OUT`` = by a rule."""
    faces: list[tuple[Face, ...]] = field(default_factory=list)
    """Values by steps lost: the whole unit first, the last step last."""
    classes: dict[str, UnitClass] = field(default_factory=dict)
    formation_titles: dict[str, str] = field(default_factory=dict)
    provenance: str = "reconstructed"
    source: str = ""
    by_id: dict[str, Unit] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def _columns(self) -> list[str]:
        return [f.name for f in fields(self) if isinstance(getattr(self, f.name), list)]

    def add(self, **values: Any) -> Unit:
        """Add a counter given by one value for each column. Raises ``ValueError`` for an id that is taken.

        ``size``, ``arrival`` and ``faces`` may be left out: the faces then follow from the front and the back.
        """
        unit = len(self.ids)
        values = {"size": "", "arrival": 0, **values}
        if "faces" not in values:
            values["faces"] = two_faces(values)
        if values["ids"] in self.by_id:
            raise ValueError(f"counter '{values['ids']}' is there twice")
        for name in self._columns:
            getattr(self, name).append(values[name])
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
