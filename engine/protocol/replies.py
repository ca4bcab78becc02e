"""What the engine knows as plain values with the keys of the protocol: labels for hexes, slugs for units."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.components.load import GameData, Table
from engine.play.action import Refusal
from engine.play.asked import Reach, Score, Supply
from engine.play.catalogue import GameInfo
from engine.play.event import Event
from engine.play.match import Match
from engine.play.step import Step
from engine.play.view import View
from engine.protocol.failure import Failure

Plain = dict[str, Any]


def labels(data: GameData, hexes: Iterable[Hex]) -> list[str]:
    """Labels of hexes, in their order."""
    return [data.board.labels[h] for h in hexes if h >= 0]


def ids(data: GameData, units: Iterable[Unit]) -> list[str]:
    """Slugs of units, in their order."""
    return [data.roster.ids[u] for u in units]


def game(info: GameInfo) -> Plain:
    """A game with its scenarios and options; bounds only where an option takes numbers."""
    options = [{k: v for k, v in option._asdict().items() if v is not None} for option in info.options]
    return {**info._asdict(), "scenarios": [scenario._asdict() for scenario in info.scenarios], "options": options}


def status(match: Match, viewer: str | None = None) -> Plain:
    """Where the game stands and what is asked of whom, for a side, by default the one that decides."""
    s, prompt = match.state, match.view(viewer).prompt
    result = {"winner": s.winner, "level": s.level, "rule": s.over_rule} if s.over else None
    return {
        "game": match.rules.id, "scenario": match.data.scenario["id"], "turn": s.turn,
        "turn_name": match.view("").turn_name, "phase": phase(match), "side": match.side or None,
        "step": s.stack[-1].step if s.stack else None, "prompt": prompt.text, "prompt_rule": prompt.rule,
        "person": prompt.who or None,
        "default": str(prompt.default) if prompt.default else None, "over": s.over, "result": result,
        "analysis": s.analysis, "can_undo": match.can_undo, "can_redo": match.can_redo, "digest": match.digest(),
        "seed": match.seed, "options": dict(match.data.options), "players": players(match),
    }  # fmt: skip


def players(match: Match) -> Plain:
    """Who plays each side: ``human`` or the name of a computer player."""
    return {side: match.meta.get(f"player.{side}", "human") for side in match.data.meta["sides"]}


def phase(match: Match) -> Plain:
    """The phase of the waiting step, or of the nearest step below it that has one; ``over`` after the end."""
    if match.over:
        return {"id": "over", "title": "Game over", "rule": match.state.over_rule}
    steps = [match.rules.steps[frame.step] for frame in reversed(match.state.stack)]
    now = next((step.phase for step in steps if step.phase), "")
    outline = match.view("").outline()
    line = next((x for x in outline if x.id == now), None)
    line = line or next((x for x in reversed(outline) if x.status == "now"), None)
    if line is None:
        return {"id": now, "title": steps[0].title, "rule": match.prompt.rule}
    return {"id": line.id, "title": line.title, "rule": line.rule}


def events(match: Match, found: Iterable[Event], viewer: str) -> list[Plain]:
    """Events in their order as a side may read them, everything once the game is over."""
    told = found if match.over else (e.told(viewer) for e in found)
    return [event(match.data, e) for e in told if e is not None]


def deed(action: str, step: Step[Any], found: Iterable[Event], viewer: str) -> str:
    """An action of somebody else as a line: the verb alone where the rest would tell what the viewer may not know."""
    found = list(found)
    secret = step.secret or (step.private and not found) or any(e.veiled(viewer) for e in found)
    return f"{action.partition(' ')[0]} ?" if secret else action


def event(data: GameData, e: Event) -> Plain:
    """One event; ``seen_by`` only where one side alone may read it."""
    plain: Plain = {"kind": e.kind, "text": e.text, "rule": e.rule, "rolls": list(e.rolls)}
    if e.seen_by:
        plain["seen_by"] = e.seen_by
    return plain | {"hexes": labels(data, e.hexes), "units": ids(data, e.units)}


def refusal(seen: View, r: Refusal) -> Plain:
    """Why not: hexes and units only where some are concerned, and none that may not be looked at."""
    more = {"hexes": labels(seen.data, r.hexes), "units": ids(seen.data, (u for u in r.units if not seen.hidden(u)))}
    return {"rule": r.rule, "reason": r.reason, **{k: v for k, v in more.items() if v}}


def view(v: View) -> Plain:
    """The whole game as a side may see it."""
    hexes = sorted(v.data.in_play)
    name = v.board.labels
    return {
        "side": v.side, "units": v.units(),
        "control": {name[h]: side for h in hexes if (side := v.control(h))},
        "points": {name[h]: n for h in hexes if (n := v.points(h))},
        "markers": {name[h]: list(words) for h, words in sorted(v.markers.items())},
        "weather": getattr(v.state, "weather", None), "tracks": [t._asdict() for t in v.tracks()],
        "score": score(v.score()), "turn_name": v.turn_name, "outline": [x._asdict() for x in v.outline()],
    }  # fmt: skip


def score(s: Score) -> Plain:
    """Points so far."""
    return {**s._asdict(), "lines": [x._asdict() for x in s.lines], "open": [x._asdict() for x in s.open]}


def reach(data: GameData, found: list[Reach]) -> Plain:
    """Where all of the units can go, at the cost of the slowest; barred hexes with the first reason given."""
    common = set(found[0].costs).intersection(*(r.costs for r in found[1:]))
    name = data.board.labels
    costs = {name[h]: _points(max(r.costs[h] for r in found)) for h in sorted(common)}
    barred: dict[Hex, tuple[str, str]] = {}
    for r in found:
        barred = {**r.blocked, **barred}
    told = {"hexes": costs, "blocked": {name[h]: {"rule": x[0], "reason": x[1]} for h, x in sorted(barred.items())}}
    points = [r.allowance for r in found if r.allowance is not None]
    return {**told, "allowance": _points(min(points))} if points else told


def _points(cost: float) -> int | float:
    return int(cost) if cost == int(cost) else cost


def supply(data: GameData, s: Supply) -> Plain:
    """Supply with its path from the unit to the source."""
    source = data.board.labels[s.source] if s.source >= 0 else None
    path = labels(data, s.path)
    found = {"status": s.status, "in_supply": s.in_supply, "path": path, "source": source, "rule": s.rule}
    return {**found, **s.further}


def tally(seen: View, t: Tally) -> Plain:
    """A calculation line by line."""
    return {
        "kind": t.kind, "attack": t.attack, "defense": t.defense, "odds": t.odds, "column": t.column,
        "span": [s for s in t.span if s],
        "shift": t.shift, "automatic": t.automatic, "lines": [x._asdict() for x in t.lines],
        "distribution": dict(t.distribution), "results": list(t.results), "attackers": seen.ids(t.attackers),
        "defenders": seen.ids(t.defenders), "target": seen.board.labels[t.target] if t.target >= 0 else None,
        "targets": labels(seen.data, t.targets), "support": seen.ids(t.attack_support),
        "defender_support": seen.ids(t.defense_support), "allowed": t.barred is None,
        **({} if t.barred is None else {"refusal": {"rule": t.barred[0], "reason": t.barred[1]}}), **t.further,
    }  # fmt: skip


def enquiry(seen: View, t: Tally) -> Plain:
    """A calculation that is no combat, line by line."""
    return {
        "kind": t.kind, "lines": [x._asdict() for x in t.lines], "results": list(t.results),
        "distribution": dict(t.distribution), "allowed": t.barred is None,
        **({} if t.barred is None else {"refusal": {"rule": t.barred[0], "reason": t.barred[1]}}), **t.further,
    }  # fmt: skip


def chart_names(table: Table, prefix: str = "") -> list[str]:
    """Dotted names of all tables with columns and rows below a table."""
    found = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += [prefix + key] if {"columns", "rows"} <= set(value) else chart_names(value, f"{prefix}{key}.")
    return found


def chart(tables: Table, name: str) -> Plain:
    """A chart by its dotted name. Raises ``Failure`` naming those there are."""
    names = chart_names(tables)
    if name not in names:
        raise Failure("not_found", f"there is no chart '{name}'", hint=f"there is: {', '.join(names)}")
    node: Any = tables
    outer: Table = {}
    for part in name.split("."):
        node = node[part]
        outer |= {k: node[k] for k in ("provenance", "source", "rule") if k in node}
    plain = {k: node[k] for k in ("columns", "rows", "note", "status") if k in node}
    return (
        {"chart": name, "title": node.get("title", name), "provenance": None, "source": "", "rule": ""} | outer | plain
    )
