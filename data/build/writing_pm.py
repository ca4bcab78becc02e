"""The finished board of Proud Monster as the text of map.toml."""

from __future__ import annotations

from typing import Any

from data.build.coast import LAKE, SEA
from data.build.corrections import start_line
from data.build.generate import Draft
from data.build.writing import Style, array, fixes, head, owner_rows, quote, rivers, terrain_rows, wrapped

Entry = dict[str, Any]
WORDS = ("id", "title", "group", "rule", "provenance", "note", "from")
LISTS = ("owner", "without_crossing", "outside", "but", "hexes")


def text(draft: Draft, settings: Entry, features: Entry) -> str:
    """The whole file. ``features`` holds what the rules speak of and geography does not know."""
    style = Style(settings["header"].rstrip(), settings["signs"], settings["countries"])
    parts = [
        head(draft, settings, style),
        terrain_rows(draft, style),
        owner_rows(draft, style),
        "\n".join(rivers(draft)),
        _side_groups(draft, features),
        _highway(draft),
        _places(draft, features["grades"]["comment"]),
        _entries(
            "zone", features, "Zones: named sets of hexes. A zone lists its hexes or picks them (engine/mapzones.py)."
        ),
        _entries("box", features, "Boxes: places beside the hexes that units can be in."),
        fixes(draft),
    ]
    return "\n\n".join(parts) + "\n"


def _side_groups(draft: Draft, features: Entry) -> str:
    """The groups of the features file; the two of the water and the border are filled from the board."""
    found = {"border": start_line(draft)}
    for kind in (LAKE, SEA):
        found[kind] = sorted(s for s in draft.barred if draft.shore.get(s, SEA) == kind)
    lines = ["# Named groups of sides."]
    for entry in features["side_group"]:
        sides = entry.get("sides") or [draft.lattice.side_text(s) for s in found[entry["id"]]]
        lines += ["", "[[side_group]]", *_words(entry), array("sides", sides)]
    return "\n".join(lines)


def _highway(draft: Draft) -> str:
    lines = ["# The highway, from west to east."]
    for name, cells in draft.highways.items():
        chain = wrapped("chains", " ".join(draft.lattice.label(c) for c in cells)).removeprefix("chains = ")
        lines += ["", "[[highway]]", f"name = {quote(name)}", 'rule = "pm:12.20"', f"chains = [{chain}]"]
    return "\n".join(lines)


def _places(draft: Draft, comment: str) -> str:
    lines = [f"# {line}".rstrip() for line in comment.strip().splitlines()]
    lines += ["[places]", 'columns = ["name", "hexes", "size", "value", "marks", "note"]', "rows = ["]
    order = ("city", "large town", "town")
    for city in sorted(draft.cities, key=lambda c: (order.index(c.size), c.name)):
        hexes = ", ".join(quote(draft.lattice.label(c)) for c in city.cells)
        marks = ", ".join(quote(m) for m in city.marks)
        row = f"{quote(city.name)}, [{hexes}], {quote(city.size)}, {city.value}, [{marks}], {quote(city.note)}"
        lines.append(f"    [{row}],")
    return "\n".join([*lines, "]"])


def _entries(kind: str, features: Entry, comment: str) -> str:
    lines = [f"# {comment}"]
    for entry in features[kind]:
        lines += ["", f"[[{kind}]]", *_words(entry)]
        if "columns" in entry:
            lines.append(f"columns = [{entry['columns'][0]}, {entry['columns'][1]}]")
        lines += [array(key, entry[key]) for key in LISTS if key in entry]
        if "entry" in entry:
            lines.append(f"entry = {quote(entry['entry'])}")
    return "\n".join(lines)


def _words(entry: Entry) -> list[str]:
    return [f"{key} = {quote(entry[key])}" for key in WORDS if key in entry]
