#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what `cuda-fix cost` says against published bounds, simulations and public corpora.

    python3 bench/cost racuda [--tool build/bin/cuda-fix]
    python3 bench/cost soundness [--points N] [--rodinia CHECKOUT]
    python3 bench/cost growth
    python3 bench/cost coverage --rodinia CHECKOUT --hecbench CHECKOUT

`racuda`: the cells of its benchmarks and metrics, for one warp, at the sizes it was measured at.
`soundness`: kernels of the tests, examples and benchmarks at random points, bounds against the
simulator's counters. `growth`: steps while one parameter grows, against the formula's leading
term. `coverage`: kernels with a bound for every metric. All but the first run bench-cost (target
`bench-cost`). Exit status 1 where a bound is exceeded, or one of RaCuda's cells has none.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import log2
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
for folder in ("", "racuda", "corpus"):
    sys.path.insert(0, str(HERE.parent / folder))
from sources import Unit, units
from toolrun import find_tool, median, quantile, run_limited

DIFFERENCES = {
    "histogram256": "its bounds are for words that it is given; ours are for any, and the last turn splits the second warp",
    "brdis": "our kernel keeps its result with a store under a condition, which is one branch and four sectors",
    "brdisOpt": "as brdis",
}
METRICS = ("sectors", "bank_conflicts", "divergent", "steps")
LEADING = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)]


def cost_of(tool: str, file: Path, kernel: str, options: list[str]) -> tuple[dict, float]:
    """The first launch of a kernel, and the seconds that it took."""
    begin = time.monotonic()
    run = run_limited([tool, "cost", str(file), "--kernel", f"^{kernel}$", "--format", "json", *options],
                      seconds=60)
    try:
        return json.loads(run.out)["kernels"][0], time.monotonic() - begin
    except (ValueError, IndexError, KeyError):
        sys.exit(f"{kernel}: {run.err.strip() or 'no report'}")


def racuda(options) -> int:
    """Cells bounded; at each size, our bound of the worst warp beside the published one."""
    from importlib import import_module
    spec = import_module("importlib.util").spec_from_file_location(
        "racuda_bench", HERE.parent / "racuda" / "__main__.py")
    bench = import_module("importlib.util").module_from_spec(spec)
    sys.modules["racuda_bench"] = bench
    spec.loader.exec_module(bench)
    tool = find_tool(options.tool)
    published = json.loads((HERE / "published.json").read_text())["bounds"]
    sizes = json.loads((HERE.parent / "racuda" / "published.json").read_text())["benchmarks"]
    bounded = looser = compared = 0
    print("| benchmark | metric | bound of a warp | points | looser than published | slowest |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, (file, launch, _) in bench.Racuda(Path(folder)).benchmarks().items():
            source = HERE.parent / "racuda" / "kernels" / f"{file}.cu"
            rows = {m: [0, 0, "", ""] for m in METRICS}
            slowest = 0.0
            for entry in sizes[name]:
                if name == "histogram256" and entry["size"][0] > 1 << 20:
                    continue
                at = launch(*entry["size"])
                block = at.block.split(",")
                numbers = {k: v for k, v in at.arguments.items() if isinstance(v, int)}
                values = ", ".join(f"{k}={v}" for k, v in numbers.items() if k not in ("scale", "x"))
                values += f", block={'x'.join(block)}, grid={at.grid}"
                report, seconds = cost_of(tool, source, name, ["--block-dim", at.block, "--eval", values])
                slowest = max(slowest, seconds)
                for metric in METRICS:
                    warp = report["metrics"][metric]["warp"]
                    row = rows[metric]
                    row[2] = warp["upper"] or "no bound"
                    text = published[name].get(metric)
                    if warp["upper"] is None or text is None or metric == "steps":
                        continue
                    theirs = eval(text, {}, numbers)
                    row[0] += 1
                    row[1] += warp["value"] > theirs + 1e-6
            for metric, (points, worse, formula, _) in rows.items():
                bounded += formula != "no bound"
                compared += points
                looser += worse
                print(f"| {name} | {metric} | {formula} | {points} | {worse} | {slowest:.2f} s |")
    for name, why in DIFFERENCES.items():
        print(f"{name}: {why}")
    print(f"{bounded} of {4 * len(sizes)} cells bounded; looser than published at {looser} of {compared} points")
    return bounded < 4 * len(sizes)


def run_bench(program: Path, mode: str, work: list[Unit], extra: list[str], jobs: int) -> list[dict]:
    """One process for each unit; what a crashed one has written counts."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        def one(number: int) -> list[dict]:
            unit, out = work[number], Path(folder) / f"{number}.json"
            command = [program, f"--mode={mode}", f"--out={out}", "--jobs=1", *extra,
                       *(f"--flag={f}" for f in unit.flags), unit.file]
            subprocess.run([str(c) for c in command], cwd=unit.file.parent, capture_output=True,
                           timeout=300, check=False)
            text = out.read_text(errors="replace") if out.exists() else ""
            return [json.loads(line) for line in text.splitlines()]
        with ThreadPoolExecutor(jobs) as pool:
            for part in pool.map(one, range(len(work))):
                results += part
    return results


def own_units() -> list[Unit]:
    files = [f for folder in ("test/detect", "test/simulate", "test/transform", "test/cost", "examples",
                              "bench/racuda/kernels", "bench/clean", "bench/aucs")
             for f in sorted((ROOT / folder).rglob("*.cu")) if "Inputs" not in f.parts]
    return [Unit(f, (), f.parent) for f in files]


def rodinia_units(checkout: Path) -> list[Unit]:
    return units(sorted(p for p in (checkout / "cuda").iterdir() if p.is_dir()))


def hecbench_units(checkout: Path) -> list[Unit]:
    return units(sorted(p for p in (checkout / "src").glob("*-cuda") if p.is_dir()))


def soundness(options) -> int:
    work = own_units() + (rodinia_units(options.rodinia) if options.rodinia else [])
    rows = run_bench(options.program, "soundness", work,
                     [f"--points={options.points}", f"--seed={options.seed}"], options.j)
    ran = [r for r in rows if r["points"]]
    exceeded = [(r, e) for r in rows for e in r["exceeded"]]
    for row, e in exceeded:
        print(f"{row['file']}:{row['line']}: {row['kernel']}: {e['metric']} of the {e['scope']}: bound "
              f"{e['bound']}, counted {e['counted']} at {e['at']}")
    print(f"{len(ran)} kernels, {sum(r['points'] for r in ran)} points, {sum(r['held'] for r in ran)} bounds "
          f"held against counts, {len(exceeded)} exceeded")
    print("\nbound / count, kernels whose control does not depend on data:\n"
          "| metric | scope | counts | median | 95th percentile | within 1.25 |\n|---|---|---|---|---|---|")
    for metric in METRICS:
        for scope in ("warp", "block", "grid"):
            all_of = [x for r in ran if not r["data"] for x in r["ratios"].get(f"{metric}.{scope}", [])]
            if all_of:
                print(f"| {metric} | {scope} | {len(all_of)} | {median(all_of):.3f} | {quantile(all_of, 0.95):.2f} | "
                      f"{100 * sum(x <= 1.25 for x in all_of) / len(all_of):.1f} % |")
    return bool(exceeded)


def fit(counts: list[list[int]], power: int, logarithm: int) -> float:
    """Of count = a * size^power * log2(size)^logarithm + b: the largest relative error."""
    xs = [size ** power * log2(size) ** logarithm for size, _ in counts]
    ys = [count for _, count in counts]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mx) ** 2 for x in xs)
    a = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / spread if spread else 0
    b = my - a * mx
    return max(abs(a * x + b - y) / max(y, 1) for x, y in zip(xs, ys))


def growth(options) -> int:
    rows = run_bench(options.program, "growth", own_units(), [], options.j)
    agree = 0
    print("| kernel | parameter | formula grows as | best fit | largest error of the formula's |\n|---|---|---|---|---|")
    rows = [r for r in rows if len({count for _, count in r["counts"]}) > 1][:options.kernels]
    for r in rows:
        said = (r["power"], r["logarithm"])
        error = fit(r["counts"], *said)
        best = min(LEADING, key=lambda g: fit(r["counts"], *g))
        fits = error < 0.05 or best == said
        agree += fits
        text = lambda g: f"n^{g[0]} log^{g[1]}"
        print(f"| {r['kernel']} | {r['parameter']} | {text(said)} | {text(best)} | {error:.1%} |{'' if fits else ' differs'}")
    print(f"{agree} of {len(rows)} kernels grow as their formulas do")
    return agree < len(rows)


def coverage(options) -> int:
    for name, work in (("Rodinia", options.rodinia and rodinia_units(options.rodinia)),
                       ("HeCBench", options.hecbench and hecbench_units(options.hecbench))):
        if not work:
            continue
        work = work[::options.every]
        rows = run_bench(options.program, "coverage", work, [], options.j)
        rows = list({(r["file"], r["line"], r["kernel"]): r for r in rows}.values())
        whole = [r for r in rows if not r["without"]]
        reasons = Counter(text.split(" depends on ")[0] + (" depends on data" if " depends on " in text else "")
                          for r in rows for text in set(r["without"].values()))
        times = [r["milliseconds"] for r in rows]
        print(f"{name}: {len(rows)} kernels, {len(whole)} ({100 * len(whole) / max(1, len(rows)):.1f} %) with a bound "
              f"for every metric; median {median(times):.1f} ms, 95th percentile {quantile(times, 0.95):.0f} ms")
        slow = sorted(rows, key=lambda r: -r["milliseconds"])[:5]
        print("  slowest: " + ", ".join(f"{r['kernel'][:30]} {r['milliseconds']:.0f} ms" for r in slow))
        for metric in (*METRICS, "barriers", "span"):
            print(f"  {metric}: {sum(metric not in r['without'] for r in rows)}")
        for reason, count in reasons.most_common(12):
            print(f"  {count:5}  {reason[:100]}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("racuda", "soundness", "growth", "coverage"))
    parser.add_argument("--tool")
    parser.add_argument("--program", type=lambda p: Path(p).resolve(), default=ROOT / "build" / "bin" / "bench-cost")
    parser.add_argument("--rodinia", type=Path)
    parser.add_argument("--hecbench", type=Path)
    parser.add_argument("--every", type=int, default=1, help="coverage: of the units only every so many")
    parser.add_argument("--points", type=int, default=30)
    parser.add_argument("--kernels", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", type=int, default=2)
    options = parser.parse_args()
    if options.what != "racuda" and not options.program.exists():
        sys.exit(f"{options.program}: not there; build it with 'ninja -C build bench-cost'")
    return globals()[options.what](options)


if __name__ == "__main__":
    sys.exit(main())
