#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what the simulator counts with RaCuda's simulated and profiled values.

    python3 bench/racuda [--tool build/bin/cuda-fix] [--quick]

Our kernels are written after the descriptions of RaCuda's benchmarks, and run at its sizes
(`--quick`: the smallest one). Its simulated values, of one warp, stand beside those of our busiest
warp; of the whole kernel the mean error against its profiled values, (counted - profiled) /
profiled, beside the error of its own model, one warp times the number of warps. Exit status 1
when, over sizes that fill their warps, an error of ours is larger, or above a thousandth where its
model has none, or when a warp's values differ and DIFFERENCES does not say why.
"""

import argparse
import json
import struct
import sys
import tempfile
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import fmean

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import find_tool, run_limited, warm_up, why_no_report

METRICS = ("sectors", "bank_conflicts", "divergent")
DIFFERENCES = {
    "mandelbrot": "its kernel asks once more whether a point escaped, in a conditional expression, "
                  "of which compilers make a selection",
    "vectorAdd": "the last warp splits where the size is no multiple of 32; its warp is the first",
    "histogram256": "16 sectors for 256 results of two warps are as profiled; its kernel's text is not "
                    "published. The last turn splits the second warp; its warp is the first",
}
Counts = dict[str, float]


@dataclass
class Launch:
    """One simulated launch. `copies`: how many of its kind make the kernel, all alike."""

    grid: int
    block: str
    arguments: dict[str, object]
    copies: float = 1
    shared: int = 0


class Racuda:
    """Each benchmark: the file of its kernel, its launch at a size, and RaCuda's warps."""

    def __init__(self, folder: Path):
        self.folder = folder

    def product(self, n: int) -> Launch:
        matrix = f"random({n * n})"
        return Launch(1, "32,32", {"a": matrix, "b": matrix, "c": f"zero({n * n})", "n": n},
                      copies=(n // 32) ** 2)

    def vector_add(self, n: int) -> Launch:
        vector = f"random({n})"
        return Launch(ceil(n / 256), "256", {"a": vector, "b": vector, "c": f"zero({n})", "n": n})

    def reduce(self, n: int, words: int = 256) -> Launch:
        return Launch(n // words, "256",
                      {"in": f"random({n})", "out": f"zero({n // words})", "n": n})

    def rows(self, w: int, h: int, threads: int, shared: int = 0) -> Launch:
        return Launch(1, str(threads), {"a": f"random({w})", "b": f"random({w * h})", "w": w, "h": h},
                      shared=shared)

    def mandelbrot(self, tiles: int, limit: int) -> Launch:
        return Launch(tiles, "16,16", {"image": f"zero({102000 * 16})", "width": 102000, "height": 16,
                                       "tiles": tiles, "limit": limit, "scale": 3, "frame": 0})

    def histogram(self, n: int, ways: int, blocks: int) -> Launch:
        """The lanes of a warp count `ways` different bytes that share a bank."""
        file = self.folder / f"words-{n}-{ways}"
        words = [(i % ways * 32) * 0x01010101 for i in range(n)]
        file.write_bytes(struct.pack(f"<{n}I", *words))
        return Launch(blocks, "64", {"data": f"@{file}", "counts": f"zero({blocks * 256})", "n": n})

    def branches(self, m: int, n: int) -> Launch:
        return Launch(1, "32", {"out": "zero(32)", "m": m, "n": n, "x": 42})

    def benchmarks(self) -> dict:
        return {
            "matMul": ("products", self.product, lambda n: ceil(n * n / 32)),
            "matMulBad": ("products", self.product, lambda n: ceil(n * n / 32)),
            "matMulTrans": ("products", self.product, lambda n: ceil(n * n / 32)),
            "mandelbrot": ("mandelbrot", self.mandelbrot, lambda n, limit: n * 256 / 32),
            "vectorAdd": ("sums", self.vector_add, lambda n: ceil(n / 32)),
            "reduce0": ("sums", self.reduce, lambda n: n / 32),
            "reduce1": ("sums", self.reduce, lambda n: n / 32),
            "reduce2": ("sums", self.reduce, lambda n: n / 32),
            "reduce3": ("sums", lambda n: self.reduce(n, 512), lambda n: n / 32),
            "histogram256": ("histogram", self.histogram, lambda n, ways, blocks: 2 * blocks),
            "addSub0": ("rows", lambda w, h: self.rows(w, h, h), lambda w, h: h / 32),
            "addSub1": ("rows", lambda w, h: self.rows(w, h, h // 2), lambda w, h: h / 64),
            "addSub2": ("rows", lambda w, h: self.rows(w, h, w), lambda w, h: w / 32),
            "addSub3": ("rows", lambda w, h: self.rows(w, h, w, shared=4 * w), lambda w, h: w / 32),
            "brdis": ("branches", self.branches, lambda m, n: 1),
            "brdisOpt": ("branches", self.branches, lambda m, n: 1),
        }


def simulate(tool: str, file: str, kernel: str, launch: Launch) -> tuple[Counts, Counts]:
    """What the kernel costs, and its busiest warp."""
    command = [tool, "simulate", str(HERE / "kernels" / f"{file}.cu"), "--kernel", f"^{kernel}$",
               "--grid", str(launch.grid), "--block", launch.block, "--schedules", "1",
               "--max-accesses", "4000000000", "--format", "json"]
    command += ["--shared", str(launch.shared)] if launch.shared else []
    for name, value in launch.arguments.items():
        command += ["--arg", f"{name}={value}"]
    run = run_limited(command, seconds=600, mib=1 << 20)
    try:
        report = json.loads(run.out)["kernels"][0]
        total = {m: sum(p["values"].get(m, 0) for p in report["measures"]) for m in METRICS}
        return ({m: launch.copies * v for m, v in total.items()}, report["busiest_warp"])
    except (ValueError, KeyError, IndexError):
        sys.exit(f"{kernel}: {why_no_report(run)}")


def at_size(tool: str, file: str, kernel: str, launch, size: list[int]) -> tuple[Counts, Counts]:
    """A long histogram's cost is linear in its length and extrapolated from two short ones."""
    n, *others = size
    if kernel != "histogram256" or n < 1 << 20:
        return simulate(tool, file, kernel, launch(*size))
    short, long = (turns * 64 * others[1] for turns in (8, 16))
    (low, warp), (high, _) = (simulate(tool, file, kernel, launch(m, *others)) for m in (short, long))
    return {m: low[m] + (n - short) / (long - short) * (high[m] - low[m]) for m in METRICS}, warp


@dataclass
class Row:
    name: str
    warp: str = ""
    differs: int = 0
    sizes: int = 0
    errors: str = ""
    worse: bool = False


def error(counted: list[float | None], profiled: list[float]) -> float | None:
    pairs = [(c, p) for c, p in zip(counted, profiled) if p]
    if not pairs or any(c is None for c, _ in pairs):
        return None
    return fmean((c - p) / p for c, p in pairs)


def compare(tool: str, name: str, benchmark, published: list[dict]) -> Row:
    file, launch, warps = benchmark
    row = Row(name)
    ours: list[Counts] = []
    for entry in published:
        whole, warp = at_size(tool, file, name, launch, entry["size"])
        ours.append(whole)
        if entry["simulated"]:
            mine = [warp[m] for m in METRICS]
            row.sizes += 1
            row.differs += mine != entry["simulated"]
            if row.differs < 2 and (mine != entry["simulated"] or not row.differs):
                row.warp = (f"{','.join(map(str, entry['size']))} | {'/'.join(map(str, mine))} | "
                            f"{'/'.join(map(str, entry['simulated']))}")
    texts = []
    for i, metric in enumerate(METRICS[:2]):
        known = [(e, o) for e, o in zip(published, ours) if e["profiled"]]

        def errors(of: list) -> list[float | None]:
            profiled = [e["profiled"][i] for e, _ in of]
            model = [e["simulated"] and e["simulated"][i] * warps(*e["size"]) for e, _ in of]
            return [error([o[metric] for _, o in of], profiled), error(model, profiled)]

        texts += ["-" if value is None else f"{value:+.1e}" if value else "0" for value in errors(known)]
        mine, theirs = errors([(e, o) for e, o in known if warps(*e["size"]) == int(warps(*e["size"]))])
        if mine is not None:
            row.worse |= abs(mine) > (1e-3 if theirs is None else abs(theirs) + 1e-12)
    row.errors = " | ".join(texts)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--quick", action="store_true", help="the smallest size of each benchmark")
    parser.add_argument("--only", help="one benchmark")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    published = json.loads((HERE / "published.json").read_text())["benchmarks"]
    print("| benchmark | size | our busiest warp: sectors/conflicts/divergent | RaCuda's warp | equal at "
          "| error of sectors | RaCuda's | error of conflicts | RaCuda's |\n" + "|---" * 9 + "|")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, benchmark in Racuda(Path(folder)).benchmarks().items():
            if options.only not in (None, name):
                continue
            row = compare(tool, name, benchmark, published[name][:1 if options.quick else None])
            print(f"| {name} | {row.warp} | {row.sizes - row.differs} of {row.sizes} | {row.errors} |",
                  flush=True)
            if row.differs and name in DIFFERENCES:
                print(f"    {name}: {DIFFERENCES[name]}")
            failed += row.worse or (row.differs > 0 and name not in DIFFERENCES)
    print("no error is larger than RaCuda's where warps are full" if not failed else f"{failed} benchmarks fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
