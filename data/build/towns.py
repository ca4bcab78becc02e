"""Which towns of the geography are places of the map."""

from __future__ import annotations

from data.build.coast import Water
from data.build.draft import City, Settings
from data.build.geography import Settlement, by_name
from data.build.honeycomb import Cell
from data.build.regions import soviet


def choose_cities(numbers: Settings, places: list[Settlement], water: Water) -> list[City]:
    """Major cities by the list, cities by population rank or by the list of smaller ones."""
    best = by_name(places)
    out = []
    for place in places:
        seen = [c for c in place.cells if c in water.lattice.cells and water.is_land(c)]
        if not seen or best[place.name] is not place or place.name in numbers["left_out"]:
            continue
        if place.name in numbers["major"]:
            out.append(City(place.name, list(place.cells), "major city", numbers["major"][place.name]))
        elif (place.rank <= 5 and place.kind != "village") or place.name in numbers["smaller"]:
            out.append(City(place.name, list(place.cells), "city", ""))
    return out


def choose_all(numbers: Settings, places: list[Settlement], field: set[Cell]) -> list[City]:
    """Every place that lies on the field, in any country, the greatest of each hex."""
    taken: dict[Cell, Settlement] = {}
    for place in sorted(places, key=lambda p: (p.name not in numbers["fixed"], p.rank)):
        fits = all(c in field and c not in taken for c in place.cells)
        if fits and place.name not in numbers["left_out"] and place.name not in {p.name for p in taken.values()}:
            taken.update(dict.fromkeys(place.cells, place))
    chosen = [p for p in places if taken.get(p.cells[0]) is p]
    return [City(p.name, list(p.cells), "city" if p.rank <= numbers["city_rank"] else "town", "") for p in chosen]


def choose_graded(numbers: Settings, places: list[Settlement], field: set[Cell]) -> list[City]:
    """Only the places that the rules grade, in any country."""
    best = by_name(places)
    found = [best[name] for name in numbers["graded"] if name in best and set(best[name].cells) <= field]
    return [City(place.name, list(place.cells), "town", "") for place in found]


def choose_places(numbers: Settings, places: list[Settlement], field: set[Cell], owner: dict[Cell, str]) -> list[City]:
    """Soviet towns: those that the rules grade first, then the named ones, then greater towns; one to a hex."""
    wanted = [*numbers["graded"], *numbers["named"]]
    best = by_name(places)
    found: list[Settlement] = []
    for place in places:
        town = place.rank <= 5 or (place.rank == 6 and place.kind.startswith(("city", "town")))
        seen = soviet(place.country) and best[place.name] is place
        seen = seen and all(c in field and soviet(owner.get(c, "")) for c in place.cells)
        if seen and place.name not in numbers["left_out"] and (town or place.name in wanted):
            found.append(place)
    taken: dict[Cell, Settlement] = {}
    for place in sorted(found, key=lambda p: (wanted.index(p.name) if p.name in wanted else len(wanted), p.rank)):
        if all(c not in taken for c in place.cells):
            taken.update(dict.fromkeys(place.cells, place))
    return [City(p.name, list(p.cells), "town", "") for p in found if taken.get(p.cells[0]) is p]
