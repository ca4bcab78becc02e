"""The panels beside the map: hex and stack, sequence of play, log, rule of the present step. Pure text builders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, Protocol

from rich.cells import cell_len

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.load import DataError
from engine.play.engagement import Engagement
from engine.play.event import Event
from engine.play.view import View
from tui.game.find import numbered
from tui.widgets.lines import Line, clipped, line, ruled, section, width_of, wrapped

ROOMY = 34
"""From this width on, a panel has lines to spare for a rule id alone and for the calculation of a combat."""
TELLING = ("roll ", "rolls ")
"""Words behind which a sentence tells its die."""
LONG = "tally"
"""Kind of the events that tell a whole calculation: a narrow panel leaves them to the log browser."""
FACES = 20
"""No die at the table has more; what is higher was drawn by lot."""
LINES = 12
"""Lines of the hex panel in which everything has its place; what is left of a taller panel stays free."""
NAME, VALUES = 10, 7
"""Cells for the short name of a unit, where there is room, and for its values."""
FEW = 2
"""Units that have lines of their own in every hex; of more, no whole name is told but that of the selected one."""
IDLE = "empty"
"""What is said of a phase ahead in which, as things stand, nobody has anything to decide."""
SIGNS = {"done": ("✓", "+"), "now": ("▶", ">"), "later": ("·", ".")}


def side_role(view: View, side: str) -> str:
    """The role that a side's words play: ``first`` or ``second``."""
    sides = view.data.meta.get("sides", [])
    return "second" if sides and side != sides[0] else "first"


def joined(*parts: str) -> str:
    """Parts of a line with dots between; empty parts are left out."""
    return " · ".join(p for p in parts if p)


class Table(Protocol):
    """Whatever has a game to look at: the game itself, or a moment of its past."""

    @property
    def view(self) -> View: ...
    def side_title(self, side: str) -> str: ...


# ---------------------------------------------------------------------- hex and stack
def unit_line(view: View, u: Unit, number: int, marked: bool, plain: bool, width: int) -> Line:
    """A unit in one line: its number in the stack, sign, short name, values, steps left of all.

    What stays the same from hex to hex stays in its cells, so that a move of the cursor sends little. Where there is
    little room, the name is cut; values and steps never are.
    """
    r = view.roster
    role = side_role(view, r.side[u])
    values = view.values(u)
    steps = "" if view.hidden(u) or r.one_steppers else f"{view.state.steps_left[u]}/{r.steps[u]}"
    room = max(3, min(NAME, width - 6 - max(len(values), VALUES) - len(steps or "4/4")))
    name = f"{clipped(view.short(u), room):<{room}}"
    values = f"{values:<{VALUES}} {steps}"
    if view.hidden(u):
        return line((f"{number or ' '} ? {name}", role), (" ", role), (values, role))
    kind = r.classes[r.kind[u]]
    name = f"{number or ' '} {kind.ascii if plain else kind.glyph} {name}"
    doing = "×" if u in attacking(view) and not plain else "x" if u in attacking(view) else " "
    doing = "<" if "picked" in view.flags(u) else doing
    return line((name, "mark" if marked else role), (doing, "now" if doing.strip() else role), (values, role))


def attacking(view: View) -> set[Unit]:
    """Units that are declared for an attack."""
    return {u for units in view.declared().values() for u in units}


def hex_lines(controller: Table, h: Hex, selected: str | None, width: int, plain: bool, room: int = 0) -> list[Line]:
    """The hex under the cursor: place, terrain, control, points, stack, more of the selected unit, sides.

    With ``room`` lines, everything stands in the same line for most hexes: supply and stacking before the units,
    whose number differs, the sides last. So a move of the cursor changes little on screen, for the eye and for a slow
    line. Where a stack fills a low panel, its units come first.
    """
    view = controller.view
    if not 0 <= h < view.board.grid.size:
        return []
    info = view.hex(h)
    place = _place(controller, info, numbered(view.board, h), width)
    stack = view.stacks.get(h, ())
    # Among many units, a name by itself would not tell whose it is.
    named, page, room = room >= LINES and len(stack) <= FEW, room, min(room, LINES)
    chosen = view.roster.by_id.get(selected or "", -1)
    units = [unit_line(view, u, n, u == chosen, plain, width) for n, u in enumerate(stack, 1)]
    shown = chosen if chosen in stack else stack[0] if stack else -1
    supply = _supply(view, shown, width)
    # Water is nobody's country, and holds nobody.
    land = view.board.owner_names[view.board.owner[h]] != info["terrain"]
    used = f"stack {info['stacking']['used']} of {info['stacking']['limit']}" if stack or land else ""
    used_line, *more = _unit_more(view, shown, width, used, named or shown == chosen)
    about, sides = [supply, used_line], _sides(info, view.board.side_titles, width)
    more += _declared(view, h, width)
    crowded = 0 < page < len(place) + len(about) + len(units) + len(more)
    spare = room - len(place) - len(units) - 2 - len(more) - len(sides)
    for rows, least in ((sides, 2), (units, FEW), (place, 3)):
        fill = max(0, min(least - len(rows), spare))
        rows += [()] * fill
        spare -= fill
    middle = [*units, *about] if crowded else [*about, *units]
    return [*place, *middle, *more, *[()] * max(0, spare), *sides]


def _place(controller: Table, info: dict[str, Any], head: str, width: int) -> list[Line]:
    """Numbers and name, terrain, control and points, markers of a hex."""
    place = info["place"]
    rows = [line((head, "strong")), line(joined(str(info["terrain"]), place["kind"] if place else ""))]
    points = f"{info['vp']} VP" if info["vp"] else ""
    if not info["in_play"]:
        rows.append(line(("not in play", "warn")))
    elif info["control"] or points:
        rows.append(line(joined(controller.side_title(info["control"]) if info["control"] else "", points)))
    return rows + [row for m in info["markers"] for row in wrapped(m, width, "warn", " ")]


def declared_tally(
    view: View, kind: str, units: Sequence[Unit], target: Hex, told: Mapping[str, str] | None = None
) -> Tally:
    """The calculation of an attack on a hex: where it is declared by these units on several hexes, that of all of them.

    Raises ``BadInput``.
    """
    whole = (f.targets for f in view.engagements() if target in f.targets and set(f.attackers) == set(units))
    return view.engaged(kind, Engagement(next(whole, (target,)), tuple(units)), dict(told or {}))


def _declared(view: View, h: Hex, width: int) -> list[Line]:
    """The attack declared against a hex, with its column; or whom the units here are declared against."""
    found = view.declared()
    if h in found:
        try:
            tally = declared_tally(view, view.tally_kinds[0], found[h], h)
        except BadInput as error:
            return wrapped(f"attacked by {view.names(found[h])}: {error}", width, "now", " ")
        text = f"attacked by {view.names(found[h])}: {tally.heading}" if found[h] else "target: nobody attacks it yet"
        return wrapped(text, width, "now", " ")
    aims = [target for target, units in found.items() if any(u in units for u in view.stacks.get(h, ()))]
    return [line((f"declared against {view.board.labels[t]}", "now")) for t in aims]


def _supply(view: View, u: Unit, width: int) -> Line:
    """Supply of a unit; blank without one. Only the lack of it has a colour, and its rule where both fit."""
    supply = view.supply(u) if u >= 0 else None
    if supply is None or not supply.status:
        return ()
    if supply.in_supply:
        return line(supply.status)
    text = f"{supply.status} {section(supply.rule)}".rstrip()
    return line((text if len(text) <= width else supply.status, "warn"))


def _unit_more(view: View, u: Unit, width: int, used: str, named: bool) -> list[Line]:
    """How full the hex is; of a unit its state, who commands it where people share a side, and its whole name.

    The name is told of the selected unit, and where there is room.
    """
    if u < 0:
        return [line(used) if used else ()]
    supply = view.supply(u)
    # What the line of supply tells is not told again.
    state = ", ".join(flag for flag in view.flags(u) if supply is None or flag != supply.status)
    together = joined(used, state)
    if cell_len(together) <= width:
        used, state = together, ""
    # The state stands before the name: a low panel cuts the end.
    text = joined(state, view.name(u) if named else "")
    who = view.commander(u)
    rows = wrapped(who, width, "strong", " ") if who else []
    return [line(used), *rows, *(wrapped(text, width, "text", " ") if text else [])]


def _sides(info: dict[str, object], titles: dict[str, str], width: int) -> list[Line]:
    """Rivers and ways out of a hex, grouped: ``minor river N NE``."""
    sides = info["sides"]
    assert isinstance(sides, dict)
    by_feature: dict[str, list[str]] = {}
    for direction, features in sides.items():
        for feature in features:
            by_feature.setdefault(feature, []).append(direction)
    named = {feature: titles.get(feature, feature.replace("_", " ")) for feature in by_feature}
    text = joined(*(f"{named[feature]} {' '.join(d)}" for feature, d in sorted(by_feature.items())))
    return wrapped(text, width, "text", " ") if text else []


def hex_sentence(controller: Table, h: Hex) -> str:
    """A hex as one sentence, for reading aloud."""
    view = controller.view
    info = view.hex(h)
    place = f", {info['place']['name']} ({info['place']['kind']})" if info["place"] else ""
    units = []
    for u in view.stacks.get(h, ()):
        units.append(f"{controller.side_title(view.roster.side[u])} {view.short(u)} {view.values(u)}")
    held = f", held by {controller.side_title(info['control'])}" if info["control"] else ""
    who = f": {', '.join(units)}" if units else ", empty"
    also = f" ({' and '.join(view.board.aliases(h))} on the other sheet)" if view.board.aliases(h) else ""
    return f"{info['hex']}{also}{place}, {info['terrain']}{held}{who}."


# ---------------------------------------------------------------------- sequence of play
def outline_lines(view: View, width: int, room: int, plain: bool) -> list[Line]:
    """The sequence of play around the present step: what is done, what is left, what passes by itself."""
    rows: list[Line] = []
    now, idle, outline = 0, view.idle(), view.outline()
    for n, o in enumerate(outline):
        # A segment is not done while one of its phases goes on.
        inside = takewhile(lambda part, depth=o.depth: part.depth > depth, outline[n + 1 :])  # type: ignore[misc]
        going = o.status == "done" and any(part.status == "now" for part in inside)
        sign = SIGNS["now" if going else o.status if o.status in SIGNS else "later"][plain]
        if o.status == "now":
            now = len(rows)
        role = "text" if going else {"done": "done", "now": "now"}.get(o.status, "text")
        head = line((f"{'  ' * o.depth}{sign} {o.title}", role))
        empty = o.status == "later" and o.id in idle
        note = f" ({o.note or IDLE})" if o.note or empty else ""
        if note and width_of(head) + len(note) + len(section(o.rule)) < width:
            head, note = line((f"{'  ' * o.depth}{sign} {o.title}{note}", role)), ""
        # Where there is no room for both, the word is worth more than the number of the rule.
        tail = IDLE if note and empty and width_of(head) + len(IDLE) < width else section(o.rule)
        rows.append(ruled(head, tail, width))
        if note and o.status == "now":
            rows += wrapped(o.note, width - 2 * o.depth - 3, role)[:2]
            rows[now + 1 :] = [((" " * (2 * o.depth + 2), "text"), *row) for row in rows[now + 1 :]]
    start = max(0, min(now - room // 2, len(rows) - room))
    return rows[start : start + room]


def mark_words(mark: str, legend: Iterable[tuple[str, str]]) -> str:
    """The mark of an overlay with its meaning; of ``A10`` that of the letter and that of numbers, whichever it is."""
    words = dict(legend)
    if mark in words:
        return f"{mark} {words[mark]}"
    letters = mark.rstrip("0123456789.")
    number = mark[len(letters) :]
    counted = next((text for sign, text in words.items() if sign[:1].isdigit()), "") if number else ""
    return ", ".join(part for part in (words.get(letters, letters), f"{number} {counted}".strip()) if part)


# ---------------------------------------------------------------------- log
def dice_of(event: Event) -> str:
    """The dice of an event in brackets; nothing where its sentence tells them already, or where it was a lot."""
    dice = [n for n in event.rolls if n <= FACES]
    told = any(word in event.text for word in TELLING)
    told = told or all(f": {n}," in event.text or f": {n}:" in event.text for n in dice)
    return f"[{' '.join(map(str, dice))}]" if dice and not told else ""


def event_lines(event: Event, width: int, role: str = "text") -> list[Line]:
    """An event as lines: its sentence, its dice in brackets, its rule at the end."""
    rows = wrapped(f"{event.text} {dice_of(event)}".rstrip(), width, role, " ")
    tail = section(event.rule)
    if tail:
        if width_of(rows[-1]) + len(tail) + 1 <= width:
            rows[-1] = ruled(rows[-1], tail, width)
        elif width >= ROOMY:
            rows.append(ruled((), tail, width))
    return rows


def log_lines(view: View, width: int, room: int) -> list[Line]:
    """The latest events that fit, the newest at the bottom and strong; of the oldest, what there is room for."""
    rows: list[Line] = []
    events = [e for e in view.log(last=max(12, 2 * room)) if e.kind != LONG or width >= ROOMY]
    for number, event in enumerate(reversed(events)):
        rows = event_lines(event, width, "strong" if number == 0 else "text") + rows
        if len(rows) >= room:
            break
    return rows[-room:]


# ---------------------------------------------------------------------- beside the map
NOW = "▶"
"""Begins the present line of a track that lists all turns."""


def beside_lines(view: View, width: int) -> list[Line]:
    """Cup, boxes, markers and tracks for a panel; of a list of turns the present one and the next."""
    rows: list[Line] = []
    for track in view.tracks():
        lines = list(track.lines)
        now = next((n for n, text in enumerate(lines) if text.startswith(NOW)), -1)
        lines = lines if now < 0 else lines[now : now + 2]
        if lines:
            rows.append(ruled(line((track.title, "strong")), section(track.rule), width))
            rows += [row for text in lines for row in wrapped(f" {text}", width, "text", "  ")]
    return rows


def shortened(rows: list[Line], room: int, key: str) -> list[Line]:
    """Lines as many as there is room for; where some are left out, the key that tells them all."""
    return rows if len(rows) <= room else [*rows[: room - 1], line((f"… {key}", "key"), (" tells all", "dim"))]


# ---------------------------------------------------------------------- rules
def rule_lines(game: str, rule: str, width: int) -> tuple[str, list[Line]]:
    """Title and text of a rule; a sentence where there is none."""
    if not rule:
        return "Rule", [line(("no rule stands behind this", "dim"))]
    from engine.books.rules import load_rules  # small screens have no panel for it, and it takes long to load

    try:
        entry = load_rules(rule.split(":", 1)[0] if ":" in rule else game).find(rule)
    except (BadInput, DataError, OSError):
        return f"Rule {section(rule)}", [line((f"there is no text for {rule}", "dim"))]
    return f"{section(rule)} {entry.title}", wrapped(entry.text.strip(), width)
