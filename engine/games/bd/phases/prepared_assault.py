"""11.1 to 11.6: the prepared assault phase, in which attacks are made up and made one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.components.grid import Hex, Unit
from engine.games.bd import gambit
from engine.games.bd.combat.access import attack_list, may_attack, may_be_attacked, may_reach, together
from engine.games.bd.combat.mandatory import due, facing
from engine.games.bd.combat.support import DROP, KIND_OF, PREPARED, RULES, TITLES, Support, may_have
from engine.games.bd.phases import strongholds
from engine.games.bd.phases.commitment import useful
from engine.games.bd.phases.phase import Phase
from engine.games.bd.state import FIGHT_FIGHT, BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- declaring
def support_of(c: Ctx) -> Support:
    """The support of the attack that is being made up."""
    return Support.from_vars(c.frame.vars)


def declared(c: Ctx) -> dict[Hex, tuple[Unit, ...]]:
    """The attack that is being made up: its target and who takes part."""
    frame = c.state.stack[-1] if c.state.stack else None
    if frame is None or frame.step != "combat" or frame.vars["target"] < 0:
        return {}
    return {frame.vars["target"]: tuple(frame.vars["attackers"])}


def attackers(c: Ctx, h: Hex) -> tuple[Unit, ...]:
    """Units that could join an attack on a hex in this phase."""
    return attack_list(c).get(h, ()) if c.state.stack and c.frame.step == "combat" else ()


@rule("bd:11.1", "bd:11.3", "bd:11.5")
def target_check(c: Ctx, hex_: str) -> Refusal | None:
    """``target 2308``: make up an attack on this hex."""
    h = c.hex(hex_)
    if h == c.frame.vars["target"]:
        return Refusal("bd:11.3", f"{c.board.describe(h)} is the target already: add units, then roll.", (h,))
    if (refusal := may_be_attacked(c, h)) is not None:
        return refusal
    if h not in attack_list(c):
        return Refusal("bd:11.1", f"No unit of yours can attack {c.board.describe(h)}.", (h,))
    return None


@rule("bd:11.3", "bd:11.6")
def add_check(c: Ctx, unit: str) -> Refusal | None:
    """``add 38ra``: take part in the attack."""
    u, v = c.unit(unit), c.frame.vars
    if v["target"] < 0:
        return Refusal("bd:11.3", "Choose the hex to attack first.")
    if u in v["attackers"]:
        return Refusal("bd:11.4", f"{c.roster.short[u]} takes part already.", units=(u,))
    return may_attack(c, u) or may_reach(c, u, v["target"])


def drop_check(c: Ctx, unit: str) -> Refusal | None:
    """``drop 38ra``: leave the attack."""
    u = c.unit(unit)
    if u not in c.frame.vars["attackers"]:
        return Refusal("bd:11.6", f"{c.roster.short[u]} does not take part in the attack.", units=(u,))
    return None


def all_check(c: Ctx) -> Refusal | None:
    """``all``: everybody who can takes part."""
    if c.frame.vars["target"] < 0:
        return Refusal("bd:11.3", "Choose the hex to attack first.")
    return None if _addable(c) else Refusal("bd:11.3", "Everybody who can take part does.")


@rule("bd:8.41", "bd:11.23", "bd:4.17")
def sorts_of(c: Ctx) -> tuple[str, ...]:
    """The sorts of support that the side to act can give: aircraft and a drop are German, the others Soviet."""
    if c.state.side != "axis":
        return tuple(KIND_OF)
    return ("luftwaffe", DROP) if gambit.paratroops(c) is not None else ("luftwaffe",)


@rule("bd:8.41", "bd:11.23")
def support_check(c: Ctx, sort: str) -> Refusal | None:
    """``support air``: one more counter of a sort supports the attack."""
    v = c.frame.vars
    if sort not in (sorts := sorts_of(c)):
        return Refusal("bd:8.41", f"Your support is one of: {', '.join(sorts)}.")
    if not v["attackers"]:
        return Refusal(RULES[sort], "Choose the attackers first.")
    if sort not in ("air", "artillery") and v.get(sort):
        return Refusal(RULES[sort], f"{TITLES[sort].capitalize()}: the attack has it already.")
    more = replace(support_of(c), **{sort: v.get(sort, 0) + 1})
    return may_have(c, PREPARED, v["attackers"], v["target"], more)


def withhold_check(c: Ctx, sort: str) -> Refusal | None:
    """``withhold air``: one counter fewer."""
    if not c.frame.vars.get(sort) or sort not in sorts_of(c):
        return Refusal("bd:8.41", "The attack has no such support.")
    return None


@rule("bd:11.7", "bd:11.8", "bd:8.35")
def roll_check(c: Ctx) -> Refusal | None:
    """``roll``: the attack is made; nothing can be called off any more."""
    v = c.frame.vars
    if not v["attackers"]:
        return Refusal("bd:11.8", "Nobody attacks yet: choose a target and add units.")
    return together(c, v["attackers"]) or may_have(c, PREPARED, v["attackers"], v["target"], support_of(c))


def cancel_check(c: Ctx) -> Refusal | None:
    """``cancel``: another target, or none."""
    return None if c.frame.vars["target"] >= 0 else Refusal("bd:11.1", "No attack is being made up.")


@rule("bd:5.12")
@derived()
def must_attack(c: Ctx) -> dict[Unit, tuple[Hex, ...]]:
    """Units that have to attack before this phase ends, with the hexes of which each has to attack one."""
    if not c.state.stack or c.frame.step != "combat":
        return {}
    return due(c, c.frame.vars["facing"], attack_list(c)) if c.frame.vars["facing"] else {}


@rule("bd:5.12", "bd:11.1")
def end_check(c: Ctx) -> Refusal | None:
    """Ending the phase with units chosen is surely a slip; some units have to attack first."""
    if c.frame.vars["attackers"]:
        return Refusal("bd:11.1", "An attack is made up: 'roll' resolves it, 'cancel' calls it off.")
    if bound := must_attack(c):
        u = next(iter(bound))
        more = f" and {len(bound) - 1} more" if len(bound) > 1 else ""
        where = " or ".join(c.label(h) for h in bound[u])
        text = f"{c.roster.short[u]}{more} must attack first, {c.roster.short[u]} {where}."
        return Refusal("bd:5.12", text, bound[u], tuple(bound))
    return None


# ---------------------------------------------------------------------- options
def _targets(c: Ctx) -> list[str]:
    return [c.label(h) for h in attack_list(c)]


def _addable(c: Ctx) -> list[Unit]:
    v = c.frame.vars
    return [u for u in attack_list(c).get(v["target"], ()) if u not in v["attackers"]]


def _near(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in attack_list(c).get(c.frame.vars["target"], ())]


def _chosen(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in c.frame.vars["attackers"]]


def _each(words: Iterable[str], subject: str | None) -> list[Words]:
    return [(word,) for word in words if subject in (None, word)]


# ---------------------------------------------------------------------- effects
def _set(c: Ctx, target: Hex, units: list[Unit]) -> None:
    c.frame.vars.pop(DROP, None)
    c.frame.vars.update(target=target, attackers=units, **Support().to_vars())
    c.touch()


def _add(c: Ctx, unit: str) -> None:
    c.frame.vars["attackers"] = sorted([*c.frame.vars["attackers"], c.unit(unit)])
    c.touch()


def _drop(c: Ctx, unit: str) -> None:
    c.frame.vars["attackers"] = [u for u in c.frame.vars["attackers"] if u != c.unit(unit)]
    c.touch()


def _all(c: Ctx) -> None:
    c.frame.vars["attackers"] = sorted([*c.frame.vars["attackers"], *_addable(c)])
    c.touch()


def _change(c: Ctx, sort: str, step: int) -> None:
    c.frame.vars[sort] = c.frame.vars.get(sort, 0) + step
    c.touch()


@rule("bd:11.4", "bd:11.5", "bd:11.7", "bd:R90")
def _roll(c: Ctx) -> None:
    if useful(c):
        c.call("commitment", side=c.state.side)
    else:
        _resolve(c)


def _resolve(c: Ctx) -> None:
    v, support = c.frame.vars, support_of(c)
    target, units = v["target"], list(v["attackers"])
    _set(c, -1, [])
    c.call("battle", kind=PREPARED, target=target, attackers=units, **support.to_vars())


@rule("bd:5.5")
def _which(c: Ctx) -> str:
    """What the phase is called: in a fight/fight turn it is the first or the second of its kind."""
    if c.state.order != FIGHT_FIGHT:
        return "Prepared assaults"
    return f"{'Second' if c.frame.vars['fight'] == 2 else 'First'} assault phase of two"


def _end(c: Ctx) -> None:
    c.say("phase", "The Prepared Assault Phase ends.", "bd:5.2")
    c.done()


@rule("bd:11.1", "bd:11.5", "bd:5.5")
class Combat(Phase):
    """Prepared assault phase: one attack after the other, in any order. ``fight`` is 2 in the second one of a turn."""

    id = "combat"
    phase = "combat"
    private = True
    title = "Prepared Assault Phase"
    verbs = (
        Verb("target", lambda c, s: _each(_targets(c), s), target_check, lambda c, h: _set(c, c.hex(h), []),
             "target HEX", "bd:11.3", _targets),
        Verb("add", lambda c, s: _each(_near(c), s), add_check, _add, "add UNIT: it joins", "bd:11.6", _near,
             role="pick"),
        Verb("drop", lambda c, s: _each(_chosen(c), s), drop_check, _drop, "drop UNIT", "bd:11.6", _chosen,
             role="drop"),
        Verb("all", no_words, all_check, _all, "all: everybody takes part", "bd:11.3", role="all"),
        Verb("support", lambda c, s: _each(sorts_of(c), s), support_check, lambda c, sort: _change(c, sort, 1),
             "support SORT: a counter more", "bd:8.41", apart=True),
        Verb("withhold", lambda c, s: _each(sorts_of(c), s), withhold_check, lambda c, sort: _change(c, sort, -1),
             "withhold SORT: a counter fewer", "bd:8.41", apart=True),
        Verb("roll", no_words, roll_check, _roll, "roll: resolve the attack", "bd:11.25", role="resolve"),
        Verb("cancel", no_words, cancel_check, lambda c: _set(c, -1, []), "cancel: another target", "bd:11.1"),
        strongholds.DECLARE,
        Verb("end", no_words, end_check, _end, "end: no further attack in this phase", "bd:11.1"),
    )  # fmt: skip

    def begin(self, c: Context[BdState]) -> None:
        s, n = c.state, len(c.roster)
        turn = next(f.vars for f in c.state.stack if f.step == "player-turn")
        second = s.order == FIGHT_FIGHT and turn.get("fights", 0) == 1
        turn["fights"] = 1
        s.fought, s.fled, s.attacked = [0] * n, [0] * n, []
        c.frame.vars["fight"] = 2 if second else 1
        c.frame.vars["facing"] = facing(c)
        _set(c, -1, [])

    def idle(self, c: Context[BdState]) -> bool:
        return not attack_list(c)

    def enter(self, c: Context[BdState]) -> None:
        frame = c.frame
        super().enter(c)
        if c.state.stack and c.frame is frame:
            strongholds.ask(c)

    def resume(self, c: Context[BdState], ended: str) -> None:
        if ended == "commitment":
            _resolve(c)
        elif not attack_list(c):
            _end(c)
        elif ended == "battle":
            strongholds.ask(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        v, side = c.frame.vars, c.state.side
        if v["attackers"]:
            # No odds here: a prompt is for everybody, and they would tell what lies under the top unit (11.7).
            count, where = len(v["attackers"]), c.board.describe(v["target"])
            helped = sum(support_of(c).to_vars().values())
            backed = f" and {helped} support counter{'s' * (helped > 1)}" if helped else ""
            text = f"{count} unit{'s' * (count > 1)}{backed} on {where}: roll, or add more."
            return Prompt(side, text, "bd:11.25", Action("roll") if roll_check(c) is None else None)
        if v["target"] >= 0:
            text = f"Who attacks {c.board.describe(v['target'])}? Add units."
            return Prompt(side, text, "bd:11.6", Action("all"))
        count, which = len(attack_list(c)), _which(c)
        text = f"{which}: {count} hex{'es' * (count != 1)} can be attacked. Choose a target, or end."
        if bound := must_attack(c):
            text = f"{len(bound)} unit{'s' * (len(bound) != 1)} beside the enemy must still attack. Choose a target."
            return Prompt(side, text, "bd:5.12", Action("target", (c.label(next(iter(bound.values()))[0]),)))
        return Prompt(side, text, "bd:11.1", Action("end"))
