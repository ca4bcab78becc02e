"""14.25, 14.3 to 14.5: what happens over one mission hex, from the first look at the air units to their support."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.components.wording import modified
from engine.games.efs.air import fight, flak, interdiction
from engine.games.efs.air.bases import flying, is_dual, is_dummy, is_fighter, points
from engine.games.efs.combat.battles import CAS, COVER, flags, set_flag
from engine.games.efs.command import non_op_over
from engine.games.efs.edition import edition
from engine.games.efs.phases.airlift import land
from engine.games.efs.phases.flights import AIRLIFT, INTERDICTION, mission_of
from engine.games.efs.phases.sorties import battle_at
from engine.games.efs.phases.unmet import send_home, unengaged
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
ROLES, PAIRING = "roles", "pairing"
"""Stages in which somebody decides: who of the dual-purpose fighters fires, and who fights whom."""


def _here(c: Ctx, side: str) -> list[Unit]:
    return flying(c, side, _hex(c))


def _hex(c: Ctx) -> Hex:
    return int(c.frame.vars["hex"])


@rule("efs:14.12")
def firing(c: Ctx, side: str) -> list[Unit]:
    """The fighters of a side over the hex that are no mission units."""
    mission = c.frame.vars.get("missions", ())
    return [u for u in _here(c, side) if is_fighter(c, u) and u not in mission]


def on_mission(c: Ctx, side: str) -> list[Unit]:
    """The mission units of a side over the hex: bombers, and fighters that were declared so."""
    return [u for u in _here(c, side) if u not in firing(c, side)]


# ---------------------------------------------------------------------- roles
@rule("efs:14.12")
def duals(c: Ctx, side: str) -> list[Unit]:
    """Dual-purpose fighters over the hex, which their owner declares mission or firing units when they are revealed."""
    return [u for u in _here(c, side) if _dual(c, u)]


@rule("efs:14.12", "efs:14.61", "efs:21.26")
def _dual(c: Ctx, u: Unit) -> bool:
    """Whether a unit has a choice here: in Interdiction by its rating for that, on the side that flies it.

    In range of a Non-Op headquarters Soviet fighters oppose a mission and support nobody.
    """
    mission = mission_of(c)
    if mission == INTERDICTION:
        return c.roster.side[u] == c.frame.vars["attacker"] and is_dual(c, u, "interdiction")
    lamed = c.roster.side[u] == "soviet" and bool(non_op_over(c, _hex(c)))
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
    c.say("air", f"{c.roster.short[plane]} flies as escort.", "efs:14.12", hexes=[_hex(c)], units=[plane])


# ---------------------------------------------------------------------- pairs
def targets_of(c: Ctx) -> dict[Unit, Unit]:
    """Whom each firing unit of the side with initiative fights."""
    found: list[int] = c.frame.vars.get("pairs", [])
    return dict(zip(found[::2], found[1::2], strict=True))


@rule("efs:14.32")
def engage_check(c: Ctx, unit: str, enemy: str) -> Refusal | None:
    """``engage jg51-iv a-401iap``: a firing unit takes another enemy; all enemies are met before one is met twice."""
    u, target, side = c.unit(unit), c.unit(enemy), c.state.side
    if c.frame.vars["stage"] != PAIRING or u not in firing(c, side):
        return Refusal("efs:14.32", f"{c.roster.short[u]} is no firing unit of yours here.", units=(u,))
    foes = _here(c, c.other(side))
    if target not in foes:
        return Refusal("efs:14.32", f"{c.roster.short[target]} is not here.", units=(target,))
    now = targets_of(c)
    if now.get(u) == target:
        return Refusal("efs:14.32", f"{c.roster.short[u]} fights {c.roster.short[target]} already.", units=(u,))
    return _evenly(c, _changed(c, now, u, target))


@rule("efs:14.32")
def _changed(c: Ctx, now: dict[Unit, Unit], u: Unit, target: Unit) -> dict[Unit, Unit]:
    """The pairs once a unit takes a target: beside whoever has it where an edition lets surplus fighters take anybody,
    else in exchange."""
    beside = {**now, u: target}
    if edition(c).fighters_at_will and _evenly(c, beside) is None:
        return beside
    return _swapped(now, u, target)


def _swapped(now: dict[Unit, Unit], u: Unit, target: Unit) -> dict[Unit, Unit]:
    """The pairs with one changed: whoever had the new target takes the old one."""
    new = dict(now)
    other = next((v for v, t in now.items() if t == target), None)
    if other is not None and u in now:
        new[other] = now[u]
    new[u] = target
    return new


@rule("efs:14.32", "efs:R33")
def _evenly(c: Ctx, new: dict[Unit, Unit]) -> Refusal | None:
    """Firing enemies are met first, then missions, and nobody twice while somebody is free."""
    enemy = c.other(c.state.side)
    armed, missions = firing(c, enemy), on_mission(c, enemy)
    met, only = set(new.values()), "firing unit " if edition(c).fighters_at_will else ""
    if met & set(missions) and not met >= set(armed):
        return Refusal("efs:14.32", "Every enemy firing unit has an opponent before a mission unit has one.")
    due = set(armed) if only else {*armed, *missions}
    if len(met & due) < min(len(new), len(due)):
        return Refusal("efs:14.32", f"Nobody is fought by two while another enemy {only}has no opponent.")
    return None


def _engage(c: Ctx, unit: str, enemy: str) -> None:
    new = _changed(c, targets_of(c), c.unit(unit), c.unit(enemy))
    c.frame.vars["pairs"] = [n for pair in sorted(new.items()) for n in pair]
    c.touch()


# ---------------------------------------------------------------------- fire
Shot = tuple[Unit, Unit]
"""Who fires, and at whom."""


@rule("efs:14.32")
def shots(c: Ctx, side: str, mine: dict[Unit, Unit]) -> list[Shot]:
    """All fire of the first round: both of each pair, the first attacker alone answered, then the enemy's surplus."""
    enemy, found, answered = c.other(side), list[Shot](), set[Unit]()
    for u, target in mine.items():
        found.append((u, target))
        if target not in answered:
            answered.add(target)
            found.append((target, u))
    idle = [v for v in firing(c, enemy) if v not in answered]
    surplus = fight.pairs(c, idle, firing(c, side), on_mission(c, side)) if idle else {}
    return found + list(surplus.items())


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
        c.say("air combat", text, "efs:14.32", rolls=[die], hexes=[_hex(c)], units=[u, target])
        results[target] = fight.worse(results.get(target, "-"), got)
    gone = [u for u, got in results.items() if got != "-"]
    for u in gone:
        send_home(c, u, fight.BOXES[results[u]])
    return gone


@rule("efs:14.32")
def second_round(c: Ctx, side: str, mine: dict[Unit, Unit], gone: Sequence[Unit]) -> list[Shot]:
    """Local Tactical Advantage: who has driven its opponent off takes another one, who cannot answer; one that is
    engaged where nobody else is left and the edition has it so."""
    free = [u for u in firing(c, side) if u in mine and mine[u] in gone]
    engaged = {mine[u] for u in firing(c, side) if u in mine and mine[u] not in gone}
    foes = _here(c, c.other(side))
    open_ = [v for v in foes if v not in engaged]
    found = []
    for u in sorted(free, key=lambda u: (-c.roster.number("air_combat", u), u)):
        open_ = open_ or (list(foes) if edition(c).fighters_at_will else [])
        if open_:
            target = max(open_, key=lambda v: (fight.threat(c, v), -v))
            open_.remove(target)
            found.append((u, target))
    return found


# ---------------------------------------------------------------------- from the ground
@rule("efs:14.41", "efs:14.43", "efs:15.44", "efs:R35")
def ground_fire(c: Ctx) -> None:
    """Both sides fire once at each enemy mission unit; all results hold at once."""
    h, results = _hex(c), dict[Unit, str]()
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
    h = _hex(c)
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
    h = _hex(c)
    units = [u for side in c.data.meta["sides"] for u in on_mission(c, side)]
    interdiction.mark(c, h, units)
    for u in units:
        send_home(c, u)


def _effect(c: Ctx) -> None:
    """Fire from the ground, then what the mission brings about; nobody is over the hex any more."""
    mission, h = mission_of(c), _hex(c)
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


def _firing(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in firing(c, c.state.side)] if c.frame.vars["stage"] == PAIRING else []


def _engagements(c: Ctx, subject: str | None) -> Iterable[Words]:
    foes = [c.roster.ids[u] for u in _here(c, c.other(c.state.side))]
    for name in _firing(c) if subject is None else [subject]:
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
        Verb("engage", _engagements, engage_check, _engage, "engage UNIT ENEMY: fight that one", "efs:14.32", _firing),
        Verb("go", no_words, always, _go, "go: as it stands", "efs:14.25"),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        v, where = c.frame.vars, c.board.describe(_hex(c))
        if v["stage"] == ROLES:
            return Prompt(c.state.side, f"{where}: {_roles(c)}", "efs:14.12", Action("go"))
        told = ", ".join(
            f"{c.roster.short[u]} at {c.roster.short[t]} ({fight.hits(c, u, t)}%)" for u, t in targets_of(c).items()
        )
        return Prompt(c.state.side, f"{where}, your initiative: {told}. Go?", "efs:14.32", Action("go"))

    @rule("efs:14.25", "efs:14.31", "efs:R32")
    def enter(self, c: Context[EfsState]) -> None:
        """Both sides turn their units up: dummies go home, and dual-purpose fighters wait for their task."""
        v, where = c.frame.vars, c.board.describe(_hex(c))
        everybody = [u for side in c.data.meta["sides"] for u in _here(c, side)]
        c.show(everybody)
        told = "; ".join(
            f"{c.data.meta['side'][side]['title']}: {c.roster.names(_here(c, side)) or 'nobody'}"
            for side in c.data.meta["sides"]
        )
        c.say("air", f"Over {where}: {told}.", "efs:14.31", hexes=[_hex(c)], units=everybody)
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
            self._fight(c, c.state.side)
            return
        while v["left"]:
            side, *v["left"] = v["left"]
            if duals(c, side) and _here(c, c.other(side)):
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
        if not all(_here(c, side) for side in sides) or not any(armed.values()):
            self._end(c)
            return
        die = c.roll(fight.DIE, results=fight.by_die(c, "air_initiative"))
        side, advantage = fight.initiative(c, die, armed)
        word = f"initiative of the {c.data.meta['side'][side]['title']}" if side else "no air combat"
        more = ", with Local Tactical Advantage" if advantage else ""
        c.say("air combat", f"Air Initiative: {die}, {word}{more}.", "efs:14.31", rolls=[die], hexes=[_hex(c)])
        if not side:
            self._end(c)
            return
        v, enemy = c.frame.vars, c.other(side)
        v["advantage"] = advantage
        pairs = fight.pairs(c, armed[side], armed[enemy], on_mission(c, enemy))
        v["pairs"] = [n for pair in sorted(pairs.items()) for n in pair]
        v["stage"] = PAIRING
        if len(_here(c, enemy)) > 1:
            self._hand(c, side)
        else:
            self._fight(c, side)

    @rule("efs:14.32")
    def _fight(self, c: Context[EfsState], side: str) -> None:
        """The first round, the second one of Local Tactical Advantage; then all firing units fly home."""
        mine = targets_of(c)
        gone = exchange(c, shots(c, side, mine))
        if c.frame.vars["advantage"]:
            exchange(c, second_round(c, side, mine, gone))
        for who in c.data.meta["sides"]:
            for u in firing(c, who):
                send_home(c, u)
        self._end(c)

    @rule("efs:14.26", "efs:14.4", "efs:14.54")
    def _end(self, c: Context[EfsState]) -> None:
        unengaged(c, [u for side in c.data.meta["sides"] for u in firing(c, side)])
        _effect(c)
        c.done()
