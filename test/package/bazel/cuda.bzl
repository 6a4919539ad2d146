# SPDX-License-Identifier: Apache-2.0
"""A rule of the form that rules for CUDA have: sources that Bazel's own do not take, and CcInfo."""

def _cuda_library_impl(ctx):
    own = CcInfo(compilation_context = cc_common.create_compilation_context(headers = depset(ctx.files.hdrs)))
    return [
        DefaultInfo(files = depset(ctx.files.srcs)),
        cc_common.merge_cc_infos(direct_cc_infos = [own], cc_infos = [d[CcInfo] for d in ctx.attr.deps]),
    ]

cuda_library = rule(
    implementation = _cuda_library_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cu"]),
        "hdrs": attr.label_list(allow_files = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "copts": attr.string_list(),
    },
)
