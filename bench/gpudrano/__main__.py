#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares uncoalesced-access and misaligned-access with what a dynamic run of Rodinia saw.

    python3 bench/gpudrano CHECKOUT FACTS.json [--dynamic] [--tool build/bin/cuda-fix]

CHECKOUT is a checkout of yuhc/gpu-rodinia; FACTS.json holds the lines that the dynamic analysis
of GPUDrano saw touch more than one line of 128 bytes (`uncoalesced`), with the place where each
line stands in the checkout, and those it saw touch one (`coalesced`). "by distance" are lines
that are uncoalesced wherever the array begins, "by alignment" the others. With --dynamic the
applications run on the simulator, and the lines of their requests are compared (dynamic.py).
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toolrun import analyse, find_tool, warm_up, why_no_report  # noqa: E402

from dynamic import compare  # noqa: E402

CHECKS = ("uncoalesced-access", "misaligned-access")
# Folders whose name differs from the one of the measurement.
FOLDERS = {"euler3d": "cfd", "pre_euler3d": "cfd", "srad_v1": "srad/srad_v1",
           "srad_v2": "srad/srad_v2"}


def lines_seen(runs: dict, alignment: bool) -> tuple[set, set]:
    """(file, line) of the checkout seen uncoalesced and seen coalesced in any run."""
    bad, good, shift = set(), set(), {}
    prefix = "alignment" if alignment else "no_alignment"
    for name, run in runs.items():
        for seen in run.get("uncoalesced", []):
            if "gpu_rodinia" not in seen:
                continue
            file, line = seen["gpu_rodinia"].rsplit(":", 1)
            shift[seen["kernel"]] = (file, int(line) - seen["line"])
            if name.startswith(prefix):
                bad.add((file, int(line)))
    for name, run in runs.items():
        rows = (run.get("coalesced") or {}).get("rows", [])
        for kernel, line, *_ in rows if name.startswith(prefix) else []:
            if kernel in shift:
                file, delta = shift[kernel]
                good.add((file, line + delta))
    return bad, good - bad


def flagged(tool: str, checkout: Path, folder: str) -> tuple[dict, float, list[str]]:
    """(file, line) -> strongest level of a finding there; seconds; problems."""
    run = analyse(tool, ["--checks", ",".join(CHECKS), "--no-repair", "--no-replay", "-j", "1",
                         str(checkout / "cuda" / folder)],
                  [f"-I{checkout / 'cuda' / 'util'}"], seconds=300)
    if run.report is None:
        return {}, run.seconds, [f"{folder}: {why_no_report(run)}"]
    levels: dict = {}
    for finding in run.report["findings"]:
        for place in [finding, *(r for r in finding.get("related", []) if r["role"] == "access")]:
            path = Path(place["file"]).resolve()
            if not path.is_relative_to(checkout.resolve()):
                continue
            key = (str(path.relative_to(checkout.resolve())), place["line"])
            if levels.get(key) != "warning":
                levels[key] = finding["level"]
    return levels, run.seconds, []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--tool")
    parser.add_argument("-v", action="store_true", help="name the lines missed and flagged")
    parser.add_argument("--dynamic", action="store_true",
                        help="simulate the applications instead of analysing their kernels")
    parser.add_argument("--only", default="", help="with --dynamic: programs, comma-separated")
    parser.add_argument("--seconds", type=int, default=300,
                        help="with --dynamic: for each application")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    facts = json.loads(options.facts.read_text())
    if options.dynamic:
        return compare(tool, options.checkout, facts, lines_seen, options)
    warm_up(tool)
    columns = ("program", "by distance", "found", "by alignment", "found", "seen coalesced",
               "flagged", "warnings", "seconds")
    print("| " + " | ".join(columns) + " |\n|" + "---|" * len(columns))
    total: dict = defaultdict(float)
    remarks: list[str] = []
    for program, data in facts["dynamic_results"].items():
        by_any, _ = lines_seen(data["runs"], True)
        by_distance, _ = lines_seen(data["runs"], False)
        _, coalesced = lines_seen(data["runs"], True)
        by_alignment = by_any - by_distance
        levels, seconds, problems = flagged(tool, options.checkout,
                                            FOLDERS.get(program, program))
        remarks += problems
        wrong = coalesced & set(levels)
        row = (len(by_distance), len(by_distance & set(levels)), len(by_alignment),
               len(by_alignment & set(levels)), len(coalesced), len(wrong),
               sum(levels[key] == "warning" for key in wrong), seconds)
        for name, value in zip(range(len(row)), row):
            total[name] += value
        print(f"| {program} | " + " | ".join(map(str, row[:-1])) + f" | {seconds:.1f} |")
        if options.v:
            remarks += [f"missed: {f}:{n}" for f, n in sorted(by_distance - set(levels))]
            remarks += [f"missed (alignment): {f}:{n}"
                        for f, n in sorted(by_alignment - set(levels))]
            remarks += [f"flagged, seen coalesced: {f}:{n} ({levels[f, n]})"
                        for f, n in sorted(wrong)]
    sums = [total[i] for i in range(len(columns) - 1)]
    print("| all | " + " | ".join(f"{n:.0f}" for n in sums[:-1]) + f" | {sums[-1]:.1f} |")
    print("\n".join(remarks))
    return 0


if __name__ == "__main__":
    sys.exit(main())
