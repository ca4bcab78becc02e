"""The legal actions of a moment, found only as far as somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from operator import lt
from typing import Any

from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.step import Context, answers

MANY = 8
"""Subjects for each of which a verb is asked by itself; for more of them it tells all that it allows."""


class Legal:
    """Iterate, test with ``in``, narrow with ``of``; always sorted, each action once."""

    def __init__(self, c: Context[Any]) -> None:
        self._c = c
        self._all: list[Action] | None = None
        self._of: dict[str, list[Action]] = {}

    @property
    def _waiting(self) -> bool:
        return bool(self._c.state.stack) and not self._c.state.over

    def __iter__(self) -> Iterator[Action]:
        if self._all is None:
            self._all = _in_order(self._c.step.legal(self._c)) if self._waiting else []
        return iter(self._all)

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, action: object) -> bool:
        if not self._waiting or not isinstance(action, Action | str):
            return False
        try:
            act = Action.parse(action) if isinstance(action, str) else action
            return self._c.step.check(self._c, act) is None
        except BadInput:
            return False

    def of(self, subject: str) -> list[Action]:
        """Actions about one unit or hex; nothing else is computed."""
        if subject not in self._of:
            self._of[subject] = _in_order(self._c.step.about(self._c, subject) if self._waiting else [])
        return self._of[subject]

    def of_each(self, subjects: list[str]) -> list[str]:
        """Find the actions about each of many subjects at once, for ``of`` to tell; the subjects."""
        found: dict[str, list[Action]] = {s: [] for s in subjects if s not in self._of}
        for verb in self._c.step.verbs if found and self._waiting else ():
            known = frozenset(verb.subjects(self._c)) if verb.subjects is not None else frozenset()
            mine = found.keys() & known
            # What a verb is hardly about it is asked one by one; one that offers nobody may be about who is named.
            one_by_one = known and len(mine) <= MANY
            for action in chain(*(answers(self._c, verb, s) for s in (sorted(mine) if one_by_one else [None]))):
                if action.subject in found:
                    found[action.subject].append(action)
        self._of.update({s: _in_order(actions) for s, actions in found.items()})
        return subjects

    def subjects(self) -> list[str]:
        """What something may be decided about; cheap, and may hold subjects without a legal action."""
        return self._c.step.subjects(self._c) if self._waiting else []

    def plain(self) -> list[Action]:
        """Actions that need no subject, such as ending a segment."""
        return _in_order(self._c.step.plain(self._c)) if self._waiting else []

    def any_plain(self) -> bool:
        """Whether there is such an action; much cheaper than to find them all."""
        return self._waiting and self._c.step.has_plain(self._c)

    def verbs(self) -> list[str]:
        """The verbs of the present step, in its own order."""
        return [v.name for v in self._c.step.verbs] if self._waiting else []

    def any(self) -> bool:
        """Whether there is at least one legal action."""
        return self._waiting and next(iter(self._c.step.legal(self._c)), None) is not None


def _in_order(actions: Iterable[Action]) -> list[Action]:
    """Sorted, each once. They come nearly in order, as no set would keep them: that takes half of the comparisons; the
    longest lists come in order as they are."""
    found = actions if isinstance(actions, list) else list(actions)
    return found if all(map(lt, found, islice(found, 1, None))) else sorted(dict.fromkeys(found))
