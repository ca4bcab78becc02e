"""15.1 to 15.3, 12.52: the Combat Phase, in which the attacker fights his battles one by one in any order."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from engine.components.grid import Unit
from engine.games.efs.combat import attack_supply as asp
from engine.games.efs.combat.battles import (
    ATTACKER,
    BOMBARD,
    DEFENDER,
    MANDATED,
    Battle,
    battle,
    flags,
    number_at,
    open_battles,
    release,
    targets,
)
from engine.games.efs.combat.bombard import may_bombard
from engine.games.efs.combat.declare import (
    attackable,
    join,
    may_exchange,
    may_join,
    may_unite,
    provokes,
    starves,
    unite,
)
from engine.games.efs.combat.odds import calculate, initial
from engine.games.efs.combat.orders import bound, order_of
from engine.games.efs.combat.support import may_commit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_gun
from engine.games.efs.phases import delays
from engine.games.efs.phases.conflict import Conflict, reconcile
from engine.games.efs.phases.phase import Phase
from engine.games.efs.phases.preparing import (
    NOBODY,
    PREPARING,
    acting,
    all_check,
    chosen,
    each,
    members,
    none_chosen,
    where,
)
from engine.games.efs.phases.reaction import aims, each_aim, lay, order_check, order_words, recall, recall_check
from engine.games.efs.state import ATTACKED, EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import on_map
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words


# ---------------------------------------------------------------------- Orders of the attacker
@rule("efs:12.52", "efs:12.53")
def attack_order_check(c: Ctx, hex_: str, order: str) -> Refusal | None:
    """``order B0235 no-retreat``: an Order for the attackers of that hex, before any combat is resolved."""
    return _too_late(c) or order_check(c, hex_, order, ATTACKER)


def attack_recall_check(c: Ctx, hex_: str) -> Refusal | None:
    """``recall B0235``: take the Order of the attackers off again."""
    return _too_late(c) or recall_check(c, hex_, ATTACKER)


@rule("efs:12.52", "efs:R154")
def _too_late(c: Ctx) -> Refusal | None:
    if not c.state.battles_done:
        return None
    return Refusal("efs:12.52", "The attacker gives his Orders before any combat is resolved.")


# ---------------------------------------------------------------------- which battle
@rule("efs:15.1")
def fight_check(c: Ctx, hex_: str) -> Refusal | None:
    """``fight B0235``: prepare the battle at that hex next."""
    h = c.hex(hex_)
    if number_at(c, h) not in open_battles(c):
        return Refusal("efs:15.1", f"No battle is open at {c.board.describe(h)}.", (h,))
    if number_at(c, h) == chosen(c):
        return Refusal("efs:15.1", f"The battle at {c.board.describe(h)} is being prepared.", (h,))
    return None


def _fight(c: Ctx, hex_: str) -> None:
    c.frame.vars["n"] = number_at(c, c.hex(hex_))
    c.touch()


@rule("efs:12.17", "efs:15.13")
def unite_check(c: Ctx, hex_: str) -> Refusal | None:
    """``unite B0335``: the open battle at that hex becomes one with the chosen one."""
    n, h = chosen(c), c.hex(hex_)
    if n == NOBODY:
        return none_chosen()
    if number_at(c, h) not in open_battles(c):
        return Refusal("efs:12.17", f"No battle is open at {c.board.describe(h)}.", (h,))
    return may_unite(c, targets(c, n)[0], h)


def _unite(c: Ctx, hex_: str) -> None:
    h, n = c.hex(hex_), chosen(c)
    orders = [order_of(c, m, DEFENDER) for m in (n, number_at(c, h))]
    unite(c, targets(c, n)[0], h)
    c.say("combat", f"{where(c, n)} are fought over together.", "efs:12.17", hexes=targets(c, n))
    reconcile(c, n, *orders)


# ---------------------------------------------------------------------- who fights and supports
@rule("efs:15.14", "efs:15.33", "efs:15.47", "efs:13.12")
def add_check(c: Ctx, unit: str) -> Refusal | None:
    """``add art-xxxxviia``: a unit joins the chosen battle, a gun to support it."""
    u, n = c.unit(unit), chosen(c)
    name = c.roster.short[u]
    if n == NOBODY:
        return none_chosen()
    if c.roster.side[u] != acting(c):
        return Refusal("efs:15.14", f"{name} is not yours.", units=(u,))
    if is_gun(c, u):
        if c.state.committed[u] >= 0:
            return Refusal("efs:13.12", f"{name} supports a battle already.", units=(u,))
        return may_commit(c, battle(c, n), u)
    return may_exchange(c, battle(c, n)) or may_join(c, u, targets(c, n)[0]) or _costs(c, u, n)


@rule("efs:12.11", "efs:12.16", "efs:15.14")
def _costs(c: Ctx, u: Unit, n: int) -> Refusal | None:
    """Whether a unit that joins late would bring in an enemy that nobody attacks, or leave another attack to nobody."""
    return provokes(c, u, n) or starves(c, u, n)


def _add(c: Ctx, unit: str) -> None:
    u, n = c.unit(unit), chosen(c)
    if is_gun(c, u):
        c.state.committed[u] = n
        c.touch()
    else:
        join(c, [u], targets(c, n)[0])
    verb, law = ("supports", "efs:15.33") if is_gun(c, u) else ("joins", "efs:15.14")
    c.say("combat", f"{c.roster.short[u]} {verb} the attack on {where(c, n)}.", law, units=[u])


@rule("efs:15.14", "efs:12.32", "efs:15.47", "efs:R37")
def drop_check(c: Ctx, unit: str) -> Refusal | None:
    """``drop 18pz-rec``: the unit takes no part in the chosen battle."""
    u, n = c.unit(unit), chosen(c)
    name = c.roster.short[u]
    if n == NOBODY:
        return none_chosen()
    if c.state.committed[u] != n or c.roster.side[u] != acting(c):
        return Refusal("efs:15.14", f"{name} takes no part in that battle.", units=(u,))
    if is_gun(c, u):
        return None
    b = battle(c, n)
    if (refusal := may_exchange(c, b)) is not None:
        return refusal
    if len(b.attackers) == 1:
        return Refusal("efs:15.14", f"{name} attacks alone: a declared attack is made.", b.targets, (u,))
    return _too_weak(c, u, n)


@rule("efs:15.47", "efs:R37")
def _too_weak(c: Ctx, u: Unit, n: int) -> Refusal | None:
    """Whether the attack would fall below the first column for want of a unit, which nobody may bring about."""
    b = battle(c, n)
    rest = type(b)(b.side, b.targets, tuple(v for v in b.attackers if v != u), number=n)
    if initial(c, rest).place >= 0 or initial(c, b).place < 0:
        return None
    return Refusal("efs:R37", f"Without {c.roster.short[u]} the odds fall below 1-4.", b.targets, (u,))


def _drop(c: Ctx, unit: str) -> None:
    u, n = c.unit(unit), chosen(c)
    release(c, u)
    c.say("combat", f"{c.roster.short[u]} takes no part in the attack on {where(c, n)}.", "efs:15.14", units=[u])


def _addable(c: Ctx) -> list[str]:
    n, ids = chosen(c), c.roster.ids
    if n == NOBODY:
        return []
    near = set(attackable(c, acting(c)).get(targets(c, n)[0], ()))
    near |= {u for u in on_map(c, acting(c)) if is_gun(c, u)}
    return [ids[u] for u in sorted(near) if c.state.committed[u] < 0 and not c.state.did[u] & ATTACKED]


# ---------------------------------------------------------------------- the battle
@rule("efs:15.1", "efs:15.6")
def resolve_check(c: Ctx) -> Refusal | None:
    """``resolve``: the chosen battle is fought."""
    return none_chosen() if chosen(c) == NOBODY else None


def _resolve(c: Ctx) -> None:
    n = chosen(c)
    c.frame.vars["n"] = NOBODY
    if BOMBARD in flags(c, n) and may_bombard(c, battle(c, n)) is None:
        c.frame.vars["next"] = n
        c.call("bombardment", n=n)
    else:
        c.call("battle", n=n)


@rule("efs:12.53")
def as_seen(c: Ctx, n: int) -> Battle:
    """A battle as the attacker knows it: Orders of the defender lie face down, but for those of the NKVD."""
    b = battle(c, n)
    return b if bound(c, n) else replace(b, orders={who: order for who, order in b.orders.items() if who != DEFENDER})


# ---------------------------------------------------------------------- the step
@rule("efs:15.1", "efs:12.11", "efs:4.21")
class Combat(Phase):
    """Combat Phase of a side: every declared attack is made. Called with ``side`` and ``phase``."""

    id = "combat"
    title = "Combat Phase"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("fight", each_aim, fight_check, _fight, "fight HEX: prepare the battle there", "efs:15.1", aims),
        Verb("add", lambda c, s: each(_addable(c), s), add_check, _add, "add UNIT: it joins or supports the attack",
             "efs:15.14", _addable, role="pick"),
        Verb("drop", lambda c, s: each(members(c), s), drop_check, _drop, "drop UNIT: it takes no part",
             "efs:15.14", members, role="drop"),
        Verb("unite", each_aim, unite_check, _unite, "unite HEX: one battle with the one there", "efs:12.17", aims),
        *PREPARING,
        Verb("order", order_words, attack_order_check, lambda c, label, order: lay(c, label, order, ATTACKER),
             "order HEX no-retreat|additional: face down", "efs:12.53", aims, secret=True),
        Verb("recall", each_aim, attack_recall_check, lambda c, label: recall(c, label, ATTACKER),
             "recall HEX: take the Order off", "efs:12.51", aims),
        Verb("resolve", no_words, resolve_check, _resolve, "resolve: throw the die", "efs:15.6", role="resolve",
             battle="attack"),
    )  # fmt: skip

    @rule("efs:12.11")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """No attack is declared."""
        return None if open_battles(c) else Refusal("efs:12.11", "no attack is declared.")

    def begin(self, c: Context[EfsState]) -> None:
        """The only battle is chosen by itself."""
        self._choose(c)

    def _choose(self, c: Context[EfsState]) -> None:
        left = open_battles(c)
        c.frame.vars["n"] = left[0] if len(left) == 1 else NOBODY

    def resume(self, c: Context[EfsState], ended: str) -> None:
        if ended == Conflict.id:
            return
        if ended == "bombardment":
            c.call("battle", n=c.frame.vars.pop("next"))
        elif open_battles(c):
            self._choose(c)
        else:
            self.close(c)

    @rule("efs:15.45", "efs:16.45", "efs:15.16")
    def close(self, c: Context[EfsState]) -> None:
        """Supply points are spent, the markers of all battles go, and who fought may do so again in the next phase."""
        s = c.state
        delays.look(c, acting(c))
        asp.spend(c, acting(c))
        for table in (s.battle, s.battle_order, s.battle_asp, s.battle_flags):
            table.clear()
        s.battles_done.clear()
        s.committed = [NOBODY] * len(c.roster)
        if not edition(c).fired_stays:
            s.fired = [0] * len(c.roster)
        c.touch()
        c.done()

    def prompt(self, c: Context[EfsState]) -> Prompt:
        n, left = chosen(c), open_battles(c)
        if n == NOBODY:
            text = f"{len(left)} battles are to be fought: choose one."
            return Prompt(acting(c), text, "efs:15.1", Action("fight", (c.label(targets(c, left[0])[0]),)))
        told = "mandated, " if MANDATED in flags(c, n) else ""
        told += "the defender has Orders, " if order_of(c, n, DEFENDER) else ""
        found = calculate(c, as_seen(c, n))
        die = f", {found.drm:+d} on the die" if found.drm else ""
        text = f"Attack on {where(c, n)}: {told}{found.in_words}{die}. Add, supply, or resolve."
        return Prompt(acting(c), text, "efs:15.6", Action("resolve" if all_check(c) else "all"))
