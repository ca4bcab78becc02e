"""The version of a program that is installed, found without reading all that lies beside it."""

from __future__ import annotations

from pathlib import Path


def version_beside(name: str, module: str | None) -> str:
    """The version of the distribution ``name`` that one of its modules was installed with; empty if none is known.

    It stands in the name of the folder of metadata beside the package. ``importlib.metadata`` reads the same, but
    loading it takes a twentieth of the time to the first screen.
    """
    if not module:
        return ""
    start, end = f"{name}-", ".dist-info"
    found = [path.name for path in Path(module).parents[1].glob(f"{start}*{end}")]
    return found[0][len(start) : -len(end)] if len(found) == 1 else ""


def program_version() -> str:
    """The version of the program that is installed, ``0`` when it runs from its sources."""
    return version_beside("stavka", __file__) or "0"
