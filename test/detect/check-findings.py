#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what cuda-fix reports with the comments of a test.

    check-findings.py --tool build/bin/cuda-fix [--simulate] TEST.cu [options of cuda-fix]

    // expect: ID...          a finding of that id has its place or a related place on this line;
                              of ID|ID one of the two is enough
    // expect-error: ID...    the same, at that level (expect-warning, expect-note)
    // allow: ID...           such a finding may be there

Every other finding fails. The name of a kernel says what is right for it:

    ...Ok         no error and no warning, and it is proved free of races and divergence
    ...Bad        a finding
    ...Unknown    no error and no warning, and it is not decided, for some shapes at least

Checks for performance run only where the test asks for them with --checks; they decide nothing,
and a note counts as a finding. Of what a kernel has an error of, it is not said to be free. The
witness of a race must be two threads of its class. With --simulate the kernels are run instead,
names may end in anything, and ...Ok means that nothing bad happened.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

MARKER = re.compile(r"(expect(?:-error|-warning|-note)?|allow): "
                    r"((?:(?:[a-z]+-[a-z-]+(?:\|[a-z]+-[a-z-]+)*|deadlock|assertion|trap|crash)\s*)+)")


SUFFIXES = ("Ok", "Bad", "Unknown")


class Test:
    def __init__(self, path: Path, simulated: bool, performance: bool):
        self.simulated, self.performance = simulated, performance
        self.expected, self.allowed = [], set()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            comment = line.partition("//")[2]
            for kind, ids in MARKER.findall(comment):
                for check in ids.split():
                    if kind == "allow":
                        self.allowed.add((number, check))
                    else:
                        self.expected.append((number, kind.partition("-")[2], check))


def lines_of(finding: dict) -> set[int]:
    """Lines of the test that a finding names."""
    places = [finding, *finding.get("related", [])]
    return {p["line"] for p in places if Path(p["file"]).name == Path(finding["file"]).name}


def meets(finding: dict, line: int, level: str, check: str) -> bool:
    return (finding["id"] in check.split("|") and line in lines_of(finding)
            and level in ("", finding["level"]) and (level == "note" or finding["level"] != "note"))


def base(kernel: str) -> str:
    return re.sub(r"[<(].*", "", kernel).split("::")[-1]


def wrong_witness(finding: dict) -> str:
    """What is wrong with the two threads of a race, or nothing."""
    if not finding["id"].endswith("-race") or finding["level"] == "note":
        return ""
    witness = finding.get("witness") or {}
    threads = witness.get("threads", [])
    if len(threads) != 2:
        return "no witness of two threads"
    x, y, z = witness["block"]
    rank = lambda t: t["thread"][0] + x * (t["thread"][1] + y * t["thread"][2])
    if any(t["thread"][d] >= witness["block"][d] or t["block"][d] >= witness["grid"][d]
           for t in threads for d in range(3)) or x * y * z > 1024:
        return "a thread outside the launch"
    same_block = threads[0]["block"] == threads[1]["block"]
    if (finding["id"] == "inter-block-race") == same_block:
        return "threads of the wrong blocks"
    if same_block and rank(threads[0]) == rank(threads[1]):
        return "one thread only"
    same_warp = rank(threads[0]) // 32 == rank(threads[1]) // 32
    if same_block and same_warp != (finding["id"] == "intra-warp-race"):
        return "threads of the wrong warps"
    return ""


def check_kernel(kernel: dict, test: Test, findings: list[dict]) -> list[str]:
    name, verdicts = base(kernel["name"]), kernel["verdicts"]
    own = [f for f in findings
           if base(f["kernel"]) == name and (f["level"] != "note" or test.performance)]
    reasons = "; ".join(kernel.get("unknown", []))
    if not name.endswith(SUFFIXES) and not test.simulated:
        return [f"{name}: its name ends in none of {', '.join(SUFFIXES)}"]
    if name.endswith("Bad"):
        return [] if own else [f"{name}: nothing found; verdicts {verdicts} {reasons}"]
    if not name.endswith(SUFFIXES):
        return []
    wrong = [f"{name}: line {f['line']}: {f['message']} [{f['id']}]" for f in own
             if not any((l, f["id"]) in test.allowed for l in lines_of(f))]
    if test.simulated:
        wrong += [f"{name}: {u}" for u in kernel["unknown"] if u.startswith("not simulated")]
    elif not test.performance and name.endswith("Ok"):
        wrong += [f"{name}: {what} is {answer}: {reasons}"
                  for what, answer in verdicts.items() if answer != "free"]
    elif not test.performance and not {"unknown", "free-for-shapes"} & set(verdicts.values()):
        wrong.append(f"{name}: {verdicts}, its name says that it is not decided")
    return wrong


def printed_free(kernels: list[dict], finding: dict) -> str:
    """What the kernel of an error is said to be free of although the error is that, or nothing."""
    divergence = finding["id"] in ("barrier-divergence", "absent-lanes", "plain-launch")
    what = "barrier-divergence" if divergence else "race"
    own = [k["verdicts"][what] for k in kernels if k["name"] == finding["kernel"]]
    return what if finding["level"] == "error" and own and set(own) == {"free"} else ""


def check_report(report: dict, test: Test) -> list[str]:
    findings = report["findings"]
    wrong = [f"line {line}: no {check} {level}".rstrip()
             for line, level, check in test.expected
             if not any(meets(f, line, level, check) for f in findings)]
    for f in findings:
        listed = any(meets(f, line, level, check) for line, level, check in test.expected)
        if not listed and not any((l, f["id"]) in test.allowed for l in lines_of(f)):
            wrong.append(f"unlisted: line {f['line']}: {f['level']}: {f['message']} [{f['id']}]")
        if wrong_witness(f):
            wrong.append(f"line {f['line']}: {f['id']}: {wrong_witness(f)}: {f.get('witness')}")
        if not all(f.get("facts", [])):
            wrong.append(f"a fact without words: {f['message']}")
        if printed_free(report["kernels"], f):
            wrong.append(f"line {f['line']}: {f['id']}: '{f['kernel']}' is said to be free of it")
    if not report["kernels"]:
        wrong.append("no kernel was read")
    for kernel in report["kernels"]:
        wrong += check_kernel(kernel, test, findings)
    for unit in report["units"]:
        if unit["status"] != "analysed":
            wrong.append(f"{unit['status']}: {unit.get('reason', '')}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="cuda-fix")
    parser.add_argument("--simulate", action="store_true")
    parser.add_argument("test", type=Path)
    options, rest = parser.parse_known_args()
    command = ["simulate"] if options.simulate else ["--no-repair", "--checks=synchronization"]
    performance = not options.simulate and any(
        r.startswith("--checks=") and r != "--checks=synchronization" for r in rest)
    run = subprocess.run([options.tool, *command, "--format", "json", *rest, options.test],
                         capture_output=True, text=True)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        print(f"exit {run.returncode}, no report\n{run.stderr}")
        return 1
    wrong = check_report(report, Test(options.test, options.simulate, performance))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
