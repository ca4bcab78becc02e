"""Longitude and latitude to the hex plane of a board and back.

The hex plane has one unit from side to side of a hex, u to the right and v downward. A point is projected with a
Lambert conformal conic on the sphere (thousands of km) and then carried over by an affine map with a thin-plate
correction that was fitted to the hex numbers printed in the rules (calibration file).
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

Point = tuple[float, float]


class Cone:
    """Lambert conformal conic projection on a sphere; results in thousands of km."""

    def __init__(self, numbers: dict[str, float]) -> None:
        self.radius = numbers["R_km"] / 1000.0
        low, high, middle = (math.radians(numbers[k]) for k in ("lat1", "lat2", "lat0"))
        tan = self._tangent
        self.n = math.log(math.cos(low) / math.cos(high)) / math.log(tan(high) / tan(low))
        self.factor = math.cos(low) * tan(low) ** self.n / self.n
        self.rho0 = self.radius * self.factor / tan(middle) ** self.n
        self.lon0 = numbers["lon0"]

    @staticmethod
    def _tangent(latitude: float) -> float:
        return math.tan(math.pi / 4 + latitude / 2)

    def forward(self, lon: float, lat: float) -> Point:
        """Longitude and latitude in degrees to x, y."""
        rho: float = self.radius * self.factor / self._tangent(math.radians(lat)) ** self.n
        theta = self.n * math.radians(lon - self.lon0)
        return rho * math.sin(theta), self.rho0 - rho * math.cos(theta)

    def inverse(self, x: float, y: float) -> Point:
        """The longitude and latitude of x, y."""
        dy = self.rho0 - y
        rho = math.hypot(x, dy)
        latitude = 2 * math.atan((self.radius * self.factor / rho) ** (1 / self.n)) - math.pi / 2
        return self.lon0 + math.degrees(math.atan2(x, dy) / self.n), math.degrees(latitude)


class Warp:
    """Projected plane to hex plane: affine part and thin-plate part, kernel 0.5 d2 ln d2."""

    def __init__(self, numbers: dict[str, Any]) -> None:
        self.affine: list[list[float]] = numbers["affine"]
        self.knots: list[tuple[Point, Point]] = [
            ((p[0], p[1]), (w[0], w[1]))
            for p, w in zip(numbers.get("tps_points", ()), numbers.get("tps_weights", ()), strict=True)
        ]

    def forward(self, x: float, y: float) -> Point:
        """Hex plane position of a projected point."""
        a = self.affine
        u = a[0][0] + a[1][0] * x + a[2][0] * y
        v = a[0][1] + a[1][1] * x + a[2][1] * y
        for (px, py), (wu, wv) in self.knots:
            d2 = (x - px) ** 2 + (y - py) ** 2
            if d2 > 1e-15:
                kernel = 0.5 * d2 * math.log(d2)
                u += wu * kernel
                v += wv * kernel
        return u, v

    def inverse(self, u: float, v: float) -> Point:
        """Projected point of a hex plane position, by damped Newton steps from the affine solution."""
        a = self.affine
        det = a[1][0] * a[2][1] - a[2][0] * a[1][1]
        du, dv = u - a[0][0], v - a[0][1]
        x, y = (du * a[2][1] - a[2][0] * dv) / det, (a[1][0] * dv - du * a[1][1]) / det
        for _ in range(60):
            (fu, fv), slopes = self._with_slopes(x, y)
            ru, rv = u - fu, v - fv
            if abs(ru) + abs(rv) < 1e-10:
                break
            sx, sy = _newton(slopes, (ru, rv))
            brake = max(1.0, math.hypot(sx, sy) / 0.2)
            x, y = x + sx / brake, y + sy / brake
        return x, y

    def _with_slopes(self, x: float, y: float) -> tuple[Point, tuple[float, float, float, float]]:
        """``forward`` and how u and v grow with x, and with y: du/dx, dv/dx, du/dy, dv/dy."""
        a = self.affine
        u = a[0][0] + a[1][0] * x + a[2][0] * y
        v = a[0][1] + a[1][1] * x + a[2][1] * y
        (ux, vx), (uy, vy) = a[1], a[2]
        for (px, py), (wu, wv) in self.knots:
            dx, dy = x - px, y - py
            d2 = dx**2 + dy**2
            if d2 > 1e-15:
                log = math.log(d2)
                kernel, slope = 0.5 * d2 * log, log + 1
                u += wu * kernel
                v += wv * kernel
                ux += wu * dx * slope
                vx += wv * dx * slope
                uy += wu * dy * slope
                vy += wv * dy * slope
        return (u, v), (ux, vx, uy, vy)


def _newton(slopes: tuple[float, float, float, float], rest: Point) -> Point:
    j11, j21, j12, j22 = slopes
    det = j11 * j22 - j12 * j21
    return (rest[0] * j22 - j12 * rest[1]) / det, (j11 * rest[1] - rest[0] * j21) / det


class Plane:
    """The fitted map projection of one board."""

    def __init__(self, calibration: Path) -> None:
        numbers = json.loads(calibration.read_text(encoding="utf-8"))
        self.cone = Cone(numbers["projection"])
        self.warp = Warp(numbers["transform"])

    def forward(self, lon: float, lat: float) -> Point:
        """Hex plane position of a place given in degrees."""
        return self.warp.forward(*self.cone.forward(lon, lat))

    def inverse(self, u: float, v: float) -> Point:
        """Longitude and latitude of a hex plane position."""
        return self.cone.inverse(*self.warp.inverse(u, v))

    def line(self, points: list[Point]) -> list[Point]:
        """A polyline carried into the hex plane."""
        return [self.forward(lon, lat) for lon, lat in points]
