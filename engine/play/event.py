"""What happened, as records that the log, the screen and the history read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.components.grid import Hex, Unit


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, a sentence, the rule behind it.

    ``rolls`` are the dice thrown for it, in order. ``seen_by`` names the one side that may read it; ``None`` is both.
    ``hexes`` and ``units`` are what changed on the map, for redrawing and for browsing the log. ``named`` are the units
    that the sentence tells something of; ``None``: all of them. Who may not look at one of these reads ``plain``
    instead, and where that is empty nothing at all.
    """

    kind: str
    text: str
    rule: str
    rolls: tuple[int, ...] = field(default=())
    seen_by: str | None = None
    hexes: tuple[Hex, ...] = field(default=())
    units: tuple[Unit, ...] = field(default=())
    plain: str = ""
    named: tuple[Unit, ...] | None = None
    unseen: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict, hash=False)
    """Side to those of the units that it could look at neither before nor after the action."""

    def told(self, side: str) -> Event | None:
        """The event as a side reads it, ``""`` as whoever knows only what both do; ``None`` for nothing."""
        if self.seen_by not in (None, side):
            return None
        hidden = self._hidden_from(side)
        if not hidden:
            return self if not self.unseen else replace(self, plain="", named=None, unseen={})
        veiled = any(u in hidden for u in (self.units if self.named is None else self.named))
        if veiled and not self.plain:
            return None
        left = tuple(u for u in self.units if u not in hidden)
        return replace(self, text=self.plain if veiled else self.text, units=left, plain="", named=None, unseen={})

    def veiled(self, side: str) -> bool:
        """Whether a side does not learn all that the event tells."""
        return self.seen_by not in (None, side) or bool(self._hidden_from(side))

    def hide(self, concealed: Mapping[str, Collection[Unit]]) -> Event:
        """The event that notes which of its units a side may not look at, given by side."""
        about = {*self.units, *(self.named or ())}
        found = {side: tuple(sorted(about.intersection(units))) for side, units in sorted(concealed.items())}
        unseen = {side: units for side, units in found.items() if units}
        if unseen:
            return replace(self, unseen=unseen)
        return replace(self, plain="", named=None) if self.plain or self.named is not None else self

    def _hidden_from(self, side: str) -> set[Unit]:
        if side:
            return set(self.unseen.get(side, ()))
        return {u for units in self.unseen.values() for u in units}

    def to_record(self) -> dict[str, Any]:
        """The event as plain values for a save."""
        record: dict[str, Any] = {"kind": self.kind, "text": self.text, "rule": self.rule}
        if self.rolls:
            record["rolls"] = list(self.rolls)
        if self.seen_by:
            record["seen_by"] = self.seen_by
        if self.hexes:
            record["hexes"] = list(self.hexes)
        if self.units:
            record["units"] = list(self.units)
        if self.unseen:
            record["unseen"] = {side: list(units) for side, units in self.unseen.items()}
            record["plain"] = self.plain
            if self.named is not None:
                record["named"] = list(self.named)
        return record

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Event:
        """Read back ``to_record``. Raises ``KeyError`` when kind, text or rule is missing."""
        return cls(
            str(record["kind"]),
            str(record["text"]),
            str(record["rule"]),
            tuple(int(r) for r in record.get("rolls", ())),
            record.get("seen_by"),
            tuple(int(h) for h in record.get("hexes", ())),
            tuple(int(u) for u in record.get("units", ())),
            str(record.get("plain", "")),
            tuple(int(u) for u in record["named"]) if "named" in record else None,
            {str(side): tuple(int(u) for u in units) for side, units in record.get("unseen", {}).items()},
        )
