"""Parts of the text of a map.toml that every board has: head, rows of terrain and owners, rivers, changes by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from data.build.coast import OFF_BOARD
from data.build.generate import Draft
from data.build.lattice import Cell

WIDTH = 118


@dataclass(frozen=True)
class Style:
    """What the file of one game says at its top, and its signs for terrain and countries."""

    header: str
    signs: dict[str, str]
    countries: dict[str, str]

    def sign(self, terrain: str) -> str:
        """The character for a terrain."""
        return " " if terrain == OFF_BOARD else self.signs[terrain]


def quote(word: str) -> str:
    """A TOML string."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def array(key: str, words: Iterable[str]) -> str:
    """A TOML array of strings, wrapped."""
    lines, line = [f"{key} = ["], "   "
    for word in words:
        item = f" {quote(word)},"
        if len(line) + len(item) > WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += item
    if line.strip():
        lines.append(line)
    return "\n".join([*lines, "]"])


def head(draft: Draft, settings: dict[str, Any], style: Style) -> str:
    """Provenance, grid, sheets and the legend of the terrain."""
    lattice = draft.lattice
    lines = [
        style.header,
        "",
        'provenance = "reconstructed"',
        f"source = {quote(settings['source'])}",
        "",
        "[grid]",
        'shape = "flat"',
        'odd = "down"',
        f"columns = {lattice.columns}",
        f"rows = {lattice.rows}",
    ]
    if lattice.first != (1, 1):
        lines += [f"first_column = {lattice.first[0]}", f"first_row = {lattice.first[1]}"]
    if lattice.letter_last:
        lines.append('label = "CCRRX"')
    for sheet in settings["sheets"]:
        lines += [
            "",
            "[[sheet]]",
            f"id = {quote(sheet['id'])}",
            f"title = {quote(sheet['title'])}",
            f"first_row = {sheet['first_row']}",
            f"rows = {sheet['rows']}",
        ]
    legend = (f"{quote(sign)} = {quote(word)}" for word, sign in style.signs.items())
    lines += ["", "[legend]", *legend, f'" " = {quote(OFF_BOARD)}']
    return "\n".join(lines)


def _table(draft: Draft, sign_of: dict[Cell, str]) -> list[str]:
    """The rows of all sheets; a row that two sheets show stands once, under the sheet that names it."""
    lattice, lines = draft.lattice, []
    across = range(lattice.first[0], lattice.first[0] + lattice.columns)
    for sheet in sorted(lattice.sheets, key=lambda s: s.first_row):
        for row in range(sheet.named_rows):
            frame_row = lattice.first[1] + sheet.first_row - 1 + row
            number = f"{lattice.first[1] + row:02d}"
            key = number + sheet.letter if lattice.letter_last else sheet.letter + number
            lines.append(f'{key} = "{"".join(sign_of[c, frame_row] for c in across)}"')
    return lines


def _ruler(draft: Draft) -> list[str]:
    across = range(draft.lattice.first[0], draft.lattice.first[0] + draft.lattice.columns)
    tens = "".join(str(c // 10) if c % 10 == 0 else " " for c in across)
    ones = "".join(str(c % 10) for c in across)
    return [f"#      {tens}".rstrip(), f"#      {ones}"]


def terrain_rows(draft: Draft, style: Style) -> str:
    """One character a hex."""
    signs = {c: style.sign(w) for c, w in draft.terrain.items()}
    return "\n".join(["[terrain]", *_ruler(draft), *_table(draft, signs)])


def owner_rows(draft: Draft, style: Style) -> str:
    """The country of every land hex."""
    signs = {
        c: style.countries[draft.owner[c]] if c in draft.owner else style.sign(draft.terrain[c]) for c in draft.terrain
    }
    legend = [f"{quote(sign)} = {quote(word)}" for word, sign in style.countries.items()]
    others = [*("lake", "sea"), *([OFF_BOARD] if OFF_BOARD in draft.terrain.values() else [])]
    water = [f"{quote(style.sign(w))} = {quote(w)}" for w in others]
    return "\n".join(
        [
            "# Country on 22 June 1941: capital letters are the Soviet Union and what it had annexed.",
            "[owner_legend]",
            *legend,
            *water,
            "",
            "[owner]",
            *_ruler(draft),
            *_table(draft, signs),
        ]
    )


def rivers(draft: Draft) -> list[str]:
    """Every river as an ordered chain of sides."""
    lines = ["# Rivers: sides in order from source to mouth, without those in a lake or shared with a greater river."]
    for run in draft.rivers:
        lines += [
            "",
            "[[river]]",
            f"name = {quote(run.name)}",
            f"class = {quote(run.kind)}",
            array("sides", [draft.lattice.side_text(s) for s in run.sides]),
        ]
    return lines


def fixes(draft: Draft) -> str:
    """The corrections with their reasons."""
    lines = ["# Changes by hand to the generated board: hexes, sides or chains, what stands there now, and why."]
    for where, what, why in draft.fixes:
        lines += ["", "[[fix]]", wrapped("hex", where), f"what = {quote(what)}", f"why = {quote(why)}"]
    return "\n".join(lines)


def wrapped(key: str, words: str) -> str:
    """A TOML string, broken over lines where it is too long for one."""
    if len(words) + len(key) + 5 <= WIDTH:
        return f"{key} = {quote(words)}"
    lines, line = [f'{key} = """'], ""
    for word in words.split():
        if len(line) + len(word) + 3 > WIDTH:
            lines.append(line + " \\")
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line + '"""'])
