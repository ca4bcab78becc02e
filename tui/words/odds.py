"""Odds at the table as plain text or JSON: ratio, shifts, column, chances, and what a die gave."""

from __future__ import annotations

from typing import Any

from engine.books.oddsbook import odds, odds_table, strength
from engine.books.shelf import book_title
from engine.components.charts import Tally
from tui.words.charts import check_game
from tui.words.page import paragraphs


def odds_lines(game: str, attack: str, defense: str, shift: int, drm: int, rolled: int | None) -> list[str]:
    """Ratio, shifts, column and chances with their rules, and the result of a roll if there is one."""
    game = check_game(game)
    table = odds_table(game)
    tally = odds(game, strength(attack), strength(defense), shift, drm)
    lines = [f"{float(strength(attack)):g} against {float(strength(defense)):g} in {book_title(game)}"]
    lines += [f"  {line.value:>9}  {line.text:<52}  {line.rule}".rstrip() for line in tally.lines]
    if tally.automatic:
        return [*lines, "", f"  {tally.automatic}, no roll"]
    lines += ["", *_chances(tally, table.faces), *(paragraphs(table.key) if table.key else [])]
    if rolled is not None:
        lines += ["", f"  roll {rolled}: {tally.results[rolled - 1]}"]
    if table.provenance == "reconstructed":
        lines += ["", *paragraphs("The table is REBUILT, not the printed one: the results fit the rules, no more.")]
    return lines


def thrown(game: str) -> int:
    """A die of the game, thrown now: at a table nobody asks for the same die again."""
    from secrets import randbelow

    return randbelow(odds_table(check_game(game)).faces) + 1


def _chances(tally: Tally, faces: int) -> list[str]:
    rolls = "  ".join(f"{face} {result}" for face, result in enumerate(tally.results, 1))
    chances = "  ".join(f"{result} {round(100 * share)}%" for result, share in tally.distribution.items())
    return [*paragraphs(f"die {rolls}"), *paragraphs(f"so  {chances}")]


def odds_plain(game: str, attack: str, defense: str, shift: int, drm: int, rolled: int | None) -> dict[str, Any]:
    """The same as plain values."""
    game = check_game(game)
    table, tally = odds_table(game), odds(game, strength(attack), strength(defense), shift, drm)
    return {
        "game": game, "attack": tally.attack, "defense": tally.defense, "odds": tally.odds, "column": tally.column,
        "shift": tally.shift, "automatic": tally.automatic or None,
        "lines": [{"value": x.value, "text": x.text, "rule": x.rule} for x in tally.lines],
        "results": list(tally.results), "distribution": dict(tally.distribution), "provenance": table.provenance,
        "roll": rolled, "result": tally.results[rolled - 1] if rolled is not None and tally.results else None,
    }  # fmt: skip
