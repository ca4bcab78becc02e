"""12.1 to 12.3: the Attack Declaration Phase, in which all attacks of a phase of combat are put together."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.combat.battles import MANDATED, NONE, battle, drop, flags, number_at, open_battles, targets
from engine.games.efs.combat.declare import (
    anything_attackable,
    attackable,
    declared_mandates,
    join,
    leave,
    mandate,
    may_join,
    may_mandate,
    may_part,
    may_unite,
    part,
    unite,
)
from engine.games.efs.combat.duties import crowded, names_of, open_duties
from engine.games.efs.combat.lone import RAID_VERB, raids
from engine.games.efs.combat.promises import broken_promise
from engine.games.efs.phases.movement import discard
from engine.games.efs.phases.phase import Phase
from engine.games.efs.stacking import may_discard
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- who and where
def _side(c: Ctx) -> str:
    return str(c.frame.vars["side"])


def _units(c: Ctx) -> list[str]:
    return sorted({c.roster.ids[u] for units in attackable(c, _side(c)).values() for u in units})


def _attacks(c: Ctx, subject: str | None) -> Iterable[Words]:
    for h, units in attackable(c, _side(c)).items():
        for u in units:
            if subject in (None, c.roster.ids[u]):
                yield c.roster.ids[u], c.label(h)


def _declared(c: Ctx) -> list[str]:
    """Labels of the Defender hexes of the battles declared so far."""
    return [c.label(h) for n in open_battles(c) for h in targets(c, n)]


def _fighting(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for n in open_battles(c) for u in battle(c, n).attackers]


def _pairs(c: Ctx, subject: str | None) -> Iterable[Words]:
    for label in _declared(c) if subject is None else [subject] if subject in _declared(c) else []:
        h = c.board.index[label]
        near = {n for a in c.grid.adjacent[h] for n in c.grid.adjacent[a]} - {h}
        for other in sorted(near.intersection(attackable(c, _side(c)))):
            yield label, c.label(other)


def _each(known: Iterable[str], subject: str | None) -> list[Words]:
    return [(word,) for word in known if subject in (None, word)]


# ---------------------------------------------------------------------- the verbs
@rule("efs:12.11", "efs:12.12")
def attack_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``attack 18pz-pzr B0112``: the unit attacks that hex, alone or with those that do already."""
    u = c.unit(unit)
    if c.roster.side[u] != _side(c):
        return Refusal("efs:12.12", f"{c.roster.short[u]} is not yours.", units=(u,))
    return may_join(c, u, c.hex(hex_))


def _attack(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    join(c, [u], h)
    where = names_of(c, targets(c, number_at(c, h)))
    c.say("declare", f"{c.roster.short[u]} will attack {where}.", "efs:12.11", hexes=[h], units=[u])


def withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw 18pz-pzr``: the unit attacks nobody; an attack without attackers is off."""
    u = c.unit(unit)
    if unit not in _fighting(c) and c.roster.ids[u] not in _fighting(c):
        return Refusal("efs:12.13", f"{c.roster.short[u]} is not declared for an attack.", units=(u,))
    return None


def _withdraw(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    leave(c, u)
    c.say("declare", f"{c.roster.short[u]} will not attack.", "efs:12.13", units=[u])


def unite_check(c: Ctx, hex_: str, other: str) -> Refusal | None:
    """``unite B0112 B0213``: the attack on the first hex takes in the second."""
    return may_unite(c, c.hex(hex_), c.hex(other))


def _unite(c: Ctx, hex_: str, other: str) -> None:
    h = c.hex(hex_)
    unite(c, h, c.hex(other))
    where = targets(c, number_at(c, h))
    c.say("declare", f"{names_of(c, where)} are attacked together.", "efs:12.17", hexes=where)


def part_check(c: Ctx, hex_: str) -> Refusal | None:
    """``part B0213``: the hex is left out of an attack on several."""
    return may_part(c, c.hex(hex_))


def _part(c: Ctx, hex_: str) -> None:
    part(c, c.hex(hex_))
    c.say("declare", f"{c.label(c.hex(hex_))} is left out.", "efs:12.17", hexes=[c.hex(hex_)])


def cancel_check(c: Ctx, hex_: str) -> Refusal | None:
    """``cancel B0112``: the attack on that hex is off, with all its hexes."""
    h = c.hex(hex_)
    if number_at(c, h) < 0:
        return Refusal("efs:12.11", f"No attack on {c.board.describe(h)} is declared.", (h,))
    return None


def _cancel(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    drop(c, number_at(c, h))
    c.say("declare", f"The attack on {c.board.describe(h)} is off.", "efs:12.13", hexes=[h])


def mandate_check(c: Ctx, hex_: str) -> Refusal | None:
    """``mandate B0112``: the attack is a Mandated Attack, or no more."""
    return may_mandate(c, c.hex(hex_))


def _mandate(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    mandate(c, h)
    on = MANDATED in flags(c, number_at(c, h))
    text = f"The attack on {c.board.describe(h)} is {'a' if on else 'no'} Mandated Attack."
    c.say("declare", text, "efs:12.32", hexes=[h])


# ---------------------------------------------------------------------- who stands above the limit and does not attack
def _surplus(c: Ctx) -> list[str]:
    """Units that may be given up because their hex is too full and nobody attacks from it."""
    hexes = {h for lack in crowded(c, _side(c)) for h in lack.hexes}
    return [c.roster.ids[u] for h in sorted(hexes) for u in fighters(c, _side(c))[h] if _may_drop(c, u) is None]


@rule("efs:3.33", "efs:R2")
def _may_drop(c: Ctx, u: Unit) -> Refusal | None:
    name, h = c.roster.short[u], c.state.hex_of[u]
    if c.roster.side[u] != _side(c) or c.state.committed[u] != NONE:
        return Refusal("efs:3.33", f"{name} is not yours, or it attacks.", units=(u,))
    if not any(h in lack.hexes for lack in crowded(c, _side(c))):
        return Refusal("efs:3.33", f"{name} is in no hex above the limit from which nobody attacks.", units=(u,))
    return may_discard(c, u)


def _drop_check(c: Ctx, unit: str) -> Refusal | None:
    """``discard pi-xii``: it is above the limit and does not attack."""
    return _may_drop(c, c.unit(unit))


@rule("efs:12.11", "efs:12.16", "efs:12.21", "efs:12.35")
def done_check(c: Ctx) -> Refusal | None:
    """``done``: the attacks stand as they are declared, and have to be made."""
    return next(iter(open_duties(c, _side(c))), None) or broken_promise(c, _side(c))


def _done(c: Ctx) -> None:
    close(c)


@rule("efs:12.32")
def close(c: Ctx) -> None:
    """The declaration is over; Mandated Attacks that are declared are not to be made any more."""
    count = len(open_battles(c))
    told = f"{count} attack{'s' * (count > 1)} declared." if count else "No attack is declared."
    c.say("phase", told, "efs:12.11", hexes=[h for n in open_battles(c) for h in targets(c, n)])
    c.done()


@rule("efs:12.1", "efs:12.11", "efs:4.21")
class Declaration(Phase):
    """Attack Declaration Phase of a side. Called with ``side`` and ``phase``."""

    id = "declaration"
    title = "Attack Declaration Phase"
    verbs = (
        Verb("attack", _attacks, attack_check, _attack, "attack UNIT HEX: declare", "efs:12.11", _units),
        Verb("withdraw", lambda c, s: _each(_fighting(c), s), withdraw_check, _withdraw,
             "withdraw UNIT: it attacks nobody", "efs:12.13", _fighting, role="back"),
        Verb("unite", _pairs, unite_check, _unite, "unite HEX HEX: one attack on both", "efs:12.17", _declared,
             rare=True),
        Verb("part", lambda c, s: _each(_declared(c), s), part_check, _part,
             "part HEX: leave it out of an attack on several", "efs:12.17", _declared, rare=True),
        Verb("cancel", lambda c, s: _each(_declared(c), s), cancel_check, _cancel, "cancel HEX: call it off",
             "efs:12.11", _declared, rare=True, role="back"),
        Verb("mandate", lambda c, s: _each(_declared(c) if _side(c) == "soviet" else [], s), mandate_check, _mandate,
             "mandate HEX: a Mandated Attack, or not", "efs:12.32", _declared, rare=True),
        RAID_VERB,
        Verb("discard", lambda c, s: _each(_surplus(c), s), _drop_check, discard,
             "discard UNIT: give up what a hex cannot hold", "efs:3.33", _surplus, rare=True, grave=True),
        Verb("done", no_words, done_check, _done, "done: these attacks, and no others", "efs:12.11"),
    )  # fmt: skip

    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """Nobody stands beside an enemy that it may attack."""
        if anything_attackable(c, _side(c)) or raids(c, _side(c)):
            return None
        return Refusal("efs:12.12", "nobody stands beside an enemy that may be attacked.")

    def prompt(self, c: Context[EfsState]) -> Prompt:
        lacking, count, soviet = done_check(c), len(open_battles(c)), _side(c) == "soviet"
        if lacking is not None:
            return Prompt(_side(c), lacking.reason, lacking.rule)
        if count:
            of = f", {declared_mandates(c)} of {c.state.mandates} mandated" if c.state.mandates and soviet else ""
            text = f"{count} attack{'s' * (count > 1)} declared{of}. Add units, or done."
        else:
            near = len(attackable(c, _side(c)))
            text = f"Declare attacks: {near} enemy hex{'es' * (near != 1)} can be attacked{_unguarded(c)}. Or done."
        return Prompt(_side(c), text, "efs:12.11", Action("done"))


@rule("efs:6.42")
def _unguarded(c: Ctx) -> str:
    """That supply units stand alone beside units that could attack, for the prompt; empty where there are none."""
    found = raids(c, _side(c))
    return f"; 'raid' removes supply at {names_of(c, found)}" if found else ""
