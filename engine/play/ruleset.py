"""The record that one game is, and how it is found by its id."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.components.dice import Lots
from engine.components.errors import BadInput
from engine.components.grid import Unit
from engine.components.load import GameData
from engine.components.shipped import game_folder
from engine.play.asked import Ctx, Editable
from engine.play.queries import Queries
from engine.play.state import State
from engine.play.step import Step


class Ruleset(NamedTuple):
    """One game: how to load it, its steps, what each side may see, what must always hold, what can be asked."""

    id: str
    title: str
    state: type[State]
    steps: dict[str, Step[Any]]
    load: Callable[[str, dict[str, str], Path | None], GameData]
    begin: Callable[[Ctx], None]
    """Fill the blank state and push the first step."""
    blank: Callable[[GameData, Any, str], None]
    """Take from a copied state what a side may not know; side ``""`` may know only what both do."""
    invariants: Callable[[Ctx], list[str]]
    """Sentences about what is wrong with a position; empty when nothing is."""
    edit: Callable[[Ctx, dict[str, Any]], None]
    """Change the position by hand for analysis. Raises ``BadInput``."""
    ask: Queries
    concealed: Callable[[GameData, Any, str], Collection[Unit]] = lambda data, state, side: ()
    """Units of the other side that a side may not look at in a state; of these no event tells it anything."""
    editable: Callable[[Ctx], Editable] = lambda c: Editable()
    """What ``edit`` can set beside counters, for whoever offers it."""
    deal: Callable[[Ctx, str, Lots, Collection[Unit]], None] | None = None
    """Put into a position that one side sees, by lot, what ``blank`` has taken: whole, legal, and with nothing that
    the side knows changed. The units given it has seen, and they stay. ``None`` where that is not written down."""
    draw: Callable[[Ctx, dict[str, Any]], None] | None = None
    """Change the map of a match by hand for analysis; ``None`` where that cannot be done. Raises ``BadInput``."""
    advice: str = ""
    """Module whose ``ADVISOR`` tells the greedy computer player what is worth what; empty where there is none."""


def late(place: str) -> Callable[..., Any]:
    """What a game is rarely asked for, by module and name (``engine.games.drill.edit:edit``): loaded with the first
    call, so that a game begins without it."""
    module, _, name = place.partition(":")

    def called(*about: Any) -> Any:
        return getattr(import_module(module), name)(*about)

    return called


def games() -> dict[str, str]:
    """Game id to the module that holds its ``RULESET``, in the order in which games are offered."""
    # By name: whoever plays a game knows that there is a list, and nothing of what stands in it.
    found: dict[str, str] = import_module("engine.games").GAMES
    return found


def ruleset(game: str) -> Ruleset:
    """The ruleset with this id. Raises ``BadInput`` naming those there are."""
    known = games()
    if game not in known:
        folder = game_folder(game)
        if folder is not None and folder.joinpath("rules").is_dir():
            raise BadInput(f"'{game}' has rules and charts to look up only; to be played is: {', '.join(known)}")
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(known)}")
    found: Ruleset = import_module(known[game]).RULESET
    return found
