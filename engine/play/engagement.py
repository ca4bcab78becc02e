"""Who fights whom, and where: one combat with all its target hexes, fighting units and supporters of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.components.grid import Hex, Unit


@dataclass(frozen=True, slots=True)
class Engagement:
    """A combat that is planned, declared or fought. Most have one target hex and no supporters."""

    targets: tuple[Hex, ...]
    attackers: tuple[Unit, ...] = ()
    defenders: tuple[Unit, ...] = ()
    attack_support: tuple[Unit, ...] = ()
    """Units that add to the attack without fighting, such as guns behind the attackers."""
    defense_support: tuple[Unit, ...] = ()

    @property
    def target(self) -> Hex:
        """The first target hex; -1 where there is none."""
        return self.targets[0] if self.targets else -1

    @property
    def units(self) -> tuple[Unit, ...]:
        """Everybody in it, each once."""
        return tuple(dict.fromkeys(self.attackers + self.defenders + self.attack_support + self.defense_support))

    def to_vars(self) -> dict[str, list[int]]:
        """As variables of a step, which records keep."""
        return {f.name: list(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_vars(cls, variables: Mapping[str, Any]) -> Engagement:
        """Read back ``to_vars``; other variables of the step are passed over."""
        return cls(**{f.name: tuple(variables.get(f.name, ())) for f in fields(cls)})
