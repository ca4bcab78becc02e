"""15.5.4, 15.5.8: Orders of the attacker, given face up for the battle that he fights, when he knows whom he meets."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.efs.combat.battle import Battle as SharedBattle
from engine.games.efs.combat.battles import ATTACKER, battle, defenders, targets
from engine.games.efs.combat.orders import may_order, order_of, place_order
from engine.games.efs.fog import ATTACK_ORDERS
from engine.games.efs.phases.combat import Combat as SharedCombat
from engine.games.efs.phases.preparing import NOBODY, chosen, none_chosen, where
from engine.games.efs.phases.reaction import WORDS, order_check, recall, recall_check
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import is_untried
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- while the battle is prepared
def _aims(c: Ctx) -> list[str]:
    """Defender hexes of the chosen battle, by label."""
    n = chosen(c)
    return [c.label(h) for h in targets(c, n)] if n != NOBODY else []


@rule("efs1:15.5.8")
def _not_chosen(c: Ctx, hex_: str) -> Refusal | None:
    n = chosen(c)
    if n == NOBODY:
        return none_chosen()
    if c.hex(hex_) in targets(c, n):
        return None
    return Refusal("efs1:15.5.8", "Orders are given for the battle that is fought next.", targets(c, n))


def _order_check(c: Ctx, hex_: str, order: str) -> Refusal | None:
    """``order B0235 no-retreat``: an Order for the attackers of the chosen battle, face up."""
    return _not_chosen(c, hex_) or order_check(c, hex_, order, ATTACKER)


@rule("efs1:15.5.8")
def _lay(c: Ctx, n: int, order: str) -> None:
    place_order(c, n, ATTACKER, WORDS[order])
    c.say(
        "orders",
        f"Orders for those who attack {where(c, n)}: {WORDS[order].title()}.",
        "efs1:15.5.8",
        hexes=targets(c, n),
    )


def _recall_check(c: Ctx, hex_: str) -> Refusal | None:
    """``recall B0235``: take the Order of the attackers off again."""
    return _not_chosen(c, hex_) or recall_check(c, hex_, ATTACKER)


def _orders(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(label, word) for label in _aims(c) if subject in (None, label) for word in WORDS]


def _recalls(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(label,) for label in _aims(c) if subject in (None, label)]


OPEN_ORDERS = {
    "order": Verb("order", _orders, _order_check, lambda c, label, order: _lay(c, chosen(c), order),
                  "order HEX no-retreat|additional: face up", "efs1:15.5.8", _aims),
    "recall": Verb("recall", _recalls, _recall_check, lambda c, label: recall(c, label, ATTACKER),
                   "recall HEX: take the Order off", "efs1:15.5.8", _aims),
}  # fmt: skip


class Combat(SharedCombat):
    """Combat Phase of a side: battle by battle, Orders and supply with each."""

    verbs = tuple(OPEN_ORDERS.get(verb.name, verb) for verb in SharedCombat.verbs)


# ---------------------------------------------------------------------- once Untried units are turned up
def _n(c: Ctx) -> int:
    return int(c.frame.vars["n"])


def _now_check(c: Ctx, order: str) -> Refusal | None:
    """``give no-retreat``: the Order of the attackers, now that they see whom they attack."""
    if order not in WORDS:
        return Refusal("efs1:15.5.8", f"An Order is one of: {', '.join(WORDS)}.")
    return may_order(c, _n(c), ATTACKER, WORDS[order])


def _give(c: Ctx, order: str) -> None:
    _lay(c, _n(c), order)
    c.done()


class AttackOrders(Step[EfsState]):
    """Orders of an attacker who has just seen who the Untried defenders are; called with ``side`` and ``n``."""

    id = ATTACK_ORDERS
    title = "Orders of the attacker"
    verbs = (
        Verb("give", lambda c, subject: [(word,) for word in WORDS], _now_check, _give,
             "give no-retreat|additional: an Order, face up", "efs1:15.5.8", apart=True),
        Verb("done", no_words, always, lambda c: c.done(), "done: no Order", "efs1:15.5.8", twice=True),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        n = _n(c)
        text = f"The defenders of {where(c, n)} are turned up: an Order for the attackers?"
        return Prompt(c.state.side, text, "efs1:15.5.8", Action("done"), about=targets(c, n)[0])


class Battle(SharedBattle):
    """One battle, in which the attacker may still give Orders when Untried defenders have been turned up."""

    @rule("efs1:15.5.4", "efs1:15.5.8", "efs1:15.5.9")
    def enter(self, c: Context[EfsState]) -> None:
        n = c.frame.vars["n"]
        b = battle(c, n)
        unknown = any(is_untried(c, u) for u in defenders(c, b))
        self.uncover(c)
        if unknown and defenders(c, battle(c, n)) and _may_give(c, n):
            c.call(ATTACK_ORDERS, side=b.side, n=n)
        else:
            self.fight(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        if ended == ATTACK_ORDERS:
            self.fight(c)
        else:
            super().resume(c, ended)


def _may_give(c: Ctx, n: int) -> bool:
    return not order_of(c, n, ATTACKER) and any(may_order(c, n, ATTACKER, order) is None for order in WORDS.values())
