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
assert len(rules) == len(set(rules))
for rule in driver["rules"]:
    assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
    assert rule["name"].isalpha() and rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert rule.get("helpUri", "https://").startswith("https://")
(invocation,) = run["invocations"]
assert isinstance(invocation["executionSuccessful"], bool)
for notification in invocation["toolExecutionNotifications"]:
    assert notification["level"] in ("error", "warning") and notification["message"]["text"]
assert invocation["executionSuccessful"] == (not invocation["toolExecutionNotifications"])


def check_location(location):
    place = location["physicalLocation"]
    assert " " not in place["artifactLocation"]["uri"]
    region = place["region"]
    assert region["startLine"] >= 1 and region["startColumn"] >= 1
    if "endLine" in region:
        assert (region["startLine"], region["startColumn"]) < (region["endLine"], region["endColumn"])
    return place["artifactLocation"]["uri"]


for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"]
    assert result["partialFingerprints"]["cudaFix/v1"]
    for flow in result.get("codeFlows", []):
        assert len(flow["threadFlows"]) == 2
        for thread in flow["threadFlows"]:
            assert thread["id"].startswith("thread (")
            for step in thread["locations"]:
                check_location(step["location"])
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

prints = [result["partialFingerprints"]["cudaFix/v1"] for result in run["results"]]
assert len(prints) == len(set(prints))
if len(sys.argv) > 2:
    (result,) = run["results"]
    assert "endColumn" in result["locations"][0]["physicalLocation"]["region"]
    (flow,) = result["codeFlows"]
    lines = [t["locations"][0]["location"]["physicalLocation"]["region"]["startLine"]
             for t in flow["threadFlows"]]
    assert lines[0] == 3 and lines[1] > 3 and "suppressions" not in result
    assert result["ruleId"] == "shared-race" and result["level"] == "error"
    assert check_location(result["locations"][0]) == sys.argv[2]
    (fix,) = result["fixes"]
    assert fix["artifactChanges"][0]["artifactLocation"]["uri"] == sys.argv[2]
