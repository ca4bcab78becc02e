"""Hints for a first game: data bound to steps and events, shown the first times, and what has been shown so far."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from engine.components.datafile import DataError, look_over, parse, read_table
from saves.atomic import make_folder, read_file, write_whole
from tui.settings.keys import Keymap

TIMES = 2
"""How often a hint is shown, where its row does not say."""
HINTS = "hints.toml"
FILE, FORMER = "hints.json", "hints.toml"
"""The memory of what was shown, and what it was called before version 0.9: a start does without TOML where it can."""
LIMIT = 20_000


class Hint(NamedTuple):
    """One hint: the step or the kind of event it belongs to, its sentence, its rule, how often it is shown."""

    id: str
    step: str
    event: str
    text: str
    rule: str
    times: int


def load_hints(game: str) -> list[Hint]:
    """The hints of a game; none where it has no file of them. Raises ``DataError`` for a row that is not right."""
    try:
        table, _ = read_table(game, HINTS)
    except FileNotFoundError:
        return []
    return [_hint(row, number) for number, row in enumerate(table.get("hint", []), 1)]


def _hint(row: dict[str, Any], number: int) -> Hint:
    known = {"step", "event", "text", "rule", "times"}
    if (
        not row.get("text")
        or not row.get("rule")
        or bool(row.get("step")) == bool(row.get("event"))
        or set(row) - known
    ):
        raise DataError(HINTS, f"hint {number}", "needs a text, a rule and either a step or an event")
    step, event = str(row.get("step", "")), str(row.get("event", ""))
    return Hint(f"{step or event}.{number}", step, event, row["text"], row["rule"], int(row.get("times", TIMES)))


def worded(hint: Hint, keymap: Keymap) -> str:
    """The sentence with the player's own keys in it."""
    return re.sub(r"\{(\w+)\}", lambda m: keymap.key(m[1]) if m[1] in keymap.commands else m[0], hint.text)


@dataclass
class Seen:
    """How often each hint was shown, and whether they are turned off: a small file in the state folder.

    A file that cannot be read or written loses only this memory, so nothing is said of it.
    """

    folder: Path
    counts: dict[str, int] = field(default_factory=dict)
    off: bool = False

    @classmethod
    def load(cls, folder: Path) -> Seen:
        """What was remembered; nothing where there is no file or a damaged one."""
        try:
            table = _remembered(folder)
        except (OSError, ValueError, RecursionError):
            return cls(folder)
        seen = table.get("seen", {})
        counts = (
            {k: min(max(v, 0), 99) for k, v in seen.items() if isinstance(v, int)} if isinstance(seen, dict) else {}
        )
        return cls(folder, counts, table.get("off") is True)

    def keep(self) -> None:
        """Write it down."""
        try:
            make_folder(self.folder)
            write_whole(self.folder / FILE, json.dumps({"off": self.off, "seen": self.counts}, indent=1).encode())
        except OSError:
            return

    def switch(self) -> bool:
        """Turn hints off or on again; turned on, all are new. Whether they are on now."""
        self.off = not self.off
        if not self.off:
            self.counts.clear()
        self.keep()
        return not self.off


def _remembered(folder: Path) -> dict[str, Any]:
    """What the file holds, or the one that there was before. Raises ``OSError`` and ``ValueError``."""
    try:
        table = json.loads(read_file(folder / FILE, LIMIT).decode("utf-8"))
    except FileNotFoundError:
        text = read_file(folder / FORMER, LIMIT).decode("utf-8")
        look_over(text, FORMER)
        return parse(text, FORMER)
    return table if isinstance(table, dict) else {}


class Guide:
    """Chooses the hint of the moment: that of an event that has just been told, else that of the step just entered."""

    def __init__(self, game: str, hints: Iterable[Hint], seen: Seen) -> None:
        self.game = game
        self.hints = list(hints)
        self.seen = seen
        self.now: Hint | None = None
        self._step = ""
        self._waiting: list[Hint] = []

    def follow(self, step: str, events: Iterable[str]) -> None:
        """A person decides in this step, and these kinds of events have been told since."""
        if self.seen.off:
            self.now = None
            self._step = ""
            return
        told = set(events)
        if step != self._step:
            self._waiting = [h for h in self.hints if h.step == step]
        self._step = step
        waiting = [h for h in self.hints if h.event in told] + self._waiting
        self.now = next((h for h in waiting if self._count(h) < h.times), None)
        if self.now is not None:
            self._waiting = [h for h in self._waiting if h != self.now]
            self.seen.counts[self._key(self.now)] = self._count(self.now) + 1
            self.seen.keep()

    def _key(self, hint: Hint) -> str:
        return f"{self.game}.{hint.id}"

    def _count(self, hint: Hint) -> int:
        return self.seen.counts.get(self._key(hint), 0)
