"""The version of the program that writes the saves."""

from __future__ import annotations

from engine.components.shipped import version_beside


def program_version() -> str:
    """The version of the program that is installed, ``0`` when it runs from its sources."""
    return version_beside("stavka", __file__) or "0"
