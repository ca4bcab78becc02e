"""12.53f: attacks that become one: of two unlike Orders of the defender he keeps the one that he likes better."""

from __future__ import annotations

from engine.games.efs.combat.battles import DEFENDER, NO_RETREAT, battle
from engine.games.efs.combat.orders import bound, order_of
from engine.games.efs.phases.reaction import WORDS
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb


@rule("efs:12.53", "efs:R218")
def reconcile(c: Ctx, n: int, first: str, second: str) -> None:
    """Two attacks have become one: the defender is asked where his Orders differ; the NKVD leaves no choice."""
    if not first or not second or first == second:
        return
    if bound(c, n):
        c.state.battle_order[f"{n} {DEFENDER}"] = NO_RETREAT
        c.touch()
        return
    c.call(Conflict.id, side=c.other(battle(c, n).side), n=n)


def keep_check(c: Ctx, order: str) -> Refusal | None:
    """``keep no-retreat``: this Order stays."""
    if order in WORDS:
        return None
    return Refusal("efs:12.53", f"One of the two Orders stays: {' or '.join(WORDS)}.")


@rule("efs:12.53")
def _keep(c: Ctx, order: str) -> None:
    n, side = int(c.frame.vars["n"]), c.state.side
    c.state.battle_order[f"{n} {DEFENDER}"] = WORDS[order]
    c.touch()
    hexes = battle(c, n).targets
    c.say("orders", "Of two Orders that were given one is taken off.", "efs:12.53", hexes=hexes)
    c.say("orders", f"{WORDS[order].capitalize()} stays.", "efs:12.53", hexes=hexes, seen_by=side)
    c.done()


class Conflict(Step[EfsState]):
    """Which of two Orders stays; called with ``side``, that of the defender, and ``n``, the battle."""

    id = "conflict"
    title = "Orders of attacks that become one"
    private = True
    verbs = (
        Verb("keep", lambda c, subject: [(word,) for word in WORDS], keep_check, _keep,
             "keep ORDER: that stays, the other is taken off", "efs:12.53", apart=True, secret=True),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        n = int(c.frame.vars["n"])
        now = order_of(c, n, DEFENDER)
        word = next(word for word, order in WORDS.items() if order == now)
        text = "Two attacks have become one, with unlike Orders of yours: which stays?"
        return Prompt(c.state.side, text, "efs:12.53", Action("keep", (word,)), about=battle(c, n).target)
