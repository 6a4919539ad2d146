#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges our kernels and host code after the 22 programs of HGRD (Table 3).

    python3 bench/hgrd [--tool build/bin/cuda-fix] [--ablation]

A racy program passes when a race is reported by default on a line that says `// race`, and no
race elsewhere; a race-free one when no race is reported and, to be called proved, its kernels'
verdicts are free. --ablation switches each class of host facts off: which programs are then
no longer proved, and which get a false alarm. Exit status 1 when a program is judged wrongly.
"""

import argparse
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, warm_up, why_no_report

CLASSES = ["conditions", "dimensions", "relations", "loops", "sizes", "constants", "aliases",
           "callers", "library"]


@dataclass
class Result:
    races: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    verdicts: set[str] = field(default_factory=set)
    reasons: list[str] = field(default_factory=list)
    seconds: float = 0


def race_lines(files: list[Path]) -> set[tuple[str, int]]:
    return {(path.name, number) for path in files
            for number, line in enumerate(path.read_text().splitlines(), 1)
            if re.search(r"// race\b", line)}


def lines_of(finding: dict) -> set[tuple[str, int]]:
    return {(Path(p["file"]).name, p["line"]) for p in [finding, *finding.get("related", [])]}


def measure(tool: str, case: dict, ignored: str = "") -> Result:
    files = [HERE / "programs" / name for name in case["files"]]
    marked = race_lines(files)
    options = ["--no-repair", "--checks=synchronization", "-j", "1"] + ([f"--ignore-facts={ignored}"] if ignored else [])
    run = analyse(tool, options + [str(f) for f in files])
    result = Result(seconds=run.seconds)
    if run.report is None:
        result.reasons.append(why_no_report(run))
        return result
    wanted = set(case["kernels"])
    for kernel in run.report["kernels"]:
        if kernel["name"] in wanted:
            result.verdicts.add(kernel["verdicts"]["race"])
            result.reasons += kernel.get("unknown", [])
    for finding in run.report["findings"]:
        race = finding["id"].endswith("-race") or finding["id"] == "unlocked-access"
        if race and finding["level"] != "note" and finding["kernel"] in wanted:
            text = f"{finding['line']}: {finding['id']} ({finding['confidence']})"
            (result.races if lines_of(finding) & marked else result.elsewhere).append(text)
    return result


def judged(case: dict, r: Result) -> str:
    if not r.verdicts:
        return "not read"
    if r.elsewhere:
        return "FALSE ALARM"
    if case["racy"]:
        return "found" if r.races else "MISSED"
    return "free" if r.verdicts == {"free"} else "undecided"


def table(tool: str, cases: list[dict]) -> bool:
    print(f"{'program':18} {'races':5}  {'HGRD':5}  {'cuda-fix':11}  seconds  host fact")
    good, seconds = True, 0.0
    counts = {"found": 0, "free": 0, "undecided": 0, "FALSE ALARM": 0, "MISSED": 0}
    for case in cases:
        r = measure(tool, case)
        verdict = judged(case, r)
        counts[verdict] = counts.get(verdict, 0) + 1
        good &= verdict in ("found", "free", "undecided")
        seconds += r.seconds
        print(f"{case['program']:18} {case['races']:5}  {case['hgrd']:5}  {verdict:11}  "
              f"{r.seconds:7.2f}  {case['fact']}", flush=True)
        for text in r.elsewhere + (r.reasons if verdict == "undecided" else []):
            print(f"{'':20}{text}")
    racy = sum(c["racy"] for c in cases)
    print(f"\ncuda-fix: {counts['found']} of {racy} racy programs found, "
          f"{counts['FALSE ALARM']} false alarms, {counts['free']} of {len(cases) - racy} "
          f"race-free programs proved; {seconds:.1f} s on one core")
    print("HGRD: 7 of 7 (15 of 15 racing pairs), 0 false alarms; up to 5 minutes for one program")
    for peer in json.loads((HERE / "expectations.json").read_text())["peers"]:
        print(f"{peer['tool']}: {peer['result']}")
    return good


def ablation(tool: str, cases: list[dict]) -> None:
    base = {c["program"]: judged(c, measure(tool, c)) for c in cases}
    print(f"\n{'without':12} {'false alarms':12} {'lost proofs':11}  programs")
    for ignored in CLASSES + [",".join(CLASSES)]:
        alarms, lost = [], []
        for case in cases:
            verdict = judged(case, measure(tool, case, ignored))
            if case["racy"] or verdict == base[case["program"]]:
                continue
            (alarms if verdict == "FALSE ALARM" else lost).append(case["program"])
        name = "all of them" if "," in ignored else ignored
        print(f"{name:12} {len(alarms):12} {len(lost):11}  {' '.join(alarms + lost)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--only", default="", help="regular expression on the program's name")
    parser.add_argument("--ablation", action="store_true",
                        help="also with each class of host facts switched off")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    cases = [c for c in json.loads((HERE / "expectations.json").read_text())["programs"]
             if re.search(options.only, c["program"])]
    good = table(tool, cases)
    if options.ablation:
        ablation(tool, cases)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
