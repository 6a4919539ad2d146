# SPDX-License-Identifier: Apache-2.0
"""repeat.py REPORT SOURCE TOOL: each finding of the report happens again with its options."""

import json
import shlex
import subprocess
import sys

report, source, tool = sys.argv[1:]
with open(report) as file:
    findings = [f for f in json.load(file)["findings"] if f["level"] != "note"]
for finding in findings:
    run = subprocess.run([tool, "simulate", source, "--search", "0", "--format=json",
                          *shlex.split(finding["repeat"])], capture_output=True, text=True)
    again = json.loads(run.stdout)["findings"]
    if not any((f["id"], f["line"]) == (finding["id"], finding["line"]) for f in again):
        sys.exit(f"line {finding['line']}: {finding['id']} does not happen again:\n{run.stderr}")
sys.exit(0 if findings else "the report has no findings")
