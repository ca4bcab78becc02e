"""What can be asked of a game: overlays, outline, boxes, flags. Nothing here changes the state."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.ava.choices import choices
from engine.games.ava.combat.combat import planned
from engine.games.ava.phases.command import command_range, label_of, owned_label
from engine.games.ava.phases.drawing import queued
from engine.games.ava.phases.fortress import markers_left
from engine.games.ava.phases.movement import movers, reach_query
from engine.games.ava.phases.reinforcements import allotment
from engine.games.ava.phases.seats import commander, deciding, seat_lines
from engine.games.ava.phases.zhukov import status
from engine.games.ava.queries.prospects import prospects, tally_query
from engine.games.ava.queries.tasks import named, tasks, whereabouts
from engine.games.ava.setup.step import formations, zone_hexes
from engine.games.ava.state import FRESH, HELD_BACK, OUT_OF_COMMAND, SPENT, STRATEGIC
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import reduced, strength
from engine.games.ava.victory import score, worth
from engine.games.ava.zones import communicates, lines, supply_of, zone
from engine.play.asked import OutlineLine, Overlay, Queries, Track

OVERLAYS = (
    ("supply", "Lines of communications"),
    ("zoc", "Enemy zones of control"),
    ("range", "Command range"),
    ("reach", "Movement costs"),
    ("control", "Control and victory points"),
    ("rail", "Railroads"),
)


# ---------------------------------------------------------------------- overlays
def overlay(c: Ctx, name: str, side: str, u: Unit | None) -> Overlay:
    """One layer of marks over the map, for a side and, where it makes sense, a unit."""
    title = dict(OVERLAYS)[name]
    marks, legend, rule_id = _LAYERS[name](c, side, u)
    return Overlay(name, title, rule_id, marks, legend)


Layer = tuple[dict[Hex, str], tuple[tuple[str, str], ...], str]


def _supply(c: Ctx, side: str, u: Unit | None) -> Layer:
    reached = lines(c, side)[0]
    marks = {h: "+" for h in reached}
    marks.update({h: "S" for h in tables(c).sources(side) if h in reached})
    for unit, h in enumerate(c.state.hex_of):
        if h >= 0 and c.roster.side[unit] == side and h not in reached:
            marks[h] = "!"
    if u is not None:
        marks.update({h: "*" for h in supply_of(c, u).path})
    who = side.capitalize()
    legend = (
        ("S", f"{who} supply source"),
        ("+", "in communications"),
        ("!", "unit cut off"),
        ("*", "line of the unit"),
    )
    return marks, legend, "ava:3.3"


def _zoc(c: Ctx, side: str, u: Unit | None) -> Layer:
    flags = zone(c, c.other(side))
    return {h: "z" for h in c.data.in_play if flags[h]}, (("z", "enemy zone of control: 2 MP in, 2 MP out"),), "ava:3.2"


def _range(c: Ctx, side: str, u: Unit | None) -> Layer:
    hqs = [u] if u is not None and c.roster.hq[u] else _headquarters(c, side)
    marks: dict[Hex, str] = {}
    for hq in hqs:
        for h, d in command_range(c, hq).items():
            marks[h] = min(marks.get(h, "9"), str(d))
    return marks, (("0-4", "hexes from the nearest headquarters"),), "ava:8.2"


def _headquarters(c: Ctx, side: str) -> list[Unit]:
    r = c.roster
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and r.hq[u] and r.side[u] == side]


def _reach(c: Ctx, side: str, u: Unit | None) -> Layer:
    if u is None:
        return {}, (("", "put the cursor on a unit first"),), "ava:9.2"
    normal, road = reach_query(c, u, "normal").costs, reach_query(c, u, "strategic").costs
    marks = {h: f"{v:g}" for h, v in normal.items()}
    marks.update({h: "r" for h in road if h not in normal})
    return marks, (("5", "movement points by normal movement"), ("r", "by road, strategic movement only")), "ava:9.2"


def _control(c: Ctx, side: str, u: Unit | None) -> Layer:
    marks = {}
    for h in tables(c).tracked:
        letter = "A" if c.state.control.get(c.label(h)) == "axis" else "S"
        worth = points(c, h)
        marks[h] = f"{letter}{worth}" if worth else letter
    legend = (("A", "Axis control"), ("S", "Soviet control"), ("10", "victory points at stake"))
    return marks, legend, "ava:3.4"


def _rail(c: Ctx, side: str, u: Unit | None) -> Layer:
    flags = c.board.side("railroad")
    on_rail = [h for h in c.data.in_play if any(flags[h * 6 + d] for d in range(6))]
    return {h: "#" for h in on_rail}, (("#", "railroad"),), "ava:3.3"


_LAYERS = {"supply": _supply, "zoc": _zoc, "range": _range, "reach": _reach, "control": _control, "rail": _rail}


# ---------------------------------------------------------------------- hexes and units
def flags(c: Ctx, u: Unit) -> list[str]:
    """Words for what a unit is and has done: ``activated``, ``moved``, ``reduced`` ..."""
    s, found = c.state, []
    for on, word in (
        (reduced(c, u), "reduced"),
        (bool(s.active[u]), "activated"),
        (bool(s.active[u] & OUT_OF_COMMAND), "half strength out of command range"),
        (bool(s.active[u] & HELD_BACK), "Reserve: no attack"),
        (s.mode[u] not in (FRESH, STRATEGIC), "moved"),
        (s.mode[u] == STRATEGIC, "moved by road"),
        (s.mode[u] == SPENT, "spent its allowance"),
        (s.target[u] >= 0, "attacking"),
        (bool(s.fought[u]), "has attacked"),
        (bool(s.retreated[u]), "retreated"),
    ):
        if on:
            found.append(word)
    if s.hex_of[u] >= 0 and not communicates(c, c.roster.side[u], s.hex_of[u]):
        found.append("out of communications")
    return found


def control(c: Ctx, h: Hex) -> str:
    """Side that controls a city, supply or breakthrough hex; empty elsewhere."""
    return c.state.control.get(c.label(h), "")


def points(c: Ctx, h: Hex) -> int:
    """Victory points that the Axis has or would have for a hex in communications."""
    if tables(c).place_size(h) == "major city":
        bonus = worth(c, "stand_fast") if c.label(h) in c.state.stand_fast else 0
        return worth(c, "major_city") + bonus
    if h in tables(c).breakthrough:
        return int(c.data.scenario["breakthrough"]["points"])
    if h in tables(c).moscow:
        return worth(c, "breakthrough") + worth(c, "from_moscow")
    return worth(c, "breakthrough") if h in tables(c).sources("soviet") else 0


def regions(c: Ctx, h: Hex) -> list[str]:
    """Deployment zones of the scenario that a hex belongs to (4.0(2))."""
    if "zones by hex" not in c.data.memo:
        found: dict[Hex, list[str]] = {}
        for formation in formations(c):
            for z in formation["zone"]:
                for zone_hex in zone_hexes(c, z):
                    found.setdefault(zone_hex, []).append(f"{formation['name']} deployment {z['kind']}")
        c.data.memo["zones by hex"] = found
    names: list[str] = c.data.memo["zones by hex"].get(h, [])
    return list(dict.fromkeys(names))


def markers(c: Ctx) -> dict[Hex, tuple[str, ...]]:
    """Markers on the map: fortresses, Stand Fast, control of major cities, supply sources."""
    found: dict[Hex, list[str]] = {}
    for label, steps in sorted(c.state.fortress.items()):
        found.setdefault(c.board.index[label], []).append(f"fortress +{steps}")
    for label in c.state.stand_fast:
        found.setdefault(c.board.index[label], []).append("stand fast")
    for side in ("axis", "soviet"):
        for h in tables(c).sources(side):
            found.setdefault(h, []).append(f"{side} supply source")
    for h in tables(c).moscow:
        found.setdefault(h, []).append("from Moscow")
    for h in tables(c).breakthrough:
        found.setdefault(h, []).append("breakthrough")
    return {h: tuple(words) for h, words in found.items()}


# ---------------------------------------------------------------------- beside the map
def tracks(c: Ctx, viewer: str) -> list[Track]:
    """Cup, people, chits, turn track, special rules, boxes; chits of the other side only as far as they are public."""
    return [
        _cup(c, viewer),
        *_people(c),
        *(_chits(c, side, viewer) for side in ("axis", "soviet")),
        _turns(c),
        *_special(c),
        *_boxes(c),
    ]


def _cup(c: Ctx, viewer: str) -> Track:
    drawn = owned_label(c, c.state.drawn) if c.state.drawn else "nothing"
    lines_ = [f"{c.state.cup} chits in the cup", f"being resolved: {drawn}"]
    if up := queue_words(c):
        lines_.append(f"queue: {up}")
    return Track("cup", "Cup", "ava:7.1", tuple(lines_))


def queue_words(c: Ctx) -> str:
    """The revealed chits of the Controller's queue (19.4)."""
    return ", ".join(owned_label(c, k) for k in queued(c) if c.state.chits[k].startswith("up"))


def _people(c: Ctx) -> list[Track]:
    """Who sits at the table (19.2)."""
    found = seat_lines(c)
    return [Track("people", "People at the table", "ava:19.2", tuple(found))] if found else []


def _chits(c: Ctx, side: str, viewer: str) -> Track:
    words = {
        "ready": "available", "chosen": "selected", "kept": "selected, to hold in hand", "cup": "in the cup",
        "hand": "in hand", "played": "played",
    }  # fmt: skip
    chits = tables(c).chits
    places = {k: w for k, w in c.state.chits.items() if chits[k]["owner"] == side and chits[k]["kind"] != "dummy"}
    for seat in choices(c).seats:
        words |= {f"cup {seat.id}": f"in the cup of {seat.id}", f"drawn {seat.id}": f"drawn by {seat.id}"}
    found = []
    for place, title in words.items():
        names = [label_of(c, k) for k, w in places.items() if w == place]
        if names:
            found.append(f"{title}: {', '.join(names)}")
    secret = sum(1 for w in places.values() if w == "hidden")
    if secret:
        found.append(f"not known to you: {secret}")
    return Track(f"chits-{side}", f"{side.capitalize()} command chits", "ava:6.1", tuple(found))


def _turns(c: Ctx) -> Track:
    found = []
    for turn, row in tables(c).track.items():
        mark = "▶" if turn == c.state.turn else " "
        last = "  last turn" if turn == tables(c).last_turn else ""
        if turn <= tables(c).last_turn:
            found.append(
                f"{mark}{turn} {row['dates']:<13} chits {_numbers(row, '')} · units {_numbers(row, '_reinf')}"
                f"+{row['strategic_reserve']}{last}"
            )
    return Track("turns", "Turn track (reconstructed numbers)", "ava:6.2", tuple(found))


def _numbers(row: dict[str, Any], kind: str) -> str:
    """The numbers of the turn track by nationality; the Romanian one where there is any."""
    parts = [(name, row[f"{name.lower()}{kind}"]) for name in ("GER", "RUM", "SU")]
    return " ".join(f"{name} {n}" for name, n in parts if n or name != "RUM")


def _special(c: Ctx) -> list[Track]:
    """Fortress markers still to be had, and Zhukov's Command."""
    found = []
    table = c.data.scenario["fortress"]
    if table["build_steps"]:
        titles = {s.id: s.title for s in c.board.sheets}
        lines_ = [f"{titles[m]}: {markers_left(c, m)} of {n} markers left" for m, n in sorted(table["markers"].items())]
        when = f"{table['build_steps']} a Supply Check from turn {table['first_turn']}"
        found.append(Track("fortresses", "Fortress steps", str(table["rule"]), (when, *lines_)))
    if status(c):
        found.append(Track("zhukov", "Zhukov's Command", "ava:18.1", (status(c),)))
    return found


def _boxes(c: Ctx) -> list[Track]:
    found = []
    names = sorted({b for b in c.state.box if b and b not in ("not in play",)})
    for box in names:
        for side in ("axis", "soviet"):
            units = [u for u, b in enumerate(c.state.box) if b == box and c.roster.side[u] == side]
            if units:
                kinds = Counter(c.roster.kind[u] for u in units)
                summary = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))
                lines_ = (f"{len(units)}: {summary}", c.roster.names(units))
                found.append(Track(f"{box}-{side}", f"{side.capitalize()} {box} box", "ava:12.2", lines_))
    return found


# ---------------------------------------------------------------------- the sequence of play
def outline(c: Ctx) -> list[OutlineLine]:
    """The printed sequence with the present step, what is done in this turn, and what is left in the step."""
    phases = c.data.tables["sequence"]["phase"]
    now = _present(c)
    order = [p["id"] for p in phases]
    here = order.index(now) if now in order else -1
    parents = {p["id"]: p.get("parent", "") for p in phases}
    found = []
    for i, p in enumerate(phases):
        if p.get("once") and p["id"] != now and parents.get(now) != p["id"]:
            continue
        if parents[p["id"]] and parents[p["id"]] not in (parents.get(now, ""), now):
            continue
        status = "now" if p["id"] == now else "done" if i < here else "later"
        note = _left(c) if p["id"] == now else _command_note(c) if p["id"] == "command" else ""
        found.append(OutlineLine(p["id"], p["title"], p["rule"], 1 if parents[p["id"]] else 0, status, note))
    return found


def _present(c: Ctx) -> str:
    if c.state.over:
        return "victory"
    if any(frame.step == "surprise" for frame in c.state.stack):
        return "surprise"  # its Combat Segment is none of a turn (15.1)
    for frame in reversed(c.state.stack):
        phase = c.steps[frame.step].phase
        if phase == "setup" or phase == "selection":
            return f"{phase}-{c.state.side}"
        if phase:
            return phase
    return ""


def _command_note(c: Ctx) -> str:
    drawn = f"{owned_label(c, c.state.drawn)}, " if c.state.drawn else ""
    return f"{drawn}{c.state.cup} in the cup"


def _left(c: Ctx) -> str:
    step = c.frame.step if c.state.stack else ""
    if step == "movement":
        return f"{sum(1 for u in movers(c) if c.state.mode[c.roster.by_id[u]] == FRESH)} left"
    if step == "combat":
        return f"{len(planned(c))} declared"
    if step == "resolve":
        return f"{len(planned(c))} left"
    if step == "reinforce":
        nations = [n for n in allotment(c, c.state.side) if c.frame.vars.get(n)]
        return ", ".join(f"{c.frame.vars[n]} {n.capitalize()}" for n in nations)
    return ""


def turn_name(c: Ctx) -> str:
    """``T3 12-21 Jul``."""
    row = tables(c).track.get(c.state.turn)
    return f"T{c.state.turn} {row['dates']}" if row else "set-up"


ASK = Queries(
    tally=tally_query,
    reach=reach_query,
    supply=supply_of,
    zoc=lambda c, side: [h for h in sorted(c.data.in_play) if zone(c, side)[h]],
    overlays=OVERLAYS,
    overlay=overlay,
    flags=flags,
    strength=strength,
    control=control,
    points=points,
    markers=markers,
    score=score,
    tracks=tracks,
    outline=outline,
    turn_name=turn_name,
    tally_kinds=("attack",),
    regions=regions,
    declared=planned,
    prospects=prospects,
    tasks=tasks,
    whereabouts=whereabouts,
    named=named,
    deciding=deciding,
    commander=lambda c, u: commander(c, u) if choices(c).seats else "",
    tally_key="A1 attacker loses 1 step · - nothing · R, RR retreat 1, 2 hexes · 1RR loses 1 and retreats 2",
)
