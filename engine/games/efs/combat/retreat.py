"""16.4: units retreat, one by one or as a stack, led by their owner or the enemy; what a way past the enemy costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.components.wording import modified
from engine.games.efs.combat.casualties import demand, wipe_out
from engine.games.efs.combat.lookups import FACES, faces, listed, result
from engine.games.efs.combat.paths import (
    CROWDED,
    OVER_EDGE,
    THROUGH,
    Flight,
    Way,
    common_ways,
    is_cover,
    shut_in,
    ways,
    why_none,
)
from engine.games.efs.combat.tail import any_line, follow
from engine.games.efs.edition import edition
from engine.games.efs.homes import strays
from engine.games.efs.kinds import is_gun, is_hq
from engine.games.efs.losses import eliminate, remove
from engine.games.efs.movement.entering import enter, lift_spans
from engine.games.efs.state import BACK, EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import CADRE, ELIMINATED
from engine.games.efs.victory import look
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb

Words = tuple[str, ...]


def flight(c: Ctx) -> Flight:
    """The retreat that is carried out in the present step."""
    v = c.frame.vars
    return Flight(v["owner"], tuple(v["force"]), v["hexes"], bool(v["through"]), bool(v["led"]),
                  frozenset(v["attacked"]), frozenset(v["shunned"]))  # fmt: skip


def call_retreat(
    c: Ctx, side: str, owner: str, force: Iterable[Unit], *, hexes: int = 2, through: bool = True,
    law: str = "efs:16.4", box: str = ELIMINATED, overrun: bool = False, shunned: Iterable[Hex] = (),
) -> None:  # fmt: skip
    """Call the step: units of ``owner`` retreat, ``side`` chooses where; who cannot goes to ``box``.

    ``overrun`` marks those that have retreated (11.38); ``shunned`` are hexes that none of them enters.
    """
    s = c.state
    attacked = sorted(c.board.index[label] for label, n in s.battle.items() if n not in s.battles_done)
    attacked = attacked if edition(c).retreat_shuns_battles else []
    c.call("retreat", side=side, owner=owner, force=list(force), hexes=hexes, through=int(through),
           led=int(side != owner), law=law, box=box, overrun=int(overrun), attacked=attacked, shunned=sorted(shunned),
           starts=[s.hex_of[u] for u in force], gone=[], risk=[], past=-1)  # fmt: skip


# ---------------------------------------------------------------------- who goes, and where to
def _left(c: Ctx) -> list[Unit]:
    """Who still has to retreat."""
    v = c.frame.vars
    return [u for u in v["force"] if c.state.hex_of[u] >= 0 and u not in v["gone"]]


@rule("efs:16.4")
def party(c: Ctx) -> list[Unit]:
    """The stack that retreats now: those who are left in the first hex of them."""
    left = _left(c)
    return [u for u in left if c.state.hex_of[u] == c.state.hex_of[left[0]]]


def stack_ways(c: Ctx) -> dict[Hex, Way]:
    """Where the whole stack may go together."""
    units = party(c) if _left(c) else []
    return common_ways(c, units, flight(c)) if units else {}


def unit_ways(c: Ctx, u: Unit) -> dict[Hex, Way]:
    """Where one unit of the stack may go by itself."""
    return ways(c, [u], flight(c))


@rule("efs:16.4", "efs:16.41", "efs:16.45", "efs:16.48")
def to_check(c: Ctx, hex_: str) -> Refusal | None:
    """``to B0234``: the whole stack retreats there."""
    h, found = c.hex(hex_), stack_ways(c)
    if h in found:
        return None
    where = " or ".join(c.label(e) for e in found)
    text = f"The stack retreats to {where}." if found else "No hex is open to all of them: send them one by one."
    return Refusal("efs:16.4", text, (h,))


@rule("efs:16.4", "efs:16.41", "efs:16.45", "efs:16.48")
def send_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``send rd-100 B0234``: one unit of the stack retreats there by itself."""
    u, h = c.unit(unit), c.hex(hex_)
    if u not in party(c):
        return Refusal("efs:16.4", f"{c.roster.short[u]} is not of the stack that retreats now.", units=(u,))
    found = unit_ways(c, u)
    if h in found:
        return None
    text = f"{c.roster.short[u]} retreats to {' or '.join(c.label(e) for e in found)}."
    return Refusal("efs:16.4", text, (h,), (u,))


@rule("efs:16.48")
def abandon_check(c: Ctx, unit: str) -> Refusal | None:
    """``abandon art-47``: artillery is given up, so that the others get past the enemy more easily."""
    u, v = c.unit(unit), c.frame.vars
    name = c.roster.short[u]
    if u not in party(c) or not is_gun(c, u) or len(party(c)) < 2 or v["side"] != v["owner"]:
        return Refusal("efs:16.48", f"{name} is no artillery of the stack that retreats now, or alone.", units=(u,))
    if not any(way.rank == THROUGH for way in stack_ways(c).values()):
        return Refusal("efs:16.48", f"{name} need not be given up: no way back leads past the enemy.", units=(u,))
    return None


# ---------------------------------------------------------------------- what a way is likely to bring
@rule("efs:16.48", "efs:R152")
def risk(c: Ctx, units: Sequence[Unit], way: Way) -> str:
    """What a way past the enemy costs, in a few words; empty for a free one."""
    if way.zoc < 0:
        return ""
    if sum(c.state.steps_left[u] for u in units) == 1:
        return "past ZOC: the last step goes"
    through = faces(c, "retreat", drm(c, units, way.zoc)).count("yes")
    return f"past ZOC: a step, then {through / FACES:.0%}"


def _to_told(c: Ctx, hex_: str) -> str:
    return risk(c, party(c), stack_ways(c)[c.hex(hex_)])


def _send_told(c: Ctx, unit: str, hex_: str) -> str:
    u = c.unit(unit)
    return risk(c, [u], unit_ways(c, u)[c.hex(hex_)])


# ---------------------------------------------------------------------- going
@rule("efs:16.4", "efs:11.38", "efs:16.48", "efs:21.23")
def _go(c: Ctx, units: Sequence[Unit], way: Way) -> None:
    v, start = c.frame.vars, c.state.hex_of[units[0]]
    names, where = c.roster.names(units), c.board.describe(way.end)
    past = f" past the enemy at {c.label(way.zoc)}" if way.zoc >= 0 else ""
    verb = "retreats" if len(units) == 1 else "retreat"
    c.say("retreat", f"{names} {verb}{past} to {where}.", v["law"], hexes=[start, *way.path], units=units)
    for h in way.path:
        enter(c, units, h)
    v["gone"] = [*v["gone"], *units]
    for u in units:
        _mark(c, u, way)
    if way.zoc >= 0:
        v["risk"], v["past"] = [u for u in units if c.state.hex_of[u] >= 0], way.zoc


@rule("efs:11.38", "efs:16.48", "efs:21.23", "efs:21.74")
def _mark(c: Ctx, u: Unit, way: Way) -> None:
    s, overrun = c.state, c.frame.vars["overrun"]
    if overrun:
        s.overrun[u] = 1
        s.fired[u] = int(s.fired[u] or is_gun(c, u))
    if is_hq(c, u) and (overrun or way.zoc >= 0) and s.mode[u] != BACK:
        s.mode[u] = BACK
        law = "efs:11.38" if overrun else "efs:16.48"
        c.say("command", f"{c.roster.short[u]} is Non-Op now.", law, hexes=[s.hex_of[u]], units=[u])
    if strays(c, u, way.end) and edition(c).militia_freed:
        s.roaming[c.roster.ids[u]] = 1
    elif strays(c, u, way.end):
        remove(c, u, ELIMINATED, "efs:21.74")
    c.touch()


@rule("efs:16.42", "efs:16.43", "efs:16.46", "efs:16.48", "efs:11.37", "efs:16.23", "efs:R48", "efs:R49")
def _lost(c: Ctx, u: Unit) -> None:
    """A unit finds no way: in which box it lands depends on why."""
    why, where = why_none(c, u, flight(c))
    name, box, law = c.roster.short[u], c.frame.vars["box"], "efs:16.46"
    if why == CROWDED:
        spared = edition(c).no_room_is_cadre or any_line(c, c.roster.side[u], where)
        box = CADRE if spared else box
        law = "efs:16.42"
        text = f"{name} finds no room where it could retreat to."
    elif why == OVER_EDGE:
        box, text = CADRE, f"{name} is driven off the map."
    else:
        text = f"{name} cannot retreat."
        if c.frame.vars["overrun"] and edition(c).overrun_shut_in_dies and shut_in(c, u, flight(c)):
            box = ELIMINATED
    c.say("retreat", text, law, hexes=[c.state.hex_of[u]], units=[u])
    remove(c, u, box, law, counted=why != OVER_EDGE)


# ---------------------------------------------------------------------- past the enemy
@rule("efs:16.48", "efs:R152")
def _pay(c: Ctx) -> None:
    """A stack that went through a vacant hex in enemy ZOC loses a step; its owner picks it."""
    v = c.frame.vars
    demand(c, v["owner"], v["risk"], 1, "efs:16.48")


@rule("efs:16.48")
def drm(c: Ctx, units: Iterable[Unit], zoc: Hex) -> int:
    """Modifier of the die on the Retreat Table (chart retreat)."""
    rows = listed(c, "retreat", "drm")
    guns = rows["any_artillery"] if any(is_gun(c, u) for u in units) else 0
    return guns + (rows["zoc_hex_is_woods_or_swamp"] if is_cover(c, zoc) else 0)


@rule("efs:16.48", "efs:R152")
def _roll(c: Ctx) -> None:
    """The Retreat Table decides over those who are left of a stack that went past the enemy."""
    v = c.frame.vars
    units, v["risk"] = [u for u in v["risk"] if c.state.hex_of[u] >= 0], []
    if not units:
        return
    plus = drm(c, units, v["past"])
    die = c.roll(FACES, results=faces(c, "retreat", plus))
    good = result(c, "retreat", die + plus) == "yes"
    told = modified(die, plus)
    text = f"{c.roster.names(units)} past the enemy: roll {told}, {'through' if good else 'lost'}."
    c.say("retreat", text, "efs:16.48", rolls=[die], hexes=[c.state.hex_of[units[0]]], units=units)
    if not good:
        wipe_out(c, units, CADRE, "efs:16.48")


# ---------------------------------------------------------------------- the step
def _go_on(c: Ctx) -> None:
    """Retreats without a choice are made at once; who finds no way is lost."""
    v = c.frame.vars
    while not c.state.over and (left := _left(c)):
        if v["risk"]:
            _pay(c)
            return
        stuck = [u for u in left if not unit_ways(c, u)]
        if stuck:
            for u in stuck:
                _lost(c, u)
            continue
        units, found = party(c), stack_ways(c)
        if asks(c, units, found):
            return
        group = units if found else units[:1]
        _go(c, group, next(iter((found or unit_ways(c, units[0])).values())))
    if c.state.over:
        return
    if v["risk"]:
        _pay(c)
    else:
        _close(c)


@rule("efs:16.4")
def asks(c: Ctx, units: Sequence[Unit], found: dict[Hex, Way]) -> bool:
    """Whether there is anything to choose: a second hex, guns to give up, or a unit that could go elsewhere alone."""
    if len(found) > 1 or any(abandon_check(c, c.roster.ids[u]) is None for u in units):
        return True
    every = {h for u in units for h in unit_ways(c, u)}
    return len(every) > 1


@rule("efs:16.46", "efs:6.42", "efs:22.26", "efs:24.22")
def _close(c: Ctx) -> None:
    v = c.frame.vars
    follow(c, flight(c), dict(zip(v["force"], v["starts"], strict=True)))
    for h in sorted(set(v["starts"])) if edition(c).bridges_fall_back else ():
        lift_spans(c, h, v["owner"], "its hex is given up")
    look(c)
    if not c.state.over:
        c.done()


def _to(c: Ctx, hex_: str) -> None:
    _go(c, party(c), stack_ways(c)[c.hex(hex_)])
    _go_on(c)


def _send(c: Ctx, unit: str, hex_: str) -> None:
    u = c.unit(unit)
    _go(c, [u], unit_ways(c, u)[c.hex(hex_)])
    _go_on(c)


def _abandon(c: Ctx, unit: str) -> None:
    eliminate(c, [c.unit(unit)], "efs:16.48")
    _go_on(c)


def _hexes(c: Ctx) -> list[str]:
    return [c.label(h) for h in stack_ways(c)]


def _members(c: Ctx) -> list[str]:
    units = party(c)
    return [c.roster.ids[u] for u in units] if len(units) > 1 else []


def _sendings(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in _members(c):
        if subject in (None, name):
            yield from ((name, c.label(h)) for h in unit_ways(c, c.unit(name)))


@rule("efs:16.4", "efs:16.44", "efs:16.45", "efs:16.48")
class Retreat(Step[EfsState]):
    """A retreat of one side after combat or overrun; called by ``call_retreat``."""

    id = "retreat"
    title = "Retreat"
    verbs = (
        Verb("to", lambda c, s: [(label,) for label in _hexes(c)], to_check, _to, "to HEX: the stack retreats there",
             "efs:16.4", _hexes, told=_to_told),
        Verb("send", _sendings, send_check, _send, "send UNIT HEX: one unit retreats there by itself", "efs:16.4",
             _members, told=_send_told),
        Verb("abandon", lambda c, s: [(n,) for n in _members(c) if s in (None, n)], abandon_check, _abandon,
             "abandon UNIT: give up artillery to slip past the enemy", "efs:16.48", _members, grave=True),
    )  # fmt: skip

    def enter(self, c: Context[EfsState]) -> None:
        _go_on(c)

    @rule("efs:16.48")
    def resume(self, c: Context[EfsState], ended: str) -> None:
        _roll(c)
        _go_on(c)

    def prompt(self, c: Context[EfsState]) -> Prompt:
        v, units, found = c.frame.vars, party(c), stack_ways(c)
        who = c.roster.names(units)
        what = "Lead the retreat of" if v["led"] else "Retreat of"
        here = c.state.hex_of[units[0]]
        text = f"{what} {who} from {c.board.describe(here)}: where to?{_alike(found)}"
        return Prompt(v["side"], text, v["law"], default_of(c, units, found), about=here)


@rule("efs:16.4")
def _alike(found: dict[Hex, Way]) -> str:
    """That the way which is proposed is one of several that the rules make no difference between, as a sentence."""
    best = min((way.rank for way in found.values()), default=0)
    count = sum(way.rank == best for way in found.values())
    return f" {count} hexes are alike to the rules: the first is proposed." if count > 1 else ""


def default_of(c: Ctx, units: Sequence[Unit], found: dict[Hex, Way]) -> Action:
    """What is proposed: the stack together by the best way, else its first unit."""
    if found:
        return Action("to", (c.label(min(found, key=lambda h: (found[h].rank, h))),))
    u = units[0]
    return Action("send", (c.roster.ids[u], c.label(next(iter(unit_ways(c, u))))))
