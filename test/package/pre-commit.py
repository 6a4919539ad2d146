#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pre-commit installs the wheel through a repository of the form in packaging/pre-commit/mirror, without the network, and runs
both hooks of it: the first fails on a race, the second repairs it.

    pre-commit.py SOURCE (WHEEL | FOLDER)
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import output, package, skip

source = Path(sys.argv[1])
wheel = package(source, sys.argv[2], "cuda_fix-*.whl").resolve()
if not shutil.which("pre-commit"):
    skip("pre-commit is not installed")

with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    environment = {
        **os.environ, "HOME": temporary, "PRE_COMMIT_HOME": str(folder / "cache"), "PATH": "/usr/bin:/bin",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
        "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
        # pip takes the wheel from here alone, and setuptools from the environment that pre-commit makes (0 stands for
        # --no-build-isolation).
        "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheel.parent), "PIP_NO_BUILD_ISOLATION": "0",
    }
    mirror, project = folder / "mirror", folder / "project"
    shutil.copytree(source / "packaging/pre-commit/mirror", mirror)
    for command in ("init -q", "add .", "commit -qm mirror", "tag v1"):
        output("git", *command.split(), cwd=mirror, env=environment)
    project.mkdir()
    shutil.copy(source / "test/cli/Inputs/race.cu", project)
    output("git", "init", "-q", cwd=project, env=environment)

    def hook(name: str) -> str:
        (project / ".pre-commit-config.yaml").write_text(
            f"repos:\n- repo: {mirror}\n  rev: v1\n  hooks:\n  - id: {name}\n")
        output("git", "add", "-A", cwd=project, env=environment)
        return subprocess.run(["pre-commit", "run", "--color=never"], cwd=project, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout

    for name, pieces in (("cuda-fix", ("(check)", "Failed", "[shared-race, confirmed]")),
                         ("cuda-fix-apply", ("(repair)", "Failed", "files were modified by this hook")),
                         ("cuda-fix-apply", ("(repair)", "Passed"))):
        said = hook(name)
        assert all(piece in said for piece in pieces), f"{name}: {pieces}\n{said}"
    assert "__syncthreads();" in (project / "race.cu").read_text()
