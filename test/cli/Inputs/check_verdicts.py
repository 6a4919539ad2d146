# SPDX-License-Identifier: Apache-2.0
"""check_verdicts.py TOOL RACES DIVERGENCES FILE...: of what a kernel has an error of, it is
nowhere said to be free: in the verdicts of the JSON report, in the summary, by explain-launch.
The files hold that many kernels with an error of each class."""

import json
import re
import subprocess
import sys

tool, races, divergences, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]


def run(*args):
    return subprocess.run([tool, *args, *files], capture_output=True, text=True)


def classes(finding):
    if finding["level"] != "error":
        return []
    return ["barrier-divergence" if finding["id"] == "barrier-divergence" else "race"]


ran = run("--no-repair", "--checks=synchronization", "--format=json")
report = json.loads(ran.stdout)
wrong = {what: {f["kernel"] for f in report["findings"] if what in classes(f)}
         for what in ("race", "barrier-divergence")}
assert [len(w) for w in wrong.values()] == [races, divergences], wrong
kernels = report["kernels"]
for kernel in kernels:
    for what, names in wrong.items():
        assert kernel["name"] not in names or kernel["verdicts"][what] != "free", kernel

buggy = set.union(*wrong.values())
free = int(re.search(r"(\d+) free of races and divergence", ran.stderr)[1])
assert free <= len(kernels) - len(buggy), ran.stderr
with_bugs = re.search(r"(\d+) with bugs", ran.stderr)
assert with_bugs and int(with_bugs[1]) == len(buggy), ran.stderr

for name in buggy:
    explained = run("explain-launch", name.partition("<")[0])
    verdicts = re.search(rf"^{re.escape(name)} .*: races (\w+), barrier divergence (\w+)$",
                         explained.stdout, re.MULTILINE)
    assert verdicts, explained.stdout + explained.stderr
    for what, said in zip(wrong, verdicts.groups()):
        assert name not in wrong[what] or said != "free", explained.stdout
    assert "=> not proved" in explained.stdout, explained.stdout
