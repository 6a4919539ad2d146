# SPDX-License-Identifier: Apache-2.0
"""Inputs in the forms that Rodinia's applications read, made up and the same each time."""

import random
import struct
from pathlib import Path


def grid(folder: Path, low: float, high: float, count: int, name: str) -> None:
    """One number a line: temperatures or powers of a chip."""
    r = random.Random(name)
    (folder / name).write_text("".join(f"{r.uniform(low, high):.6f}\n" for _ in range(count)))


def graph(folder: Path, nodes: int, degree: int) -> None:
    """bfs: nodes with the start and number of their edges, the source, edges with a cost."""
    r = random.Random("graph")
    edges = [(r.randrange(nodes), r.randint(1, 10)) for _ in range(nodes * degree)]
    text = f"{nodes}\n" + "".join(f"{n * degree} {degree}\n" for n in range(nodes))
    text += f"\n0\n\n{len(edges)}\n" + "".join(f"{to} {cost}\n" for to, cost in edges)
    (folder / "graph.txt").write_text(text)


def points(folder: Path, count: int, dimensions: int) -> None:
    """kmeans: a number and the coordinates of a point."""
    r = random.Random("points")
    (folder / "points.txt").write_text("".join(
        f"{i} " + " ".join(f"{r.random() * 10:.4f}" for _ in range(dimensions)) + "\n"
        for i in range(count)))


def hurricanes(folder: Path, count: int) -> None:
    """nn: records of 49 characters with latitude and longitude at fixed columns."""
    r = random.Random("hurricanes")
    lines = [f"{1950 + i % 60:4} {1 + i % 12:2} {1 + i % 28:2} {6 * (i % 4):2} {i % 29:2} "
             f"{'STORM' + str(1000 + i):9} {r.uniform(7, 63):5.1f} {r.uniform(0, 358):5.1f} "
             f"{i % 157:4} {i % 999:4}" for i in range(count)]
    (folder / "storms.db").write_text("".join(line[:48].ljust(48) + "\n" for line in lines))
    (folder / "storms.list").write_text("storms.db\n")


def airfoil(folder: Path, width: int, height: int) -> None:
    """cfd: the number of cells, then of each its area, and a neighbour and a normal per face. Here
    a field of squares with open ends in one direction, closed to a ring in the other."""
    text = f"{width * height}\n"
    for y in range(height):
        for x in range(width):
            sides = ((x - 1, y, -0.1, 0), (x + 1, y, 0.1, 0), (x, y - 1, 0, -0.1), (x, y + 1, 0, 0.1))
            text += "0.010000"
            for sx, sy, nx, ny in sides:
                outside = sx < 0 or sx >= width
                text += f" {-2 if outside else sy % height * width + sx + 1} {nx:.6f} {ny:.6f} 0.000000"
            text += "\n"
    (folder / "airfoil.domn").write_text(text)


def tree(folder: Path, keys: int) -> None:
    """b+tree: the number of keys and the keys, each once; commands that search for some."""
    numbers = list(range(1, keys + 1))
    random.Random("tree").shuffle(numbers)
    (folder / "keys.txt").write_text(f"{keys}\n" + "".join(f"{n}\n" for n in numbers))
    (folder / "commands.txt").write_text("j 60 30\nk 100\n")


def letters(folder: Path, count: int) -> None:
    """Text whose letters are not all as frequent."""
    r = random.Random("letters")
    (folder / "letters.txt").write_text("".join(r.choice("aaaaaabbbcccdefgh ") for _ in
                                                range(count)))


def film(folder: Path, width: int, height: int, frames: int) -> None:
    """heartwall: uncompressed grey frames in an AVI file with an index, a soft pattern that moves."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def listed(name: bytes, data: bytes) -> bytes:
        return chunk(b"LIST", name + data)

    size = width * height
    head = chunk(b"avih", struct.pack("<14I", 40000, size * 25, 0, 0x10, frames, 0, 1, size, width,
                                      height, 0, 0, 0, 0))
    stream = chunk(b"strh", struct.pack("<4s4sIHHIIIIIIIIHHHH", b"vids", b"DIB ", 0, 0, 0, 0, 1, 25,
                                        0, frames, size, 10000, 0, 0, 0, width, height))
    stream += chunk(b"strf", struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8, 0, size, 0, 0, 0,
                                         0))
    movie, index = b"", b""
    for f in range(frames):
        index += struct.pack("<4sIII", b"00db", 0x10, 4 + len(movie), size)
        row = bytes((x * 3 + 5 * f) % 251 for x in range(width + height))
        movie += chunk(b"00db", b"".join(row[y:y + width] for y in range(height)))
    body = listed(b"hdrl", head + listed(b"strl", stream)) + listed(b"movi", movie)
    (folder / "heart.avi").write_bytes(chunk(b"RIFF", b"AVI " + body + chunk(b"idx1", index)))


def make_inputs(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    grid(folder, 320, 345, 64 * 64, "temp_64")
    grid(folder, 0, 0.01, 64 * 64, "power_64")
    grid(folder, 320, 345, 64 * 64 * 8, "temp_64x8")
    grid(folder, 0, 0.01, 64 * 64 * 8, "power_64x8")
    graph(folder, 2000, 4)
    grid(folder, 0, 1, 20000, "floats.txt")
    points(folder, 800, 8)
    hurricanes(folder, 500)
    airfoil(folder, 24, 16)
    tree(folder, 2000)
    letters(folder, 1 << 18)
    film(folder, 608, 592, 3)
