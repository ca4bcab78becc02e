"""Section 19.2: which person at the table decides, and who commands a headquarters, a chit, a unit."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.ava.choices import Seat, choices
from engine.games.ava.phases.command import label_of, owned
from engine.games.ava.tables import Ctx, tables
from engine.play.citing import rule

OF_UNITS = ("losses", "retreat", "advance")
"""Steps that are decided by whoever commands the units concerned."""
OF_CONTROLLER = ("draw", "queue", "lay")


def team_label(c: Ctx, side: str) -> str:
    """All who play a side: ``P1, P2 and P3``; one alone with the title."""
    return _joined([seat for seat in choices(c).seats if seat.side == side])


def _joined(seats: Iterable[Seat]) -> str:
    found = list(dict.fromkeys(seats))
    if len(found) == 1:
        return found[0].label
    ids = [seat.id for seat in found]
    return f"{', '.join(ids[:-1])} and {ids[-1]}" if ids else ""


# ---------------------------------------------------------------------- who commands what
@rule("ava:19.2")
def seat_of(c: Ctx, u: Unit) -> Seat | None:
    """Who looks after a unit that nobody has activated: by its army's headquarters, else by its map (ruling R58)."""
    r = c.roster
    hq = r.ids[u] if r.hq[u] else _army_hqs(c).get(r.formation[u], "")
    mine = [seat for seat in choices(c).seats if seat.side == r.side[u]]
    by_hq = next((seat for seat in mine if hq and hq in seat.hqs), None)
    wanted = (r.sheet[u], f"{r.sheet[u]} {r.nationality[u]}")
    return by_hq or next((seat for seat in mine if any(sheet in seat.sheets for sheet in wanted)), None)


def _army_hqs(c: Ctx) -> dict[str, str]:
    """Formation to its headquarters."""
    if "army hqs" not in c.data.memo:
        c.data.memo["army hqs"] = {f["id"]: f["hq"] for f in c.data.tables["deployment"]["formation"]}
    found: dict[str, str] = c.data.memo["army hqs"]
    return found


@rule("ava:19.2")
def seat_of_chit(c: Ctx, chit: str) -> Seat | None:
    """Who carries out a command: in the variant who drew the chit (20.2), else who commands its headquarters."""
    entry = tables(c).chits[chit]
    where = c.state.chits.get(chit, "").split(" ")
    drawer = where[1] if where[0] in ("cup", "drawn") and len(where) > 1 else ""
    if chit == c.state.drawn:
        drawer = next((str(f.vars["player"]) for f in c.state.stack if f.vars.get("player")), "")
    found = next((seat for seat in choices(c).seats if seat.id == drawer), None)
    hq = c.roster.by_id.get(entry["hq"], -1)
    return found or (seat_of(c, hq) if hq >= 0 else None)


def _acting(c: Ctx) -> Seat | None:
    """Whose command is carried out now."""
    frame = next((f for f in c.state.stack if f.step == "command"), None)
    return seat_of_chit(c, frame.vars["chit"]) if frame else None


def commander(c: Ctx, u: Unit) -> str:
    """Who commands a unit now: whoever has activated it, else who looks after it, else the whole team."""
    seat = (_acting(c) if c.state.active[u] else None) or seat_of(c, u)
    return seat.label if seat else team_label(c, c.roster.side[u])


# ---------------------------------------------------------------------- who decides
@rule("ava:19.2", "ava:19.3")
def deciding(c: Ctx) -> str:
    """The person or persons who decide the step that waits; empty where two people play."""
    if not choices(c).seats or not c.state.stack:
        return ""
    step = c.frame.step
    controller = next((seat for seat in choices(c).seats if seat.controller), None)
    if step in OF_CONTROLLER and controller is not None:
        return controller.label
    if step == "interrupt":
        holders = [seat_of_chit(c, chit) for chit in owned(c, "axis", "hand")]
        found = [seat for seat in holders if seat is not None]
        return _joined(found) if found else team_label(c, "axis")
    if step in OF_UNITS:
        return " and ".join(dict.fromkeys(commander(c, u) for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0))
    seat = _acting(c)
    return seat.label if seat and seat.side == c.state.side else team_label(c, c.state.side)


def seat_lines(c: Ctx) -> list[str]:
    """One line a person: label, title, headquarters and chits."""
    found = []
    for seat in choices(c).seats:
        chits = [k for k in tables(c).chits if c.state.chits.get(k, "box") not in ("box", "hidden")]
        own = [label_of(c, k) for k in chits if seat_of_chit(c, k) is seat]
        names = ", ".join(dict.fromkeys(own))
        found.append(f"{seat.label}{' (Controller)' if seat.controller else ''}: {names or 'no chits known to you'}")
    return found
