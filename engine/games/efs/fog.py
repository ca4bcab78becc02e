"""8.42, 12.53, 14.23: what a side may not know: Untried units, Orders and air missions of the other side."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.load import GameData
from engine.games.efs.state import BACK, EfsState
from engine.play.citing import rule

ATTACKS = {
    "axis-declaration": "axis", "soviet-reaction": "axis", "axis-combat": "axis",
    "soviet-declaration": "soviet", "axis-reaction": "soviet", "soviet-combat": "soviet",
}  # fmt: skip
"""Phases to the side that attacks in them."""
PLANS = "axis"
"""The side that writes down a Victory Plan (R250)."""
ROLES = ("attacker", "defender")
FACE_DOWN = "face down"
"""What a side sees of an Order of the other one (12.53)."""
NKVD = "nkvd"
"""Second word of the key of an Order that NKVD units give, face up (12.54)."""
OVER = "air-fight"
"""The step in which the air units over a hex are turned up (14.31)."""
ATTACK_ORDERS = "attack-orders"
"""The step in which the attacker gives Orders when Untried units are turned up, before he sees the defender's."""
BATTLE = "battle"
"""The step in which a battle is fought; its Orders are turned up."""


@rule("efs:3.34", "efs:8.41", "efs:8.42", "efs:12.53", "efs:14.23", "efs:R250")
def blank(data: GameData, state: EfsState, side: str) -> None:
    """Take from a copied state who Untried units are, whoever owns them, Orders, flights and plan of the other side.

    How many air units are over a hex both sides see, and who they are once they are turned up.
    """
    for u, dealt in enumerate(state.identity):
        if dealt >= 0 and state.mode[u] == BACK and data.roster.number("untried", u):
            state.identity[u] = -1
    state.battle_order = dict(_seen(state, side, data.choices.orders_open))
    if side != PLANS:
        state.plan = ""
    up = {f.vars["hex"] for f in state.stack if f.step == OVER}
    state.sortie = [h if h in up or data.roster.side[u] == side else -1 for u, h in enumerate(state.sortie)]


@rule("efs:12.53", "efs:12.54")
def _seen(state: EfsState, side: str, openly: bool) -> Iterator[tuple[str, str]]:
    """The Orders as a side sees them: that one of the other side lies there, but not which; who paid for it neither."""
    for key, order in state.battle_order.items():
        if _known(state, key, side) or (openly and key.endswith(" attacker")):
            yield key, order
        elif key.count(" ") == 1:
            yield key, FACE_DOWN


def _known(state: EfsState, key: str, side: str) -> bool:
    """Whether a side knows an Order: its own, one of the NKVD, or of a battle that is fought or has been."""
    n, _, words = key.partition(" ")
    role = words.split(" ")[0]
    if (
        role not in ROLES
        or int(n) in state.battles_done
        or (role == "defender" and f"{n} {NKVD}" in state.battle_order)
    ):
        return True
    asked = state.stack and state.stack[-1].step == ATTACK_ORDERS
    if not asked and any(f.step == BATTLE and f.vars.get("n", f.vars.get("number")) == int(n) for f in state.stack):
        return True
    attacker = ATTACKS.get(state.phase, "")
    return bool(side) and (role == "attacker") == (side == attacker)
