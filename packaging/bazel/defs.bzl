# SPDX-License-Identifier: Apache-2.0
"""Checks the CUDA code of targets and of all that they are built from.

The steps are those of `cuda-fix plan`: an action for each target that says what its host code launches, one that finds the launches of each
kernel, an action for each target that judges its kernels, and one that makes the report.
"""

CudaFixInfo = provider(
    doc = "Targets with CUDA or host code.",
    fields = {"targets": "depset of structs: label, entries of a compile database, database, files, summary, has_kernels"},
)

_SOURCES = ("cu", "c", "cc", "cpp", "cxx")

# Results name files by their whole path, so actions have to run in one folder: Bazel's execution root.
_REQUIREMENTS = {"no-sandbox": "1", "no-remote-exec": "1"}

def _compiler_arguments(target, rule):
    """What a compiler is told besides the file."""
    arguments = list(getattr(rule, "copts", []))
    if CcInfo in target:
        context = target[CcInfo].compilation_context
        for option, values in (
            ("-D", context.defines),
            ("-D", context.local_defines),
            ("-iquote", context.quote_includes),
            ("-I", context.includes),
            ("-isystem", context.system_includes),
        ):
            arguments += [option + value for value in values.to_list()]
    return arguments

def _database(actions, name, entries):
    """A compile database; its folder names the execution root from where it lies."""
    file = actions.declare_file(name + ".cuda-fix/compile_commands.json")
    root = "/".join([".." for _ in file.dirname.split("/")])
    actions.write(file, json.encode([
        {"directory": root, "file": entry.file, "arguments": ["clang++"] + list(entry.arguments) + ["-c", entry.file]}
        for entry in entries
    ]))
    return file

def _run(actions, tool, command, arguments, inputs, outputs, about):
    actions.run(
        executable = tool,
        arguments = [command] + arguments,
        inputs = inputs,
        outputs = outputs,
        mnemonic = "CudaFix" + command.capitalize(),
        progress_message = "cuda-fix %s %s" % (command, about),
        execution_requirements = _REQUIREMENTS,
    )

def _aspect_impl(target, ctx):
    rule = ctx.rule.attr
    below = [
        d[CudaFixInfo].targets
        for name in ("deps", "srcs", "implementation_deps")
        for d in getattr(rule, name, [])
        if CudaFixInfo in d
    ]
    given = depset(transitive = [s.files for name in ("srcs", "hdrs") for s in getattr(rule, name, [])])
    sources = [f for f in given.to_list() if f.extension in _SOURCES]
    if not sources:
        return [CudaFixInfo(targets = depset(transitive = below))]
    headers = [target[CcInfo].compilation_context.headers] if CcInfo in target else []
    arguments = tuple(_compiler_arguments(target, rule))
    entries = tuple([struct(file = f.path, arguments = arguments) for f in sources])
    database = _database(ctx.actions, ctx.label.name, entries)
    files = depset([database], transitive = [given] + headers)
    summary = ctx.actions.declare_file(ctx.label.name + ".cuda-fix/host.launches")
    _run(
        ctx.actions,
        ctx.file._program,
        "summarise",
        ["-p", database.path, "--out", summary.path, "--no-cache"] + [f.path for f in sources],
        files,
        [summary],
        ctx.label,
    )
    own = struct(
        label = ctx.label,
        entries = entries,
        database = database,
        files = files,
        summary = summary,
        has_kernels = any([f.extension == "cu" for f in sources]),
    )
    return [CudaFixInfo(targets = depset([own], transitive = below))]

_PROGRAM = attr.label(default = Label("@cuda_fix_program//:cuda-fix"), allow_single_file = True)

cuda_fix_aspect = aspect(
    implementation = _aspect_impl,
    attr_aspects = ["deps", "implementation_deps", "srcs"],
    attrs = {"_program": _PROGRAM},
    doc = "Says what the host code of a target and of those below it launches.",
)

def _report_impl(ctx):
    targets = depset(transitive = [d[CudaFixInfo].targets for d in ctx.attr.deps]).to_list()
    name, tool = ctx.label.name, ctx.file._program
    options = ctx.attr.options if "--cache-dir" in " ".join(ctx.attr.options) else ctx.attr.options + ["--no-cache"]
    database = _database(ctx.actions, name, [e for t in targets for e in t.entries])
    summaries, files = [t.summary for t in targets], [t.files for t in targets]
    facts = ctx.actions.declare_directory(name + ".cuda-fix/facts")
    _run(
        ctx.actions,
        tool,
        "link",
        ["-p", database.path, "--out", facts.path] + ["--launches=" + s.path for s in summaries] + options,
        depset([database] + summaries, transitive = files),
        [facts],
        ctx.label,
    )
    results = []
    for number, target in enumerate(targets):
        if not target.has_kernels:
            continue
        result = ctx.actions.declare_file("%s.cuda-fix/%d.result" % (name, number))
        results.append(result)
        _run(
            ctx.actions,
            tool,
            "check",
            ["-p", target.database.path, "--facts", facts.path, "--out", result.path] + options,
            depset([facts], transitive = [target.files]),
            [result],
            target.label,
        )
    report, code = ctx.actions.declare_file(name + ".report"), ctx.actions.declare_file(name + ".code")
    merge = ctx.actions.args()
    merge.add_all([tool, "merge", "-p", database.path])
    merge.add_all(results, before_each = "--results")
    merge.add_all(options)
    ctx.actions.run_shell(
        command = "report=$1 code=$2; shift 2; \"$@\" > \"$report\" 2>&1; echo $? > \"$code\"",
        arguments = [report.path, code.path, merge],
        inputs = depset([database] + results, transitive = files),
        tools = [tool],
        outputs = [report, code],
        mnemonic = "CudaFixMerge",
        progress_message = "cuda-fix merge %s" % ctx.label,
        execution_requirements = _REQUIREMENTS,
    )
    script = ctx.actions.declare_file(name + ".sh")
    ctx.actions.write(
        script,
        "#!/bin/sh\ncat '%s'\nexit \"$(cat '%s')\"\n" % (report.short_path, code.short_path),
        is_executable = True,
    )
    return [DefaultInfo(files = depset([report]), executable = script, runfiles = ctx.runfiles([report, code]))]

cuda_fix_test = rule(
    implementation = _report_impl,
    test = True,
    attrs = {
        "deps": attr.label_list(aspects = [cuda_fix_aspect], doc = "Targets to check, with those below them."),
        "options": attr.string_list(doc = "Options of cuda-fix."),
        "_program": _PROGRAM,
    },
    doc = "Prints the report, and fails where cuda-fix does.",
)
