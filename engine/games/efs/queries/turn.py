"""What can be asked about the turn: its name and date, the sequence of play, the score, what lies beside the map."""

from __future__ import annotations

from engine.components.charts import TallyLine
from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs import evacuation, groups
from engine.games.efs.arrivals import is_due, turn_of
from engine.games.efs.combat.shares import outstanding
from engine.games.efs.kinds import is_air, is_span, is_strong, is_substitute, is_supply
from engine.games.efs.movement.railroad import capacity, capacity_left
from engine.games.efs.phases.ahead import idle
from engine.games.efs.plans import balance, chosen, plans, terms
from engine.games.efs.queries.tasks import risks, tasks
from engine.games.efs.replacing import marked, stock, types
from engine.games.efs.standing import expected, value, why
from engine.games.efs.tables import Ctx
from engine.games.efs.units import AIR_BOXES, ASIDE
from engine.games.efs.victory import LAPSED, Spot, levels, spots, worth
from engine.games.efs.weather import ice, icy
from engine.kit import outline as sequence
from engine.play.asked import Named, OutlineLine, Score, Track
from engine.play.citing import rule
from engine.play.queries import TurnQueries

NOW = 0
"""Stands for all turns up to the present one."""
AUTO = "auto"
"""What is said of a phase in which nobody decides anything."""
DAYS, FIRST_DAY = 2, 21
"""Days of a turn, and days of June 1941 before the first one (2.1)."""
MONTHS = (("Jun", 30), ("Jul", 31), ("Aug", 31), ("Sep", 30), ("Oct", 31))
BOXES = {
    "active": ("Active Box", "efs:8.3"),
    "cadre": ("Cadre Box", "efs:7.6"),
    "eliminated": ("Eliminated Box", "efs:7.6"),
    "cannot rebuild": ("Cannot be rebuilt", "efs:7.14"),
}


# ---------------------------------------------------------------------- the sequence of play
@rule("efs:4.21")
def outline(c: Ctx) -> list[OutlineLine]:
    """The printed sequence of this turn with the present phase: its segment phase by phase, the others in a line each.

    Phases that the scenario leaves out are not told.
    """
    now = sequence.OVER if c.state.over else c.state.phase
    left_out = c.scenario.get("without", {}).get("phases", ())
    segment = next((row.get("parent", "") for row in sequence.phases(c) if row["id"] == now), "")
    alone = [row["id"] for row in sequence.phases(c) if row.get("by_itself")]
    return sequence.outline(
        c, now, lambda row: row["id"] not in left_out and row.get("parent", segment) == segment,
        lambda phase: AUTO if phase in alone else "",
    )  # fmt: skip


def turn_name(c: Ctx) -> str:
    """``T5 30 Jun``."""
    day = FIRST_DAY + 1 + DAYS * (c.state.turn - 1)
    for month, length in MONTHS:
        if day <= length:
            return f"T{c.state.turn} {day} {month}"
        day -= length
    return f"T{c.state.turn}"


# ---------------------------------------------------------------------- the score
@rule("efs:24.11", "efs:24.13", "efs:24.21", "efs:R241")
def score(c: Ctx) -> Score:
    """Points of the Axis side against those of the lowest level, place by place, with what could still be had."""
    taken, open_ = list[TallyLine](), list[TallyLine]()
    for spot in spots(c):
        side, _, booked = c.state.places.get(spot.key, "").partition(" ")
        if spot.late and not c.state.over:
            open_.append(_late(c, spot))
        elif spot.staked and not c.state.over:
            text = f"{spot.key}, if the Soviet side holds it at the end"
            open_.append(TallyLine(str(worth(c, spot, c.state.turn)), text, "efs:R220"))
        elif side == "axis" and booked not in ("", "0" if spot.late else "", LAPSED):
            text, law = (why(c, spot), "efs:R241") if spot.late else (spot.key, "efs:24.22")
            taken.append(TallyLine(booked, text, law))
        elif (value := worth(c, spot, c.state.turn)) and not spot.late:
            open_.append(TallyLine(str(value), spot.key, "efs:24.21"))
    each = int(c.scenario.get("mandated", {}).get("unmade", 0))
    if each and c.state.mandates:
        due = counted(c.state.mandates, "Mandated Attack", "Mandated Attacks")
        open_.append(TallyLine(str(each * c.state.mandates), f"{due}, if never made", "efs:R220"))
    rest = c.state.vp - sum(int(line.value) for line in taken)
    if rest:
        taken.append(TallyLine(f"{rest:+d}", "start of the scenario, losses, actions", "efs:24.12"))
    needed = levels(c)[0][1]
    law = str(c.scenario["victory"]["rule"])
    return Score("axis", c.state.vp, needed, tuple(taken), "efs:24.11", law, tuple(open_), note=_trust(c))


@rule("efs:R241")
def _late(c: Ctx, spot: Spot) -> TallyLine:
    """A place that counts when the game ends: what it would bring as things stand, and what it could."""
    n, most = value(c, spot), worth(c, spot, c.state.turn)
    if n == most:
        return TallyLine(str(n), f"{spot.key}, held now, counts at the end", "efs:R241")
    if c.state.given_up[spot.key]:
        text = f"{spot.key}, given up, for the turns at whose end it was held"
        return TallyLine(str(n), text, "efs:R241")
    return TallyLine(str(most), f"{spot.key}, if the Axis holds it at the end", "efs:R241")


LEVELS_BY = {
    "history": "The levels of victory are reconstructed from history; no series of games has tuned them.",
    "play": "The levels of victory are reconstructed: games of equal computer players have tuned them.",
    "public": "The lowest level of victory is public. Games of equal computer players have tuned what places bring.",
}
"""What levels that are not printed rest on, as the scenario says (``levels_by``)."""


def _trust(c: Ctx) -> str:
    """What the levels of victory rest on."""
    victory = c.scenario["victory"]
    rebuilt = victory.get("provenance", c.scenario.get("provenance")) == "reconstructed"
    return LEVELS_BY[victory.get("levels_by", "history")] if rebuilt else ""


# ---------------------------------------------------------------------- beside the map
def tracks(c: Ctx, viewer: str) -> list[Track]:
    """Weather, levels of victory, reinforcements to come, air units, supply, then every box that holds something.

    The Victory Plan comes last, so that who shows another track to both players does not show it too.
    """
    found = [
        _weather(c),
        _levels(c),
        *_mandates(c),
        _arrivals(c),
        *_air(c),
        _supply(c),
        *_replacements(c),
        *_regiments(c),
    ]
    for box, (title, law) in BOXES.items():
        for side in c.data.meta["sides"]:
            units = [u for u, b in enumerate(c.state.box) if b == box and c.roster.side[u] == side]
            if units:
                whose = f"{title}: {c.data.meta['side'][side]['title']}"
                found.append(Track(f"{box}-{side}".replace(" ", "-"), whose, law, (c.roster.names(units),)))
    return found + _plan(c)


def _weather(c: Ctx) -> Track:
    s = c.state
    cold = icy(ice(c))
    told = s.weather.capitalize() + (" with Storm" if s.storm else "") + (f"; {cold} frozen" if cold else "")
    return Track("weather", "Weather", "efs:5.16", (told or "not yet rolled",))


@rule("efs:12.36", "efs:R221")
def _mandates(c: Ctx) -> list[Track]:
    """Mandated Attacks still to be made, and by whom where the scenario says so; nothing where there are none."""
    if not c.state.mandates:
        return []
    lines = outstanding(c)
    return [
        Track(
            "mandates",
            f"Mandated Attacks to be made: {c.state.mandates}",
            "efs:12.36",
            tuple(lines) or ("by anybody",),
        )
    ]


def _levels(c: Ctx) -> Track:
    lines = [f"{'✓' if c.state.vp >= need else '·'} {need:>3} {name} victory of the Axis" for name, need in levels(c)]
    if later := expected(c):
        lines.append(f"{later:>5} more for the places held now, counted at the end")
    lines += [text for text in (evacuation.told(c), _trust(c)) if text]
    return Track("levels", f"Victory: the Axis has {c.state.vp}", "efs:24.13", tuple(lines))


@rule("efs:R250", "efs:R251")
def _plan(c: Ctx) -> list[Track]:
    """The Victory Plans of the scenario; to the side that has written one down, which, and what it would add now."""
    if not terms(c):
        return []
    mine = chosen(c)
    when = "is" if c.state.turn <= terms(c)["turn"] else "was"
    lines = [f"it {when} written down on turn {terms(c)['turn']}, in secret until the end"] if mine is None else []
    lines += [f"{'✓' if p == mine else '·'} {p.title}: {p.text}" for p in plans(c)]
    if mine is not None:
        more = sum(points for points, _ in balance(c, mine))
        lines.append(f"as places stand it adds {f'{more:+d} VP' if more else 'nothing'} at the end")
    return [Track("plan", "Victory Plan of the Axis", "efs:R250", tuple(lines))]


@rule("efs:8.11")
def _arrivals(c: Ctx) -> Track:
    by_turn: dict[tuple[int, str], list[Unit]] = {}
    for u in range(len(c.roster)):
        if turn_of(c, u) and not is_supply(c, u):
            turn = NOW if is_due(c, u) else turn_of(c, u)
            by_turn.setdefault((turn, c.roster.side[u]), []).append(u)
    lines = []
    for (turn, side), units in sorted(by_turn.items()):
        when = f"turn {turn}" if turn else "now"
        lines.append(f"{when}: {c.data.meta['side'][side]['title']}: {c.roster.names(units)}")
    return Track("arrivals", "Reinforcements", "efs:8.11", tuple(lines) or ("none to come",))


@rule("efs:9.1")
def _air(c: Ctx) -> list[Track]:
    found = []
    for side in c.data.meta["sides"]:
        lines = []
        for box in AIR_BOXES:
            here = [u for u, b in enumerate(c.state.box) if b == box and is_air(c, u) and c.roster.side[u] == side]
            if here:
                lines.append(f"{box.capitalize()}: {len(here)}, {c.roster.names(here)}")
        if lines:
            title = c.data.meta["side"][side]["title"]
            found.append(Track(f"air-{side}", f"Air units: {title}", "efs:9.1", tuple(lines)))
    return found


@rule("efs:6.45", "efs:22.22")
def _supply(c: Ctx) -> Track:
    lines = []
    for side in c.data.meta["sides"]:
        own = [u for u in range(len(c.roster)) if c.roster.side[u] == side]
        points = sum(c.state.asp[u] for u in own if c.state.hex_of[u] >= 0)
        waiting = sum(c.state.asp[u] for u in own if turn_of(c, u))
        spans = sum(is_span(c, u) and c.state.box[u] == "bridge pool" for u in own)
        title = c.data.meta["side"][side]["title"]
        if given := capacity(c, side):
            lines.append(f"{title}: railroad capacity {given}, {capacity_left(c, side)} left this turn")
        free = counted(spans, "bridge or ferry marker", "bridge and ferry markers")
        lines.append(f"{title}: {points} ASP on the map, {waiting} may enter, {free} free")
    return Track("supply", "Attack Supply, railroads, bridges", "efs:6.45", tuple(lines))


@rule("efs:7.31", "efs:7.61", "efs:7.71")
def _replacements(c: Ctx) -> list[Track]:
    """Replacement points of both sides, and who is marked to receive them; nothing where there are none."""
    lines = []
    for side in c.data.meta["sides"]:
        have = ", ".join(f"{n} {type_}" for type_ in types(c) if (n := stock(c, side, type_)))
        units = c.roster.names(marked(c, side))
        if have or units:
            title = c.data.meta["side"][side]["title"]
            lines.append(f"{title}: {have or 'no points'}{f'; marked: {units}' if units else ''}")
    return [Track("replacements", "Replacement points", "efs:7.31", tuple(lines))] if lines else []


@rule("efs:23.13")
def _regiments(c: Ctx) -> list[Track]:
    """Regiment Substitute Counters at hand, in scenarios that have some."""
    free = [u for u, box in enumerate(c.state.box) if box == ASIDE and is_substitute(c, u)]
    if not free or "regular" not in c.scenario.get("counters", {}).get("axis", {}):
        return []
    strong = sum(is_strong(c, u) for u in free)
    line = f"{len(free) - strong} regular, {strong} strong regiments at hand"
    return [Track("regiments", "Regiment Substitute Counters", "efs:23.13", (line,))]


@rule("efs:8.2", "efs:8.22", "efs:8.23")
def named(c: Ctx, viewer: str) -> list[Named]:
    """The Groups that the side to act may call in: who comes, and what it costs."""
    if viewer != c.state.side or not c.state.stack or c.frame.step != "reinforcements":
        return []
    found = []
    for g in groups.eligible(c, viewer):
        note = f"Axis {g.vp:+d} VP, {counted(len(g.turns), 'unit', 'units')}"
        found.append(Named(g.id, g.title, "", "efs:8.2", note=note))
    return found


TURN = TurnQueries(
    name=turn_name,
    outline=outline,
    score=score,
    tracks=tracks,
    tasks=tasks,
    risks=risks,
    named=named,
    idle=idle,
)
