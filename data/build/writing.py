"""The finished board as the text of map.toml: head, rows of terrain and owners, the parts its settings list, fixes."""

from __future__ import annotations

from data.build.coast import OFF_BOARD
from data.build.draft import Draft, Settings
from data.build.honeycomb import Cell
from data.build.text import quote, wrapped
from data.build.writing_parts import PARTS


def text(draft: Draft, settings: Settings, features: Settings) -> str:
    """The whole file. ``features`` holds what the rules speak of and geography does not know."""
    parts = [head(draft, settings), terrain_rows(draft, settings), owner_rows(draft, settings)]
    parts += [PARTS[name](draft, settings, features) for name in settings["parts"]]
    return "\n\n".join([*parts, fixes(draft)]) + "\n"


def head(draft: Draft, settings: Settings) -> str:
    """Provenance, grid, sheets and the legend of the terrain."""
    frame = settings["frame"]
    lines = [
        settings["header"].rstrip(),
        "",
        'provenance = "reconstructed"',
        f"source = {quote(settings['source'])}",
        "",
        "[grid]",
        *_entries(frame, ("shape", "odd", "columns", "rows", "first_column", "first_row", "label", "columns_from")),
    ]
    for sheet in settings["sheets"]:
        keys = ("id", "title", "first_row", "rows", "first_column", "columns")
        lines += ["", "[[sheet]]", *_entries(sheet, keys)]
    legend = (f"{quote(sign)} = {quote(word)}" for word, sign in settings["signs"].items())
    lines += ["", "[legend]", *legend, f'" " = {quote(OFF_BOARD)}']
    return "\n".join(lines)


def _entries(table: Settings, keys: tuple[str, ...]) -> list[str]:
    """The keys that a table has, as lines of TOML."""
    return [f"{k} = {quote(table[k]) if isinstance(table[k], str) else table[k]}" for k in keys if k in table]


# ---------------------------------------------------------------------- rows of text
def terrain_rows(draft: Draft, settings: Settings) -> str:
    """One character a hex."""
    signs = {c: _sign(settings, w) for c, w in draft.terrain.items()}
    return "\n".join(["[terrain]", *_table(draft, signs)])


def owner_rows(draft: Draft, settings: Settings) -> str:
    """The country of every land hex."""
    countries = settings["countries"]
    signs = {c: countries[draft.owner[c]] if c in draft.owner else _sign(settings, w) for c, w in draft.terrain.items()}
    legend = [f"{quote(sign)} = {quote(word)}" for word, sign in countries.items()]
    others = [*("lake", "sea"), *([OFF_BOARD] if OFF_BOARD in draft.terrain.values() else [])]
    water = [f"{quote(_sign(settings, w))} = {quote(w)}" for w in others]
    return "\n".join(
        [
            "# Country on 22 June 1941: capital letters are the Soviet Union and what it had annexed.",
            "[owner_legend]",
            *legend,
            *water,
            "",
            "[owner]",
            *_table(draft, signs),
        ]
    )


def _sign(settings: Settings, terrain: str) -> str:
    """The character for a terrain."""
    return " " if terrain == OFF_BOARD else str(settings["signs"][terrain])


def _table(draft: Draft, sign_of: dict[Cell, str]) -> list[str]:
    """A ruler and the rows of all sheets; a row that two sheets show stands once, under the sheet that names it."""
    lattice, lines, rulers = draft.lattice, [], set()
    for panel in sorted(lattice.panels, key=lambda p: (p.first_row, p.first_column)):
        across = lattice.across(panel)
        if across not in rulers:
            rulers.add(across)
            key = len(lattice.numbers.row(panel.letter, 0))
            lines += _ruler([lattice.column_number(panel, c) for c in across], key)
        for row in range(panel.named_rows):
            key_of_row = lattice.numbers.row(panel.letter, lattice.north + row)
            frame_row = lattice.north + panel.first_row - 1 + row
            lines.append(f'{key_of_row} = "{"".join(sign_of[c, frame_row] for c in across)}"')
    return lines


def _ruler(numbers: list[int], key: int) -> list[str]:
    """The numbers of the columns over the rows of text."""
    before = "#" + " " * (key + 3)
    tens = "".join(str(n // 10) if n % 10 == 0 else " " for n in numbers)
    return [f"{before}{tens}".rstrip(), before + "".join(str(n % 10) for n in numbers)]


def fixes(draft: Draft) -> str:
    """The corrections with their reasons."""
    lines = ["# Changes by hand to the generated board: hexes, sides or chains, what stands there now, and why."]
    for where, what, why in draft.fixes:
        lines += ["", "[[fix]]", wrapped("hex", where), f"what = {quote(what)}", f"why = {quote(why)}"]
    return "\n".join(lines)
