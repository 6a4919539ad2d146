#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cuda-fix on every unit of public corpora and says how it did.

    python3 bench/corpus --rodinia CHECKOUT --hecbench CHECKOUT [--every N] [-j N] [--out DIR]
    python3 bench/corpus --production CHECKOUT... [--most N]

Each unit has a process of its own with 60 s and 2 GiB. A kernel is a `__global__` definition;
those of units that could not be read count as unknown. Exit status 1 on a crash or a time-out.
"""

import argparse
import json
import random
import re
import shutil
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from production import print_reading, production_units
from sources import Unit, kernels_in, units, with_headers
from toolrun import (Run, analyse, find_tool, median, merged_verdict, quantile, run_limited,
                     warm_up, why_no_report)

CHECKS = ("race", "barrier-divergence")


def hecbench_units(checkout: Path) -> list[Unit]:
    return units(sorted(p for p in (checkout / "src").glob("*-cuda") if p.is_dir()))


def rodinia_units(checkout: Path) -> list[Unit]:
    return units(sorted(p for p in (checkout / "cuda").iterdir() if p.is_dir()))


def run_unit(tool: str, unit: Unit, options) -> Run:
    run = analyse(tool, [*options.option, "-j", "1", str(unit.file)], list(unit.flags),
                  cwd=str(unit.file.parent), seconds=options.seconds, mib=options.mib)
    if options.out:
        name = "_".join(unit.file.relative_to(unit.folder.parent).parts)
        (options.out / f"{name}.json").write_text(run.out)
        (options.out / f"{name}.err").write_text(
            f"exit {run.code}, {run.seconds:.2f} s, {run.peak_mib:.0f} MiB\n{run.err}")
    return run


def status_of(run: Run) -> tuple[str, str]:
    """analysed, partial or failed, and why not analysed."""
    if run.report is None or not run.report["units"]:
        return "failed", why_no_report(run)
    unit = run.report["units"][0]
    return unit["status"], unit.get("reason", "")


def base_name(name: str) -> str:
    """`ns::kernel<int>` -> `kernel`."""
    name = re.sub(r"\(.*", "", name)
    while "<" in name and re.search(r"<[^<>]*>", name):
        name = re.sub(r"<[^<>]*>", "", name)
    return name.split("::")[-1].strip()


def judged_definitions(chosen: list[Unit], runs: list[Run]) -> dict:
    """(file, name, line) of each definition -> its verdicts, merged over units and instances."""
    reported: dict[tuple, list[dict]] = {}
    defined: set[tuple] = set()
    for unit, run in zip(chosen, runs):
        status, _ = status_of(run)
        for kernel in (run.report or {}).get("kernels", []):
            # The tool ran in the unit's folder and names files from there.
            file = (unit.file.parent / kernel["file"]).resolve()
            key = (str(file), base_name(kernel["name"]))
            reported.setdefault((*key, kernel["line"]), []).append(kernel)
        # What a fully analysed unit does not report is preprocessed away or never instantiated.
        if status != "analysed":
            defined |= {(str(f.resolve()), name, line)
                        for f in with_headers(unit.file) for name, line in kernels_in(f)}
    verdicts = {key: {check: merged_verdict(kernels, check) for check in CHECKS}
                for key, kernels in reported.items()}
    for file, name, line in sorted(defined):
        # The text gives the line of `__global__`, the tool may give that of the name.
        if not any(f == file and n == name and abs(at - line) <= 6 for f, n, at in reported):
            verdicts[(file, name, line)] = {check: "unknown" for check in CHECKS}
    return verdicts


def short_reason(reason: str) -> str:
    """A reason without what is special to one place, for counting."""
    reason = re.sub(r"^line \d+: ", "", reason.splitlines()[0] if reason else "")
    reason = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "...", reason)
    return re.sub(r"\d+", "N", reason)[:100]


def print_histogram(title: str, counts: Counter, top: int) -> None:
    print(f"  {title}:")
    for reason, count in sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:top]:
        print(f"    {count:5}  {reason}")


def print_questions(kernels: list[dict]) -> None:
    """What answered the solver's questions, and the kernels that took most of its work."""
    total = Counter()
    for kernel in kernels:
        total.update(kernel.get("questions", {}))
    asked = max(1, total["asked"])
    parts = ("remembered", "simplified", "weakened", "integers", "bit_vectors", "undecided")
    print(f"  questions: {total['asked']}, " +
          ", ".join(f"{part} {100 * total[part] / asked:.1f} %" for part in parts))
    hardest = sorted(kernels, key=lambda k: -k.get("questions", {}).get("units", 0))[:10]
    print("  hardest: " + ", ".join(
        f"{k['name'].split('<')[0]} {k.get('questions', {}).get('units', 0) / 1e6:.1f} M units"
        for k in hardest))


def summarise(name: str, chosen: list[Unit], runs: list[Run], options) -> dict:
    statuses = [status_of(run) for run in runs]
    verdicts = judged_definitions(chosen, runs)
    kernels = [k for run in runs for k in (run.report or {}).get("kernels", [])]
    findings = Counter(f["id"] + " " + f["level"]
                       for run in runs for f in (run.report or {}).get("findings", []))
    seconds = [run.seconds for run in runs]
    share = Counter(status for status, _ in statuses)
    print(f"\n{name}: {len(chosen)} units")
    for status in ("analysed", "partial", "failed"):
        print(f"  {status:9} {share[status]:5}  {100 * share[status] / max(1, len(chosen)):.1f} %")
    crashes = [(u, r) for u, r in zip(chosen, runs) if r.crashed or r.timed_out]
    print(f"  crashed or out of time: {len(crashes)}")
    for unit, run in crashes:
        print(f"    {unit.file}: {why_no_report(run)}")
    print(f"  wall per unit: median {median(seconds):.2f} s, p95 {quantile(seconds, 0.95):.2f} s, "
          f"max {max(seconds, default=0):.2f} s; "
          f"peak memory {max((r.peak_mib for r in runs), default=0):.0f} MiB")
    slowest = sorted(zip(seconds, (u.file for u in chosen)), reverse=True)[:10]
    print("  slowest: " + ", ".join(f"{s:.0f} s {'/'.join(Path(f).parts[-2:])}" for s, f in slowest))
    print_questions(kernels)
    print(f"  kernels modelled (instances): {len(kernels)}; definitions: {len(verdicts)}")
    for check in CHECKS:
        counts = Counter(v[check] for v in verdicts.values())
        decided = sum(n for v, n in counts.items() if v not in ("unknown", "free-for-shapes"))
        shapes = decided + counts["free-for-shapes"]
        listed = ", ".join(f"{n} {v}" for v, n in sorted(counts.items()) if n)
        print(f"  {check}: {listed}; decided {100 * decided / max(1, len(verdicts)):.1f} %, "
              f"with shapes {100 * shapes / max(1, len(verdicts)):.1f} %")
    print_histogram("findings", findings, 40)
    print_histogram("why units are partial or failed",
                    Counter(short_reason(r) for s, r in statuses if s != "analysed"), options.top)
    print_histogram("why kernels are unknown",
                    Counter(reason for k in kernels
                            for reason in {short_reason(r) for r in k.get("unknown", [])}),
                    options.top)
    return verdicts


def compare_with_clang(tool: str, chosen: list[Unit], options) -> None:
    """Wall time beside `clang++ -fsyntax-only` on the same unit, one after the other."""
    clang = shutil.which(options.clang)
    if not clang:
        print(f"\nspeed: {options.clang} not found")
        return
    toolkit = Path(options.cuda)
    include = [f"--cuda-path={toolkit}"] if toolkit.is_dir() else ["-nocudainc", "-nocudalib"]
    sample = random.Random(1).sample(chosen, min(options.compare, len(chosen)))
    ratios, ours, theirs = [], [], []
    for unit in sample:
        run = run_unit(tool, unit, options)
        peer = run_limited([clang, "-fsyntax-only", "-x", "cuda", "--cuda-gpu-arch=sm_80", "-w",
                            "-Wno-unknown-cuda-version", *include, *unit.flags, str(unit.file)],
                           cwd=str(unit.file.parent), mib=16384)
        # A unit that clang gives up on early would flatter nobody.
        if run.report is None or peer.code != 0:
            continue
        ratios.append(run.seconds / peer.seconds)
        ours.append(run.seconds)
        theirs.append(peer.seconds)
    print(f"\nspeed beside clang++ -fsyntax-only{'' if toolkit.is_dir() else ' (no toolkit)'}: "
          f"{len(ratios)} units both read, median ratio {median(ratios):.2f} "
          f"(cuda-fix {median(ours):.2f} s, clang {median(theirs):.2f} s)")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rodinia", type=Path)
    parser.add_argument("--hecbench", type=Path)
    parser.add_argument("--production", type=Path, nargs="+", default=[],
                        help="checkouts of libraries; half of their units without include folders")
    parser.add_argument("--most", type=int, default=12, help="units of one such checkout")
    parser.add_argument("--tool")
    parser.add_argument("--every", type=int, default=1, help="take every Nth unit")
    parser.add_argument("--only", default="", help="regular expression on the unit's path")
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--mib", type=int, default=2048)
    parser.add_argument("--out", type=Path, help="folder for each unit's JSON and messages")
    parser.add_argument("--top", type=int, default=25, help="reasons to print")
    parser.add_argument("--compare", type=int, default=0,
                        help="also time this many units beside clang++ -fsyntax-only")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--cuda", default="/usr/local/cuda")
    parser.add_argument("--option", action="append", default=["--no-repair"],
                        help="further options for cuda-fix")
    return parser.parse_args()


def main() -> int:
    options = parse_options()
    tool = find_tool(options.tool)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    warm_up(tool)
    bad, everything = 0, {}
    for name, checkout, list_units in (("Rodinia", options.rodinia, rodinia_units),
                                       ("HeCBench", options.hecbench, hecbench_units)):
        if not checkout:
            continue
        chosen = [u for u in list_units(checkout.resolve())
                  if re.search(options.only, str(u.file))][:: options.every]
        with ThreadPoolExecutor(options.j) as pool:
            runs = list(pool.map(lambda unit: run_unit(tool, unit, options), chosen))
        everything |= summarise(name, chosen, runs, options)
        bad += sum(run.crashed or run.timed_out for run in runs)
        if options.compare:
            compare_with_clang(tool, chosen, options)
    if options.production:
        chosen = [u for u in production_units([p.resolve() for p in options.production],
                                              options.most)
                  if re.search(options.only, str(u.file))]
        with ThreadPoolExecutor(options.j) as pool:
            runs = list(pool.map(lambda unit: run_unit(tool, unit, options), chosen))
        everything |= summarise("production", chosen, runs, options)
        print_reading(chosen, runs, base_name)
        bad += sum(run.crashed or run.timed_out for run in runs)
    for check in CHECKS:
        decided = sum(v[check] != "unknown" for v in everything.values())
        print(f"all corpora, {check}: {decided} of {len(everything)} kernels decided "
              f"({100 * decided / max(1, len(everything)):.1f} %)")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
