"""4.11 to 4.13: a Caucasus expedition leaves the map, is answered, comes back, and is followed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engine.components.grid import Unit
from engine.games.bd.caucasus import BOX, OVER, UNDER_WAY, exits, inside, terms
from engine.games.bd.control import enter
from engine.games.bd.kinds import INFANTRY, MOUNTAIN, PANZERS, RIFLE, is_satellite
from engine.games.bd.movement.allowance import begin, may_move, movers, points
from engine.games.bd.stacking import fits
from engine.games.bd.state import FRESH, BdState
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import held_by, riders, side_units, to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
SORTS = ((INFANTRY, MOUNTAIN), PANZERS, PANZERS)
"""What the three units of an expedition are (4.11)."""


# ---------------------------------------------------------------------- leaving
@rule("bd:4.11", "bd:4.13")
def _may_leave(c: Ctx) -> Refusal | None:
    """Whether an expedition can be launched in this movement phase: the only one of the game, well prepared."""
    s = c.state
    if s.side != "axis" or s.expedition:
        return Refusal("bd:4.13", "One Caucasus expedition a game, by the German side.")
    if s.expedition_ready != s.turn:
        names = ", ".join(c.board.describe(c.board.index[label]) for label in terms(c)["needs"])
        text = f"The turn did not begin with {names} German, supplied and away from Soviet units."
        return Refusal("bd:4.11", text)
    return None


@rule("bd:4.11")
def _fit_to_leave(c: Ctx, u: Unit, sorts: tuple[str, ...]) -> Refusal | None:
    r, h = c.roster, c.state.hex_of[u]
    if (refusal := may_move(c, u)) is not None:
        return refusal
    if r.kind[u] not in sorts or r.size[u] != "corps" or r.nationality[u] != "german":
        return Refusal("bd:4.11", f"An expedition is an infantry and two panzer corps, not {r.short[u]}.", units=(u,))
    if h not in exits(c) or points(c, u) < 1:
        return Refusal("bd:4.11", f"{r.short[u]} is in no exit hex with a movement point left.", (h,), (u,))
    if riders(c, [u]):
        return Refusal("bd:8.31", f"{r.short[u]} has a Tiger battalion with it, which stays on the map.", units=(u,))
    return None


@rule("bd:4.11")
def launch_check(c: Ctx, infantry: str, panzer: str, other: str) -> Refusal | None:
    """``launch 49mtn 40pz 57pz``: an expedition leaves over the exits of the south-east edge."""
    units = [c.unit(name) for name in (infantry, panzer, other)]
    if (refusal := _may_leave(c)) is not None:
        return refusal
    if len(set(units)) < len(units):
        return Refusal("bd:4.11", "An expedition is three corps.", units=tuple(units))
    fit = (_fit_to_leave(c, u, sorts) for u, sorts in zip(units, SORTS, strict=True))
    return next((refusal for refusal in fit if refusal is not None), None)


@rule("bd:4.11", "bd:4.12")
def _launch(c: Ctx, *names: str) -> None:
    units, s = [c.unit(name) for name in names], c.state
    hexes = sorted({s.hex_of[u] for u in units})
    for u in units:
        begin(c, [u], s.origin[u])
        to_box(c, u, BOX)
    s.expedition = UNDER_WAY
    c.touch()
    text = f"{c.roster.names(units)} leave for the Caucasus."
    c.say("move", text, "bd:4.11", hexes=hexes, units=units)
    if len(answerers(c)) < int(terms(c)["answer"]):
        _no_answer(c)
    else:
        c.call("caucasus-answer", side="soviet")


def _leavers(c: Ctx) -> list[str]:
    if _may_leave(c) is not None:
        return []
    return [i for i in movers(c) if c.state.hex_of[c.roster.by_id[i]] in exits(c)]


def launches(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Who could leave together, as far as kinds and places go."""
    found = _leavers(c)
    foot = [i for i in found if c.roster.kind[c.unit(i)] in SORTS[0]]
    tanks = [i for i in found if c.roster.kind[c.unit(i)] in PANZERS]
    for infantry in foot:
        if subject in (None, infantry):
            yield from ((infantry, *pair) for pair in combinations(tanks, 2))


# ---------------------------------------------------------------------- the answer
@rule("bd:4.12")
def answerers(c: Ctx) -> list[str]:
    """Rifle armies that can be sent: on the map in overland supply, or in the RVGK."""
    r, s = c.roster, c.state
    return [
        r.ids[u]
        for u, kind in enumerate(r.kind)
        if kind == RIFLE and r.side[u] == "soviet" and r.size[u] == "army" and not is_satellite(c, u)
        and (s.box[u] == "rvgk" if s.hex_of[u] < 0 else overland(c, "soviet", s.hex_of[u]))
    ]  # fmt: skip


def _no_answer(c: Ctx) -> None:
    c.say("victory", "Nobody answers the Caucasus expedition: the German side wins.", "bd:4.12")
    c.over("axis", "the Caucasus", "bd:4.12")


@rule("bd:4.12")
def send_check(c: Ctx, unit: str) -> Refusal | None:
    """``send 9ra``: a rifle army goes to the Caucasus."""
    if unit in answerers(c):
        return None
    name = c.roster.short[c.unit(unit)]
    return Refusal("bd:4.12", f"{name} is no rifle army in supply or in the RVGK.", units=(c.unit(unit),))


def _send(c: Ctx, unit: str) -> None:
    u, v = c.unit(unit), c.frame.vars
    h = c.state.hex_of[u]
    to_box(c, u, BOX)
    v["sent"] = v.get("sent", 0) + 1
    c.touch()
    text = f"{c.roster.short[u]} answers in the Caucasus."
    c.say("move", text, "bd:4.12", hexes=[h] if h >= 0 else [], units=[u])
    if v["sent"] >= int(terms(c)["answer"]):
        c.done()


class Answer(Step[BdState]):
    """A German expedition has left: four rifle armies follow it at once, or the war is lost. Called with ``side``."""

    id = "caucasus-answer"
    private = True
    title = "Answer to the Caucasus expedition"
    verbs = (
        Verb("send", lambda c, s: [(i,) for i in answerers(c) if s in (None, i)], send_check, _send,
             "send UNIT: to the Caucasus", "bd:4.12", answerers),
        Verb("give-up", no_words, always, _no_answer, "give-up: the German side wins", "bd:4.12", grave=True),
    )  # fmt: skip

    def prompt(self, c: Context[BdState]) -> Prompt:
        left = int(terms(c)["answer"]) - c.frame.vars.get("sent", 0)
        text = f"The expedition leaves: send {left} rifle armies to the Caucasus."
        return Prompt("soviet", text, "bd:4.12", Action("send", (answerers(c)[0],)) if answerers(c) else None)


# ---------------------------------------------------------------------- coming back
@rule("bd:4.13", "bd:R98")
def back(c: Ctx) -> list[str]:
    """Units in the box that may come back in this movement phase: a German force called back, Soviet ones after it."""
    s = c.state
    if s.side == "axis":
        open_ = s.expedition == OVER or (s.expedition == UNDER_WAY and s.expedition_ready != s.turn)
    else:
        open_ = s.expedition == OVER
    return [c.roster.ids[u] for u in inside(c, s.side)] if open_ else []


@rule("bd:4.13", "bd:6.3")
def recall_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``recall 40pz 3202``: out of the Caucasus box over an exit hex, for no movement points."""
    u, h, side = c.unit(unit), c.hex(hex_), c.state.side
    if unit not in back(c):
        return Refusal("bd:4.13", f"{c.roster.short[u]} cannot come back from the Caucasus now.", units=(u,))
    if h not in exits(c) or held_by(c, h) not in ("", side):
        return Refusal("bd:4.13", f"{c.board.describe(h)} is no free exit hex.", (h,), (u,))
    return fits(c, [*side_units(c, h, side), u], h)


@rule("bd:4.13")
def _recall(c: Ctx, unit: str, hex_: str) -> None:
    u, h, s = c.unit(unit), c.hex(hex_), c.state
    s.expedition = OVER
    enter(c, [u], h)
    s.origin[u], s.moving[u], s.mp_left[u] = h, FRESH, 0
    c.touch()
    text = f"{c.roster.short[u]} comes back from the Caucasus at {c.board.describe(h)}."
    c.say("reinforcement", text, "bd:4.13", hexes=[h], units=[u])


def _recalls(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in back(c):
        if subject in (None, unit):
            yield from ((unit, c.label(h)) for h in sorted(exits(c)))


@rule("bd:4.13")
def must_recall(c: Ctx) -> Refusal | None:
    """Whether a German force is half out of the box, and the rest can still come: it is all in or all out."""
    if c.state.side != "axis" or c.state.expedition != OVER:
        return None
    left = [i for i, label in _recalls(c, None) if recall_check(c, i, label) is None]
    if not left:
        return None
    text = f"An expedition comes back as a whole: {c.roster.short[c.unit(left[0])]} is still in the Caucasus."
    return Refusal("bd:4.13", text, units=(c.unit(left[0]),))


VERBS = (
    Verb("launch", launches, launch_check, _launch, "launch INFANTRY PANZER PANZER: to the Caucasus", "bd:4.11",
         _leavers, grave=True, rare=True),
    Verb("recall", _recalls, recall_check, _recall, "recall UNIT HEX: back from the Caucasus", "bd:4.13", back,
         grave=True, rare=True),
)  # fmt: skip
