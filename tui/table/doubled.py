"""Letters beside a list in which letters find somebody: which of them are keys still, and how the others are reached.

A letter that a name or a word of the list may begin with is typed, so that a name never ends a phase or takes anything
back; pressed twice it is the key that it is on the map. The other letters are keys at once.
"""

from __future__ import annotations

import re

from tui.game.decision import Choice, Decision
from tui.game.find import fold
from tui.settings.keys import Keymap
from tui.widgets.menu import Menu

KEPT = ("end", "undo")
"""Commands of small letters that answer beside such a list; of the capitals all do."""


def command_of(keymap: Keymap, key: str) -> str | None:
    """The command of the map that a key means beside a list in which letters find somebody."""
    command = keymap.find(("map", "all"), key)
    return command if command != "rules" and (command in KEPT or key.isupper()) else None


def may_be_meant(menu: Menu, decision: Decision, key: str) -> bool:
    """Whether a word of the list begins with a letter, or a name beside it, but for its number: ``1U77`` with ``u``.

    What ends things is no name.
    """
    if len(key) != 1 or not key.isalnum():
        return False
    begins = re.compile(rf"\b\d*{fold(key)}")
    for item in menu.everything:
        if isinstance(item.value, Choice) and item.value.action in decision.closing:
            continue
        beside = (w for w in f"{item.note} {item.more}".split() if not w[0].islower())
        if begins.search(fold(" ".join((item.text, *beside)))):
            return True
    return False


def is_key(menu: Menu, decision: Decision, keymap: Keymap, key: str) -> bool:
    """Whether a key keeps its meaning beside the list now: no name can be meant, or it comes for the second time."""
    if command_of(keymap, key) is None:
        return False
    return menu.first == key or not may_be_meant(menu, decision, key)


def shown(menu: Menu, decision: Decision, keymap: Keymap, command: str) -> tuple[str, str]:
    """A command for the key line, with its key as often as it has to be pressed."""
    key = keymap.key(command)
    again = len(key) == 1 and may_be_meant(menu, decision, key)
    return (key * 2 if again else key, keymap.commands[command].label)
