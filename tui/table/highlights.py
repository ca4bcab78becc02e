"""Which hexes are marked on the map: where the selected unit can go, hexes to choose from, declared attacks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.play.action import Action
from tui.draw.scene import Mark
from tui.game.controller import Controller
from tui.table.hand import Hand


def highlights(controller: Controller, hand: Hand) -> dict[Hex, Mark]:
    """Declared attacks, and over them the targets of what is selected, else the hexes to choose from."""
    found = {h: ("", "target") for h in controller.view.declared()}
    if hand.selected is not None:
        place = controller.decision.place(hand.selected)
        targets = {h: actions for h, actions in hand.targets.items() if h != place}
        return found | _marks(controller, targets, _costs(controller, hand.selected))
    if controller.bot_turn or controller.match.over:
        return found
    return found | _marks(controller, controller.decision.open_hexes, {})


def _costs(controller: Controller, selected: str) -> dict[Hex, float]:
    """What going to each hex costs, if what is selected is a unit on the map and the game knows it."""
    view, unit = controller.view, controller.match.data.roster.by_id.get(selected)
    if unit is None or view.state.hex_of[unit] < 0:
        return {}
    try:
        return view.reach(unit).costs
    except BadInput:
        return {}


def _marks(controller: Controller, targets: Mapping[Hex, list[Action]], costs: dict[Hex, float]) -> dict[Hex, Mark]:
    """Each hex with the cost of going there, if there is one, else the first letter of the verb."""
    view, side = controller.view, controller.match.side
    paid = {verb.name for verb in controller.decision.verbs if verb.paid}
    found: dict[Hex, Mark] = {}
    for h, actions in targets.items():
        hostile = any(view.roster.side[u] != side for u in view.stacks.get(h, ()))
        mark = (
            actions[0].verb[:1].upper() if hostile or h not in costs or actions[0].verb not in paid else f"{costs[h]:g}"
        )
        found[h] = (mark, "target" if hostile else "reach")
    return found
