"""Which keys the key line of the table names: those that answer now, what is needed most first."""

from __future__ import annotations

from functools import partial

from tui.game.decision import Decision
from tui.table.desk import Desk
from tui.table.doubled import shown
from tui.table.hand import Hand
from tui.widgets.bars import TYPED
from tui.widgets.list_box import FEW
from tui.widgets.tally_panel import SUPPORT_KEY

Hint = str | tuple[str, str]
"""A command by id, or with words of its own."""


def end_words(decision: Decision) -> str:
    """What the key that ends things does now."""
    plain, default = decision.closing, decision.prompt.default
    if default is not None:
        return decision.words(default)
    return " / ".join(decision.words(a) for a in plain[:2])


def hints(desk: Desk, hand: Hand, *, paused: bool, grouped: bool) -> list[Hint]:
    """For the planner, the menu, the computer's turn, or the map."""
    if hand.letters:
        return [("a-z", "go there"), ("back", "leave"), "help"]
    if desk.tally.plan is not None:
        support: list[Hint] = [(SUPPORT_KEY, "support")] if desk.tally.plan.riders else []
        return [
            ("choose", "roll for it" if desk.tally.plan.rolls else "carry out"),
            ("+-", "add/remove"),
            ("0", "none/all"),
            *support,
            ("←→", "other target"),
            ("back", "back"),
        ]
    ask = desk.menu.ask
    if ask is not None:
        if desk.menu.filtering and not ask.typing:
            return [("choose", "take it"), ("↑↓", "choose"), *TYPED, ("back", "whole list")]
        few = ask.lasting and len(ask.items) <= FEW
        more: list[Hint] = [("1-9", "pick")] if desk.menu.numbers else []
        if not ask.typing and not few and (not ask.lasting or desk.menu.wants_filter or not desk.menu.numbers):
            more.append(("filter", "filter") if desk.menu.numbers else ("a-z 0-9", "filter"))
        more += [("←→", ask.more_words)] if ask.more is not None else []
        kept = partial(shown, desk.menu, desk.controller.decision, desk.stavka.keymap)
        typed = ask.lasting and desk.menu.letters
        if typed:
            more.append((kept("end")[0], end_words(desk.controller.decision)))
        own: list[Hint] = [kept("undo"), kept("log")] if typed else ["undo", "log"]
        more_room: tuple[Hint, ...] = ("report", "goto", "score") if few else ("rules",)
        last: list[Hint] = [*own, *more_room] if ask.lasting else []
        return [("choose", "take it"), ("↑↓", "choose"), *more, ("back", "to the map"), *last, "help"]
    if desk.controller.watching:
        return ["overlays", "log", "score", "tracks", "rules", "why", "home", "help"]
    if desk.controller.bot_turn:
        pause = ("pause", "go on" if paused else "pause")
        return [("act", "skip"), pause, "step", ("left", "plan"), "report", "log", "home", "help", "overlays"]
    if desk.controller.match.over:
        return [("act", "the result"), "score", "log", "report", "undo", "home", "help"]
    decision = desk.controller.decision
    selected = hand.selected is not None
    head: list[Hint] = [("act", "do it" if selected else "select")]
    roles = {v.role for v in decision.verbs}
    everybody = any(v.role == "all" and v.subjects is None for v in decision.verbs)
    if selected:
        crowd = len(desk.controller.view.stacks.get(desk.cursor, ())) > 1
        head += [("1-9", "in/out")] if grouped else ["everybody"] if everybody or crowd else []
        head += [("back", "drop"), *(["hold"] if "hold" in roles else []), "ways"]
    waits: list[Hint] = [("answers", "who waits")] if decision.waiting else []
    words = end_words(decision)
    end: Hint = ("end", words) if words else ("answers", "answers")
    hold: list[Hint] = ["hold"] if selected and "hold" not in roles else []
    # Where a crowd is to be placed and nobody fights there is nothing to attack yet.
    placing = bool(decision.crowd) and not any(v.battle for v in decision.verbs)
    rest: list[Hint] = [*waits, "next"] if placing else ["next", "attack"]
    late: list[Hint] = waits if words and not placing else []  # one key is told once
    return [*head, *rest, "jump", end, "undo", *late, *hold, "overlays", "rules", "why", "log", "help"]
