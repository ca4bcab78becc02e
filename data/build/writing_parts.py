"""The parts that a map.toml may have besides its rows of text; the settings of a game list those it has, in order."""

from __future__ import annotations

from collections.abc import Callable

from data.build.coast import LAKE, SEA
from data.build.corrections import start_line
from data.build.draft import City, Draft, Settings
from data.build.honeycomb import Cell
from data.build.text import array, comment, quote, wrapped
from data.build.trails import Trail, trails

WORDS = ("id", "title", "group", "rule", "provenance", "note", "from")
LISTS = ("owner", "without_crossing", "outside", "but", "hexes")
CHAIN = 17
"""Steps of a line that stand in one chain of the file."""


# ---------------------------------------------------------------------- sides
def red_line(draft: Draft, settings: Settings, features: Settings) -> str:
    """The sides between Soviet and other land."""
    words = "# The red start line: every side between Soviet and other land."
    return "\n".join([words, "[start_line]", array("sides", [draft.lattice.side_text(s) for s in start_line(draft)])])


def barred(draft: Draft, settings: Settings, features: Settings) -> str:
    """The sides that water bars."""
    words = "# Sides between two land hexes in open water (bays, lake ends, limans): nothing crosses them."
    return "\n".join([words, "[barred]", array("sides", [draft.lattice.side_text(s) for s in sorted(draft.barred)])])


def kinds(draft: Draft, settings: Settings, features: Settings) -> str:
    """The classes of rivers and the kinds of lines, as the settings write them."""
    return str(settings["kinds"]).strip()


def rivers(draft: Draft, settings: Settings, features: Settings) -> str:
    """Every river as an ordered chain of sides."""
    lines = ["# Rivers: sides in order from source to mouth, without those in a lake or shared with a greater river."]
    for run in draft.rivers:
        lines += ["", "[[river]]", f"name = {quote(run.name)}", f"class = {quote(run.kind)}"]
        lines.append(array("sides", [draft.lattice.side_text(s) for s in run.sides]))
    return "\n".join(lines)


def side_groups(draft: Draft, settings: Settings, features: Settings) -> str:
    """The groups of the features file; the two of the water and the border are filled from the board."""
    found = {"border": start_line(draft)}
    for kind in (LAKE, SEA):
        found[kind] = sorted(s for s in draft.barred if draft.shore.get(s, SEA) == kind)
    lines = ["# Named groups of sides."]
    for entry in features["side_group"]:
        sides = entry.get("sides") or [draft.lattice.side_text(s) for s in found[entry["id"]]]
        lines += ["", "[[side_group]]", *_words(entry), array("sides", sides)]
    return "\n".join(lines)


# ---------------------------------------------------------------------- lines
def lines(draft: Draft, settings: Settings, features: Settings) -> str:
    """Roads, railroads and the like as long lines with names; the class stands only where it means something."""
    out = ["# Roads and railroads: each pair of joined hexes stands once. A line ends where another takes over."]
    for kind, numbers in settings["lines"].items():
        net, graded = draft.lines[kind], numbers["graded"]
        one_class = net if graded else dict.fromkeys(net, "main")
        for trail in trails(draft.lattice, one_class, draft.cities, numbers["names"], settings["line_ends"]["cities"]):
            out += ["", f"[[{kind}]]", f"name = {quote(trail.name)}"]
            out += [f"class = {quote(trail.kind)}"] if graded else []
            out.append(array("chains", _chains(draft, trail)))
    return "\n".join(out)


def _chains(draft: Draft, trail: Trail) -> list[str]:
    """The hexes of a line, cut into chains that fit a line of text; each begins where the last one ends."""
    labels = [draft.lattice.label(c) for c in trail.cells]
    return [" ".join(labels[i : i + CHAIN + 1]) for i in range(0, max(1, len(labels) - 1), CHAIN)]


def highways(draft: Draft, settings: Settings, features: Settings) -> str:
    """Each highway as one chain."""
    out = ["# The highway, from west to east."]
    for name, cells in draft.highways.items():
        rule = settings["highways"][name]["rule"]
        chain = wrapped("chains", " ".join(draft.lattice.label(c) for c in cells)).removeprefix("chains = ")
        out += ["", "[[highway]]", f"name = {quote(name)}", f"rule = {quote(rule)}", f"chains = [{chain}]"]
    return "\n".join(out)


# ---------------------------------------------------------------------- places, supply, zones
def places(draft: Draft, settings: Settings, features: Settings) -> str:
    """The places by size and name; the comment tells how they were chosen."""
    numbers = settings["places"]
    columns, sizes = numbers["columns"], numbers["sizes"]
    heads = ", ".join(quote(c) for c in columns)
    told = {**numbers, **features.get("grades", {})}
    out = [*comment(told["comment"]), "[places]", f"columns = [{heads}]", "rows = ["]
    for city in sorted(draft.cities, key=lambda c: (sizes.index(c.size), c.name)):
        out.append(f"    [{', '.join(_place(draft, city, column) for column in columns)}],")
    return "\n".join([*out, "]"])


def _place(draft: Draft, city: City, column: str) -> str:
    """One value of the row of a place."""
    if column in ("hexes", "marks"):
        words = _labels(draft, city.cells) if column == "hexes" else city.marks
        return f"[{', '.join(quote(w) for w in words)}]"
    return str(city.value) if column == "value" else quote(str(getattr(city, column)))


def _labels(draft: Draft, cells: list[Cell]) -> list[str]:
    return [draft.lattice.label(c) for c in cells]


def supply(draft: Draft, settings: Settings, features: Settings) -> str:
    """The groups of supply hexes of the corrections."""
    out = [*comment(settings["supply"]["comment"]), "[supply]"]
    return "\n".join([*out, *(array(group, _labels(draft, cells)) for group, cells in draft.supply.items())])


def zones(draft: Draft, settings: Settings, features: Settings) -> str:
    """The zones of the features file."""
    words = "Zones: named sets of hexes. A zone lists its hexes or picks them (engine/components/mapzones.py)."
    return _entries("zone", features, words)


def boxes(draft: Draft, settings: Settings, features: Settings) -> str:
    """The boxes of the features file."""
    return _entries("box", features, "Boxes: places beside the hexes that units can be in.")


def _entries(kind: str, features: Settings, words: str) -> str:
    out = [f"# {words}"]
    for entry in features[kind]:
        out += ["", f"[[{kind}]]", *_words(entry)]
        if "columns" in entry:
            out.append(f"columns = [{entry['columns'][0]}, {entry['columns'][1]}]")
        out += [array(key, entry[key]) for key in LISTS if key in entry]
        if "entry" in entry:
            out.append(f"entry = {quote(entry['entry'])}")
    return "\n".join(out)


def _words(entry: Settings) -> list[str]:
    return [f"{key} = {quote(entry[key])}" for key in WORDS if key in entry]


PARTS: dict[str, Callable[[Draft, Settings, Settings], str]] = {
    "red line": red_line,
    "barred": barred,
    "kinds": kinds,
    "rivers": rivers,
    "side groups": side_groups,
    "lines": lines,
    "highways": highways,
    "places": places,
    "supply": supply,
    "zones": zones,
    "boxes": boxes,
}
"""Every part by the name that settings give it."""
