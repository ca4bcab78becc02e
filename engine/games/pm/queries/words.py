"""What can be asked of a game: words for units and hexes, the outline, the score. Nothing here changes the state."""

from __future__ import annotations

from engine.components.board import Place
from engine.components.charts import TallyLine
from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.air import points as points_of
from engine.games.pm.combat.strengths import MOBILE, PREPARED
from engine.games.pm.forts import intact
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.movement.allowance import AREAS, budget, group_of
from engine.games.pm.phases.prepared_assault import attackers, declared
from engine.games.pm.queries.layers import OVERLAYS, overlay
from engine.games.pm.queries.prospects import prospects, tally_query
from engine.games.pm.queries.reach import reach_query
from engine.games.pm.queries.tasks import tasks
from engine.games.pm.queries.tracks import named, tracks, whereabouts
from engine.games.pm.state import DONE, GOING, REFITTED, REFITTING, SUPPLIED, UNSUPPLIED
from engine.games.pm.supply import WORDS, attack_barred, line_of, state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import name, short, strength, untried
from engine.games.pm.victory import needed
from engine.play.asked import OutlineLine, Queries, Score, Supply
from engine.play.citing import rule

ZONES = ("country", "setup", "weather", "coast", "fort", "heavy fort", "stalin line")
"""Groups of zones that the panel of a hex names."""


def supply_of(c: Ctx, u: Unit) -> Supply:
    """Supply of a unit, with its line."""
    state, path = state_of(c, u), line_of(c, u)
    rule_id = {0: "pm:9.5", 1: "pm:9.6", 2: "pm:9.18", 3: "pm:9.7"}[state]
    return Supply(WORDS[state], state != UNSUPPLIED, path, path[-1] if path else -1, rule_id)


def flags(c: Ctx, u: Unit) -> list[str]:
    """Words for what a unit is and has done."""
    s, found = c.state, list[str]()
    moving = any(f.step == "movement" and f.vars["side"] == c.roster.side[u] for f in s.stack)
    for on, word in (
        (untried(c, u), "untried"),
        (s.steps_left[u] < c.roster.steps[u] and s.hex_of[u] >= 0, "reduced"),
        (bool(s.picked[u]), "picked"),
        (moving and s.moving[u] == GOING, f"{s.mp_left[u]} MP left"),
        (moving and s.moving[u] == DONE and s.hex_of[u] >= 0, "moved"),
        (bool(s.still[u]), "stands still"),
        (s.refit[u] == REFITTING, "refitting"),
        (s.refit[u] == REFITTED, "has refitted"),
        (bool(s.fought[u]), "has attacked"),
        (bool(s.fled[u]), "retreated"),
        (bool(s.marked[u]), "supply concentrated"),
    ):
        if on:
            found.append(word)
    found += [_marker(c, marker) for marker, carrier in sorted(s.carries.items()) if carrier == c.roster.ids[u]]
    if s.hex_of[u] >= 0 and (state := state_of(c, u)) != SUPPLIED:
        found.append(WORDS[state])
    if s.hex_of[u] >= 0 and attack_barred(c, u) is not None:
        found.append("may not attack")
    return found


def _marker(c: Ctx, marker: str) -> str:
    """What lies on a unit: aircraft by their name, else aerial supply."""
    plane = c.roster.by_id.get(marker)
    return "aerial supply" if plane is None else c.roster.short[plane]


@rule("pm:14.7", "pm:2.15")
def called(c: Ctx, u: Unit) -> tuple[str, str]:
    """Names of a unit; nothing of one that lies under the top unit of an enemy stack."""
    return ("?", "unit below the top one") if c.state.covered[u] else (short(c, u), name(c, u))


def values(c: Ctx, u: Unit) -> str:
    """``5-6-5``, ``?-?-5`` for an untried unit, ``?`` for one that may not be looked at, aircraft as on this turn."""
    if c.state.covered[u]:
        return "?"
    if c.roster.kind[u] == AIRCRAFT:
        return "{0}-{0}-0".format(points_of(c, c.roster.side[u]))
    attack, defense, move = strength(c, u)
    return f"?-?-{move}" if untried(c, u) else f"{attack}-{defense}-{move}"


@rule("pm:12.5", "pm:12.7")
def group(c: Ctx, u: Unit) -> tuple[tuple[Unit, ...], str]:
    """The picked units that move with one, with their factors and the points of the slowest (12.7)."""
    if not c.state.stack or c.frame.step != "movement" or c.roster.side[u] != c.state.side:
        return (u,), ""
    units = tuple(group_of(c, u))
    if not all(c.state.hex_of[v] >= 0 or c.state.box[v] in AREAS for v in units):
        return units, ""
    factors = [strength(c, v) for v in units if not untried(c, v)]
    attack, defense = sum(f[0] for f in factors), sum(f[1] for f in factors)
    unseen = len(units) - len(factors)
    words = f"{attack}-{defense}" * bool(factors) + "+" * bool(factors and unseen) + f"{unseen} untried" * bool(unseen)
    who = short(c, u) if len(units) == 1 else f"{len(units)} units"
    return units, f"{who} {words}, {budget(c, units)} MP"


def points(c: Ctx, h: Hex) -> int:
    """Victory points of the place in a hex."""
    place = tables(c).place(h)
    return place.value if place else 0


def regions(c: Ctx, h: Hex) -> list[str]:
    """Zones of the map that a hex lies in."""
    return [z.title for z in c.board.zones.values() if h in z.inside and z.group in ZONES]


def markers(c: Ctx) -> dict[Hex, tuple[str, ...]]:
    """Markers on the map: forts and their state, hedgehogs, districts and ports."""
    found: dict[Hex, list[str]] = {}
    for group in ("fort", "heavy fort", "stalin line"):
        for zone in c.board.zones_of(group):
            for h in zone.hexes:
                word = group if intact(c, h) else f"{group}, {_fort_state(c, zone.id, h)}"
                found.setdefault(h, []).append(word)
    for label in c.state.hedgehogs:
        found.setdefault(c.board.index[label], []).append("hedgehog")
    for h in sorted(tables(c).districts):
        found.setdefault(h, []).append("Military District")
    for h in sorted(tables(c).ports):
        found.setdefault(h, []).append("port")
    return {h: tuple(words) for h, words in found.items()}


def _fort_state(c: Ctx, line: str, h: Hex) -> str:
    if c.label(h) in c.state.destroyed:
        return "destroyed"
    return c.state.lines.get(line, "not intact")


def score(c: Ctx) -> Score:
    """German points so far, place by place, and what is needed at the end of this turn; then what could still score."""
    held: list[Place] = []
    open_: list[Place] = []
    for place in sorted((p for p in c.board.places if p.value), key=lambda p: (-p.value, p.name)):
        mine = all(c.state.control[c.label(h)] == "axis" for h in place.hexes)
        (held if mine else open_).append(place)
    lines = [TallyLine(f"+{p.value}", p.name, "pm:4.2") for p in held]
    if paid := c.state.points_paid:
        lines.append(TallyLine(f"-{paid}", "lost for good: ZOMO incursions, declined withdrawals, security", "pm:4.4"))
    lines += [TallyLine(f"({p.value})", f"{p.name}, Soviet", "pm:4.2") for p in open_]
    return Score("axis", c.state.vp, needed(c, c.state.turn), tuple(lines), "pm:4.2", "pm:17.2")


# ---------------------------------------------------------------------- the sequence of play
def outline(c: Ctx) -> list[OutlineLine]:
    """The printed sequence of this turn with the present phase."""
    phases = [p for p in c.data.tables["sequence"]["phase"] if _shown(c, p)]
    order = [p["id"] for p in phases]
    now = _present(c)
    here = order.index(now) if now in order else -1
    found = []
    for i, p in enumerate(phases):
        status = "now" if i == here else "done" if i < here else "later"
        depth = 1 if p.get("parent") else 0
        found.append(OutlineLine(p["id"], p["title"], p["rule"], depth, status))
    return found


@rule("pm:5.2", "pm:R29")
def _shown(c: Ctx, phase: dict[str, str]) -> bool:
    """Whether a phase of the printed sequence takes place on this turn, in this couplet, by the rules in force."""
    if not in_force(c, phase["rule"].removeprefix("pm:")):
        return False
    setting_up = any(f.step == "set-up" for f in c.state.stack)
    if phase.get("once") or phase.get("parent") == "setup":
        return setting_up
    second = phase["id"].endswith("-2")
    if (second and c.state.turn == 1) or (phase.get("only") == "december" and c.state.turn < tables(c).last_turn):
        return False
    parent = phase.get("parent", "")
    return not parent.startswith("couplet") or parent == f"couplet-{c.state.couplet}"


def _present(c: Ctx) -> str:
    if c.state.over:
        return "victory"
    side = ""
    for frame in c.state.stack:
        if frame.step == "player-turn":
            side = frame.vars["side"]
    for frame in reversed(c.state.stack):
        phase = c.steps[frame.step].phase
        if phase == "setup":
            return f"setup-{frame.vars['side']}"
        if phase:
            return f"{side}-{phase}-{c.state.couplet}" if side else phase
    return ""


def turn_name(c: Ctx) -> str:
    """``T3/2 II July, mud``."""
    row = tables(c).date(c.state.turn)
    if any(f.step == "set-up" for f in c.state.stack):
        return "set-up"
    north, south = c.state.weather["north"], c.state.weather["south"]
    sky = "" if north == south == "dry" else f" {north}" if north == south else f" {north}/{south}"
    couplet = f"/{c.state.couplet}" if c.state.couplet <= row["couplets"] else ""
    return f"T{c.state.turn}{couplet} {row['title']}{sky}"


ASK = Queries(
    tally=tally_query,
    reach=reach_query,
    supply=supply_of,
    zoc=lambda c, side: [],
    overlays=OVERLAYS,
    overlay=overlay,
    flags=flags,
    strength=strength,
    control=lambda c, h: c.state.control.get(c.label(h), ""),
    points=points,
    markers=markers,
    score=score,
    tracks=tracks,
    outline=outline,
    turn_name=turn_name,
    tally_kinds=("prepared", "mobile"),
    regions=regions,
    declared=declared,
    attackers=attackers,
    prospects=prospects,
    tasks=tasks,
    whereabouts=whereabouts,
    named=named,
    called=called,
    values=values,
    group=group,
    tally_now=lambda c: MOBILE if c.state.stack and c.frame.step == "movement" else PREPARED,
    gives_way=("clear ", "hex cleared"),
    hidden=lambda c, u: bool(c.state.covered[u]),
    tally_key="2/1 attacker loses 2 steps, defender 1 · E all defenders eliminated",
)
