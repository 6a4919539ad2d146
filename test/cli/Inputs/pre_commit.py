# SPDX-License-Identifier: Apache-2.0
"""pre_commit.py FOLDER HOOK: stages everything in FOLDER/project and runs the hook of the
repository FOLDER/hooks on it. Prints what pre-commit prints; its verdict is in there."""

import subprocess
import sys
from pathlib import Path

folder, hook = Path(sys.argv[1]).resolve(), sys.argv[2]
project = folder / "project"
(project / ".pre-commit-config.yaml").write_text(
    f"repos:\n- repo: {folder / 'hooks'}\n  rev: v1\n  hooks:\n  - id: {hook}\n")
subprocess.run(["git", "add", "-A"], cwd=project, check=True)
run = subprocess.run(["pre-commit", "run", "--color=never", "--verbose"], cwd=project,
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(run.stdout)
