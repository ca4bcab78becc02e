"""8.42, 12.53: what a side may not know: who Untried units are, which Orders the other side has given."""

from __future__ import annotations

from engine.components.load import GameData
from engine.games.efs.state import BACK, EfsState
from engine.play.citing import rule

ATTACKS = {
    "axis-declaration": "axis", "soviet-reaction": "axis", "axis-combat": "axis",
    "soviet-declaration": "soviet", "axis-reaction": "soviet", "soviet-combat": "soviet",
}  # fmt: skip
"""Phases to the side that attacks in them."""
ROLES = ("attacker", "defender")
BATTLE = "battle"
"""The step in which a battle is fought; its Orders are turned up."""


@rule("efs2:8.41", "efs2:8.42", "efs2:12.53")
def blank(data: GameData, state: EfsState, side: str) -> None:
    """Take from a copied state who Untried units are, whoever owns them, and the Orders of the other side."""
    for u, dealt in enumerate(state.identity):
        if dealt >= 0 and state.mode[u] == BACK and data.roster.number("untried", u):
            state.identity[u] = -1
    state.battle_order = {key: order for key, order in state.battle_order.items() if _known(state, key, side)}


def _known(state: EfsState, key: str, side: str) -> bool:
    """Whether a side knows an Order: its own, or of a battle that is fought or has been."""
    n, _, words = key.partition(" ")
    role = words.split(" ")[0]
    if role not in ROLES or int(n) in state.battles_done:
        return True
    if any(f.step == BATTLE and f.vars.get("n", f.vars.get("number")) == int(n) for f in state.stack):
        return True
    attacker = ATTACKS.get(state.phase, "")
    return bool(side) and (role == "attacker") == (side == attacker)
