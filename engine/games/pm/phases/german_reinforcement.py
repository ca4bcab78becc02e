"""The German part of the Mutual Reinforcement Phase: security divisions (8.21) and siege artillery (14.41)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.pm.beginners import in_force
from engine.games.pm.movement.entry_hexes import come_in
from engine.games.pm.movement.stacking import fits
from engine.games.pm.phases.soviet_reinforcement import ARRIVING, bring_up
from engine.games.pm.phases.soviet_replacements import beside_enemy
from engine.games.pm.state import PmState
from engine.games.pm.supply import east_of_gas, reaches
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import pay
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.step import Context, Prompt, Step, Verb, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- where, and who waits
@rule("pm:14.41")
def _strongholds(c: Ctx) -> list[Hex]:
    """German-controlled cities and large towns in supply, attenuated or not: where siege artillery appears."""
    return [h for h in tables(c).tracked if c.state.control[c.label(h)] == "axis" and reaches(c, "axis", h)]


@rule("pm:8.21", "pm:R73")
def _posts(c: Ctx) -> list[Hex]:
    """Those of them that are not on attenuated supply: where security divisions appear."""
    far = in_force(c, "9.6") and not c.state.pause_complete
    return [h for h in _strongholds(c) if not (far and east_of_gas(c, h))]


def _aside(c: Ctx, kind: str) -> list[Unit]:
    return [u for u, box in enumerate(c.state.box) if box == "aside" and c.roster.kind[u] == kind]


@rule("pm:8.21")
def security_check(c: Ctx) -> Refusal | None:
    """``security``: three security divisions for one point."""
    if len(_aside(c, "security")) < c.data.constant("security_group"):
        return Refusal("pm:8.21", "All security divisions have been called out.")
    if _space(c, _aside(c, "security")[0]) < c.data.constant("security_group"):
        return Refusal("pm:8.21", "No German-controlled cities or large towns in supply have room for three.")
    return None


def _space(c: Ctx, u: Unit) -> int:
    """How many units like this one find room in the strongholds, counted no farther than a group."""
    found = 0
    for h in _posts(c):
        here = list(units_at(c, h))
        while found < c.data.constant("security_group") and fits(c, [*here, u], h) is None:
            here.append(u)
            found += 1
    return found


def _room(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    return fits(c, [*units_at(c, h), u], h)


def _security(c: Ctx) -> None:
    group = _aside(c, "security")[: c.data.constant("security_group")]
    for u in group:
        c.state.box[u] = ARRIVING
    c.state.security_groups += 1
    c.touch()
    pay(c, 1, f"Security divisions {c.roster.names(group)} are called out", "pm:8.21")


@rule("pm:8.21")
def post_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``post 207sec 2705N``: a security division that was called out appears."""
    u, h = c.unit(unit), c.hex(hex_)
    if c.state.box[u] != ARRIVING or c.roster.side[u] != "axis":
        return Refusal("pm:8.21", f"{c.roster.short[u]} has not been called out.", units=(u,))
    if h not in _posts(c):
        return Refusal(
            "pm:8.21", f"{c.board.describe(h)} is no German-controlled city or large town in full supply.", (h,)
        )
    return _room(c, u, h)


def _post_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(i, c.label(h)) for i in _called(c) if subject in (None, i) for h in _posts(c)]


def _called(c: Ctx) -> list[str]:
    r = c.roster
    return [r.ids[u] for u, box in enumerate(c.state.box) if box == ARRIVING and r.side[u] == "axis"]


def _post(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    come_in(c, u, h)
    c.say(
        "reinforcement",
        f"{c.roster.agree(u, 'appears', 'appear')} in {c.board.describe(h)}.",
        "pm:8.21",
        hexes=[h],
        units=[u],
    )


@rule("pm:14.41")
def organize_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``organize arko 2705N``: the siege artillery."""
    u, h = c.unit(unit), c.hex(hex_)
    if u not in _aside(c, "siege artillery"):
        return Refusal("pm:14.41", f"{c.roster.short[u]} is no siege artillery that can be called out.", units=(u,))
    if h not in _strongholds(c):
        return Refusal("pm:14.41", f"{c.board.describe(h)} is no German-controlled city or large town in supply.", (h,))
    if beside_enemy(c, h, "axis"):
        return Refusal("pm:14.41", f"A Soviet unit stands beside {c.board.describe(h)}.", (h,))
    return _room(c, u, h)


def _organize(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    come_in(c, u, h)
    c.state.still[u] = 1  # it does not move in the first couplet after it is called out
    c.touch()
    c.say(
        "reinforcement",
        f"{c.roster.agree(u, 'is', 'are')} ready in {c.board.describe(h)}.",
        "pm:14.41",
        hexes=[h],
        units=[u],
    )


def _guns(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _aside(c, "siege artillery")]


def _can_organize(c: Ctx) -> bool:
    """Whether siege artillery could be called out somewhere now."""
    return any(organize_check(c, *words) is None for words in _organize_words(c, None))


def _organize_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(i, c.label(h)) for i in _guns(c) if subject in (None, i) for h in _strongholds(c)]


def german_end_check(c: Ctx) -> Refusal | None:
    """``end``: nobody who was called out is left over."""
    left = _called(c)
    if left and any(_room(c, c.unit(left[0]), h) is None for h in _posts(c)):
        many = counted(len(left), "security division still has", "security divisions still have")
        return Refusal("pm:8.21", f"{many} to be placed: post {c.roster.short[c.unit(left[0])]}.")
    return None


def _german_end(c: Ctx) -> None:
    """Whoever found no room, because siege artillery took it, appears next turn."""
    for unit in _called(c):
        c.state.box[c.unit(unit)] = f"late {c.state.turn + 1}"
    c.touch()
    c.done()


class GermanReinforcement(Step[PmState]):
    """Units of the turn appear in the OKH Reserve Areas; security divisions and siege artillery may be called out."""

    id = "german-reinforcement"
    phase = "reinforcement-axis"
    private = True
    title = "German reinforcements"

    def acts(self, c: Context[PmState]) -> str:
        return "axis"

    def enter(self, c: Context[PmState]) -> None:
        if units := bring_up(c, "axis"):
            text = f"German-side reinforcements in the OKH Reserve Areas: {c.roster.names(units)}."
            c.say("reinforcement", text, "pm:8.3", units=units)
        if not _called(c) and security_check(c) is not None and not (_guns(c) and _strongholds(c)):
            c.done()  # nothing to decide

    def prompt(self, c: Context[PmState]) -> Prompt:
        if left := _called(c):
            return Prompt("axis", f"Security divisions: place {len(left)} in cities or large towns.", "pm:8.21")
        three = security_check(c) is None
        offers = [f"security divisions ({len(_aside(c, 'security'))} left, 1 VP for three)"] if three else []
        offers += ["siege artillery"] if _can_organize(c) else []
        text = f"Call out {' or '.join(offers)}?" if offers else "Nobody is left to be called out."
        return Prompt("axis", text, "pm:8.21" if three else "pm:14.41", Action("end"))

    verbs = (
        Verb("post", _post_words, post_check, _post, "post UNIT HEX: place a security division", "pm:8.21", _called),
        Verb(
            "organize",
            _organize_words,
            organize_check,
            _organize,
            "organize UNIT HEX: siege artillery",
            "pm:14.41",
            _guns,
        ),
        Verb(
            "security", no_words, security_check, _security, "security: three divisions for 1 VP", "pm:8.21", grave=True
        ),
        Verb("end", no_words, german_end_check, _german_end, "end: go on", "pm:8.3"),
    )
