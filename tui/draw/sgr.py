"""The codes by which a terminal changes colours and moves its cursor, and the shortest way from one to another."""

from __future__ import annotations

from functools import lru_cache

Look = tuple[str, str, frozenset[str]]
"""Codes for the foreground, the background and the attributes."""


@lru_cache(maxsize=4096)
def look_of(ansi: str) -> Look:
    """The codes of a style apart."""
    parts = ansi.split(";") if ansi else []
    fore = back = ""
    attributes = []
    while parts:
        code = parts.pop(0)
        if code in ("38", "48"):
            count = 1 if parts and parts[0] == "5" else 3
            found = ";".join([code, *parts[: count + 1]])
            del parts[: count + 1]
            fore, back = (found, back) if code == "38" else (fore, found)
        elif code == "39" or code == "49":
            continue
        elif len(code) >= 2 and code[:-1] in ("3", "9"):
            fore = code
        elif len(code) >= 2 and code[:-1] in ("4", "10"):
            back = code
        else:
            attributes.append(code)
    return fore, back, frozenset(attributes)


OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27"}
"""Codes that end an attribute; the first two end together."""
SEEN_ON_BLANKS = frozenset(("4", "7", "9", "21", "53"))
"""Attributes that show on a blank: lines and reversed colours."""


@lru_cache(maxsize=16384)
def same_blank(one: str, other: str) -> bool:
    """Whether a blank looks the same in two styles: only the background shows on it."""
    if one == other:
        return True
    (_, back, attributes), (_, back2, attributes2) = look_of(one), look_of(other)
    return back == back2 and SEEN_ON_BLANKS.isdisjoint(attributes | attributes2)


@lru_cache(maxsize=16384)
def change(old: str, new: str) -> str:
    """The shortest sequence that turns one style into another; empty styles are the terminal's default."""
    if old == new:
        return ""
    if not new:
        return "\x1b[m"
    (fore, back, attributes), (fore2, back2, attributes2) = look_of(old), look_of(new)
    whole = f"\x1b[0;{new}m"
    gone = {OFF.get(code, "") for code in attributes - attributes2}
    if "" not in gone and not ("22" in gone and attributes2 & {"1", "2"}):
        codes = [*sorted(gone), *sorted(attributes2 - attributes)]
        if fore != fore2:
            codes.append(fore2 or "39")
        if back != back2:
            codes.append(back2 or "49")
        parts = f"\x1b[{';'.join(codes)}m" if codes else ""
        return parts if len(parts) <= len(whole) else whole
    return whole


@lru_cache(maxsize=32768)
def way(x: int, y: int, to_x: int, to_y: int) -> str:
    """The shortest sequence that moves the cursor from a known cell to another; both count from 0.

    Only what every terminal since the VT100 knows. A line feed is left out: the system may turn it into two codes.
    """
    if to_y == y:
        step = _sideways(to_x - x)
        return "\r" if not to_x and step and x else step
    absolute = place(to_x, to_y)
    down = _code(abs(to_y - y), "B" if to_y > y else "A")
    step = "\r" if not to_x and x > 0 else _sideways(to_x - x)
    return min(down + step, absolute, key=len)


def place(x: int, y: int) -> str:
    """The sequence that moves the cursor to a cell from anywhere."""
    return f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"


def _sideways(cells: int) -> str:
    if cells < 0:
        return min("\b" * -cells, _code(-cells, "D"), key=len)
    return _code(cells, "C") if cells else ""


def _code(count: int, final: str) -> str:
    return f"\x1b[{count}{final}" if count > 1 else f"\x1b[{final}"
