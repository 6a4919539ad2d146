#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges our kernels with the synchronization of newer GPUs, each written in three ways.

    python3 bench/modern [--tool build/bin/cuda-fix]

A kernel named ...Bad has a comment `// bug: ID` where a finding of that id must have its place or a
related place; one named ...Ok must have no error and no warning. The styles are those of
kernels/sync.h: PTX in place, functions and classes of CUDA, wrappers. Exit status 1 where other
than --missed bugs are missed, another kernel is reported, or a finding names another place.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, shown, warm_up, why_no_report

STYLES = ["PTX", "CUDA", "wrapper"]
KERNEL = re.compile(r"__global__ void (?:__cluster_dims__\(\d+\) )?(\w+)\(")
BUG = re.compile(r"// bug: ([\w-]+)")


def kernels_of(source: Path) -> dict[str, tuple[str, int]]:
    """By kernel the id and the line of its bug; ("", 0): it has none."""
    kernels, name = {}, ""
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if found := KERNEL.search(line):
            name = found[1]
            kernels[name] = ("", 0)
        if found := BUG.search(line):
            kernels[name] = (found[1], number)
    return kernels


def base(kernel: str) -> str:
    return re.sub(r"[<(].*", "", kernel)


def lines_of(finding: dict) -> set[int]:
    return {p["line"] for p in [finding, *finding.get("related", [])]}


def measure(tool: str, source: Path, style: int, options: list[str]) -> tuple[dict[str, int], list[str]]:
    counts: dict[str, int] = defaultdict(int)
    remarks = []
    run = analyse(tool, [*options, "--checks=synchronization,-redundant-barrier", "--arch", "sm_90",
                         str(source), f"-DSTYLE={style}"])
    if run.report is None:
        return counts, [why_no_report(run)]
    if any(u["status"] != "analysed" for u in run.report["units"]):
        remarks.append("read in part")
    found = defaultdict(list)
    for finding in run.report["findings"]:
        if finding["level"] != "note":
            found[base(finding["kernel"])].append(finding)
    free = {base(k["name"]) for k in run.report["kernels"] if set(k["verdicts"].values()) == {"free"}}
    kernels = kernels_of(source)
    for kernel, (bug, line) in kernels.items():
        if not bug:
            counts["clean"] += 1
            counts["silent"] += not found[kernel]
            counts["free"] += kernel in free
            remarks += [f"not expected: {shown(f)}" for f in found[kernel]]
            continue
        counts["buggy"] += 1
        # Findings of one place are one, of the buggy kernel that shows it first.
        right = [f for f in found[kernel] if f["id"] == bug] or [
            f for name, fs in found.items() if kernels.get(name, ("", 0))[0]
            for f in fs if f["id"] == bug and line in lines_of(f)]
        counts["found"] += bool(right)
        counts["located"] += any(line in lines_of(f) for f in right)
        counts["repaired"] += any(r["applicability"] in ("proven", "conditional", "suggested")
                                  for f in right for r in f["repairs"])
        if kernel in free:
            remarks.append(f"{kernel}: called free")
        if not right:
            remarks.append(f"{kernel}: {bug} is missed")
        elif not any(line in lines_of(f) for f in right):
            remarks.append(f"{kernel}: {bug} at another line than {line}")
    return counts, remarks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--only", default="", help="regular expression on the file")
    parser.add_argument("--missed", type=int, default=0, help="bugs that are known to be missed")
    parser.add_argument("--no-repair", action="store_true", help="findings only")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    columns = ["buggy", "found", "located", "repaired", "clean", "silent", "free"]
    print(f"{'class':22}{'style':10}" + "".join(f"{c:>10}" for c in columns))
    total: dict[str, int] = defaultdict(int)
    wrong = []
    for source in sorted((HERE / "kernels").glob("*.cu")):
        if not re.search(options.only, source.name):
            continue
        for style, name in enumerate(STYLES):
            counts, remarks = measure(tool, source, style, ["--no-repair"] if options.no_repair else [])
            print(f"{source.stem:22}{name:10}" + "".join(f"{counts[c]:10}" for c in columns))
            for c in columns:
                total[c] += counts[c]
            wrong += [f"{source.stem}, {name}: {r}" for r in remarks]
    print(f"{'all':32}" + "".join(f"{total[c]:10}" for c in columns))
    print("\n".join(wrong))
    missed = [w for w in wrong if w.endswith(" is missed")]
    return 1 if len(missed) != options.missed or len(wrong) > len(missed) or not total["buggy"] else 0


if __name__ == "__main__":
    sys.exit(main())
