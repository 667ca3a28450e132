"""Solids as binary STL, the form that slicers read."""

import numpy as np

from workshop.solid import Solid, mesh

FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])


def stl(part: Solid, name: str) -> bytes:
    vertices, triangles = mesh(part)
    corners = vertices[triangles].astype("<f4")
    facets = np.zeros(len(triangles), FACET)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    facets["normal"] = normals / np.where(lengths > 0, lengths, 1.0)
    facets["corners"] = corners
    head = f"turmwart {name}".encode("ascii").ljust(80, b" ")
    return head + len(facets).to_bytes(4, "little") + facets.tobytes()
