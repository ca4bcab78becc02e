"""The second edition of Barbarossa: Army Group Center: its terms, and how its data are loaded."""

from __future__ import annotations

from pathlib import Path

from engine.components.load import GameData
from engine.games.efs.edition import Edition
from engine.games.efs.setup.area import area
from engine.kit.opening import opened

GAME = "efs2"
EDITION = Edition(
    mud_limit=2,
    dry_limit=5,
    mud_lingers=("mud", "frost"),
    snow_thaws=0,
    cold_loss=1,
    limited_artillery=True,
    road_net_bad_hex=True,
    marsh_on_road_shortens=False,
    works_block=True,
    works_last=0,
    dump_most=4,
    recovery_factor=2,
    disbanded_vp=1,
    disbanded_most=0,
    lower_road_settles=True,
)
"""What the second edition prints where the two differ."""


def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
    data = opened(GAME, scenario, options, overrides)
    data.choices = EDITION
    data.in_play = area(data)
    return data
