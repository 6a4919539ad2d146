# SPDX-License-Identifier: Apache-2.0
"""check_sarif.py REPORT [URI]: has the required structure of SARIF 2.1.0; with URI, one
shared-race in that file and a fix for it."""

import json
import sys

with open(sys.argv[1]) as file:
    log = json.load(file)
assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
(run,) = log["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "cuda-fix" and driver["version"]
rules = [rule["id"] for rule in driver["rules"]]
assert rules == sorted(set(rules))
assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
(invocation,) = run["invocations"]
assert isinstance(invocation["executionSuccessful"], bool)
for notification in invocation["toolExecutionNotifications"]:
    assert notification["level"] in ("error", "warning") and notification["message"]["text"]
assert invocation["executionSuccessful"] == (not invocation["toolExecutionNotifications"])


def check_location(location):
    place = location["physicalLocation"]
    assert " " not in place["artifactLocation"]["uri"]
    assert place["region"]["startLine"] >= 1 and place["region"]["startColumn"] >= 1
    return place["artifactLocation"]["uri"]


for result in run["results"]:
    assert result["ruleId"] in rules
    assert result["level"] in ("error", "warning", "note")
    assert 0 <= result["rank"] <= 100 and result["message"]["text"]
    assert [check_location(l) for l in result["locations"]]
    for location in result.get("relatedLocations", []):
        check_location(location)
        assert location["message"]["text"]
    for fix in result.get("fixes", []):
        assert fix["description"]["text"]
        for change in fix["artifactChanges"]:
            assert change["artifactLocation"]["uri"] and change["replacements"]
            for replacement in change["replacements"]:
                region = replacement["deletedRegion"]
                assert region["byteOffset"] >= 0 and region["byteLength"] >= 0
                assert isinstance(replacement["insertedContent"]["text"], str)

if len(sys.argv) > 2:
    (result,) = run["results"]
    assert result["ruleId"] == "shared-race" and result["level"] == "error"
    assert check_location(result["locations"][0]) == sys.argv[2]
    (fix,) = result["fixes"]
    assert fix["artifactChanges"][0]["artifactLocation"]["uri"] == sys.argv[2]
