"""14.2, 14.5: Close Air Support before the battles of a phase: the attacker sends air units, then the defender."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import flying, in_range, is_fighter, is_ready, most, points
from engine.games.efs.combat.battles import open_battles, targets
from engine.games.efs.command import non_op_over
from engine.games.efs.edition import edition
from engine.games.efs.kinds import TRANSPORT, kind
from engine.games.efs.phases.flights import CAS, Flight, Mission, senders
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context


# ---------------------------------------------------------------------- where
def battle_at(c: Ctx, h: Hex) -> int:
    """The open battle of which a hex is a Defender hex, -1 for none."""
    n = c.state.battle.get(c.label(h), -1)
    return n if n in open_battles(c) else -1


@rule("efs:14.52")
def mission_hex(c: Ctx, n: int) -> Hex:
    """The one Defender hex of a battle over which all its air units meet; -1 while nobody has sent any."""
    return next((h for h in targets(c, n) if h in _flown_to(c)), -1)


@derived("memory", "sortie")
def _flown_to(c: Ctx) -> frozenset[Hex]:
    """Hexes to which air units of either side are sent."""
    return frozenset({c.board.index[key.split()[1]] for key in c.state.flights} | set(c.state.sortie))


# ---------------------------------------------------------------------- who
@rule("efs:14.14", "efs:14.21", "efs:14.22", "efs:14.24", "efs:14.51", "efs:14.52", "efs:21.26")
def may_send(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """Whether an air unit can be sent to a Defender hex, as part of a mission or against one."""
    side, name = c.roster.side[u], c.roster.short[u]
    if not is_ready(c, u):
        return Refusal("efs:14.14", f"{name} is not in the Ready Box, or is sent already.", units=(u,))
    n = battle_at(c, h)
    if n < 0:
        return Refusal("efs:14.52", f"No attack is declared on {c.board.describe(h)}.", (h,))
    if kind(c, u) == TRANSPORT:
        return Refusal("efs:14.51", f"{name} is a transport and supports nobody.", units=(u,))
    over = mission_hex(c, n)
    if over not in (-1, h) and edition(c).one_mission_a_battle:
        text = f"The air units of this battle meet over {c.board.describe(over)}."
        return Refusal("efs:14.52", text, (over,))
    if len(flying(c, side, h)) >= most(c, side, attacker):
        text = f"{most(c, side, attacker)} air units are all that may go to one hex."
        return Refusal("efs:14.21", text, (h,))
    if not in_range(c, u, h):
        text = f"{name} has no base in General Supply within {c.data.constant('air_range')} hexes."
        return Refusal("efs:14.22", text, (h,), (u,))
    return _near_non_op(c, u, h, attacker) if side == "soviet" else None


@rule("efs:14.51", "efs:21.26")
def _near_non_op(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """In range of a Non-Op headquarters Soviet fighters may oppose a mission, and nobody else may fly."""
    lame = non_op_over(c, h)
    if not lame or (is_fighter(c, u) and attacker != "soviet"):
        return None
    text = f"{c.label(h)} is in range of the Non-Op {c.roster.short[lame[0]]}: no Soviet support flies there."
    return Refusal("efs:21.26", text, (h,), lame)


@rule("efs:14.52")
def battle_hexes(c: Ctx) -> list[Hex]:
    """The Defender hexes of the open battles."""
    return [h for n in open_battles(c) for h in targets(c, n)]


def _hexes(c: Ctx, u: Unit, attacker: str) -> list[Hex]:
    return [h for h in battle_hexes(c) if may_send(c, u, h, attacker) is None]


SUPPORT = Mission(
    CAS, "efs:14.52", may_send, _hexes, points,
    lambda c, side: "Send air units to the battles",
)  # fmt: skip
"""Close Air Support."""


class Sorties(Flight):
    """Close Air Support of both sides before the battles of a Combat Phase."""

    id = "sorties"
    phase = "sorties"
    title = "Close Air Support"
    mission = SUPPORT

    @rule("efs:14.51", "efs:14.52")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        if not open_battles(c):
            return Refusal("efs:14.52", "no attack is declared.")
        attacker = c.frame.vars["side"]
        if not any(senders(c, SUPPORT, side, attacker) for side in c.data.meta["sides"]):
            return Refusal("efs:14.14", "no air unit can fly.")
        return None
