"""14.25, 14.3 to 14.5: what happens over one mission hex, from the first look at the air units to their support."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Unit
from engine.components.wording import modified
from engine.games.efs.air import fight, flak, interdiction
from engine.games.efs.air.bases import is_dual, is_dummy, points
from engine.games.efs.combat.battles import CAS, COVER, flags, set_flag
from engine.games.efs.command import non_op_over
from engine.games.efs.edition import edition
from engine.games.efs.phases.airlift import land
from engine.games.efs.phases.flights import AIRLIFT, INTERDICTION, mission_of
from engine.games.efs.phases.opponents import (
    AGAIN,
    PAIRING,
    SURPLUS,
    Shot,
    choosers,
    disengaged,
    engage,
    engage_check,
    firing,
    here,
    note,
    noted,
    on_mission,
    over,
    second_round,
    shots,
    surplus_of,
)
from engine.games.efs.phases.sorties import battle_at
from engine.games.efs.phases.unmet import send_home, unengaged
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
STAGES = {PAIRING: "your initiative", SURPLUS: "your surplus", AGAIN: "Local Tactical Advantage, new targets"}
"""The stages of air combat in words."""
ROLES = "roles"
"""The stage in which their owners decide which dual-purpose fighters fire."""


# ---------------------------------------------------------------------- roles
@rule("efs:14.12")
def duals(c: Ctx, side: str) -> list[Unit]:
    """Dual-purpose fighters over the hex, which their owner declares mission or firing units when they are revealed."""
    return [u for u in here(c, side) if _dual(c, u)]


@rule("efs:14.12", "efs:14.61", "efs:21.26")
def _dual(c: Ctx, u: Unit) -> bool:
    """Whether a unit has a choice here: in Interdiction by its rating for that, on the side that flies it.

    In range of a Non-Op headquarters Soviet fighters oppose a mission and support nobody.
    """
    mission = mission_of(c)
    if mission == INTERDICTION:
        return c.roster.side[u] == c.frame.vars["attacker"] and is_dual(c, u, "interdiction")
    lamed = c.roster.side[u] == "soviet" and bool(non_op_over(c, over(c)))
    return mission != AIRLIFT and is_dual(c, u) and not lamed


def escort_check(c: Ctx, unit: str) -> Refusal | None:
    """``escort skg210-ii``: a dual-purpose fighter fires and gives no support."""
    u = c.unit(unit)
    if c.frame.vars["stage"] != ROLES or u not in duals(c, c.state.side):
        return Refusal("efs:14.12", f"{c.roster.short[u]} has no choice of its task now.", units=(u,))
    if u not in c.frame.vars["missions"]:
        return Refusal("efs:14.12", f"{c.roster.short[u]} is declared a firing unit; that is for good.", units=(u,))
    return None


def _escort(c: Ctx, unit: str) -> None:
    v, plane = c.frame.vars, c.unit(unit)
    v["missions"] = [u for u in v["missions"] if u != plane]
    c.touch()
    c.say("air", f"{c.roster.short[plane]} flies as escort.", "efs:14.12", hexes=[over(c)], units=[plane])


# ---------------------------------------------------------------------- fire
@rule("efs:14.32", "efs:14.33")
def exchange(c: Ctx, fired: Sequence[Shot]) -> list[Unit]:
    """Everybody fires, then all results hold; the units that leave for a box."""
    results: dict[Unit, str] = {}
    for u, target in fired:
        table = fight.outcomes(c, u, target)
        die = c.roll(fight.DIE, results=table)
        got = table[die - 1]
        d = fight.difference(c, u, target)
        text = f"{c.roster.short[u]} fires at {c.roster.short[target]} ({d:+d}): {die}, {fight.WORDS[got]}."
        c.say("air combat", text, "efs:14.32", rolls=[die], hexes=[over(c)], units=[u, target])
        results[target] = fight.worse(results.get(target, "-"), got)
    gone = [u for u, got in results.items() if got != "-"]
    for u in gone:
        send_home(c, u, fight.BOXES[results[u]])
    return gone


# ---------------------------------------------------------------------- from the ground
@rule("efs:14.41", "efs:14.43", "efs:15.44", "efs:R35")
def ground_fire(c: Ctx) -> None:
    """Both sides fire once at each enemy mission unit; all results hold at once."""
    h, results = over(c), dict[Unit, str]()
    for side in c.data.meta["sides"]:
        targets = on_mission(c, c.other(side)) if flak.gunners(c, h, side) else []
        if targets and mission_of(c) != INTERDICTION:
            flak.note_fire(c, h, side)
        for target in targets:
            drm = flak.modifier(c, h, side, target)
            table = fight.flak_outcomes(c, drm)
            die = c.roll(fight.DIE, results=table)
            results[target] = table[die - 1]
            told = f"{modified(die, drm)}, {fight.WORDS[results[target]]}"
            text = f"Fire from the ground at {c.roster.short[target]}: {told}."
            c.say("flak", text, "efs:14.43", rolls=[die], hexes=[h], units=[target])
    for u, got in results.items():
        if got != "-":
            send_home(c, u, fight.BOXES[got])


@rule("efs:14.45", "efs:14.53", "efs:14.54", "efs:R112")
def support(c: Ctx) -> None:
    """Mission units that are left support the ground combat and are done for the turn."""
    h = over(c)
    n, attacker = battle_at(c, h), str(c.frame.vars["attacker"])
    for side in c.data.meta["sides"]:
        units = on_mission(c, side)
        if found := points(c, units):
            word = CAS if side == attacker else COVER  # another mission of the battle may have given some
            set_flag(c, n, word, str(found + int(flags(c, n).get(word) or 0)))
            who = c.data.meta["side"][side]["title"]
            gives = "gives" if len(units) == 1 else "give"
            text = f"{who}: {c.roster.names(units)} {gives} {found} Close Air Support at {c.board.describe(h)}."
            c.say("air", text, "efs:14.53", hexes=[h], units=units)
        for u in units:
            send_home(c, u)


@rule("efs:14.63", "efs:14.26")
def interdict(c: Ctx) -> None:
    """Mission units that are left interdict the hex and are done for the turn."""
    h = over(c)
    units = [u for side in c.data.meta["sides"] for u in on_mission(c, side)]
    interdiction.mark(c, h, units)
    for u in units:
        send_home(c, u)


def _effect(c: Ctx) -> None:
    """Fire from the ground, then what the mission brings about; nobody is over the hex any more."""
    mission, h = mission_of(c), over(c)
    if mission == AIRLIFT:
        land(c)
    else:
        ground_fire(c)
        (interdict if mission == INTERDICTION else support)(c)
    for side in c.data.meta["sides"]:
        c.state.flights.pop(f"{side} {c.label(h)}", None)
    c.touch()


# ---------------------------------------------------------------------- the step
def _duals(c: Ctx) -> list[str]:
    if c.frame.vars["stage"] != ROLES:
        return []
    return [c.roster.ids[u] for u in duals(c, c.state.side) if u in c.frame.vars["missions"]]


def _choosers(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in choosers(c)]


def _engagements(c: Ctx, subject: str | None) -> Iterable[Words]:
    foes = [c.roster.ids[u] for u in here(c, c.other(c.state.side))]
    for name in _choosers(c) if subject is None else [subject]:
        yield from ((name, foe) for foe in foes)


def _go(c: Ctx) -> None:
    step = c.step
    assert isinstance(step, AirFight)
    step.go_on(c)


def _roles(c: Ctx) -> str:
    """The question who fires and who is on the mission, with what enemy fighters and they would do to each other."""
    units = duals(c, c.state.side)
    open_ = [u for u in units if u in c.frame.vars["missions"]]
    odds = fight.odds(c, units, firing(c, c.other(c.state.side)))
    if not open_:
        return f"{c.roster.names(units)} {'escorts' if len(units) == 1 else 'escort'}. Go?{odds}"
    mission = "interdict" if mission_of(c) == INTERDICTION else "support"
    return f"{c.roster.names(open_)}: {mission}, or 'escort'? Then go.{odds}"


class AirFight(Step[EfsState]):
    """The air units over one hex; called with ``attacker``, ``hex`` and ``mission``."""

    id = "air-fight"
    title = "Air combat"
    verbs = (
        Verb("escort", lambda c, s: [(i,) for i in _duals(c) if s in (None, i)], escort_check, _escort,
             "escort UNIT: a dual-purpose fighter fires and flies no mission", "efs:14.12", _duals),
        Verb("engage", _engagements, engage_check, engage, "engage UNIT ENEMY: fight that one", "efs:14.32", _choosers),
        Verb("go", no_words, always, _go, "go: as it stands", "efs:14.25", twice=True),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        v, where = c.frame.vars, c.board.describe(over(c))
        if v["stage"] == ROLES:
            return Prompt(c.state.side, f"{where}: {_roles(c)}", "efs:14.12", Action("go"), about=over(c))
        told = ", ".join(
            f"{c.roster.short[u]} at {c.roster.short[t]} ({fight.hits(c, u, t)}%)" for u, t in noted(c).items()
        )
        text = f"{where}, {STAGES[v['stage']]}: {told}. Go?"
        return Prompt(c.state.side, text, "efs:14.32", Action("go"), about=over(c))

    @rule("efs:14.25", "efs:14.31", "efs:R32")
    def enter(self, c: Context[EfsState]) -> None:
        """Both sides turn their units up: dummies go home, and dual-purpose fighters wait for their task."""
        v, where = c.frame.vars, c.board.describe(over(c))
        everybody = [u for side in c.data.meta["sides"] for u in here(c, side)]
        c.show(everybody)
        told = "; ".join(
            f"{c.data.meta['side'][side]['title']}: {c.roster.names(here(c, side)) or 'nobody'}"
            for side in c.data.meta["sides"]
        )
        c.say("air", f"Over {where}: {told}.", "efs:14.31", hexes=[over(c)], units=everybody)
        for u in everybody:
            if is_dummy(c, u):
                send_home(c, u)
        v["missions"] = [u for u in everybody if _dual(c, u)]
        v["left"] = [v["attacker"], c.other(v["attacker"])]
        v["stage"] = ROLES
        self.go_on(c)

    def go_on(self, c: Context[EfsState]) -> None:
        """The next decision, or what follows when there is none left."""
        v = c.frame.vars
        if v["stage"] == PAIRING:
            self._answer(c, c.state.side)
            return
        if v["stage"] == SURPLUS:
            note(c, noted(c), "surplus")
            self._fight(c, c.other(c.state.side))
            return
        if v["stage"] == AGAIN:
            self._again(c)
            return
        while v["left"]:
            side, *v["left"] = v["left"]
            if duals(c, side) and here(c, c.other(side)):
                self._hand(c, side)
                return
        self._begin(c)

    def _hand(self, c: Context[EfsState], side: str) -> None:
        c.frame.vars["side"] = c.state.side = side
        c.touch()

    @rule("efs:14.3", "efs:14.31", "efs:14.26")
    def _begin(self, c: Context[EfsState]) -> None:
        """Initiative, where both sides are here and one of them fires; then that side says who fights whom."""
        sides = c.data.meta["sides"]
        armed = {side: firing(c, side) for side in sides}
        if not all(here(c, side) for side in sides) or not any(armed.values()):
            self._end(c)
            return
        die = c.roll(fight.DIE, results=fight.by_die(c, "air_initiative"))
        side, advantage = fight.initiative(c, die, armed)
        word = f"initiative of the {c.data.meta['side'][side]['title']}" if side else "no air combat"
        more = ", with Local Tactical Advantage" if advantage else ""
        c.say("air combat", f"Air Initiative: {die}, {word}{more}.", "efs:14.31", rolls=[die], hexes=[over(c)])
        if not side:
            self._end(c)
            return
        v, enemy = c.frame.vars, c.other(side)
        v["advantage"] = advantage
        pairs = fight.pairs(c, armed[side], armed[enemy], on_mission(c, enemy))
        note(c, pairs)
        v["stage"] = PAIRING
        if len(here(c, enemy)) > 1:
            self._hand(c, side)
        else:
            self._answer(c, side)

    @rule("efs:14.32", "efs:R33")
    def _answer(self, c: Context[EfsState], side: str) -> None:
        """The other side says whom those of its firing units fight that nobody has taken, where it can choose."""
        mine = noted(c)
        surplus = surplus_of(c, side, mine)
        note(c, mine, "mine")
        note(c, surplus, "surplus")
        if not surplus or len(here(c, side)) < 2:
            self._fight(c, side)
            return
        note(c, surplus)
        c.frame.vars["stage"] = SURPLUS
        self._hand(c, c.other(side))

    @rule("efs:14.32")
    def _fight(self, c: Context[EfsState], side: str) -> None:
        """The first round; with Local Tactical Advantage who is free says whom it fights next, where it can choose."""
        mine = noted(c, "mine")
        gone = exchange(c, shots(c, mine, noted(c, "surplus")))
        anew = dict(second_round(c, side, mine, gone)) if c.frame.vars["advantage"] else {}
        note(c, anew)
        open_ = here(c, c.other(side)) if edition(c).fighters_at_will else disengaged(c, side, mine, gone)
        if anew and len(open_) > 1:
            c.frame.vars["stage"] = AGAIN
            self._hand(c, side)
        else:
            self._again(c)

    @rule("efs:14.32")
    def _again(self, c: Context[EfsState]) -> None:
        """The second round; then all firing units fly home."""
        exchange(c, list(noted(c).items()))
        for who in c.data.meta["sides"]:
            for u in firing(c, who):
                send_home(c, u)
        self._end(c)

    @rule("efs:14.26", "efs:14.4", "efs:14.54")
    def _end(self, c: Context[EfsState]) -> None:
        unengaged(c, [u for side in c.data.meta["sides"] for u in firing(c, side)])
        _effect(c)
        c.done()
