"""What lies beside the map: boxes, the turn record, markers, the dead pile."""

from __future__ import annotations

from engine.games.bd import watch
from engine.games.bd.gambit import AIR
from engine.games.bd.phases.strategic import left
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.victory.check import aims
from engine.games.bd.victory.check import title as heading
from engine.play.asked import Track

TITLES = {
    "rvgk": ("RVGK", "bd:8.8"),
    "arriving": ("Waiting to enter", "bd:8.1"),
    AIR: ("Ready for an air drop", "bd:4.17"),
    "air armies": ("Air armies", "bd:8.38"),
    "artillery corps": ("Artillery corps", "bd:8.36"),
    "support": ("Support markers", "bd:8.41"),
    "dead pile": ("Dead pile", "bd:8.13"),
    "caucasus": ("Caucasus", "bd:4.11"),
    "bulgaria": ("In Bulgaria", "bd:8.26"),
}


def tracks(c: Ctx, viewer: str) -> list[Track]:
    """Turn record, conditions of victory, markers, then every box that holds something."""
    found = [_turns(c), _conditions(c), _markers(c)]
    for box, (title, law) in TITLES.items():
        for side in ("axis", "soviet"):
            units = [u for u, b in enumerate(c.state.box) if b == box and c.roster.side[u] == side]
            if units:
                lines = (f"{len(units)} units: {c.roster.names(units)}",)
                found.append(Track(f"{box}-{side}".replace(" ", "-"), title, law, lines))
    return found


def _turns(c: Ctx) -> Track:
    lines, t = [], tables(c)
    for turn in range(t.first_turn, t.last_turn + 1):
        mark = "▶" if turn == c.state.turn else " "
        axis, soviet = t.track[turn, "axis"], t.track[turn, "soviet"]
        rates = f"MF {axis.mech}/{axis.foot} and {soviet.mech}/{soviet.foot}"
        steps = f"steps {axis.mech_steps}/{axis.foot_steps} and {soviet.mech_steps}/{soviet.foot_steps}"
        lines.append(f"{mark}{turn:>2} {t.calendar[turn]['month']:<12} {rates}, {steps}")
    return Track("turns", "Turn Record: German and Soviet", "bd:5.1", tuple(lines))


def _conditions(c: Ctx) -> Track:
    told = [f"{'✓' if a.met else '·'} {a.told}" for a in aims(c)]
    return Track("victory", heading(c), str(c.scenario["victory"]["rule"]), tuple(told))


def _markers(c: Ctx) -> Track:
    s, t = c.state, tables(c)
    planes = t.luftwaffe[s.turn] + watch.luftwaffe(c)
    lines = [f"Luftwaffe counters: {max(0, planes - s.planes_used)} of {planes} left in this turn"]
    if s.aerial:
        lines.append(f"aerial supply: {s.aerial}")
    elif s.aerial_ready > 0:
        ready = "available" if s.aerial_ready <= s.turn else f"from turn {s.aerial_ready}"
        lines.append(f"aerial supply: {ready}")
    lines += [f"offensive supply {name}: {label}" for name, label in sorted(s.offensive.items())]
    heroes, fortresses = s.hero_markers, s.fortress_markers
    lines += [f"hero city markers in hand: {heroes}"] if heroes else []
    lines += [f"fortress city markers in hand: {fortresses}"] if fortresses else []
    lines.append(f"strategic movement left: {left(c)}")
    return Track("markers", "Markers", "bd:2.13", tuple(lines))
