# SPDX-License-Identifier: Apache-2.0
"""check_json.py REPORT [OTHER]: the report of race.cu and clean.cu has the fields of format
version 1; OTHER is the same but for the times."""

import json
import sys


def load(path):
    with open(path) as file:
        report = json.load(file)
    for unit in report["units"]:
        assert all(t >= 0 for t in unit.pop("seconds").values())
    return report


report = load(sys.argv[1])
assert report["version"] == 1 and report["tool"].startswith("cuda-fix ")
assert [(u["file"], u["status"]) for u in report["units"]] == [
    ("race.cu", "analysed"), ("clean.cu", "analysed")], report["units"]

kernels = {k["name"]: k for k in report["kernels"]}
racy, free = kernels["shift"], kernels["scale"]
assert racy["verdicts"] == {"race": "racy", "barrier-divergence": "free"}, racy
assert free["verdicts"] == {"race": "free", "barrier-divergence": "free"}, free
assert racy["launches"][0]["block"] == ["256", "1", "1"], racy

(finding,) = report["findings"]
assert finding["id"] == "shared-race" and finding["level"] == "error"
assert finding["confidence"] in ("confirmed", "proved")
assert (finding["file"], finding["kernel"]) == ("race.cu", "shift")
assert {p["line"] for p in [finding, *finding["related"]]} == {3, 4}
assert {p["role"] for p in finding["related"]} <= {"read", "write"}
witness = finding["witness"]
assert witness["block"] == [256, 1, 1] and len(witness["threads"]) == 2
(write, read) = (t["thread"][0] for t in witness["threads"])
assert (read + 64) % 256 == write or (write + 64) % 256 == read

repair = finding["repairs"][0]
assert repair["id"] == "insert-barrier" and repair["applicability"] == "proven"
assert repair["edits"] and all(
    set(e) == {"file", "offset", "length", "text"} for e in repair["edits"])
check = repair["verification"]
assert check["parses"] and check["finding_gone"] and check["new_findings"] == 0
assert check["simulated"] in ("equal", "unordered", "skipped")
assert "cost_before" in check and "cost_after" in check

if len(sys.argv) > 2:
    assert load(sys.argv[2]) == report
