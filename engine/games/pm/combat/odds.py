"""14.8-14.11, 14.31: the odds of a battle with every shift, line by line, before and after units are revealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.components.results import ratio_words, whole_ratio
from engine.games.pm.combat.air import support
from engine.games.pm.combat.attenuation import consults, every_shift
from engine.games.pm.combat.shifts import Shift, shifts
from engine.games.pm.combat.strengths import MOBILE, PREPARED, attack_factors, defense_factors, shown, total, write
from engine.games.pm.combat.unseen import Sums, Value, totals
from engine.games.pm.forts import intact
from engine.games.pm.kinds import CAVALRY, SIEGE
from engine.games.pm.supply import attack_barred
from engine.games.pm.tables import GRADES, Ctx, tables
from engine.play.citing import rule
from engine.play.fields import units_at

KINDS = (PREPARED, MOBILE)


# ---------------------------------------------------------------------- the scale
@rule("pm:14.8", "pm:14.9")
def place(attack: Value, defense: Value) -> int:
    """The odds as a place on the endless scale of whole ratios: 1:1 is 0, 3:1 is 2, 1:3 is -2."""
    return whole_ratio(attack, defense)


@rule("pm:14.10", "pm:14.31", "pm:17.7")
def results_at(c: Ctx, at: int) -> list[str]:
    """The result of each face of the die at a place of the scale; a single one where nothing is rolled."""
    table = tables(c).crt
    entry = table.enter(at + table.even)
    return list(entry.results) or [entry.outside]


# ---------------------------------------------------------------------- what becomes of a result
@rule("pm:14.23", "pm:14.41", "pm:R31", "pm:R32")
def outcome(c: Ctx, target: Hex, result: str, siege: bool) -> str:
    """A result of the table after siege artillery, which raises the defender's, and a city, which doubles both."""
    attacker, defender = result.split("/")
    own, enemy = int(attacker), -1 if defender == "E" else int(defender)
    if siege and enemy >= 0:
        enemy += 1
    if tables(c).city(target):
        effects = tables(c).effects["city"]
        times, least = int(effects["losses_times"]), int(effects["least_loss"])
        own, enemy = (n * times if n > 0 else least if n == 0 else n for n in (own, enemy))
    return f"{own}/{'E' if enemy < 0 else enemy}"


@rule("pm:14.41", "pm:R54", "pm:R83")
def siege_artillery(c: Ctx, kind: str, attackers: Iterable[Unit], target: Hex) -> Unit:
    """The siege artillery stacked with attackers against a city, large town or fort; -1 for none."""
    worthy = tables(c).grade(target) in GRADES or intact(c, target) in ("fort", "heavy fort")
    if kind != PREPARED or not worthy:
        return -1
    for h in sorted({c.state.hex_of[u] for u in attackers}):
        for u in units_at(c, h):
            if c.roster.kind[u] == SIEGE and not c.state.fought[u] and attack_barred(c, u) is None:
                return u
    return -1


# ---------------------------------------------------------------------- the calculation
@rule("pm:14.11", "pm:14.31", "pm:15.14", "pm:9.6")
def tally(c: Ctx, kind: str, attackers: Iterable[Unit], target: Hex, gast: int | None = None) -> Tally:
    """The whole calculation of a prepared or mobile assault.

    ``gast`` is what the GAST brought, in columns left; without it, while the table is still to be rolled on, the
    column is the one before that roll and the distribution covers both dice. Where units take part that nobody has
    seen, the lines tell what to expect of them, and the distribution covers all that they can turn out to be (2.15).
    """
    found = Tally(kind, attackers=tuple(attackers), targets=(target,))
    if not found.attackers:
        found.call_off("no attackers")
        return found
    side = c.roster.side[found.attackers[0]]
    attack, defense, air = _strengths(c, found, side)
    found.defenders = tuple(units_at(c, target))
    if not found.defenders or c.roster.side[found.defenders[0]] == side:
        found.call_off("no defenders")
        return found
    at = _place(c, attack.about, defense.about)
    found.attack, found.defense = float(round(attack.about, 1)), float(round(defense.about, 1))
    found.odds = ratio_words(at) if attack.about and defense.about else "no factors"
    found.add(found.odds, f"odds {shown(attack.about)} to {shown(defense.about)}", "pm:14.8" if at >= 0 else "pm:14.9")
    for s in [Shift(air, "VIII Fliegerkorps", "pm:10.3"), *shifts(c, kind, found.attackers, target, c.other(side))]:
        if s.columns:
            found.shift += s.columns
            found.add(f"{abs(s.columns)}{'R' if s.columns > 0 else 'L'}", s.text, s.rule)
    _column(c, found, at, _places(c, attack, defense), gast)
    return found


@dataclass(frozen=True, slots=True)
class _Sum:
    """Factors of a side: what to expect, and the chance of everything that they can come to."""

    about: Fraction
    cases: Sums


def _place(c: Ctx, attack: Value, defense: Value) -> int:
    """The odds on the scale of whole ratios, where one of the sides may have nothing to fight with."""
    return place(attack, defense) if attack and defense else (len(tables(c).crt.columns) if attack else -3)


@rule("pm:2.15")
def _places(c: Ctx, attack: _Sum, defense: _Sum) -> dict[int, float]:
    """The chance of every place on the scale, the worst for the attacker first."""
    found: dict[int, float] = {}
    for a, p in attack.cases.items():
        for d, q in defense.cases.items():
            at = _place(c, a, d)
            found[at] = found.get(at, 0.0) + p * q
    return dict(sorted(found.items()))


def _strengths(c: Ctx, found: Tally, side: str) -> tuple[_Sum, _Sum, int]:
    """Factors of both sides with their aircraft, and the columns that aircraft shift."""
    mine = attack_factors(c, found.kind, found.attackers, found.target)
    write(c, found, mine, "attacks")
    points, right = support(c, found.kind, side, mine, found, attacking=True)
    attack = _Sum(total(mine) + points, _with(totals(c, mine, attack=True), points))
    theirs = defense_factors(c, found.target)
    write(c, found, theirs, "defends")
    points, left = support(c, found.kind, c.other(side), theirs, found, attacking=False)
    defense = _Sum(total(theirs) + points, _with(totals(c, theirs, attack=False), points))
    return attack, defense, right - left


def _with(sums: Sums, points: int) -> Sums:
    return {value + points: chance for value, chance in sums.items()}


def _column(c: Ctx, found: Tally, at: int, places: dict[int, float], gast: int | None) -> None:
    """The final column, with the GAST and what changes the results."""
    siege = siege_artillery(c, found.kind, found.attackers, found.target)
    open_shifts = [0]
    if gast is not None:
        found.shift -= gast
        found.add(f"{gast}L" if gast else "0", "attenuated supply", "pm:9.6")
    elif consults(c, found.kind, found.attackers):
        open_shifts = every_shift(c, found.target)
        chances = ", ".join(f"{n}L on {open_shifts.count(n)} of 6" for n in sorted(set(open_shifts)))
        found.add("?", f"attenuated supply, to be rolled: {chances}", "pm:9.6")
    if siege >= 0:
        found.add("+1", f"{c.roster.short[siege]}: defender's result raised", "pm:14.41")
    if tables(c).city(found.target):
        found.add("x2", "losses doubled in a city, 0 becomes 1", "pm:14.23")
    for u in found.attackers if found.kind == MOBILE else ():
        if c.roster.kind[u] == CAVALRY:
            found.add("-1", f"step of {c.roster.short[u]} besides: the assault spends cavalry", "pm:15.12")
    for one, chance in places.items():
        share = chance / len(open_shifts)
        for less in open_shifts:
            results = [outcome(c, found.target, r, siege >= 0) for r in results_at(c, one + found.shift - less)]
            for r in results:
                found.distribution[r] = found.distribution.get(r, 0.0) + share / len(results)
    certain = len(places) == 1
    _last_line(c, found, at if not certain else next(iter(places)), open_shifts, list(places))
    if len(open_shifts) == 1 and certain and found.automatic is None:
        found.results = results


def _last_line(c: Ctx, found: Tally, at: int, open_shifts: list[int], places: list[int]) -> None:
    """The column in words, or that nothing is rolled, whoever the units turn out to be."""
    table = tables(c).crt
    worst, best = places[0] + found.shift - max(open_shifts), places[-1] + found.shift - min(open_shifts)
    final = ratio_words(at + found.shift)
    if len(found.distribution) == 1 and all(len(results_at(c, one)) == 1 for one in (worst, best)):
        found.automatic = next(iter(found.distribution))
        found.add(found.automatic, f"{final} is beyond the table: no roll", "pm:14.10")
        return
    if len(results_at(c, at + found.shift)) == 1 and len(places) == 1:
        final = f"{table.columns[-1]} or better"
    found.column = final
    if len(places) > 1:
        low, high = (_heading(c, n + found.shift) for n in (places[0], places[-1]))
        if low != high:
            found.span = low, high
            found.add(f"{low} - {high}", "by who the units turn out to be", "pm:2.15")
    found.add(final, f"column ({table.provenance} table)", "pm:14.31")


def _heading(c: Ctx, at: int) -> str:
    """A place of the scale, or the one result that is certain there."""
    results = results_at(c, at)
    return results[0] if len(results) == 1 else ratio_words(at)
