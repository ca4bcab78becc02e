"""What lies beside the map: cup, chits, people at the table, turn track, boxes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import arriving, command_range, in_command, label_of, owned_label
from engine.games.ava.phases.drawing import queued
from engine.games.ava.phases.fortress import markers_left
from engine.games.ava.phases.seats import seat_lines
from engine.games.ava.phases.zhukov import status
from engine.games.ava.tables import Ctx, tables
from engine.play.asked import Named, Track
from engine.play.citing import rule


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
    lines_ = [f"{plural(c.state.cup, 'chit')} in the cup", f"being resolved: {drawn}"]
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


# ---------------------------------------------------------------------- chits by their names
PLACES = {
    "later": "not available yet", "ready": "available", "chosen": "selected", "cup": "in the cup", "hand": "in hand",
    "played": "played this turn", "hidden": "not known to you", "box": "not in this scenario",
}  # fmt: skip


@rule("ava:6.1", "ava:8.1", "ava:8.2")
def named(c: Ctx, viewer: str) -> list[Named]:
    """The command chits as the viewer knows them: where each is, its headquarters, how many units that would activate.

    ``c`` is the context of a view, in which secret places are blanked.
    """
    found = []
    for chit, entry in tables(c).chits.items():
        place = c.state.chits.get(chit, "box")
        if place == "box":
            continue
        where = _due(c, chit) if place == "later" else PLACES.get(place, place)
        hq = c.roster.by_id.get(entry["hq"], -1)
        h = c.state.hex_of[hq] if hq >= 0 else -1
        cup = f"{place.removeprefix('cup ')}: " if place.startswith("cup ") else ""  # of a player (20.2)
        found.append(Named(chit, f"{label_of(c, chit)} chit", where, entry["rule"], h, cup + _activates(c, chit, hq)))
    return found


def _due(c: Ctx, chit: str) -> str:
    for turn, chits in tables(c).calendar.items():
        if turn.isdigit() and chit in chits:
            return f"from turn {turn}"
    return PLACES["later"]


def _activates(c: Ctx, chit: str, hq: Unit) -> str:
    """What a headquarters would activate now: ``S0816, 12 units``; or who comes with its chit."""
    if hq < 0:
        return ""
    if box := arriving(c, chit):
        return f"brings {plural(c.state.box.count(box), 'unit')} over the map edge"
    if c.state.hex_of[hq] < 0:
        return f"HQ off map: {c.state.box[hq]}"
    others = len(in_command(c, hq)) - 1 if command_range(c, hq) else 0
    return f"{c.label(c.state.hex_of[hq])}, {others} unit{'s' * (others != 1)}"
