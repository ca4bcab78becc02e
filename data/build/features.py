"""What a rulebook adds to a board: grades, values and marks of places, and the hexes that its lines and zones name."""

from __future__ import annotations

from data.build.corrections import CorrectionError
from data.build.draft import Draft, Settings


def grade_places(draft: Draft, grades: Settings) -> None:
    """Give the graded places their size, value and marks; all others are towns. Raises CorrectionError for a name that
    the board does not have."""
    by_name = {city.name: city for city in draft.cities}
    for city in draft.cities:
        city.size = "town"
    for row in grades["rows"]:
        entry = dict(zip(grades["columns"], row, strict=True))
        if entry["name"] not in by_name:
            raise CorrectionError(f"there is no place {entry['name']} to grade")
        city = by_name[entry["name"]]
        city.size, city.value, city.marks, city.note = entry["size"], entry["value"], entry["marks"], entry["note"]


def check_hexes(draft: Draft, features: Settings) -> None:
    """Every hex of a zone and every side of a group is on the board; zones hold land only, those of ``water`` none.

    Raises CorrectionError.
    """
    for entry in features.get("zone", []):
        for label in entry.get("hexes", []):
            wet = bool(entry.get("water"))
            if draft.is_land(draft.lattice.cell(label)) == wet:
                raise CorrectionError(f"zone {entry['id']}: {label} is not {'water' if wet else 'land'} of the board")
    for entry in features.get("side_group", []):
        for text in entry.get("sides", []):
            draft.lattice.side(text)
