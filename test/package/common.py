# SPDX-License-Identifier: Apache-2.0
"""What tests of packages share. A package is built by scripts/package; its test is skipped where it was not."""

import re
import subprocess
import sys
from pathlib import Path


def skip(why: str) -> None:
    print(f"skipped: {why}")
    sys.exit(77)


def check_network(result: subprocess.CompletedProcess, said: str) -> None:
    """Skips if mmdebstrap failed because something could not be fetched."""
    failure = re.search(r"^.*(Failed to fetch|Could not resolve|Temporary failure|Unable to fetch|Could not connect).*", said + result.stderr,
                        re.M)
    if result.returncode and failure:
        skip(f"the network failed: {failure[0].strip()}")
    assert result.returncode == 0, said + result.stderr


def package(source: Path, given: str, pattern: str) -> Path:
    """The package, or the one in a folder of packages that is as new as what it was made from."""
    path = Path(given)
    if path.is_file():
        return path
    found = sorted(path.glob(pattern))
    kind = sys.argv[0].rpartition("/")[2].removesuffix(".py")
    if not found:
        skip(f"there is no {pattern} in {path}; scripts/package {kind} builds it")
    program = path.parent / "bin" / ("cuda-fix" if kind == "deb" else "cuda-fix-static")
    if program.exists() and program.stat().st_mtime > found[-1].stat().st_mtime:
        skip(f"{found[-1].name} is older than {program.name}; scripts/package {kind} builds it")
    return found[-1]


def output(*command, code: int = 0, **more) -> str:
    result = subprocess.run(command, capture_output=True, text=True, **more)
    assert result.returncode == code, f"{command}: exit code {result.returncode}\n{result.stdout}{result.stderr}"
    return result.stdout


def check_example(source: Path, said: str) -> None:
    """README's finding and repair are in what the tool said about test/cli/Inputs/race.cu."""
    readme = (source / "README.md").read_text()
    blocks = (re.search(r"```\n(race\.cu:3:3: error.*?)```", readme, re.S)[1],
              re.search(r"```diff\n(.*?)```", readme, re.S)[1])
    for line in "".join(blocks).splitlines():
        assert line in said, f"README's line did not come out: {line}\n{said}"
