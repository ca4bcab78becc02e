"""Changes made by hand to the generated board, read from a file that gives the reason for each."""

from __future__ import annotations

from itertools import pairwise

from data.build.draft import City, Draft, RiverRun, Settings
from data.build.lattice import Side, side_of
from data.build.regions import soviet


class CorrectionError(ValueError):
    """A correction that does not fit the board it is to mend."""


def apply_all(draft: Draft, table: Settings) -> None:
    """Apply every correction in the order of the file's kinds: terrain, owners, rivers, lines, highways, places,
    supply."""
    for entry in table.get("terrain", []):
        _terrain(draft, entry)
    for entry in table.get("owner", []):
        _owner(draft, entry)
    for entry in table.get("barred", []):
        _barred(draft, entry)
    for entry in table.get("river", []):
        _river(draft, entry)
    for entry in table.get("line", []):
        _line(draft, entry)
    for entry in table.get("highway", []):
        _highway(draft, entry)
    for entry in table.get("place", []):
        _place(draft, entry)
    draft.barred = {s for s in draft.barred if draft.is_land(s[0]) and draft.is_land(s[1])}
    draft.supply = {g: [draft.lattice.cell(h) for h in hexes] for g, hexes in table.get("supply", {}).items()}


def _note(draft: Draft, where: list[str], what: str, why: str) -> None:
    draft.fixes.append((" ".join(where), what, why))


def _terrain(draft: Draft, entry: Settings) -> None:
    for label in entry["hexes"]:
        cell = draft.lattice.cell(label)
        if draft.terrain[cell] == entry["to"]:
            raise CorrectionError(f"{label} is {entry['to']} already")
        draft.terrain[cell] = entry["to"]
        if not draft.is_land(cell):
            draft.owner.pop(cell, None)
    _note(draft, entry["hexes"], entry["to"], entry["why"])


def _owner(draft: Draft, entry: Settings) -> None:
    for label in entry["hexes"]:
        draft.owner[draft.lattice.cell(label)] = entry["to"]
    _note(draft, entry["hexes"], f"owner {entry['to']}", entry["why"])


def _barred(draft: Draft, entry: Settings) -> None:
    """``open`` lists sides that are barred no longer, ``shut`` sides that are barred from now on, by ``water``."""
    for key, words in (("open", "not barred"), ("shut", "barred")):
        for text in entry.get(key, []):
            side = draft.lattice.side(text)
            if (side in draft.barred) == (key == "shut"):
                raise CorrectionError(f"{text} is {words} already")
            (draft.barred.add if key == "shut" else draft.barred.discard)(side)
            if "water" in entry:
                draft.shore[side] = entry["water"]
        if key in entry:
            _note(draft, entry[key], words, entry["why"])


def _river(draft: Draft, entry: Settings) -> None:
    """``out`` is a piece of the river's chain; ``in`` takes its place. Without ``out`` a new river is added."""
    new = [draft.lattice.side(text) for text in entry["in"]]
    old = [draft.lattice.side(text) for text in entry.get("out", [])]
    if not old and not entry.get("after"):
        draft.rivers.append(RiverRun(entry["name"], entry["class"], new))
    else:
        _splice(draft, entry, old, new)
    words = f"{entry['name']} runs here" if new else f"{entry['name']} does not run here"
    _note(draft, entry["in"] or entry["out"], words, entry["why"])


def _splice(draft: Draft, entry: Settings, old: list[Side], new: list[Side]) -> None:
    first = old[0] if old else draft.lattice.side(entry["after"])
    for run in draft.rivers:
        if run.name == entry["name"] and first in run.sides:
            at = run.sides.index(first) + (0 if old else 1)
            if run.sides[at : at + len(old)] != old:
                raise CorrectionError(f"{entry['name']}: {entry['out']} is no piece of its chain")
            run.sides[at : at + len(old)] = new
            return
    raise CorrectionError(f"{entry['name']} does not run along {draft.lattice.side_text(first)}")


def _line(draft: Draft, entry: Settings) -> None:
    """Roads and railroads: the chains of ``out`` are taken up, those of ``in`` laid, for each kind named."""
    for kind in entry["kinds"]:
        net = draft.lines[kind]
        for chain in entry.get("out", []):
            for side in chain_sides(draft, chain):
                if side not in net:
                    raise CorrectionError(f"no {kind} crosses {draft.lattice.side_text(side)}")
                del net[side]
        for chain in entry.get("in", []):
            for side in chain_sides(draft, chain):
                net[side] = "main" if net.get(side) == "main" else entry.get("class", "secondary")
    if entry.get("in"):
        _note(draft, entry["in"], f"{' and '.join(entry['kinds'])} laid", entry["why"])
    else:
        _note(draft, entry["out"], f"{' and '.join(entry['kinds'])} taken up", entry["why"])


def _highway(draft: Draft, entry: Settings) -> None:
    """The piece ``out`` of a highway's chain of hexes gives way to ``in``; both begin and end in the same hexes."""
    cells = draft.highways[entry["name"]]
    old, new = ([draft.lattice.cell(h) for h in entry[key].split()] for key in ("out", "in"))
    chain_sides(draft, entry["in"])
    at = cells.index(old[0]) if old[0] in cells else 0
    if cells[at : at + len(old)] != old or (old[0], old[-1]) != (new[0], new[-1]):
        raise CorrectionError(f"{entry['name']}: '{entry['out']}' is no piece of its chain, or its ends differ")
    cells[at : at + len(old)] = new
    _note(draft, [entry["in"]], f"{entry['name']} runs here", entry["why"])


def chain_sides(draft: Draft, chain: str) -> list[Side]:
    """Sides crossed by a chain of hex numbers. Raises ValueError if two of them are not adjacent."""
    cells = [draft.lattice.cell(h) for h in chain.split()]
    for label, (a, b) in zip(chain.split(), pairwise(cells), strict=False):
        if side_of(a, b) not in draft.lattice.ends:
            raise CorrectionError(f"gap after {label} in '{chain}'")
        if not draft.is_land(a) or not draft.is_land(b):
            raise CorrectionError(f"water at or after {label} in '{chain}'")
    return [side_of(a, b) for a, b in pairwise(cells)]


def _place(draft: Draft, entry: Settings) -> None:
    cell = draft.lattice.cell(entry["hex"])
    if any(cell in city.cells for city in draft.cities) or any(c.name == entry["name"] for c in draft.cities):
        raise CorrectionError(f"{entry['name']}: there is a place already")
    size = entry.get("size", "city")
    draft.cities.append(City(entry["name"], [cell], size, entry.get("note", "")))
    _note(draft, [entry["hex"]], f"{size} {entry['name']}", entry["why"])


def start_line(draft: Draft) -> list[Side]:
    """The red start line: every side between land of the Soviet Union and other land."""
    return sorted(
        s
        for s in draft.lattice.ends
        if s[0] in draft.owner and s[1] in draft.owner and soviet(draft.owner[s[0]]) != soviet(draft.owner[s[1]])
    )
