"""Which hexes are marked on the map: where the selected unit can go, and the attacks that are declared."""

from __future__ import annotations

from engine.action import BadInput
from engine.grid import Hex
from tui.controller import Controller
from tui.draw.scene import Mark
from tui.screens.acting import Acting


def highlights(controller: Controller, acting: Acting) -> dict[Hex, Mark]:
    """Declared attacks, and over them the targets of what is selected."""
    found = {h: ("", "target") for h in controller.view.declared()}
    if acting.selected is not None:
        found |= _targets(controller, acting, acting.selected)
    return found


def _targets(controller: Controller, acting: Acting, selected: str) -> dict[Hex, Mark]:
    """Target hexes with the cost of going there, if the game knows one, else the verb's first letter."""
    view, match = controller.view, controller.match
    unit = match.data.roster.by_id.get(selected)
    costs: dict[Hex, float] = {}
    if unit is not None and view.state.hex_of[unit] >= 0:
        try:
            costs = view.reach(unit).costs
        except BadInput:
            costs = {}
    found: dict[Hex, Mark] = {}
    place = controller.decision.place(selected)
    for h, actions in acting.targets.items():
        if h == place:
            continue
        hostile = any(view.roster.side[u] != match.side for u in view.stacks.get(h, ()))
        mark = actions[0].verb[:1].upper() if hostile or h not in costs else f"{costs[h]:g}"
        found[h] = (mark, "target" if hostile else "reach")
    return found
