"""The keymap: every key has an id, a place where it answers, a label and a sentence; players may change the keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tui.settings.config import few, read_own, read_ui

SCOPES = ("all", "map", "list", "rules", "history", "laying")
TOGETHER = {"all": ("map", "list"), "map": ("all",), "list": (), "rules": (), "history": (), "laying": ("all",)}
"""Scopes that answer at the same time. A list comes before everything else, so its keys may repeat others."""

SAME = {
    "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+j": "enter", "ctrl+h": "backspace", "ctrl+[": "escape",
    "ctrl+z": "the terminal's own suspend",
}  # fmt: skip
"""Chords that a terminal sends as something else."""

ALIASES = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "pgdown": "pagedown", " ": "space"}
PRETTY = {
    "enter": "↵", "escape": "esc", "pageup": "PgUp", "pagedown": "PgDn", "left": "←", "right": "→", "up": "↑",
    "down": "↓", "home": "Home", "end": "End", **{f"f{n}": f"F{n}" for n in range(1, 13)}, "shift+tab": "⇧tab",
}  # fmt: skip


class KeyCommand(NamedTuple):
    """Something that a key does: its id, where it answers, its keys, a word for the key line and a sentence."""

    id: str
    scope: str
    keys: tuple[str, ...]
    label: str
    help: str


@dataclass
class Keymap:
    """All commands by id. ``problems`` are sentences about a player's file; the rest of it is used."""

    commands: dict[str, KeyCommand]
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_key: dict[tuple[str, str], str] = {}
        for command in self.commands.values():
            for key in command.keys:
                self._by_key.setdefault((command.scope, key), command.id)

    def find(self, scopes: Iterable[str], key: str) -> str | None:
        """Id of the command that a key means, looking through the scopes in their order."""
        for scope in scopes:
            found = self._by_key.get((scope, key))
            if found is not None:
                return found
        return None

    def key(self, command: str) -> str:
        """The first key of a command as it is shown; empty when it has none."""
        keys = self.commands[command].keys
        return pretty(keys[0]) if keys else ""

    def in_scope(self, *scopes: str) -> list[KeyCommand]:
        """Commands of these scopes, in the order of the file."""
        return [c for c in self.commands.values() if c.scope in scopes]


def pretty(key: str) -> str:
    """A key as it is shown: ``ctrl+s`` is ``^S``."""
    if key.startswith("ctrl+"):
        return "^" + key[5:].upper()
    return PRETTY.get(key, key)


def normal(key: str) -> str:
    """A key as it is compared: single characters as they are, names in lower case."""
    text = key if len(key) == 1 and key != " " else key.strip().lower() or key
    return ALIASES.get(text, text)


def event_name(key: str, character: str | None) -> str:
    """The name of a key press: the character where it prints, else the terminal library's name."""
    if character is not None and len(character) == 1 and character.isprintable() and character != " ":
        return character
    return key


def load_keymap(folder: Path | None) -> Keymap:
    """The default keymap with a player's ``keys.toml``. Never fails: what is wrong is in ``problems``."""
    commands = {c.id: c for c in _defaults(read_ui("keys"))}
    problems: list[str] = []
    own = read_own(folder, "keys.toml", problems)
    table = own.get("keys", {})
    for name in own:
        if name != "keys":
            problems.append(f"keys.toml: '{name}' is not the table [keys]")
    if not isinstance(table, dict):
        problems.append("keys.toml: [keys] is not a table")
        table = {}
    for name, value in table.items():
        keys = _keys(name, value, commands, problems)
        if keys is not None:
            commands[name] = commands[name]._replace(keys=keys)
    changed = {n for n in table if n in commands}
    problems += [f"keys.toml: {text}" for text in clashes(commands.values())]
    # A clash is settled for the player's own choice: it is looked up first.
    ordered = sorted(commands.values(), key=lambda c: c.id not in changed)
    keymap = Keymap({c.id: c for c in ordered}, few(problems))
    keymap.commands = commands
    return keymap


def _defaults(table: dict[str, Any]) -> Iterator[KeyCommand]:
    for row in table["key"]:
        yield KeyCommand(row["id"], row["scope"], tuple(normal(k) for k in row["keys"]), row["label"], row["help"])


def _keys(name: str, value: Any, commands: dict[str, KeyCommand], problems: list[str]) -> tuple[str, ...] | None:
    if name not in commands:
        problems.append(f"keys.toml: there is no command '{name}'")
        return None
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(k, str) and 0 < len(k) <= 20 for k in listed):
        problems.append(f"keys.toml: {name} needs a key or a list of keys")
        return None
    keys = tuple(dict.fromkeys(normal(k) for k in listed))
    for key in keys:
        if key in SAME:
            problems.append(f"keys.toml: {name}: a terminal sends {key} as {SAME[key]}")
    return keys


def clashes(commands: Iterable[KeyCommand]) -> list[str]:
    """Sentences about keys that two commands want at the same time."""
    seen: dict[tuple[str, str], str] = {}
    found = []
    for command in commands:
        for key in command.keys:
            for scope in (command.scope, *TOGETHER[command.scope]):
                other = seen.get((scope, key))
                if other is not None and other != command.id:
                    found.append(f"{pretty(key)} means both '{other}' and '{command.id}'")
                    break
            seen.setdefault((command.scope, key), command.id)
    return found


def table_text(keymap: Keymap) -> str:
    """The keymap as text, for ``stavka keys``."""
    titles = {"all": "Everywhere", "map": "On the map", "list": "In lists", "rules": "Among the rules",
              "history": "In the history", "laying": "Laying out a position"}  # fmt: skip
    lines = []
    for scope in SCOPES:
        lines.append(titles[scope])
        for c in keymap.in_scope(scope):
            keys = " ".join(pretty(k) for k in c.keys) or "(none)"
            lines.append(f"  {c.id:<14} {keys:<12} {c.help}")
        lines.append("")
    return "\n".join(lines).rstrip()
