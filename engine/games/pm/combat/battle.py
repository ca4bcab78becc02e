"""14.7, 14.31-14.38: one battle from the reveal to the losses of both sides, prepared or mobile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components.grid import Unit
from engine.games.pm.combat.air import join
from engine.games.pm.combat.attenuation import FACES as GAST_FACES
from engine.games.pm.combat.attenuation import columns_left, consults, every_shift, modifiers
from engine.games.pm.combat.landing import ashore, invaders
from engine.games.pm.combat.odds import siege_artillery, tally
from engine.games.pm.combat.retreat import can_retreat
from engine.games.pm.combat.strengths import MOBILE, PREPARED, fighting
from engine.games.pm.hedgehogs import prune
from engine.games.pm.kinds import CAVALRY
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx
from engine.games.pm.units import eliminate, lose_step, name, reveal, short, side_units
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

ALL = -1
"""Losses of an E result."""


# ---------------------------------------------------------------------- before the die
@rule("pm:14.4", "pm:14.7", "pm:2.15")
def _open_fire(c: Ctx) -> None:
    """Everybody is turned up; who attacks and what is attacked in a prepared assault is spent for the phase."""
    v, s = c.frame.vars, c.state
    siege = siege_artillery(c, v["kind"], v["attackers"], v["target"])
    v["siege"] = siege
    join(c, v["kind"], s.side, v["attackers"])
    there = [*v["attackers"], *side_units(c, v["target"], c.other(s.side))]
    c.show(there)  # the stack has been looked at: the attack cannot be called off
    reveal(c, there)
    if v["kind"] == PREPARED:
        s.attacked.append(v["target"])
    c.touch()


@rule("pm:9.6", "pm:17.10", "pm:R22")
def _supply_table(c: Ctx) -> int | None:
    """The roll on the GAST, in columns left; ``None`` where it is not rolled on."""
    v = c.frame.vars
    if not consults(c, v["kind"], v["attackers"]):
        return None
    added = modifiers(c, v["target"])
    results = [f"{n}L" if n else "0" for n in every_shift(c, v["target"])]
    die = c.roll(GAST_FACES, results=results)
    left = columns_left(c, die + sum(n for n, _ in added))
    reasons = "".join(f" +{n} {why}" for n, why in added)
    shift = f"{left} column{'s' * (left != 1)} left" if left else "no shift"
    text = f"Attenuated supply: roll {die}{reasons}, {shift}."
    c.say("gast", text, "pm:17.10", rolls=[die], hexes=[v["target"]])
    return left


@rule("pm:15.12")
def _spend_cavalry(c: Ctx) -> None:
    """Soviet cavalry of a mobile assault is spent by it, whatever the die brings, and satisfies no loss."""
    for u in c.frame.vars["attackers"]:
        if c.roster.kind[u] == CAVALRY:
            lose_step(c, u, "pm:15.12")


@rule("pm:14.31", "pm:14.10", "pm:15.14")
def _resolve(c: Ctx) -> str:
    """The tally, line by line, and the die; the result after siege artillery and city."""
    v = c.frame.vars
    gast = _supply_table(c)
    found = tally(c, v["kind"], v["attackers"], v["target"], gast)
    where = c.board.describe(v["target"])
    text = "; ".join(_told(line.value, line.text) for line in found.lines)
    c.say("tally", text, "pm:14.11", hexes=[v["target"]], units=v["attackers"])
    if v["kind"] == PREPARED:
        for u in [*v["attackers"], *([v["siege"]] if v["siege"] >= 0 else [])]:
            c.state.fought[u] = 1
        c.touch()
    else:
        _spend_cavalry(c)
    several = len(v["attackers"]) > 1
    attack = f"{_some(c, v['attackers'])} attack{'s' * (not several)} {where}"
    if found.automatic is not None:
        result = found.automatic
        c.say(
            "combat",
            f"{attack}: no roll, {in_words(result)}.",
            "pm:14.10",
            hexes=[v["target"]],
            units=v["attackers"],
        )
        return result
    roll = c.roll(len(found.results), results=found.results)
    result = found.results[roll - 1]
    text = f"{attack} at {found.column}: roll {roll}, {in_words(result)}."
    c.say("combat", text, "pm:14.31", rolls=[roll], hexes=[v["target"]], units=v["attackers"])
    return result


NAMED = 3
"""So many attackers are named in the log."""


def _some(c: Ctx, units: Sequence[Unit]) -> str:
    """The first few of some units by name."""
    if len(units) <= NAMED + 1:
        return ", ".join(short(c, u) for u in units)
    return f"{', '.join(short(c, u) for u in units[:NAMED])} and {len(units) - NAMED} more"


def in_words(result: str) -> str:
    """A result of the table and what it says: ``2/1: the attacker loses 2, the defender 1``."""
    own, enemy = result.split("/")
    if enemy == "E":
        return f"{result}: all defenders are eliminated"
    if own == "0":
        return f"{result}: the defender loses {enemy}"
    return f"{result}: the attacker loses {own}" + (f", the defender {enemy}" if enemy != "0" else "")


def _told(value: str, text: str) -> str:
    """A line of the calculation for the log: shifts and columns need their number, the others hold theirs in words."""
    if text.startswith("column"):
        return f"column {value}"
    return f"{text} {value}" if value.endswith(("L", "R")) else text


# ---------------------------------------------------------------------- the step
@rule("pm:14.32", "pm:R36", "pm:14.37", "pm:14.38", "pm:15.3", "pm:15.13")
class Battle(Step[PmState]):
    """One battle: reveal, odds, dice, losses of the defender, his retreat, losses of the attacker, advance.

    Called with ``kind``, ``target`` and ``attackers``; leaves ``cleared`` 1 if no defender is left there.
    In a mobile assault nobody retreats, the attackers stay where they are and the caller moves them.
    """

    id = "battle"
    title = "Battle"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "The result of the battle is carried out.", "pm:14.32")

    def enter(self, c: Context[PmState]) -> None:
        v = c.frame.vars
        v["side"], v["stage"], v["retreats"] = c.state.side, "retreat", 0
        c.state.cleared = 0
        _open_fire(c)
        own, enemy = _read(_resolve(c))
        v["own"] = own
        if enemy:
            _crush_guests(c)
        defenders = fighting(c, v["target"])
        if enemy == ALL:
            for u in defenders:
                eliminate(c, u, "pm:14.38")
            self.resume(c, "")
        elif enemy:
            c.call(
                "losses", side=c.other(v["side"]), left=2 * enemy, units=defenders, first=0,
                retreat=int(can_retreat(c, v["kind"], defenders)),
            )  # fmt: skip
        else:
            self.resume(c, "")

    def resume(self, c: Context[PmState], ended: str) -> None:
        v = c.frame.vars
        stage, v["stage"] = v["stage"], {"retreat": "attacker", "attacker": "advance"}.get(v["stage"], "done")
        if stage == "retreat":
            units = side_units(c, v["target"], c.other(v["side"])) if v["retreats"] else []
            if units:
                c.call("retreat", side=c.other(v["side"]), units=units, target=v["target"])
            else:
                self.resume(c, "")
        elif stage == "attacker":
            self._attacker(c, v)
        elif stage == "advance":
            self._advance(c, v)
        else:
            self._close(c, v)

    @rule("pm:14.32", "pm:14.35")
    def _attacker(self, c: Context[PmState], v: dict[str, Any]) -> None:
        """The defender has taken his result in full; now the attacker takes his."""
        if v["own"]:
            c.call("losses", side=v["side"], left=2 * v["own"], units=list(v["attackers"]), first=1, retreat=0)
        else:
            self.resume(c, "")

    @rule("pm:14.39", "pm:11.4", "pm:15.9")
    def _advance(self, c: Context[PmState], v: dict[str, Any]) -> None:
        c.touch()
        cleared = not side_units(c, v["target"], c.other(v["side"]))
        c.state.cleared = int(cleared)
        if v["kind"] == MOBILE:
            self.resume(c, "")
            return
        landing = [u for u in v["attackers"] if u in invaders(c)]
        if landing and cleared:
            ashore(c, landing, v["target"])
            if c.state.over:
                return
        for u in landing if not cleared else []:
            eliminate(c, u, "pm:11.4")
        left = [u for u in v["attackers"] if c.state.hex_of[u] >= 0 and c.state.hex_of[u] != v["target"]]
        if cleared and left:
            c.call("advance", side=v["side"], target=v["target"], units=left)
        else:
            self.resume(c, "")

    def _close(self, c: Context[PmState], v: dict[str, Any]) -> None:
        prune(c)
        c.touch()
        c.done()


def _read(result: str) -> tuple[int, int]:
    """Attacker's and defender's increments of a result; ``ALL`` for E."""
    own, enemy = result.split("/")
    return int(own), ALL if enemy == "E" else int(enemy)


@rule("pm:14.34")
def _crush_guests(c: Ctx) -> None:
    """Units that retreated into the hex in this phase are eliminated by any result but 0; it satisfies nothing."""
    h = c.frame.vars["target"]
    side = c.other(c.frame.vars["side"])
    stay = fighting(c, h)
    for u in side_units(c, h, side):
        if u not in stay:
            c.say("combat", f"{name(c, u)} had retreated into the battle.", "pm:14.34", hexes=[h], units=[u])
            eliminate(c, u, "pm:14.34")
