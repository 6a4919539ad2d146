# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests: one .cu or .test file each, with RUN lines. Run them all with ctest, one
with `lit -v build/test/cli/exit-codes.test`."""

import ctypes
import os
import shutil

import lit.formats

config.name = "cuda-fix"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["unit", "meta", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_root, "run", lit_config.params.get("folder", ""))

tools = [os.path.dirname(config.cuda_fix), config.llvm_tools, os.environ.get("PATH", ""), "/usr/sbin"]
config.environment = {
    "PATH": os.pathsep.join(tools),
    # Nothing of the user's own reaches a test, and no test leaves anything behind.
    "HOME": os.path.join(config.build_root, "home"),
    "XDG_CACHE_HOME": os.path.join(config.build_root, "cache"),
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
    "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
    "LC_ALL": "C.UTF-8",
    "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
}
os.makedirs(config.environment["HOME"], exist_ok=True)



def checker(*script):
    path = os.path.join(config.test_source_root, *script)
    return f"{config.python} {path} --tool {config.cuda_fix}"


config.substitutions += [
    ("%check-findings", checker("detect", "check-findings.py")),
    ("%check-simulation", checker("detect", "check-findings.py") + " --simulate"),
    ("%check-repair", checker("transform", "check-repair.py")),
    ("%cuda-fix", config.cuda_fix),
    ("%python", config.python),
    ("%source-root", os.path.dirname(config.test_source_root)),
]

for program in ["git", "pre-commit", "nvim", "chromium", "redis-server", "ninja", "make"]:
    if shutil.which(program):
        config.available_features.add(program)
if all(shutil.which(program, path=config.environment["PATH"]) for program in ["slurmctld", "slurmd", "sbatch"]):
    config.available_features.add("slurm")
if config.remote_cache:
    config.available_features.add("remote-cache")
# Without it no host code is run: landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION).
if ctypes.CDLL(None).syscall(444, None, 0, 1) >= 1:
    config.available_features.add("landlock")
if os.geteuid() != 0:
    config.available_features.add("not-root")
for toolkit in [os.environ.get("CUDA_PATH"), "/usr/local/cuda"]:
    if toolkit and os.path.exists(os.path.join(toolkit, "bin", "nvcc")):
        config.available_features.add("cuda-toolkit")
        config.substitutions.append(("%cuda-path", toolkit))
        break
if os.path.exists("/dev/nvidia0"):
    config.available_features.add("gpu")
