"""Section 10.1 to 10.4: who may attack what, the ratio, the shifts, the roll."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.components.charts import Tally, TallyLine
from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.ava.state import HELD_BACK, OUT_OF_COMMAND, AvaState
from engine.games.ava.tables import Ctx, effect, tables
from engine.games.ava.units import strength
from engine.games.ava.zones import held
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.step import Context, Prompt, Step, Verb, no_words


# ---------------------------------------------------------------------- the ratio
@rule("ava:10.3", "ava:1.2", "ava:14.2", "ava:15.1", "ava:17.2")
def combat_tally(c: Ctx, attackers: Iterable[Unit], target: Hex) -> Tally:
    """The whole calculation of 10.3, line by line: strengths, ratio, shifts, limits, chances."""
    tally = Tally("attack", attackers=tuple(attackers), targets=(target,))
    attack = _attack_lines(c, tally)
    defense = _defense_lines(c, tally)
    tally.attack, tally.defense = attack, defense
    table = tables(c).crt
    # Without any strength there is no attack, even against nothing.
    start = table.place(attack, defense) if attack else -1
    tally.odds = table.columns[start] if start >= 0 else _below(attack, defense)
    tally.add(tally.odds, f"ratio {attack}:{defense}, rounded in the defender's favor", "ava:10.3(2)")
    for name, columns, rule_id in shifts(c, target):
        tally.shift -= columns
        tally.add(f"{columns} left", name, rule_id)
    entry = table.enter(start + tally.shift)
    if not tally.attackers:
        tally.call_off("no attackers")
    elif entry.column < 0:
        tally.call_off(entry.outside)
        tally.add(entry.outside, "less than 1:1 after all shifts", "ava:10.3(4)")
    else:
        tally.column = table.columns[entry.column]
        tally.results, tally.distribution = list(entry.results), entry.distribution
        tally.add(tally.column, f"column ({table.provenance} table)", "ava:10.4")
    return tally


def _attack_lines(c: Ctx, tally: Tally) -> int:
    total = Fraction(0)
    for u in tally.attackers:
        printed = strength(c, u)[0]
        river = _river_to(c, u, tally.target)
        value = Fraction(printed, 2) if river else Fraction(printed)
        words = f"{c.roster.short[u]} attacks {printed}" + (f", halved over a {river}" if river else "")
        rule_id = "ava:10.3(1)"
        if c.state.active[u] & OUT_OF_COMMAND:
            value, words, rule_id = value / 2, f"{words}, halved out of command range", "ava:17.2"
        tally.add(f"{float(value):g}", words, rule_id)
        total += value
    # 1.2: fractions are dropped at the end, not unit by unit.
    return int(total)


def _river_to(c: Ctx, u: Unit, target: Hex) -> str:
    """The river that halves a unit's attack; none in the surprise attack (15.1)."""
    here = c.state.hex_of[u]
    if not c.state.rivers or here < 0 or target not in c.grid.adjacent[here]:
        return ""
    river = tables(c).river(here, target)
    over = "bridge" if c.board.has("bridge", here, target) else river.replace(" ", "_")
    return river if river and effect(c, over, "half") else ""


def _defense_lines(c: Ctx, tally: Tally) -> int:
    total = 0
    tally.defenders = units_at(c, tally.target)
    for u in tally.defenders:
        if c.state.retreated[u]:
            tally.add(0, f"{c.roster.short[u]} retreated in this segment and does not defend", "ava:10.3(1)")
            continue
        value = strength(c, u)[1]
        tally.add(value, f"{c.roster.short[u]} defends {value}", "ava:10.3(1)")
        total += value
    steps = c.state.fortress.get(c.label(tally.target), 0)
    if steps:
        value = steps * c.data.constant("fortress_step_defense")
        tally.add(value, f"fortress +{steps}: R costs a step, RR two", "ava:14.2")
        total += value
    return total


def _below(attack: int, defense: int) -> str:
    """A ratio under 1:1 in words, rounded against the attacker: 3 to 7 is 1:3."""
    return f"1:{-(-defense // attack)}" if attack else "0:1"


def shifts(c: Ctx, h: Hex) -> list[tuple[str, int, str]]:
    """Column shifts to the left for the defender's hex: name, columns, rule (TEC)."""
    size = tables(c).place_size(h)
    special = c.data.tables["terrain"]
    if size == "major city":
        return [("major city", int(special["major_city"]["shift"]), "ava:10.3(3)")]
    name = c.board.terrain_name(h)
    columns = tables(c).terrain[name]["shift"]
    found = [(name, columns, "ava:10.3(3)")] if columns else []
    if size == "city":
        found.append(("city", int(special["city"]["shift"]), "ava:10.3(3)"))
    return found


# ---------------------------------------------------------------------- why not
@rule("ava:10.1", "ava:8.1")
def may_attack(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may still attack in this segment."""
    name = c.roster.short[u]
    if c.roster.side[u] != c.state.side:
        return Refusal("ava:10.1", f"{name} is not yours.", units=(u,))
    if c.state.hex_of[u] < 0:
        return Refusal("ava:10.1", f"{name} is not on the map.", units=(u,))
    if not c.state.active[u]:
        return Refusal("ava:10.1", f"{name} is not activated and cannot attack.", units=(u,))
    if c.state.active[u] & HELD_BACK:
        return Refusal("ava:18.1", f"{name} is activated by Reserve and cannot attack in this scenario.", units=(u,))
    if c.state.fought[u]:
        return Refusal("ava:10.1", f"{name} has attacked in this segment.", units=(u,))
    if strength(c, u)[0] == 0:
        return Refusal("ava:10.3(1)", f"{name} has no attack strength.", units=(u,))
    return None


@rule("ava:10.0", "ava:10.1")
def may_strike(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether the ground lets a unit attack a hex from where it stands, and whether an enemy is there."""
    here, side = c.state.hex_of[u], c.roster.side[u]
    if h not in held(c, c.other(side)):
        return Refusal("ava:10.1", f"There is no enemy in {c.board.describe(h)}: empty hexes cannot be attacked.", (h,))
    if h not in c.grid.adjacent[here]:
        return Refusal("ava:10.1", f"{c.roster.short[u]} is not adjacent to {c.board.describe(h)}.", (h,), (u,))
    # 9.1, R1: what is barred is barred to the unit that attacks, as the red line is to Soviet units.
    if h not in tables(c).open_to(side, tables(c).climbs(c.roster.kind[u]))[here]:
        return Refusal("ava:10.1", f"No attack over the side between {c.label(here)} and {c.label(h)}.", (h,), (u,))
    return None


@rule("ava:10.1")
def may_target(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may still attack a hex from where it stands in this segment."""
    if (refusal := may_strike(c, u, h)) is not None:
        return refusal
    if h in c.state.attacked:
        return Refusal("ava:10.1", f"{c.board.describe(h)} has been attacked in this segment.", (h,))
    return None


def attack_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``attack 7pz S0917``: declare a unit against a hex."""
    u, h = c.unit(unit), c.hex(hex_)
    if (refusal := may_attack(c, u)) is not None:
        return refusal
    if c.state.target[u] == h:
        return Refusal("ava:10.2", f"{c.roster.short[u]} is declared against {c.label(h)} already.", (h,), (u,))
    return may_target(c, u, h)


def withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw 7pz``: take a declared unit out again."""
    u = c.unit(unit)
    if c.state.target[u] < 0 or c.roster.side[u] != c.state.side:
        return Refusal("ava:10.2", f"{c.roster.short[u]} is not declared against anything.", units=(u,))
    return None


def planned(c: Ctx) -> dict[Hex, tuple[Unit, ...]]:
    """The declared attacks: target to attackers, in the order of the hexes."""
    found: dict[Hex, list[Unit]] = {}
    for u, h in enumerate(c.state.target):
        if h >= 0:
            found.setdefault(h, []).append(u)
    return {h: tuple(found[h]) for h in sorted(found)}


@rule("ava:10.3")
def fight_check(c: Ctx) -> Refusal | None:
    """``fight``: the declaration is complete. Attacks below 1:1 would be canceled, so they are not declared."""
    if not planned(c):
        return Refusal("ava:10.1", "No attack is declared; 'end' closes the segment without one.")
    for h, units in planned(c).items():
        tally = combat_tally(c, units, h)
        if tally.column is None:
            words = f"The attack on {c.board.describe(h)} comes to less than 1:1 after shifts and would be canceled:"
            return Refusal("ava:10.3(4)", f"{words} add units or withdraw.", (h,), units)
    return None


def end_check(c: Ctx) -> Refusal | None:
    """Closing the segment with attacks declared but not fought is surely a slip."""
    if planned(c):
        return Refusal("ava:10.2", "Attacks are declared: 'fight' resolves them, 'withdraw' takes units out.")
    return None


# ---------------------------------------------------------------------- declaring
def _attackers(c: Ctx) -> list[str]:
    """Units that stand next to an enemy and may attack."""
    enemies = held(c, c.other(c.state.side))
    found = []
    for u, on in enumerate(c.state.active):
        h = c.state.hex_of[u]
        may = on and not on & HELD_BACK and not c.state.fought[u] and h >= 0
        if may and any(n in enemies for n in c.grid.adjacent[h]):
            found.append(c.roster.ids[u])
    return found


def _targets(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    enemies = held(c, c.other(c.state.side))
    for unit in _attackers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and c.state.hex_of[u] >= 0:
            for n in c.grid.adjacent[c.state.hex_of[u]]:
                if n in enemies:
                    yield unit, c.label(n)


def _declared(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u, h in enumerate(c.state.target) if h >= 0]


def _declared_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(unit,) for unit in _declared(c)]


def _attack(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    c.state.target[u] = h
    c.touch()
    c.say("declare", f"{c.roster.short[u]} will attack {c.board.describe(h)}.", "ava:10.2", hexes=[h], units=[u])


def _withdraw(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h, c.state.target[u] = c.state.target[u], -1
    c.say("declare", f"{c.roster.short[u]} will not attack.", "ava:10.2", hexes=[h], units=[u])


@rule("ava:10.2")
def _fight(c: Ctx) -> None:
    """On to the rolls. The attacker determines the order of the attacks; a single one has none, so it is rolled for."""
    plans = planned(c)
    c.goto("resolve")
    if len(plans) == 1:
        _resolve(c, c.label(next(iter(plans))))


def _end(c: Ctx) -> None:
    c.say("phase", "The Combat Segment ends.", "ava:5.0")
    c.done()


class Combat(Step[AvaState]):
    """Combat Segment, declaration: which units attack which hexes (10.2(1))."""

    id = "combat"
    phase = "combat"
    title = "Combat Segment"
    verbs = (
        Verb("attack", _targets, attack_check, _attack, "attack UNIT HEX: declare", "ava:10.2", _attackers),
        Verb("withdraw", _declared_options, withdraw_check, _withdraw, "withdraw UNIT", "ava:10.2", _declared),
        Verb("fight", no_words, fight_check, _fight, "fight: resolve the declared attacks", "ava:10.2"),
        Verb("end", no_words, end_check, _end, "end: close the segment without attacks", "ava:10.1"),
    )

    def enter(self, c: Context[AvaState]) -> None:
        # A segment in which nobody can attack needs no key.
        if not _attackers(c):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        plans = planned(c)
        if plans:
            text = f"{len(plans)} attack{'s' * (len(plans) > 1)} declared. Add units, or fight."
        else:
            near = counted(len(_attackers(c)), "unit is", "units are")
            text = f"Declare attacks: {near} beside the enemy. Or end."
        return Prompt(c.state.side, text, "ava:10.2", Action("fight") if plans else None)


# ---------------------------------------------------------------------- resolving
def resolve_check(c: Ctx, hex_: str) -> Refusal | None:
    """``resolve S0917``: roll for one of the declared attacks, in any order."""
    h = c.hex(hex_)
    if h not in planned(c):
        return Refusal("ava:10.2", f"No attack on {c.board.describe(h)} is declared.", (h,))
    return None


def _open_attacks(c: Ctx) -> list[str]:
    return [c.label(h) for h in planned(c)]


def _resolve_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(label,) for label in _open_attacks(c)]


@rule("ava:10.2", "ava:10.4")
def _resolve(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    attackers = planned(c)[h]
    for u in attackers:
        c.state.target[u], c.state.fought[u] = -1, 1
    if h not in held(c, c.other(c.state.side)):
        c.say("combat", f"The attack on {c.board.describe(h)} finds nobody there.", "ava:10.1", hexes=[h])
        _next(c)
        return
    tally = combat_tally(c, attackers, h)
    c.state.attacked.append(h)
    if tally.column is None:
        c.say("combat", f"The attack on {c.board.describe(h)} is canceled: below 1:1.", "ava:10.3(4)", hexes=[h])
        _next(c)
        return
    roll = c.roll(c.data.constant("die_sides"), results=tally.results)
    result = tally.results[roll - 1]
    where, shown = c.board.describe(h), "no effect" if result == "-" else result
    c.say("tally", "; ".join(_told(line) for line in tally.lines), "ava:10.3", hexes=[h], units=attackers)
    do = "attacks" if len(attackers) == 1 else "attack"
    text = f"{c.roster.names(attackers)} {do} {where} at {tally.column}: roll {roll}, {shown}."
    c.say("combat", text, "ava:10.4", rolls=[roll], hexes=[h], units=attackers)
    c.call("battle", target=h, attackers=list(attackers), result=result, stage="result")


def _told(line: TallyLine) -> str:
    """A line of the calculation for the log: shifts need their number, the others hold theirs in words."""
    return f"{line.text} {line.value}" if line.value.endswith("left") else line.text


def _next(c: Ctx) -> None:
    c.touch()
    if not planned(c):
        c.say("phase", "The Combat Segment ends.", "ava:5.0")
        c.done()


class Resolve(Step[AvaState]):
    """Combat Segment, resolution: the attacker chooses the order (10.2)."""

    id = "resolve"
    phase = "combat"
    title = "Resolve attacks"
    verbs = (
        Verb(
            "resolve",
            _resolve_options,
            resolve_check,
            _resolve,
            "resolve HEX: roll for this attack",
            "ava:10.2",
            _open_attacks,
        ),
    )

    def resume(self, c: Context[AvaState], ended: str) -> None:
        _next(c)

    def prompt(self, c: Context[AvaState]) -> Prompt:
        left = len(planned(c))
        first = Action("resolve", (_open_attacks(c)[0],)) if left else None
        return Prompt(c.state.side, f"Choose the attack to resolve ({left} left).", "ava:10.2", first)
