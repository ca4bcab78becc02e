"""Commands that ask about the position: as a side sees it, reach, supply, zones, calculations."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.play.engagement import Engagement
from engine.protocol import replies
from engine.protocol.failure import Failure
from engine.protocol.replies import Plain
from engine.protocol.session import Session, command

LOG_SHOWN = 100


# ---------------------------------------------------------------------- asking
@command("view", side="text?")
def view(session: Session, a: Plain) -> Plain:
    """The game as a side may see it."""
    return replies.view(session.match.view(session.side(a["side"], common=True)))


@command("log", side="text?", limit="whole?")
def log(session: Session, a: Plain) -> Plain:
    """What a side has been told, the last ``limit`` events, oldest first; by default the side that decides."""
    match, side = session.match, session.side(a["side"], common=True)
    viewer = match.side if side is None else side
    limit = LOG_SHOWN if a["limit"] is None else a["limit"]
    if limit < 0:
        raise Failure("bad_argument", "'limit' of 'log' must not be negative")
    return {"side": viewer, "events": replies.events(match, match.log[max(0, len(match.log) - limit) :], viewer)}


@command("unit", id_is="unit", unit="text")
def unit(session: Session, a: Plain) -> Plain:
    """Everything known of a unit."""
    found = session.seen.unit(session.units([a["unit"]])[0])
    return {**found, "unit": found["id"]}


@command("hex", id_is="hex", hex="text")
def hex_(session: Session, a: Plain) -> Plain:
    """Everything known of a hex."""
    return session.seen.hex(session.match.c.hex(a["hex"]))


@command("reach", unit="text?", units="texts?", mode="text?")
def reach(session: Session, a: Plain) -> Plain:
    """Where a unit, or several together, can go."""
    if (a["unit"] is None) == (a["units"] is None) or a["units"] == []:
        raise Failure("bad_argument", "'reach' needs either 'unit' or 'units'")
    units = session.units(a["units"] or [a["unit"]])
    found = [session.seen.reach(u, a["mode"] or "", units) for u in units]
    return {"units": replies.ids(session.match.data, units), **replies.reach(session.match.data, found)}


@command("supply", unit="text")
def supply(session: Session, a: Plain) -> Plain:
    """Supply of a unit."""
    return replies.supply(session.match.data, session.seen.supply(session.units([a["unit"]])[0]))


@command("zoc", side="text")
def zoc(session: Session, a: Plain) -> Plain:
    """Hexes in the zones of control of a side."""
    side = session.side(a["side"])
    assert side is not None
    found = replies.labels(session.match.data, session.seen.zoc(side))
    return {"side": side, "labels": found, "hexes": found}


FREELY = ("climate", "before", "result", "firing")
"""Arguments of calculations that are no combat."""


@command("tally", kind="text", attackers="texts?", target="text or texts or whole?", modifiers="modifiers?",
         climate="text?", before="texts?", result="text?", firing="whole?")  # fmt: skip
def tally(session: Session, a: Plain) -> Plain:
    """The calculation of a combat before the roll, against one hex or several; supporters stand in the modifiers.

    Of some games other dice can be asked about, such as weather and surrender.
    """
    if a["kind"] in session.seen.enquiries:
        named = {key: a[key] for key in ("target", *FREELY) if a[key] is not None}
        return replies.enquiry(session.seen, session.seen.enquire(a["kind"], {**(a["modifiers"] or {}), **named}))
    if strange := [key for key in FREELY if a[key] is not None]:
        raise Failure("bad_argument", f"'{strange[0]}' of 'tally' says nothing of the kind '{a['kind']}'")
    return _combat(session, a)


def _combat(session: Session, a: Plain) -> Plain:
    if a["attackers"] is None or a["target"] is None or isinstance(a["target"], int):
        missing = ("attackers", "a list of strings") if a["attackers"] is None else ("target", "a string or a list")
        raise Failure("bad_argument", f"'tally' of the kind '{a['kind']}' needs '{missing[0]}', {missing[1]}")
    named = [a["target"]] if isinstance(a["target"], str) else a["target"]
    if not named:
        raise Failure("bad_argument", "'target' of 'tally' names a hex at least")
    words = {key: _as_word(value) for key, value in (a["modifiers"] or {}).items() if value is not False}
    mine, theirs = (_supporters(session, words.pop(key, [])) for key in ("support", "defender_support"))
    if lists := [key for key, value in words.items() if not isinstance(value, str)]:
        raise Failure("bad_argument", f"'{lists[0]}' among the modifiers of 'tally' must be a string")
    targets = tuple(dict.fromkeys(session.match.c.hex(label) for label in named))
    fight = Engagement(targets, tuple(session.units(a["attackers"])), (), mine, theirs)
    return replies.tally(session.seen, session.seen.engaged(a["kind"], fight, words))


def _as_word(value: Any) -> Any:
    """Numbers and yes as words; what is not, false, is left out before."""
    return value if isinstance(value, str | list) else str(int(value))


def _supporters(session: Session, named: str | list[str]) -> tuple[Unit, ...]:
    return tuple(session.units(named.split() if isinstance(named, str) else named))
