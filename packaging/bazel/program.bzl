# SPDX-License-Identifier: Apache-2.0
"""The program that the rules run."""

def _program_impl(repository):
    path = repository.attr.path or repository.which("cuda-fix")
    if not path:
        fail("cuda-fix is not in the PATH, and cuda_fix_program() has no path")
    repository.symlink(path, "cuda-fix")
    repository.file("BUILD", "exports_files([\"cuda-fix\"])\n")

cuda_fix_program = repository_rule(
    implementation = _program_impl,
    attrs = {"path": attr.string(doc = "The program; without it that of the PATH.")},
    environ = ["PATH"],
    local = True,
    doc = "Makes @cuda_fix_program of an installed cuda-fix.",
)
