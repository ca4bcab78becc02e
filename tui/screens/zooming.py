"""Nearer and farther on a map, the same in every screen that shows one."""

from __future__ import annotations

from abc import abstractmethod

from tui.draw.layout import ZOOMS


class Zooming:
    """A screen with a map: its commands for the zoom."""

    zoom: str

    @abstractmethod
    def zoom_to(self, zoom: str) -> None:
        """Show the map so."""

    def do_zoom(self) -> None:
        """The next zoom."""
        self.zoom_to(ZOOMS[(ZOOMS.index(self.zoom) + 1) % len(ZOOMS)])

    def do_zoom_in(self) -> None:
        """Nearer."""
        self.zoom_to(ZOOMS[min(ZOOMS.index(self.zoom) + 1, len(ZOOMS) - 1)])

    def do_zoom_out(self) -> None:
        """Farther."""
        self.zoom_to(ZOOMS[max(ZOOMS.index(self.zoom) - 1, 0)])
