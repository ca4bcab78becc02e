"""What a person calls the words of actions: nothing that the program calls by an id of its own is shown as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.components.load import GameData
from engine.play.action import Action

QUOTED = re.compile(r"'([a-z0-9][a-z0-9 .-]*)'")
"""Words in quotes, as refusals repeat what was typed or chosen."""
ID = re.compile(r"(?<![\w'-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w'-])|(?<![\w'-])[0-9]+[a-z]+(?![\w'-])")
"""A word that looks like an id: ``s-hq-11a``, ``84md``."""


def name_of(data: GameData, word: str) -> str:
    """A word of an action as a person says it: a unit's short name, a hex with its place, a chit's title."""
    unit = data.roster.by_id.get(word)
    if unit is not None:
        return data.roster.short[unit]
    h = data.board.index.get(word.upper())
    if h is not None:
        return data.board.describe(h)
    return titles(data).get(word) or data.roster.formation_titles.get(word, word)


def brief(values: str) -> str:
    """A unit's values for a narrow line: of what is said in words, ``1 ASP-7``, the words alone."""
    return values.rpartition("-")[0] if " " in values else values


def titles(data: GameData) -> dict[str, str]:
    """Titles of everything in the game's tables that has an id: chits, phases, leaders; and of its options."""
    found = data.memo.get("tui.titles")
    if not isinstance(found, dict):
        found = data.memo["tui.titles"] = dict(_titles([data.tables, data.meta.get("option", [])]))
    return found


def _titles(node: Any) -> Iterable[tuple[str, str]]:
    if isinstance(node, dict):
        if isinstance(node.get("id"), str) and isinstance(node.get("title"), str):
            yield node["id"], node["title"]
        columns = node.get("columns")
        for word in ("title", "label", "name"):
            if isinstance(columns, list) and "id" in columns and word in columns:
                i, t = columns.index("id"), columns.index(word)
                yield from ((r[i], str(r[t])) for r in node.get("rows", []) if len(r) == len(columns))
                break
        for value in node.values():
            yield from _titles(value)
    elif isinstance(node, list):
        for value in node:
            yield from _titles(value)


def action_words(data: GameData, text: str) -> str:
    """An action of the history as a person says it."""
    action = Action.parse(text)
    return " ".join((action.verb, *(name_of(data, word) for word in action.args)))


def in_words(data: GameData, text: str) -> str:
    """A sentence of the engine with names in the place of ids."""
    known = data.roster.by_id.keys() | titles(data).keys()

    def quoted(found: re.Match[str]) -> str:
        # A word of letters alone is a verb or the like, and if it is a name, it can be read as one.
        told = " ".join(name_of(data, w) if w in known and not w.isalpha() else w for w in found[1].split())
        return f"'{told}'"

    return ID.sub(lambda found: name_of(data, found[0]) if found[0] in known else found[0], QUOTED.sub(quoted, text))
