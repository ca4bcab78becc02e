"""The steps of the second edition, by which its sequence of play is carried out (4.21)."""

from __future__ import annotations

from engine.games.efs.combat.casualties import Losses
from engine.games.efs.phases.air import Air
from engine.games.efs.phases.dogfight import AirFight
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.movement import Movement
from engine.games.efs.phases.recovery import Recovery
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.phases.sequence import Turn, WholeGame
from engine.games.efs.phases.sorties import Missions, Sorties
from engine.games.efs.phases.supply_phase import Feeding, SupplyStatus
from engine.games.efs.phases.surrender import Surrender
from engine.games.efs.phases.victory import Victory
from engine.games.efs.phases.weather import Weather
from engine.games.efs.state import EfsState
from engine.games.efs2.fuel import FuelShortage
from engine.play.step import Registry

REGISTRY: Registry[EfsState] = Registry()
REGISTRY.add(
    WholeGame, Turn, Weather, Reinforcements, Air, SupplyStatus, Feeding, FuelShortage, Sorties, Missions, AirFight,
    Movement, Engineering, Losses, Surrender, Recovery, Victory,
)  # fmt: skip
