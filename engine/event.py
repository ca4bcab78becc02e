"""What happened, as records that the log, the screen and the history read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.grid import Hex, Unit


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, a sentence, the rule behind it.

    ``rolls`` are the dice thrown for it, in order. ``seen_by`` names the one side that may read it; ``None`` is both.
    ``hexes`` and ``units`` are what changed on the map, for redrawing and for browsing the log.
    """

    kind: str
    text: str
    rule: str
    rolls: tuple[int, ...] = field(default=())
    seen_by: str | None = None
    hexes: tuple[Hex, ...] = field(default=())
    units: tuple[Unit, ...] = field(default=())

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
        )
