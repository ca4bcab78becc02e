"""The list of the units of a corps or other formation, with a way to each."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Unit
from engine.play.view import View
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask


def show_formation(desk: Desk, hand: Hand, acting: Acting, here: Sequence[str]) -> None:
    """The formation of the unit in hand, else of the first of those ``here``, who can act first; Enter goes there."""
    decision, view = hand.decision, desk.controller.view
    marked = [hand.selected] if hand.selected else here
    unit = decision.data.roster.by_id.get(marked[0] if marked else "")
    if unit is None:
        desk.say("Put the cursor on a unit of yours first.", "warn")
        return
    r = decision.data.roster
    able = set(decision.subjects)
    units = [u for u in range(len(r)) if r.formation[u] == r.formation[unit] and r.side[u] == r.side[unit]]
    units = [u for u in units if not view.hidden(u) and (view.state.hex_of[u] >= 0 or view.whereabouts(u))]
    units.sort(key=lambda u: (r.ids[u] not in able, view.state.hex_of[u] < 0, u))
    items = tuple(Item(_entry(view, u), u, role="text" if r.ids[u] in able else "dim") for u in units)

    def look(item: Item) -> None:
        h = desk.controller.view.state.hex_of[item.value]
        if h >= 0:
            desk.go_to(h)

    def go(item: Item | None, text: str) -> None:
        if item is not None:
            look(item)
            subject = hand.decision.data.roster.ids[item.value]
            if hand.decision.of(subject):
                acting.select(subject)

    title = r.formation_titles.get(r.formation[unit], r.formation[unit])
    desk.open_menu(Ask(f"{title}: {len(units)}", go, items, moved=look))
    desk.menu.fill(items, units.index(unit))


def _entry(view: View, u: Unit) -> str:
    """A unit with its values, where it is and what it has done."""
    h = view.state.hex_of[u]
    where = view.board.describe(h) if h >= 0 else view.whereabouts(u)
    state = next((f for f in view.flags(u) if f in ("moved", "has attacked", "picked") or f.endswith("left")), "")
    return f"{view.short(u):<8}{view.values(u):<8}{where} {state}".rstrip()
