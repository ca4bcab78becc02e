"""From the options of a game to the record of its optional rules: the only place that knows an option by name."""

from __future__ import annotations

from typing import Any

from engine.components.errors import BadInput
from engine.components.load import GameData, Table
from engine.games.ava.choices import NO_LIMIT, Choices, Seat
from engine.games.ava.phases.panzergruppe import claim_line
from engine.games.ava.phases.soviet_lines import KINDS, limited_lines
from engine.games.ava.phases.transfer import transferable

WORDS = ("first", "second", "third")


def agreed(data: GameData) -> Choices:
    """The optional rules that the players agreed on. Raises ``BadInput`` for those that exclude each other."""
    options, plain = data.options, Choices()
    on = {name for name, value in options.items() if value != "off"}
    teams = "variant" in on
    if teams and "queue" in on:
        raise BadInput("the team variant does without a Controller: 'queue' and 'variant' exclude each other (20.0)")
    people = int(options.get("players_count", "2"))
    seats = _teams(data.tables["roles"], people) if teams else _seats(data.tables["roles"], people)
    controller = next((seat for seat in seats if seat.controller), None)
    extra = tuple(data.scenario["optional"]["chits"])
    return Choices(
        bid=int(options["bid"]) if "bid" in on else 0,
        chits=extra if teams or "reserve" in on else (),
        transferable=transferable if "hq_transfer" in on else plain.transferable,
        soviet_lines=limited_lines if "soviet_supply" in on else None,
        soviet_ways=KINDS if "soviet_supply" in on else (),
        armor_limit=data.constant("armor_limit") if "armor_limit" in on else NO_LIMIT,
        claim_line=claim_line if "panzergruppe_lines" in on else plain.claim_line,
        seats=seats,
        first_step="master-turn" if teams else plain.first_step,
        turn_step="master-turn" if teams else plain.turn_step,
        draw_step="master-draw" if teams else "queue" if "queue" in on else plain.draw_step,
        drawer=controller.side if controller else plain.drawer,
    )


def _seats(roles: Table, people: int) -> tuple[Seat, ...]:
    """Who sits at the table by 19.2; nobody in particular where two people play."""
    rows: list[list[Any]] = next((t["rows"] for t in roles["table"] if t["people"] == people), [])
    found = []
    for label, side, title, commands, controller in rows:
        parts = [roles["command"][name] for name in commands]
        hqs = frozenset(hq for part in parts for hq in part["hqs"])
        sheets = tuple(sheet for part in parts for sheet in part["sheets"])
        found.append(Seat(label, side, title, hqs, sheets, controller))
    return tuple(found)


def _teams(roles: Table, people: int) -> tuple[Seat, ...]:
    """The players of both teams in the variant (20.1). Raises ``BadInput`` for a number that makes no teams."""
    size = roles["team"].get(str(people))
    if size is None:
        raise BadInput("the team variant is for teams of two or three: players_count 4 or 6 (20.1)")
    return tuple(
        Seat(f"{side[0].upper()}{n + 1}", side, f"{WORDS[n]} {side.capitalize()} player")
        for side in ("axis", "soviet")
        for n in range(size)
    )
