#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many proved races and divergences happen on concrete threads, and what the simulator says
of repairs.

    python3 bench/replay [FOLDER...] [--tool build/bin/cuda-fix]

Without a folder: the kernels of the tests and of bench/aucs and bench/hgrd. Two tables: findings
by check, repairs by id; then why the rest is not confirmed, not equal or not simulated, grouped.
A file with more findings or repairs than the tool tries is taken kernel by kernel.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toolrun import (REPOSITORY, analyse, find_tool, run_limited, warm_up,
                     why_no_report)  # noqa: E402

FOLDERS = ("test/detect", "test/transform", "test/clean", "bench/aucs/kernels",
           "bench/hgrd/programs")
REPLAYED, COMPARED = 8, 12  # of a file, at the usual effort
LINE = re.compile(r"^replay (\d+):(\d+) (\S+): (reproduced|not reproduced|not supported)(?:: (.*))?$")


def is_sure(finding: dict) -> bool:
    known = finding["id"].endswith("-race") or finding["id"] in ("unlocked-access",
                                                                "barrier-divergence")
    return (known and finding["level"] != "note"
            and finding["confidence"] in ("proved", "confirmed"))


def anchored(kernel: str) -> str:
    return "^" + re.escape(kernel) + "$"


def replays(tool: str, file: Path, only: list[str]) -> dict:
    """(line, column, id) -> what became of it and why."""
    run = run_limited([tool, "--no-repair", "--checks=synchronization", "--dump=replay", *only,
                       str(file)], seconds=120, mib=1 << 20)
    found = {}
    for line in run.out.splitlines():
        if match := LINE.match(line):
            found[int(match[1]), int(match[2]), match[3]] = (match[4], match[5] or "")
    return found


def reason_of(text: str) -> str:
    """Without what is particular to one kernel."""
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'", "'...'", re.sub(r"^\S+:\d+: ", "", text)))


def measure(tool: str, file: Path) -> tuple[list, list, list]:
    """[(check, answer, reason, place)], [(repair, answer, reason, place)], remarks."""
    run = analyse(tool, ["--checks=synchronization", str(file)], seconds=240, mib=1 << 20)
    if run.report is None:
        return [], [], [f"{file}: {why_no_report(run)}"]
    findings = run.report["findings"]
    sure = [f for f in findings if is_sure(f)]
    kernels = sorted({f["kernel"] for f in findings if f["level"] != "note"})
    many = len(kernels) > 1
    answers: dict = {}
    if many and len(sure) > REPLAYED:
        for kernel in kernels:
            answers |= replays(tool, file, ["--kernel", anchored(kernel)])
    elif sure:
        answers = replays(tool, file, [])
    proofs = []
    for f in sure:
        place = f"{file.name}:{f['line']}:{f['column']}"
        answer, why = answers.get((f["line"], f["column"], f["id"]),
                                  ("not tried", "no concrete threads, or beyond the limit"))
        proofs.append((f["id"], answer, why, place))
    if many and sum(len(f["repairs"]) > 0 for f in findings) > COMPARED:
        findings = []
        for kernel in kernels:
            one = analyse(tool, ["--checks=synchronization", "--kernel", anchored(kernel),
                                 str(file)], seconds=240, mib=1 << 20)
            findings += one.report["findings"] if one.report else []
    repairs, seen = [], set()
    for f in findings:
        for r in f["repairs"][:1]:
            check, edits = r["verification"], json.dumps(r["edits"])
            if edits in seen or not (r["edits"] or r["ir"]):
                continue  # compared with another finding, or only advice
            if r["edits"]:
                seen.add(edits)
            repairs.append((r["id"], check["simulated"], check.get("simulated_reason", ""),
                            f"{file.name}:{f['line']}:{f['column']}"))
    return proofs, repairs, []


def table(rows: list, name: str, answers: tuple) -> None:
    count: dict = defaultdict(Counter)
    for what, answer, *_ in rows:
        count[what][answer] += 1
        count["all"][answer] += 1
    print(f"\n| {name} | " + " | ".join(answers) + " |\n|" + "---|" * (len(answers) + 1))
    for what in sorted(count, key=lambda w: (w == "all", w)):
        print(f"| {what} | " + " | ".join(str(count[what][a]) for a in answers) + " |")


def print_reasons(rows: list, fine: tuple, places: int) -> None:
    groups: dict = defaultdict(list)
    for what, answer, why, place in rows:
        if answer not in fine:
            groups[answer, reason_of(why) or "no reason given"].append(f"{place} {what}")
    for (answer, why), where in sorted(groups.items(), key=lambda g: (-len(g[1]), g[0])):
        more = "" if len(where) <= places else ", ..."
        print(f"  {len(where)} {answer}: {why}: {', '.join(where[:places])}{more}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--tool")
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("-v", action="store_true", help="name every place")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    folders = options.folders or [REPOSITORY / f for f in FOLDERS]
    files = [f for folder in folders for f in sorted(folder.glob("**/*.cu"))]
    if not files:
        parser.error("no .cu file in these folders")
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda f: measure(tool, f), files))
    proofs = [row for r in results for row in r[0]]
    repairs = [row for r in results for row in r[1]]
    places = 1 << 30 if options.v else 3
    print(f"{len(files)} files")
    table(proofs, "proved", ("reproduced", "not reproduced", "not supported", "not tried"))
    print_reasons(proofs, ("reproduced",), places)
    table(repairs, "first repair", ("equal", "unordered", "different", "skipped"))
    print_reasons(repairs, ("equal",), places)
    print("\n".join(remark for r in results for remark in r[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
