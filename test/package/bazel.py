#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bazel's rules judge a small workspace as one process does, and do again what a change of a header, of host code or of an option reaches.

    bazel.py SOURCE CUDA-FIX
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import output, skip

source, tool = Path(sys.argv[1]), sys.argv[2]
rules = Path("/usr/share/bazel/rules")
if not shutil.which("bazel") or not (rules / "java").is_dir():
    skip("Debian's bazel-bootstrap, bazel-rules-java and bazel-rules-proto are not installed")
SECONDS = re.compile(r'("(?:parse|model|detect|repair|verify)": )[0-9.e+-]+')
# What Bazel 4 would fetch: its rules for C++, which are its own ones under another name, and what merges coverage.
CC_RULES = "".join(f"{name} = native.{name}\n" for name in (
    "cc_binary", "cc_import", "cc_library", "cc_proto_library", "cc_test", "cc_toolchain", "cc_toolchain_suite", "objc_library"))
STANDS_IN = {"rules_cc": {"cc/BUILD": "", "cc/defs.bzl": CC_RULES},
             "remote_coverage_tools": {"BUILD": 'sh_binary(name = "coverage_report_generator", srcs = ["none.sh"],\n'
                                                '          visibility = ["//visibility:public"])\n', "none.sh": ""}}

with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary).resolve()
    work = folder / "work"
    shutil.copytree(source / "test/package/bazel", work)
    (work / "BUILD.check").rename(work / "BUILD")
    for file in (source / "test/cli/Inputs/launches").iterdir():
        shutil.copy(file, work / {"kernel.cu": "fill.cu"}.get(file.name, file.name))
    (work / "WORKSPACE").write_text(f"""workspace(name = "work")
local_repository(name = "cuda_fix", path = "{source / 'packaging/bazel'}")
load("@cuda_fix//:program.bzl", "cuda_fix_program")
cuda_fix_program(name = "cuda_fix_program", path = "{tool}")
""")
    given = [f"--disk_cache={folder / 'disk'}", *(f"--override_repository=rules_{name}={rules / name}" for name in ("java", "proto"))]
    for name, files in STANDS_IN.items():
        for file, text in {"WORKSPACE": f'workspace(name = "{name}")\n', **files}.items():
            (folder / name / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / file).write_text(text)
        given.append(f"--override_repository={name}={folder / name}")
    (folder / "remote_coverage_tools/none.sh").chmod(0o755)
    bazel = ["bazel", f"--output_user_root={folder / 'root'}"]
    (work / "build").mkdir()
    (work / "build/compile_commands.json").write_text(json.dumps(
        [{"directory": "..", "file": name, "arguments": ["clang++", *flags, "-c", name]}
         for name, flags in (("caller.cpp", []), ("fill.cu", []), ("shift.cu", ["-DOFFSET=64"]))]))

    def report(text: str) -> str:
        return SECONDS.sub(r"\1", re.search(r"^\{.*^\}$", text, re.M | re.S)[0])

    def check(code: int) -> str:
        """The outcome that is expected, and the report of one process; returns what Bazel said."""
        done = subprocess.run([*bazel, "test", *given, "--verbose_failures", "//:check"], cwd=work, capture_output=True, text=True)
        assert (done.returncode == 0) == (code == 0), done.stdout + done.stderr
        whole = output(tool, "-p", "build", "--no-repair", "--conventions=*,-strides-apart", "--format=json", "--quiet", "--no-cache",
                       cwd=work, code=code)
        assert report((work / "bazel-bin/check.report").read_text()) == report(whole), done.stderr
        return done.stderr

    def actions(said: str) -> dict[str, int]:
        """How many actions ran, by how they did."""
        done = re.search(r"^INFO: \d+ process(?:es)?: (.*)\.$", said, re.M)[1]
        return {how: int(count) for count, how in (part.split(" ", 1) for part in done.split(", "))}

    try:
        check(1)
        assert "local" not in actions(check(1))  # the test is run again, as it failed, and none of the steps
        (work / "size.h").write_text("#define BARRIER __syncthreads();\n")
        check(0)
        assert actions(check(0)) == {"internal": 1}
        output(*bazel, "clean", cwd=work)
        said = actions(check(0))
        assert said["remote cache hit"] and "local" not in said, said  # the disk counts as remote
        caller = work / "caller.cpp"
        caller.write_text(caller.read_text().replace(", 2 * n", ", 0"))
        check(0)
        assert '"benign-race"' in (work / "bazel-bin/check.report").read_text()
    finally:
        subprocess.run([*bazel, "clean", "--expunge"], cwd=work, capture_output=True)
        subprocess.run([*bazel, "shutdown"], cwd=work, capture_output=True)
