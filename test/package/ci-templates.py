#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""action.yml, the GitLab template and the Containerfile are well-formed, and their shell steps do what they say in a repository
with a change that brings a race. What GitHub, GitLab and reviewdog do around the steps is not run.

    ci-templates.py SOURCE TOOL
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import output, skip

try:
    import yaml
except ImportError:
    if sys.executable == "/usr/bin/python3" or subprocess.run(["/usr/bin/python3", "-c", "import yaml"],
                                                              capture_output=True).returncode:
        skip("python3-yaml is not installed")
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

source, tool = Path(sys.argv[1]), Path(sys.argv[2])
if not shutil.which("git"):
    skip("git is not installed")
RACE = (source / "test/cli/Inputs/race.cu").read_text()


class Repository:
    """A clean file on `main` with a race that nobody touches, and a change that brings another; cloned with one commit."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.environment = {
            "PATH": f"{tool.parent}:/usr/bin:/bin", "HOME": str(folder), "RUNNER_TEMP": str(folder / "temp"),
            "GITHUB_OUTPUT": str(folder / "outputs"), "GITHUB_PATH": str(folder / "path"),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
            "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org"}
        origin = folder / "origin"
        for name in ("origin", "temp"):
            (folder / name).mkdir()
        self.git("init -q -b main", origin)
        self.git("config uploadpack.allowAnySHA1InWant true", origin)
        (origin / "old.cu").write_text(RACE)
        (origin / "new.cu").write_text("int one();\n")
        self.commit(origin)
        self.base = self.git("rev-parse HEAD", origin).strip()
        (origin / "new.cu").write_text(RACE)
        self.commit(origin)
        self.git(f"clone -q --depth=1 file://{origin} checkout", folder)

    def git(self, arguments: str, where: Path) -> str:
        return output("git", *arguments.split(), cwd=where, env=self.environment)

    def commit(self, where: Path) -> None:
        self.git("add -A", where)
        self.git("commit -qm change", where)

    def shell(self, script: str, **environment: str) -> tuple[int, str]:
        result = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=self.folder / "checkout",
                                env={**self.environment, **environment}, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr


def in_repository(test) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        test(Repository(Path(temporary).resolve()))


def action(repository: Repository) -> None:
    steps = yaml.safe_load((source / "action.yml").read_text())["runs"]["steps"]
    runs = {step["name"]: step["run"] for step in steps if "run" in step}
    # Inputs come by the environment: in a script they could bring commands of a stranger's.
    assert not any("${{" in run for run in runs.values())
    code, said = repository.shell(runs["Install"], PACKAGE="")
    assert code == 0 and not Path(repository.environment["GITHUB_PATH"]).exists(), said
    nothing = repository.folder / "nothing"
    nothing.mkdir()
    result = subprocess.run([shutil.which("bash"), "-c", runs["Install"]], env={"PATH": str(nothing), "PACKAGE": ""},
                            capture_output=True, text=True)
    assert result.returncode == 2 and "::error::cuda-fix is not in the PATH" in result.stdout, result

    code, said = repository.shell(runs["Check"], PATHS=".", OPTIONS="--level=normal --show=note", SINCE=repository.base)
    assert code == 0 and "::error file=new.cu,line=3" in said and "old.cu" not in said, said
    outputs = dict(line.split("=", 1) for line in Path(repository.environment["GITHUB_OUTPUT"]).read_text().splitlines())
    assert outputs["code"] == "1", outputs
    results = json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]
    assert results and {r["ruleId"] for r in results} == {"shared-race"}, results
    remarks = json.loads((repository.folder / "temp/cuda-fix.rdjson").read_text())["diagnostics"]
    assert any("__syncthreads();" in s["text"] for r in remarks for s in r.get("suggestions", [])), remarks

    # A stand-in for reviewdog that says what it was given.
    (repository.folder / "bin").mkdir()
    reviewdog = repository.folder / "bin/reviewdog"
    reviewdog.write_text("#!/bin/sh\necho \"$@\"\nexec cat\n")
    reviewdog.chmod(0o755)
    code, said = repository.shell(runs["Suggest"], PATH=f"{reviewdog.parent}:/usr/bin:/bin")
    assert code == 0 and "-f=rdjson" in said and "__syncthreads();" in said, said
    assert repository.shell(runs["Verdict"], CODE=outputs["code"])[0] == 1

    code, said = repository.shell(runs["Check"], PATHS="old.cu new.cu", OPTIONS="", SINCE="")
    assert code == 0 and "file=old.cu" in said and "file=new.cu" in said, said


def gitlab(repository: Repository) -> None:
    template = yaml.safe_load((source / "packaging/gitlab/cuda-fix.gitlab-ci.yml").read_text())
    job, variables = template["cuda-fix"], template["variables"]
    script = "\n".join(job["script"])
    code, said = repository.shell(script, **variables, CI_MERGE_REQUEST_DIFF_BASE_SHA=repository.base)
    assert code == 1 and "new.cu:3:3: error: race" in said and "old.cu" not in said, said
    report = repository.folder / "checkout" / job["artifacts"]["reports"]["codequality"]
    assert [f["location"]["path"] for f in json.loads(report.read_text())] == ["new.cu"]
    code, said = repository.shell(script, **variables)
    assert code == 1 and "old.cu:3:3: error: race" in said, said


in_repository(action)
in_repository(gitlab)
for name in (".pre-commit-hooks.yaml", "packaging/pre-commit/mirror/.pre-commit-hooks.yaml"):
    assert all({"id", "entry", "language"} <= hook.keys() for hook in yaml.safe_load((source / name).read_text())), name
for command in re.findall(r"^RUN (.*)", (source / "packaging/Containerfile").read_text(), re.M):
    output("sh", "-n", "-c", command)
