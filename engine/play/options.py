"""Options that a side may change for itself while a game is played: by an action, which the history keeps."""

from __future__ import annotations

from typing import Any

from engine.play.action import Refusal

WORD = "option"
"""The verb of such an action: ``option pause_luftwaffe off``."""


def changeable(c: Any, side: str) -> list[dict[str, Any]]:
    """Rows of the game's file: options that name a side among those that may change them while ``playing``."""
    rows: list[dict[str, Any]] = c.data.meta.get("option", [])
    return [row for row in rows if side in row.get("playing", ()) and row["id"] in c.options]


def option(c: Any, name: str, side: str) -> str:
    """What an option is for a side: as it has changed it, else as the game began."""
    return str(c.state.chosen.get(f"{side} {name}") or c.options[name])


def option_check(c: Any, name: str, value: str) -> Refusal | None:
    """``option pause_luftwaffe off``: one of those that the side to act may change, to another of its values."""
    rows = {row["id"]: row for row in changeable(c, c.state.side)}
    row = rows.get(name)
    if row is None:
        text = f"'{name}' is no option that you can change while playing; there is: {', '.join(rows) or 'none'}."
        return Refusal(c.data.meta["rule"], text)
    if value not in row["values"]:
        return Refusal(row["rule"], f"'{row['title']}' is one of {', '.join(row['values'])}, not '{value}'.")
    if value == option(c, name, c.state.side):
        return Refusal(row["rule"], f"'{row['title']}' is {value} already.")
    return None


def option_apply(c: Any, name: str, value: str) -> None:
    """It counts from now on for the side to act."""
    s = c.state
    row = next(row for row in changeable(c, s.side) if row["id"] == name)
    s.chosen = {**s.chosen, f"{s.side} {name}": value}
    c.touch()
    who = str(c.data.meta.get("side", {}).get(s.side, {}).get("title", s.side.capitalize()))
    c.say("option", f"{who}: {row['title']}: {value} from now on.", row["rule"])
