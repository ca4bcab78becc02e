"""What can be set in a position put up by hand, told for those who offer it: turns, phases, weather, tracks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.kit.editing import Editor
from engine.play.asked import Editable
from engine.play.step import Context

Ctx = Context[Any]


def editable(c: Ctx, editor: Editor) -> Editable:
    """What can be set by hand now, with what it stands at."""
    phases = [
        (side, name, _title(c, name)) for side, names in editor.phases(c).items() for name in _once(c, list(names))
    ]
    weather = tuple((zone, now, tuple(words)) for zone, (now, words) in editor.weathers(c).items())
    return Editable(editor.turns(c), tuple(phases), weather, tuple(editor.dials(c)), editor.identities(c))


def _once(c: Ctx, names: Collection[str]) -> list[str]:
    """Each phase once: by its rows in the outline where it has some, else by its word."""
    rows = [name for name in names if name in _rows(c)]
    return [name for name in names if name in rows or not any(name in row.split("-") for row in rows)]


def _title(c: Ctx, name: str) -> str:
    """The title of a phase: that of its row and of what that is part of, else of the step of this name."""
    row = _rows(c).get(name)
    if row is None:
        return c.steps[name].title if name in c.steps else name.replace("-", " ").capitalize()
    whole = _rows(c).get(row.get("parent", ""))
    return str(row["title"]) if whole is None else f"{row['title']}, {whole['title'].lower()}"


def _rows(c: Ctx) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in c.data.tables["sequence"]["phase"]}
