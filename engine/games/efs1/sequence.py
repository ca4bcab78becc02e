"""The steps of the first edition, by which its sequence of play is carried out (4.2)."""

from __future__ import annotations

from engine.games.efs.combat.advance import Advance
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.overrunning import Overrun
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.phases.air import Air
from engine.games.efs.phases.conflict import Conflict
from engine.games.efs.phases.declaration import Declaration
from engine.games.efs.phases.dogfight import AirFight
from engine.games.efs.phases.interdiction import Interdiction
from engine.games.efs.phases.missions import Missions
from engine.games.efs.phases.poised import Poised
from engine.games.efs.phases.reaction import Reaction
from engine.games.efs.phases.recovery import Recovery
from engine.games.efs.phases.sequence import Turn, WholeGame
from engine.games.efs.phases.sorties import Sorties
from engine.games.efs.phases.surrender import Surrender
from engine.games.efs.phases.victory import Victory
from engine.games.efs.phases.weather import Weather
from engine.games.efs.state import EfsState
from engine.games.efs1.drafts import Replacements
from engine.games.efs1.engineering import Engineering
from engine.games.efs1.moving import Movement
from engine.games.efs1.orders import AttackOrders, Battle, Combat
from engine.games.efs1.supply import Reinforcements, SupplyDetermination, TemporarySources
from engine.play.step import Registry

REGISTRY: Registry[EfsState] = Registry()
REGISTRY.add(
    WholeGame, Turn, Poised, Weather, SupplyDetermination, TemporarySources, Replacements, Reinforcements, Air,
    Movement, Overrun, Declaration, Interdiction, Reaction, Sorties, Missions, AirFight, Combat, Conflict, Battle,
    AttackOrders, Losses, Retreat, Advance, Engineering, Surrender, Recovery, Victory,
)  # fmt: skip
