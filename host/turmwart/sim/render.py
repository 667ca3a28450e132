"""Draws a scene as a camera would see it: background, shadows, faces with a depth for each pixel."""

from collections import OrderedDict
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.scene import Box, Scene, Solid
from turmwart.model.table import Table
from turmwart.sim import paint
from turmwart.sim.faces import BEVEL_MM, Face, faces, outline
from turmwart.sim.light import Light
from turmwart.sim.optics import Map, Pose, ground_map, project

Pixels = NDArray[np.float32]
FINER = 2
"""Solids are drawn this many times finer and then averaged."""
SUBPIXEL = 4
MARGIN = 6
REACH_MM = 420
"""Half the side of the square, in millimetres, on which shadows are kept."""
DOT_MM = 2.0
"""How fine a shadow is kept."""
DOTS = int(2 * REACH_MM / DOT_MM)
COARSE = 8
KEPT, GROUNDS = 12, 6
ASIDE_MM = 5.0


@dataclass(slots=True, eq=False)
class Painter:
    """Pictures of one table. What does not change between pictures is drawn once and kept."""

    table: Table
    seed: int
    _top: Pixels | None = field(default=None, init=False, repr=False)
    _grain: Pixels | None = field(default=None, init=False, repr=False)
    _grounds: OrderedDict[tuple[Pose, str, tuple[Solid, ...]], "Ground"] = field(
        default_factory=OrderedDict, init=False, repr=False
    )
    _drawn: OrderedDict[tuple[Pose, str, Scene], Pixels] = field(
        default_factory=OrderedDict, init=False, repr=False
    )

    def draw(self, scene: Scene, pose: Pose, light: Light) -> Pixels:
        """The picture without noise, 0..1, blue green red; not to be changed by the caller."""
        key = (pose, light.name, scene)
        if key not in self._drawn:
            self._drawn[key] = self._fresh(scene, pose, light)
            if len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        return self._drawn[key]

    def _fresh(self, scene: Scene, pose: Pose, light: Light) -> Pixels:
        beside = tuple(solid for solid in scene.solids if self._off_the_mat(solid))
        standing = tuple(solid for solid in scene.solids if not self._off_the_mat(solid))
        picture = self._painted(standing, self._ground(pose, light, beside), pose)
        return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.65), dtype=np.float32)

    def _painted(self, solids: tuple[Solid, ...], ground: "Ground", pose: Pose) -> Pixels:
        shadows = Shadows(solids, ground.light)
        picture = ground.shaded(shadows)
        seen = faces(solids, pose.eye)
        if seen:
            layer = Layer(self.table, pose, ground.light, self._wood(), shadows)
            layer.paint(picture, seen)
        return picture

    def _off_the_mat(self, solid: Solid) -> bool:
        place = solid.centre if isinstance(solid, Box) else solid.foot
        return abs(place.x) > self.table.mat.size.x / 2 + ASIDE_MM

    def _ground(self, pose: Pose, light: Light, beside: tuple[Solid, ...]) -> "Ground":
        """The table with all that lies beside the mat, which seldom changes."""
        key = (pose, light.name, beside)
        if key not in self._grounds:
            self._grounds[key] = self._laid(pose, light, beside)
            if len(self._grounds) > GROUNDS:
                self._grounds.popitem(last=False)
        self._grounds.move_to_end(key)
        return self._grounds[key]

    def _laid(self, pose: Pose, light: Light, beside: tuple[Solid, ...]) -> "Ground":
        """First what lies left, then what lies right: each side is drawn when it changes."""
        left = tuple(solid for solid in beside if _x(solid) < 0)
        if not beside:
            return self._bare(pose, light)
        if left == beside:
            below, fresh = self._ground(pose, light, ()), left
        else:
            below = self._ground(pose, light, left)
            fresh = tuple(solid for solid in beside if _x(solid) >= 0)
        return below.with_picture(self._painted(fresh, below, pose))

    def _bare(self, pose: Pose, light: Light) -> "Ground":
        if self._top is None:
            self._top = paint.table_top(self.table.mat, np.random.default_rng([self.seed, 1]))
        x, y = ground_map(self.table.lens, pose)
        return Ground(x, y, _flat(self.table, x, y, light, self._top), light)

    def _wood(self) -> Pixels:
        if self._grain is None:
            self._grain = paint.grain(np.random.default_rng([self.seed, 2]), 512, 512)
        return self._grain


def _x(solid: Solid) -> float:
    return solid.centre.x if isinstance(solid, Box) else solid.foot.x


def _flat(table: Table, x: Map, y: Map, light: Light, top: Pixels) -> Pixels:
    """The bare table as the camera sees it."""
    dots = paint.DOTS_PER_MM
    columns = (x + table.mat.size.x / 2 + paint.RIM_MM) * dots - 0.5
    rows = (table.mat.size.y / 2 + paint.RIM_MM - y) * dots - 0.5
    smooth = cv2.GaussianBlur(top, (0, 0), 0.8)
    flat = cv2.remap(smooth, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(flat * _evenness(x, y, light)[..., None], dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What lies under one lamp, seen from one pose; *x* and *y*: the mat's place at each pixel."""

    x: Map
    y: Map
    bare: Pixels
    light: Light

    def with_picture(self, picture: Pixels) -> "Ground":
        return Ground(self.x, self.y, picture, self.light)

    def shaded(self, shadows: "Shadows") -> Pixels:
        """The table in the shadow of what stands on it."""
        picture = self.bare.copy()
        box = shadows.box(self.x, self.y)
        if box is None:
            return picture
        x, y = self.x[box], self.y[box]
        dark = cv2.remap(
            shadows.on(0.0),
            (x + REACH_MM) / DOT_MM,
            (REACH_MM - y) / DOT_MM,
            cv2.INTER_LINEAR,
            borderValue=0,
        )
        lit = 1.0 - dark * self.light.direct / (self.light.direct + self.light.ambient)
        picture[box] *= lit[..., None]
        return picture


def _evenness(x: Map, y: Map, light: Light) -> Map:
    lamp = light.lamp
    away = (x - lamp[0]) ** 2 + (y - lamp[1]) ** 2 + lamp[2] ** 2
    middle = lamp[0] ** 2 + lamp[1] ** 2 + lamp[2] ** 2
    fall = light.direct * (middle / away) ** 1.2 + light.ambient
    slope = 1.0 + (light.slope[0] * x + light.slope[1] * y) / 1000.0
    return np.asarray(fall * slope * _unit(light), dtype=np.float32)


def _unit(light: Light) -> float:
    return 1.0 / (light.direct + light.ambient)


class Shadows:
    """Which part of the lamp is hidden, on any level."""

    def __init__(self, solids: tuple[Solid, ...], light: Light) -> None:
        self.light = light
        self.outlines = [outline(solid) for solid in solids]
        self.floors = {round(float(points[:, 2].min()), 1) for points in self.outlines}
        self._levels: dict[float, Pixels] = {}

    def on(self, level: float) -> Pixels:
        """How dark it is at each place of this level, 0..1."""
        level = round(level, 1)
        if level not in self._levels:
            self._levels[level] = self._cast(level)
        return self._levels[level]

    def at(self, x: float, y: float, level: float) -> float:
        row, column = round((REACH_MM - y) / DOT_MM), round((x + REACH_MM) / DOT_MM)
        inside = 0 <= row < DOTS and 0 <= column < DOTS
        return float(self.on(level)[row, column]) if inside else 0.0

    def floor(self, level: float) -> float:
        """The highest level up to *level* on which something stands."""
        return max((floor for floor in self.floors if floor <= level + 0.1), default=0.0)

    def box(self, x: Map, y: Map) -> tuple[slice, slice] | None:
        """The part of the picture with any shadow in it."""
        dark = self.on(0.0) > 0.01
        rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
        if not len(rows):
            return None
        high, low = REACH_MM - rows[[0, -1]] * DOT_MM
        left, right = columns[[0, -1]] * DOT_MM - REACH_MM
        coarse_x, coarse_y = x[::COARSE, ::COARSE], y[::COARSE, ::COARSE]
        seen = (coarse_y >= low) & (coarse_y <= high) & (coarse_x >= left) & (coarse_x <= right)
        down, across = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
        if not len(down):
            return None
        return _slice(down), _slice(across)

    def _cast(self, level: float) -> Pixels:
        sharp, near = np.zeros((DOTS, DOTS), np.float32), np.zeros((DOTS, DOTS), np.float32)
        lamp = np.array(self.light.lamp)
        for points in self.outlines:
            above = points.copy()
            above[:, 2] = np.maximum(above[:, 2], level)
            if points[:, 2].max() <= level + 0.5:
                continue
            ratio = (lamp[2] - level) / (lamp[2] - above[:, 2])
            flat = lamp[:2] + (above[:, :2] - lamp[:2]) * ratio[:, None]
            _fill_hull(sharp, flat)
            if points[:, 2].min() <= level + 1.0:
                _fill_hull(near, points[:, :2])
        soft = cv2.GaussianBlur(sharp, (0, 0), self.light.softness / DOT_MM)
        contact = cv2.GaussianBlur(near, (0, 0), 4.0 / DOT_MM)
        return np.asarray(np.clip(soft + 0.35 * contact, 0.0, 1.0), dtype=np.float32)


def _slice(found: NDArray[np.intp]) -> slice:
    return slice(max(0, int(found[0]) - 1) * COARSE, (int(found[-1]) + 2) * COARSE)


def _fill_hull(canvas: Pixels, flat: NDArray[np.float64]) -> None:
    dots = ((flat - (-REACH_MM, REACH_MM)) * (1 / DOT_MM, -1 / DOT_MM)).astype(np.float32)
    hull = cv2.convexHull(dots)
    cv2.fillConvexPoly(canvas, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, SUBPIXEL)


class Layer:
    """The part of the picture where solids are, drawn finer, nearest surface first."""

    def __init__(
        self, table: Table, pose: Pose, light: Light, wood: Pixels, shadows: Shadows
    ) -> None:
        self.lens, self.pose, self.light = table.lens, pose, light
        self.wood, self.shadows = wood, shadows
        self.canvas: Pixels = np.zeros((0, 0, 3), np.float32)
        self.depth: Pixels = np.zeros((0, 0), np.float32)
        self.corner = np.zeros(2)

    def paint(self, picture: Pixels, seen: list[Face]) -> None:
        places = np.concatenate([face.corners for face in seen])
        pixels, depths = project(self.lens, self.pose, places)
        size = np.array([picture.shape[1], picture.shape[0]])
        low = np.clip(np.floor(pixels.min(axis=0)) - MARGIN, 0, size).astype(int)
        high = np.clip(np.ceil(pixels.max(axis=0)) + MARGIN, 0, size).astype(int)
        if (high - low).min() < 1:
            return
        part = picture[low[1] : high[1], low[0] : high[0]]
        width, height = (high - low) * FINER
        finer = cv2.resize(part, (int(width), int(height)), interpolation=cv2.INTER_LINEAR)
        self.canvas = np.asarray(finer, dtype=np.float32)
        self.depth = np.full((int(height), int(width)), 1e9, np.float32)
        self.corner = low
        fine = (pixels - low + 0.5) * FINER - 0.5
        begin = 0
        for face in seen:
            end = begin + len(face.corners)
            self._face(face, fine[begin:end], depths[begin:end])
            begin = end
        small = cv2.resize(self.canvas, tuple(high - low), interpolation=cv2.INTER_AREA)
        picture[low[1] : high[1], low[0] : high[0]] = small

    def _face(self, face: Face, dots: NDArray[np.float64], depths: NDArray[np.float64]) -> None:
        size = np.array([self.canvas.shape[1], self.canvas.shape[0]])
        low = np.clip(np.floor(dots.min(axis=0)), 0, size).astype(int)
        high = np.clip(np.ceil(dots.max(axis=0)) + 1, 0, size).astype(int)
        if (high - low).min() < 1:
            return
        width, height = high - low
        mask = np.zeros((height, width), np.uint8)
        shape = np.round((dots - low) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, shape, 255, cv2.LINE_8, SUBPIXEL)
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        away = _depths(dots - low, depths, int(width), int(height))
        front = (mask > 0) & (away < self.depth[window] - 0.05)
        if not front.any():
            return
        self.depth[window][front] = away[front]
        shade = self._shade(face, dots - low, int(width), int(height))
        colour = np.array(paint.WOOD[face.colour], np.float32)
        self.canvas[window][front] = shade[front][:, None] * colour

    def _shade(self, face: Face, dots: NDArray[np.float64], width: int, height: int) -> Pixels:
        """How bright each pixel of the face is: its light, its grain, its bevelled edges."""
        shade = np.empty((height, width), np.float32)
        shade[:] = self._lit(face, dots, width, height)
        if face.grown:
            depth = paint.GRAIN.get(face.colour, paint.PAINTED_GRAIN)
            shade *= 1.0 + depth * self._grown(face, dots, width, height)
            edge = np.full((height, width), 1.12 if face.upward else 0.85, np.float32)
            cv2.fillConvexPoly(edge, _inset(dots, face), 1.0, cv2.LINE_8, SUBPIXEL)
            shade *= edge
        return shade

    def _lit(
        self, face: Face, dots: NDArray[np.float64], width: int, height: int
    ) -> Pixels | np.float32:
        """How much light the face gets, with the shadow of what stands higher."""
        middle = face.corners.mean(axis=0)
        ray = np.array(self.light.lamp) - middle
        facing = max(0.0, float(np.dot(face.normal, ray / np.linalg.norm(ray))))
        straight = float(ray[2] / np.linalg.norm(ray))
        direct = self.light.direct * facing / max(straight, 0.3)
        ambient = self.light.ambient * (0.62 + 0.38 * max(face.normal[2], 0.0))
        slope = 1.0 + float(np.dot(self.light.slope, middle[:2])) / 1000.0
        if face.upward and face.grown:
            dark: Pixels | float = self._shadow(face, dots, width, height)
        else:
            out = middle + 2.5 * np.array(face.normal)
            low = self.shadows.floor(float(face.corners[:, 2].min()))
            dark = 0.0 if face.upward else 0.7 * self.shadows.at(out[0], out[1], low)
            dark = self.shadows.at(out[0], out[1], face.level) if face.upward else dark
        return np.asarray((direct * (1.0 - dark) + ambient) * slope * _unit(self.light), np.float32)

    def _shadow(self, face: Face, dots: NDArray[np.float64], width: int, height: int) -> Pixels:
        spots = (face.corners[:, :2] - (-REACH_MM, REACH_MM)) * (1 / DOT_MM, -1 / DOT_MM)
        fit = cv2.getAffineTransform(spots[:3].astype(np.float32), dots[:3].astype(np.float32))
        return np.asarray(
            cv2.warpAffine(self.shadows.on(face.level), fit, (width, height)), np.float32
        )

    def _grown(self, face: Face, dots: NDArray[np.float64], width: int, height: int) -> Pixels:
        along = float(np.linalg.norm(face.corners[1] - face.corners[0])) * 3
        across = float(np.linalg.norm(face.corners[-1] - face.corners[0])) * 3
        spot = np.floor(face.corners.sum(axis=0) * 7.3)
        left, top = float(abs(spot[0]) % 150), float(abs(spot[1] + 31 * spot[2]) % 380)
        square = [(left, top), (left + along, top), (left + along, top + across)]
        fit = cv2.getAffineTransform(np.array(square, np.float32), dots[:3].astype(np.float32))
        return np.asarray(
            cv2.warpAffine(self.wood, fit, (width, height), borderMode=cv2.BORDER_REFLECT),
            np.float32,
        )


def _depths(
    dots: NDArray[np.float64], depths: NDArray[np.float64], width: int, height: int
) -> Pixels:
    """How far each pixel of the face's plane is: one over it is linear in the picture."""
    quarter = max(1, len(dots) // 4)
    (x, y), (bx, by), (cx, cy) = (
        dots[0].tolist(),
        dots[quarter].tolist(),
        dots[2 * quarter].tolist(),
    )
    near, mid, far = (1.0 / depths[[0, quarter, 2 * quarter]]).tolist()
    area = (bx - x) * (cy - y) - (cx - x) * (by - y)
    if abs(area) < 1e-6:
        return np.full((height, width), float(depths.mean()), np.float32)
    a = ((mid - near) * (cy - y) - (far - near) * (by - y)) / area
    b = ((far - near) * (bx - x) - (mid - near) * (cx - x)) / area
    columns = np.arange(width, dtype=np.float32) * np.float32(a) + np.float32(near - a * x - b * y)
    rows = np.arange(height, dtype=np.float32) * np.float32(b)
    inverse = np.add(rows[:, None], columns)
    low, high = 1.0 / float(depths.max()), 1.0 / float(depths.min())
    np.maximum(inverse, low, out=inverse)
    np.minimum(inverse, high, out=inverse)
    return np.asarray(np.reciprocal(inverse, out=inverse), dtype=np.float32)


def _inset(dots: NDArray[np.float64], face: Face) -> NDArray[np.int32]:
    """The four corners of a face, moved inwards by the width of the bevel."""
    a, b, _, d = face.corners
    along = BEVEL_MM / max(float(np.linalg.norm(b - a)), 2 * BEVEL_MM)
    across = BEVEL_MM / max(float(np.linalg.norm(d - a)), 2 * BEVEL_MM)
    right, up = (dots[1] - dots[0]) * along, (dots[3] - dots[0]) * across
    inner = dots + np.array([right + up, up - right, -right - up, right - up])
    return np.asarray(np.round(inner * 16), dtype=np.int32)
