"""14.1-14.7: who may attack what in the Prepared Assault Phase, and the step in which attacks are made one by one."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import may_attack_together, may_go, rests
from engine.games.pm.combat.landing import invaders, invasion_target, land_unopposed
from engine.games.pm.combat.staying import PREPARED_VERBS
from engine.games.pm.combat.strengths import PREPARED
from engine.games.pm.hedgehogs import hedgehog, prune
from engine.games.pm.kinds import AIRCRAFT, FLAK, SIEGE
from engine.games.pm.state import REFITTING, PmState
from engine.games.pm.supply import attack_barred
from engine.games.pm.tables import Ctx, open_sides, tables
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks, units_at
from engine.play.step import Context, Prompt, Step, Verb, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- who
@rule("pm:10.1", "pm:14.41")
def never_attacks(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit, by what it is, makes no prepared assault ever."""
    name, kind = c.roster.short[u], c.roster.kind[u]
    if kind == FLAK:
        return Refusal("pm:10.1", f"{name} is flak and never attacks.", units=(u,))
    if kind == SIEGE:
        text = f"{name} never attacks by itself: it helps the units that it is stacked with."
        return Refusal("pm:14.41", text, units=(u,))
    return None


@rule("pm:14.1", "pm:14.4", "pm:10.1", "pm:14.41", "pm:14.40", "pm:8.20", "pm:9.18", "pm:9.19", "pm:9.20")
def may_attack(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may still make a prepared assault in this phase."""
    s, r = c.state, c.roster
    name = r.short[u]
    if r.side[u] != s.side or s.hex_of[u] < 0 or r.kind[u] == AIRCRAFT:
        return Refusal("pm:14.1", f"{name} is no ground unit of yours on the map.", units=(u,))
    if s.fought[u]:
        return Refusal("pm:14.4", f"{name} has attacked in this phase.", units=(u,))
    if (refusal := never_attacks(c, u)) is not None:
        return refusal
    if s.refit[u] == REFITTING:
        return Refusal("pm:8.20", f"{name} is refitting and may not attack in this player turn.", units=(u,))
    if s.still[u] and r.side[u] == "axis":
        text = f"{name} has had its replacements by air and may not attack in this player turn."
        return Refusal("pm:9.18", text, units=(u,))
    if s.still[u]:
        return Refusal("pm:11.2", f"{name} came by sea and may not attack in this player turn.", units=(u,))
    if r.side[u] == "axis" and hedgehog(c, s.hex_of[u]):
        return Refusal("pm:14.40", f"{name} is in a hedgehog and may not attack.", (s.hex_of[u],), (u,))
    return attack_barred(c, u) or rests(c, u)


# ---------------------------------------------------------------------- what
@rule("pm:14.1", "pm:14.4", "pm:14.6", "pm:R52")
def may_be_attacked(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a hex may still be attacked in this phase by the side that acts."""
    here = units_at(c, h)
    if not here or c.roster.side[here[0]] == c.state.side:
        return Refusal("pm:14.1", f"There is no enemy in {c.board.describe(h)}.", (h,))
    if h in c.state.attacked:
        return Refusal("pm:14.4", f"{c.board.describe(h)} has been attacked in this phase.", (h,))
    if all(c.state.fled[u] for u in here):
        text = f"All units in {c.board.describe(h)} were attacked in this phase and retreated there."
        return Refusal("pm:14.4", text, (h,))
    return None


@rule("pm:14.3", "pm:13.7", "pm:11.4", "pm:17.9", "pm:5.3")
def may_reach(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit can attack a hex from where it stands: adjacent, not over sea or lake, not into closed country."""
    here = c.state.hex_of[u]
    if h in open_sides(c)[here]:
        return may_go(c, u, h)
    name, where = c.roster.short[u], c.board.describe(h)
    if h not in c.grid.adjacent[here]:
        return Refusal("pm:14.1", f"{name} is not adjacent to {where}.", (h,), (u,))
    if here in tables(c).land:
        return Refusal("pm:17.9", f"No attack over the water between {c.label(here)} and {where}.", (h,), (u,))
    if h != invasion_target(c):
        return Refusal("pm:11.4", f"{name} lands in another hex than {where}.", (h,), (u,))
    return None


@derived("side", "hex_of", "attacked", "fled", "fought", "refit", "still", "hedgehogs", "memory", "marked", "turn")
def attack_list(c: Ctx) -> dict[Hex, tuple[Unit, ...]]:
    """Every hex that the side to act can attack now, to the units that could take part, in the order of the hexes."""
    own, found = c.roster.side, dict[Hex, list[Unit]]()
    targets, near = set[Hex](), list[tuple[Hex, tuple[Unit, ...]]]()
    for h, units in stacks(c).items():
        if own[units[0]] == c.state.side:
            near.append((h, units))
        elif may_be_attacked(c, h) is None:
            targets.add(h)
    for h, units in near:
        beside = targets.intersection(c.grid.adjacent[h])
        free = [u for u in units if may_attack(c, u) is None] if beside else ()
        for target in sorted(beside) if free else ():
            found.setdefault(target, []).extend(u for u in free if may_reach(c, u, target) is None)
    return {h: tuple(sorted(units)) for h, units in sorted(found.items()) if units}


# ---------------------------------------------------------------------- declaring
def declared(c: Ctx) -> dict[Hex, tuple[Unit, ...]]:
    """The attack that is being made up: its target and who takes part."""
    frame = next((f for f in reversed(c.state.stack) if f.step == "combat"), None)
    if frame is None or frame.vars["target"] < 0 or frame is not c.state.stack[-1]:
        return {}
    return {frame.vars["target"]: tuple(frame.vars["attackers"])}


def attackers(c: Ctx, h: Hex) -> tuple[Unit, ...]:
    """Units that could join an attack on a hex in the Prepared Assault Phase."""
    return attack_list(c).get(h, ()) if c.state.stack and c.frame.step == "combat" else ()


def _must_land(c: Ctx) -> bool:
    """Whether an invasion waits: it is the first prepared assault (11.4, R26)."""
    return c.state.side == "soviet" and bool(invaders(c))


@rule("pm:14.1", "pm:14.3", "pm:11.4", "pm:14.5")
def target_check(c: Ctx, hex_: str) -> Refusal | None:
    """``target 2707N``: make up an attack on this hex."""
    h = c.hex(hex_)
    if h == c.frame.vars["target"]:
        return Refusal("pm:14.3", f"{c.board.describe(h)} is the target already: add units, then roll.", (h,))
    if _must_land(c):
        return Refusal("pm:11.4", "The invasion is the first assault: roll for it.", (invasion_target(c),))
    if (refusal := may_be_attacked(c, h)) is not None:
        return refusal
    if h not in attack_list(c):
        return Refusal("pm:14.1", f"No unit of yours can attack {c.board.describe(h)}.", (h,))
    return None


@rule("pm:14.3", "pm:14.6", "pm:7.2", "pm:7.3", "pm:7.4")
def add_check(c: Ctx, unit: str) -> Refusal | None:
    """``add 7pz``: take part in the attack."""
    u, v = c.unit(unit), c.frame.vars
    if v["target"] < 0:
        return Refusal("pm:14.3", "Choose the hex to attack first.")
    if u in v["attackers"]:
        return Refusal("pm:14.4", f"{c.roster.short[u]} takes part already.", units=(u,))
    return may_attack(c, u) or may_reach(c, u, v["target"]) or may_attack_together(c, [*v["attackers"], u])


def drop_check(c: Ctx, unit: str) -> Refusal | None:
    """``drop 7pz``: leave the attack."""
    u = c.unit(unit)
    if u not in c.frame.vars["attackers"]:
        return Refusal("pm:14.6", f"{c.roster.short[u]} does not take part in the attack.", units=(u,))
    if u in invaders(c):
        return Refusal("pm:11.4", f"{c.roster.short[u]} invades and cannot stay out of it.", units=(u,))
    return None


def all_check(c: Ctx) -> Refusal | None:
    """``all``: everybody who can takes part."""
    if c.frame.vars["target"] < 0:
        return Refusal("pm:14.3", "Choose the hex to attack first.")
    if not _addable(c):
        return Refusal("pm:14.3", "Everybody who can take part does.")
    return None


@rule("pm:14.7", "pm:14.8")
def roll_check(c: Ctx) -> Refusal | None:
    """``roll``: the attack is made; nothing can be called off any more."""
    if not c.frame.vars["attackers"]:
        return Refusal("pm:14.8", "Nobody attacks yet: choose a target and add units.")
    return None


def cancel_check(c: Ctx) -> Refusal | None:
    """``cancel``: another target, or none."""
    if c.frame.vars["target"] < 0:
        return Refusal("pm:14.1", "No attack is being made up.")
    if _must_land(c):
        return Refusal("pm:11.4", "An invasion cannot be called off.")
    return None


@rule("pm:14.1", "pm:11.4")
def end_check(c: Ctx) -> Refusal | None:
    """Ending the phase with units chosen is surely a slip; an invasion must be fought."""
    if c.frame.vars["attackers"]:
        return Refusal("pm:14.1", "An attack is made up: 'roll' resolves it, 'cancel' calls it off.")
    return None


# ---------------------------------------------------------------------- options
def _targets(c: Ctx) -> list[str]:
    return [] if _must_land(c) else [c.label(h) for h in attack_list(c)]


def _addable(c: Ctx) -> list[Unit]:
    """Units that can still be added, each by itself."""
    v = c.frame.vars
    near = attack_list(c).get(v["target"], ())
    return [u for u in near if u not in v["attackers"] and may_attack_together(c, [*v["attackers"], u]) is None]


def _near(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in attack_list(c).get(c.frame.vars["target"], ())]


def _chosen(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in c.frame.vars["attackers"]]


def _each(words: Iterable[str]) -> list[Words]:
    return [(word,) for word in words]


# ---------------------------------------------------------------------- effects
def _target(c: Ctx, hex_: str) -> None:
    c.frame.vars["target"], c.frame.vars["attackers"] = c.hex(hex_), []
    c.touch()


def _add(c: Ctx, unit: str) -> None:
    c.frame.vars["attackers"] = sorted([*c.frame.vars["attackers"], c.unit(unit)])
    c.touch()


def _drop(c: Ctx, unit: str) -> None:
    c.frame.vars["attackers"].remove(c.unit(unit))
    c.touch()


def _all(c: Ctx) -> None:
    group = c.frame.vars["attackers"]
    for u in _addable(c):
        if may_attack_together(c, [*group, u]) is None:
            group.append(u)
    group.sort()
    c.touch()


def _cancel(c: Ctx) -> None:
    c.frame.vars["target"], c.frame.vars["attackers"] = -1, []
    c.touch()


@rule("pm:14.4", "pm:14.5", "pm:14.7")
def _roll(c: Ctx) -> None:
    v = c.frame.vars
    target, attackers = v["target"], list(v["attackers"])
    v["target"], v["attackers"] = -1, []
    c.call("battle", kind=PREPARED, target=target, attackers=attackers)


def _end(c: Ctx) -> None:
    c.say("phase", "The Prepared Assault Phase ends.", "pm:5.2")
    c.done()


@rule("pm:14.1", "pm:14.5")
class Combat(Step[PmState]):
    """Prepared Assault Phase: one attack after the other, in any order, an invasion first."""

    id = "combat"
    phase = "combat"
    private = True
    title = "Prepared Assault Phase"
    verbs = (
        Verb("target", lambda c, s: _each(_targets(c)), target_check, _target, "target HEX", "pm:14.3", _targets),
        Verb("add", lambda c, s: _each(_near(c)), add_check, _add, "add UNIT: it joins", "pm:14.6", _near, role="pick"),
        Verb("drop", lambda c, s: _each(_chosen(c)), drop_check, _drop, "drop UNIT", "pm:14.6", _chosen, role="drop"),
        Verb("all", no_words, all_check, _all, "all: everybody takes part", "pm:14.3", role="all"),
        *PREPARED_VERBS,
        Verb("roll", no_words, roll_check, _roll, "roll: resolve the attack", "pm:14.31", role="resolve"),
        Verb("cancel", no_words, cancel_check, _cancel, "cancel: another target", "pm:14.1"),
        Verb("end", no_words, end_check, _end, "end: no further attack in this phase", "pm:14.1"),
    )  # fmt: skip

    @rule("pm:11.4", "pm:R26")
    def enter(self, c: Context[PmState]) -> None:
        c.frame.vars.update(target=-1, attackers=[])
        c.touch()
        prune(c)
        if _must_land(c) and not land_unopposed(c):
            c.frame.vars.update(target=invasion_target(c), attackers=invaders(c))
            c.touch()
        if not c.state.over and not _must_land(c) and not attack_list(c):
            c.done()

    def resume(self, c: Context[PmState], ended: str) -> None:
        prune(c)
        if not attack_list(c):
            _end(c)

    def prompt(self, c: Context[PmState]) -> Prompt:
        v, side = c.frame.vars, c.state.side
        if v["attackers"]:
            # No odds here: a prompt is for everybody, and they would tell what lies under the top unit (14.7).
            count = len(v["attackers"])
            text = f"{count} unit{'s' * (count > 1)} to attack {c.board.describe(v['target'])}. Add units, or roll."
            return Prompt(side, text, "pm:14.31", Action("roll"))
        if v["target"] >= 0:
            return Prompt(side, f"Who attacks {c.board.describe(v['target'])}? Add units.", "pm:14.6", Action("all"))
        count = len(attack_list(c))
        text = f"Prepared assaults: {count} hex{'es' * (count != 1)} can be attacked. Choose a target, or end."
        return Prompt(side, text, "pm:14.1", Action("end"))
