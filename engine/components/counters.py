"""Counter files to a Roster: the columns of their rows, both layouts of faces, the further values a game declares."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from engine.components.datafile import DataError, Table, need
from engine.components.errors import BadInput
from engine.components.mapfeatures import records
from engine.components.roster import CALLED_OUT, KINDS, SIZES, Column, Face, Roster, UnitClass, Value, two_faces


def build_roster(table: Mapping[str, Any], classes: Mapping[str, Any], name: str = "counters.toml") -> Roster:
    """A Roster from ``counters.toml`` and ``classes.toml``. Raises ``DataError``.

    A row gives front and back in single columns, or all steps in a column ``faces`` as printed: ``"9-7-12 7-6-11"``.
    A formation may have ``columns`` of its own, and values that all its counters share.
    A formation with ``pieces`` instead of rows holds that many alike counters whose strength nobody knows yet.

    ``[[column]]`` declares a further value: id, title, rule, ``kind`` (number, flag, word), ``range`` or ``words``,
    ``default``, ``by_face``. A counter gets it from its row, its formation, its kind in ``classes.toml`` or the
    default; a cell ``""`` says nothing. Values ``by_face`` stand behind the movement in ``faces``, in the order of the
    declarations (``"8-7-7-2 6-4-7-1"``), or in two columns, the second called like the first with a 2.
    """
    roster = Roster(provenance=str(table.get("provenance", "")), source=str(table.get("source", "")))
    for entry in table.get("column", []):
        column = _column(entry, roster, name)
        roster.further[column.id] = column
        roster.printed[column.id] = []
    for row in records(classes, "classes.toml", "classes"):
        further = {k: _read(roster.further[k], row[k], "classes.toml", row["kind"]) for k in _said(roster, row)}
        roster.classes[row["kind"]] = UnitClass(
            row["kind"], row["mech"], row["hq"], row["glyph"], row["ascii"], f"{row.get('rule', '')}", further
        )
    columns, by_face = need(table, "columns", list, name), [c for c in roster.further.values() if c.by_face]
    seen, found = dict[str, Faces](), list[tuple[Table, dict[str, tuple[Value, ...]]]]()
    for formation in need(table, "formation", list, name):
        roster.formation_titles[formation["id"]] = formation.get("title", formation["id"])
        if "pieces" in formation:
            rows = _pieces(formation["pieces"], roster, f"{name} {formation['id']}")
        else:
            own = {"columns": formation.get("columns", columns), "rows": formation["rows"]}
            rows = records(own, name, formation["id"])
        found += [_counter(roster, formation, row, name, by_face, seen) for row in rows]
    if twice := next((id for id, n in Counter(values["ids"] for values, _ in found).items() if n > 1), None):
        raise DataError(name, twice, f"counter '{twice}' is there twice")
    roster.put(found)
    return roster


def joined(table: Table, further: Iterable[Table]) -> Table:
    """A counter file with the columns and formations of further ones behind its own."""
    lists = {key: [row for part in (table, *further) for row in part.get(key, ())] for key in ("column", "formation")}
    return {**table, **lists}


# ---------------------------------------------------------------------- further columns
def _column(entry: Table, roster: Roster, name: str) -> Column:
    """A declared column. Raises ``DataError``."""
    where = f"column '{entry['id']}'"
    if entry["id"] in (*roster.further, *RESERVED) or not re.fullmatch("[a-z][a-z_]*", entry["id"]):
        raise DataError(name, where, "is there already, or no plain word")
    if entry["kind"] not in KINDS:
        raise DataError(name, where, f"'{entry['kind']}' is none of: {', '.join(KINDS)}")
    least, most = entry.get("range", (0, 99))
    column = Column(
        entry["id"], entry["title"], entry.get("rule", ""), entry["kind"], entry["default"], least, most,
        tuple(entry.get("words", ())), bool(entry.get("by_face", False)),
    )  # fmt: skip
    _read(column, column.default, name, where)
    return column


RESERVED = (*(f.name for f in fields(Roster)), "id", "map", "unit", "hex", "type", "label", "flags", "values")
"""Words that mean something else in rows, formations, questions and answers."""


def _said(roster: Roster, row: Table) -> list[str]:
    """The further columns of which a row or formation says something."""
    return [k for k in roster.further if row.get(k, "") != ""]


def _read(column: Column, value: Any, name: str, where: str, parse: bool = False) -> Value:
    try:
        return column.parse(value) if parse else column.read(value)
    except BadInput as error:
        raise DataError(name, f"{where}.{column.id}", str(error)) from None


# ---------------------------------------------------------------------- rows
FACES = re.compile(r"\d{1,2}-\d{1,2}-\d{1,2}(-[^- ]+)*( \d{1,2}-\d{1,2}-\d{1,2}(-[^- ]+)*){0,3}", re.ASCII)
"""Attack, defence and movement of one to four faces, each with further values."""


def _pieces(pieces: Table, roster: Roster, name: str) -> list[Table]:
    """Rows of counters that show a type and a movement factor and nothing else."""
    count = _number(pieces, "count", 1, 999, name, "pieces")
    move = _number(pieces, "move", 0, 99, name, "pieces")
    row = {"short": pieces["short"], "name": pieces["name"], "map": "", "kind": pieces["kind"], "size": pieces["size"]}
    row |= {key: pieces[key] for key in _said(roster, pieces)}
    return [{"id": f"{pieces['id']}-{n:03d}", **row, "faces": f"0-0-{move}"} for n in range(1, count + 1)]


Faces = tuple[tuple[Face, ...], dict[str, tuple[Value, ...]]]
"""Values by steps lost, and those of further columns that stand in the faces."""


def _counter(
    roster: Roster, formation: Table, row: Table, name: str, more: list[Column], seen: dict[str, Faces]
) -> tuple[Table, dict[str, tuple[Value, ...]]]:
    """What ``Roster.put`` takes: the values of a counter, and what is said of further columns."""
    kind = roster.classes.get(row["kind"])
    if kind is None:
        raise DataError(name, row["id"], f"'{row['kind']}' is not a kind in classes.toml")
    faces, by_face = _faces(row, more, name, seen)
    size = row.get("size", "")
    arrival = _number(row, "arrival", CALLED_OUT, 99, name, row["id"]) if "arrival" in row else 0
    if size and size not in SIZES:
        raise DataError(name, f"{row['id']}.size", f"{size!r} is not one of: {', '.join(SIZES)}")
    attack2, defense2, _ = faces[1] if len(faces) > 1 else (0, 0, 0)
    said = {**formation, **{k: v for k, v in row.items() if v != ""}} if roster.further else {}
    values = dict(
        ids=row["id"], short=row["short"], name=row["name"], side=formation["side"],
        nationality=formation["nationality"], sheet=row.get("map", ""), kind=row["kind"], attack=faces[0][0],
        defense=faces[0][1], move=faces[0][2], attack2=attack2, defense2=defense2, steps=len(faces),
        formation=formation["id"], mech=kind.mech, hq=kind.hq, note=row.get("note", ""), size=size,
        arrival=arrival, faces=faces,
    )  # fmt: skip
    try:
        return values, {**roster.given(said, len(faces)), **by_face}
    except ValueError as error:
        raise DataError(name, row["id"], str(error)) from None


def _faces(row: Table, more: list[Column], name: str, seen: dict[str, Faces]) -> Faces:
    """The values of a row by steps lost, from either layout; many rows have the same, which are read once."""
    if "faces" not in row:
        v = {key: _number(row, key, 0, 99, name, row["id"]) for key in ("attack", "defense", "move")}
        v |= {key: _number(row, key, 0, 99, name, row["id"]) for key in ("attack2", "defense2")}
        return two_faces({**v, "steps": 2 if v["attack2"] or v["defense2"] else 1}), {}
    text = str(row["faces"])
    if text not in seen:
        seen[text] = _read_faces(row, text, more, name)
    return seen[text]


def _read_faces(row: Table, text: str, more: list[Column], name: str) -> Faces:
    if not FACES.fullmatch(text):
        raise DataError(name, f"{row['id']}.faces", f"{row['faces']!r} is not one to four triples like 9-7-12")
    found: list[Face] = []
    further: list[list[Value]] = []
    for face in text.split():
        attack, defense, move, *rest = face.split("-")
        found.append((int(attack), int(defense), int(move)))
        if len(rest) not in (0, len(more)):
            raise DataError(name, f"{row['id']}.faces", f"{face} has {len(rest)} further values, not {len(more)}")
        further.append([_read(c, word, name, row["id"], parse=True) for c, word in zip(more, rest, strict=False)])
    if len({len(values) for values in further}) > 1:
        raise DataError(name, f"{row['id']}.faces", "has further values on some faces only")
    return tuple(found), {c.id: values for c, values in zip(more, zip(*further, strict=True), strict=False)}


def _number(row: Mapping[str, Any], key: str, low: int, high: int, name: str, where: str) -> int:
    value = row[key]
    if type(value) is not int or not low <= value <= high:
        raise DataError(name, f"{where}.{key}", f"{value!r} is not a number from {low} to {high}")
    return value
