// SPDX-License-Identifier: Apache-2.0
#include "cli/options/FillOptions.h"
#include "cache/Store.h"
#include "cli/input/Files.h"
#include "cli/options/CheckTexts.h"
#include "cli/options/CommandLine.h"
#include "cli/options/OptionTable.h"
#include "cli/options/OptionValues.h"
#include "detect/Detector.h"
#include "frontend/parse/Invocation.h"
#include "host/Launches.h"
#include "host/UserLaunch.h"
#include "optimize/Optimize.h"
#include "report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"

namespace cudafix::cli {
namespace {

using llvm::Error;
using llvm::StringRef;
using ID = OptionId;

class Filler {
public:
  Filler(const llvm::opt::InputArgList &Args, CommandLine &Line)
      : Args(Args), Line(Line), O(Line.Opts) {}

  Error fill() {
    for (const llvm::opt::Arg *A : Args)
      if (llvm::any_of(A->getValues(), [](StringRef Value) { return Value.empty(); }))
        return usageError("option '%s' needs a value", A->getSpelling().rtrim('=').str().c_str());
    if (Error E = selection())
      return E;
    if (Error E = launch())
      return E;
    if (Error E = simulation())
      return E;
    if (Error E = run())
      return E;
    if (Error E = divide())
      return E;
    return conflicts();
  }

private:
  Error selection();
  Error launch();
  Error simulation();
  Error run();
  Error divide();
  Error failOn();
  Error output();
  Error conflicts();

  void text(ID Id, std::string &To) {
    if (auto *A = Args.getLastArg(Id))
      To = A->getValue();
  }
  void flag(ID Id, bool &To) { To |= Args.hasArg(Id); }
  Error number(ID Id, StringRef Name, unsigned &To);
  /// Collects the comma-separated values of all occurrences; each must be one of `Known`.
  Error words(ID Id, StringRef Name, llvm::ArrayRef<StringRef> Known, std::vector<std::string> &To);
  /// Reads one of the option's words, which stand in the order of the enumeration.
  template <typename Enum> Error choice(ID Id, StringRef Name, Enum &To) {
    std::vector<std::string> Chosen;
    const std::vector<StringRef> Known = optionWords(Id);
    if (Error E = words(Id, Name, Known, Chosen))
      return E;
    if (!Chosen.empty())
      To = static_cast<Enum>(llvm::find(Known, Chosen.back()) - Known.begin());
    return Error::success();
  }

  const llvm::opt::InputArgList &Args;
  CommandLine &Line;
  Options &O;
};

} // namespace

Error Filler::number(ID Id, StringRef Name, unsigned &To) {
  auto *A = Args.getLastArg(Id);
  if (!A || (!StringRef(A->getValue()).getAsInteger(10, To) && To > 0))
    return Error::success();
  return usageError("%s: '%s' is not a positive number", Name.str().c_str(), A->getValue());
}

Error Filler::words(ID Id, StringRef Name, llvm::ArrayRef<StringRef> Known,
                    std::vector<std::string> &To) {
  if (!Args.hasArg(Id))
    return Error::success();
  To.clear();
  for (StringRef Value : Args.getAllArgValues(Id)) {
    llvm::SmallVector<StringRef, 4> Parts;
    Value.split(Parts, ',', -1, false);
    for (StringRef Part : Parts) {
      if (!llvm::is_contained(Known, Part))
        return usageError("%s: unknown value '%s'; known values: %s", Name.str().c_str(),
                          Part.str().c_str(), llvm::join(Known, ", ").c_str());
      To.push_back(Part.str());
    }
  }
  return Error::success();
}

Error Filler::selection() {
  O.Paths = Args.getAllArgValues(OPT_INPUT);
  flag(OPT_stdin, Line.Stdin);
  if (auto *A = Args.getLastArg(OPT_assume_filename); A && Line.Stdin && O.Paths.empty())
    O.Paths = {A->getValue()};
  else if (A || Line.Stdin)
    return usageError("--stdin and --assume-filename go together, and with no other file");
  text(OPT_p, O.BuildPath);
  if (auto *A = Args.getLastArg(OPT_checks)) {
    StringRef Value = StringRef(A->getValue()).trim();
    O.Checks =
        detect::expandGroups(Value.starts_with("-") ? O.Checks + "," + Value.str() : Value.str());
  }
  if (auto *A = Args.getLastArg(OPT_conventions)) {
    if (Error E = validateConventions(A->getValue()))
      return E;
    O.Conventions = ConventionSet(A->getValue());
  }
  for (auto *A : Args.filtered(OPT_I, OPT_D, OPT_std))
    O.BuildArgs.push_back(A->getOption().getPrefixedName().str() + A->getValue());
  if (auto *A = Args.getLastArg(OPT_std))
    if (Error E = frontend::checkStandard(A->getValue()))
      return usageError("-std: %s", llvm::toString(std::move(E)).c_str());
  for (const std::string &Folder : Args.getAllArgValues(OPT_contracts)) {
    llvm::SmallString<256> Path(Folder);
    llvm::sys::fs::make_absolute(Path);
    if (!llvm::sys::fs::is_directory(Path))
      return usageError("--contracts: '%s' is no folder", Folder.c_str());
    O.BuildArgs.push_back(("-idirafter" + Path).str());
  }
  O.CompilerArgs.insert(O.CompilerArgs.begin(), O.BuildArgs.begin(), O.BuildArgs.end());
  text(OPT_kernel, O.KernelRegex);
  text(OPT_header_filter, O.HeaderFilter);
  text(OPT_line_filter, O.LineFilter);
  text(OPT_since, O.Since);
  text(OPT_baseline, O.Baseline);
  for (auto [Name, Value] :
       {std::pair("--kernel", &O.KernelRegex), {"--header-filter", &O.HeaderFilter}})
    if (std::string Why; !Value->empty() && !llvm::Regex(*Value).isValid(Why))
      return usageError("%s: '%s' is not a regular expression: %s", Name, Value->c_str(),
                        Why.c_str());
  return words(OPT_show, "--show", optionWords(OPT_show), O.Show);
}

Error Filler::launch() {
  for (auto [Id, Block] : {std::pair(OPT_block_dim, true), std::pair(OPT_grid_dim, false)}) {
    std::vector<DimOption> &Dims = Block ? O.BlockDims : O.GridDims;
    if (Args.hasArg(Id))
      Dims.clear();
    for (const std::string &Value : Args.getAllArgValues(Id))
      if (Error E = addDimension(Block ? "--block-dim" : "--grid-dim", Value, Block, Dims))
        return E;
  }
  if (Args.hasArg(OPT_assume))
    O.Assumes.clear();
  for (const std::string &Value : Args.getAllArgValues(OPT_assume)) {
    O.Assumes.push_back(parseAssume(Value));
    if (O.Assumes.back().Text.empty())
      return usageError("--assume: '%s' has no condition", Value.c_str());
  }
  if (Args.hasArg(OPT_launch_of))
    O.Launches.clear();
  for (const std::string &Value : Args.getAllArgValues(OPT_launch_of)) {
    AssumeOption Parts = parseAssume(Value);
    O.Launches.push_back({Parts.Kernel, Parts.Text});
  }
  if (Args.hasArg(OPT_arch))
    O.Archs.clear();
  for (const std::string &Value : Args.getAllArgValues(OPT_arch)) {
    llvm::SmallVector<StringRef, 4> Parts;
    StringRef(Value).split(Parts, ',');
    for (StringRef Part : Parts) {
      if (Error E = frontend::checkArch(Part))
        return usageError("--arch: %s", llvm::toString(std::move(E)).c_str());
      O.Archs.push_back(Part.str());
    }
  }
  if (Error E = words(OPT_ignore_facts, "--ignore-facts", host::factClasses(), O.IgnoreFacts))
    return E;
  for (const std::string &Path : Args.getAllArgValues(OPT_launches))
    llvm::append_range(O.LaunchFiles, filesOf(Path, ".launches"));
  flag(OPT_assume_alias, O.AssumeAlias);
  flag(OPT_assume_wide_grid, O.AssumeWideGrid);
  flag(OPT_no_toolkit, O.NoToolkit);
  text(OPT_cuda_path, O.CudaPath);
  text(OPT_cuda_path, O.ToolPath);
  return Error::success();
}

Error Filler::simulation() {
  SimulateOption &S = O.Simulate;
  for (auto [Id, Dim] : {std::pair(OPT_grid, &S.Grid), std::pair(OPT_block, &S.Block),
                         std::pair(OPT_cluster, &S.Cluster)})
    if (auto *A = Args.getLastArg(Id)) {
      Dim->emplace(std::array<uint32_t, 3>{1, 1, 1});
      StringRef Name = Id == OPT_block ? "--block" : Id == OPT_grid ? "--grid" : "--cluster";
      if (Error E = parseDimensions(Name.str(), A->getValue(), Id == OPT_block, **Dim))
        return E;
    }
  for (const std::string &Value : Args.getAllArgValues(OPT_arg)) {
    if (!StringRef(Value).contains('='))
      return usageError("--arg: '%s' is not NAME=VALUE", Value.c_str());
    S.Arguments.push_back(Value);
  }
  auto Number = [&](ID Id, StringRef Name, auto &To) -> Error {
    auto *A = Args.getLastArg(Id);
    uint64_t Value = 0;
    if (A && StringRef(A->getValue()).getAsInteger(10, Value))
      return usageError("%s: '%s' is not a number", Name.str().c_str(), A->getValue());
    if (A)
      To = Value;
    return Error::success();
  };
  if (Error E = Number(OPT_shared, "--shared", S.SharedBytes))
    return E;
  if (Error E = Number(OPT_seed, "--seed", S.Seed))
    return E;
  if (Error E = Number(OPT_max_accesses, "--max-accesses", S.MaxAccesses))
    return E;
  if (Error E = number(OPT_schedules, "--schedules", S.Schedules))
    return E;
  if (Error E = Number(OPT_search, "--search", S.Search))
    return E;
  flag(OPT_listing, S.Listing);
  flag(OPT_no_check, S.NoCheck);
  S.SingleKernels = Args.hasArg(OPT_schedules) || Args.hasArg(OPT_search);
  for (ID Id : {OPT_grid, OPT_block, OPT_cluster, OPT_arg, OPT_shared, OPT_seed, OPT_max_accesses,
                OPT_schedules, OPT_search, OPT_listing, OPT_no_check})
    if (auto *A = Args.getLastArg(Id); A && !S.On && Line.What != Command::Compare)
      return usageError("%s works with the command simulate only", A->getSpelling().str().c_str());
  return Error::success();
}

Error Filler::run() {
  flag(OPT_diff, O.Diff);
  flag(OPT_apply, O.Apply);
  flag(OPT_unsafe, O.Unsafe);
  flag(OPT_allow_dirty, O.AllowDirty);
  flag(OPT_no_repair, O.NoRepair);
  flag(OPT_no_replay, O.NoReplay);
  flag(OPT_run_program, O.RunProgram);
  flag(OPT_no_cache, O.NoCache);
  flag(OPT_exit_zero, O.ExitZero);
  flag(OPT_in_process, Line.InProcess);
  flag(OPT_quiet, Line.Quiet);
  flag(OPT_fresh, Line.Fresh);
  if (const char *Url = std::getenv("CUDA_FIX_REMOTE_CACHE"))
    Line.RemoteCache = Url;
  text(OPT_remote_cache, Line.RemoteCache);
  if (!Line.RemoteCache.empty())
    if (Error E = cache::checkRemote(Line.RemoteCache))
      return usageError("--remote-cache: %s", llvm::toString(std::move(E)).c_str());
  flag(OPT_cache_stats, Line.CacheStats);
  if (auto *A = Args.getLastArg(OPT_cache_size)) {
    uint64_t MiB = 0;
    if (StringRef(A->getValue()).getAsInteger(10, MiB) || !MiB || MiB > (uint64_t(1) << 24))
      return usageError("--cache-size: '%s' is not a number of MiB", A->getValue());
    Line.CacheBytes = MiB << 20;
  }
  text(OPT_picture, Line.Picture);
  text(OPT_sanitizer_log, Line.SanitizerLog);
  text(OPT_eval, Line.Evaluate);
  text(OPT_before, Line.Before);
  if (Error E = number(OPT_growth_limit, "--growth-limit", Line.GrowthLimit))
    return E;
  for (ID Id : {OPT_eval, OPT_before, OPT_growth_limit})
    if (auto *A = Args.getLastArg(Id); A && Line.What != Command::Cost)
      return usageError("%s works with the command cost only",
                        A->getSpelling().rtrim('=').str().c_str());
  if (Line.What == Command::Cost && !Line.Before.empty() &&
      (O.Paths.size() != 1 || !O.Since.empty()))
    return usageError("--before takes one other file, e.g. 'cuda-fix cost --before old.cu new.cu'");
  if (Line.What == Command::Cost && !Line.Evaluate.empty() &&
      (!Line.Before.empty() || !O.Since.empty()))
    return usageError(
        "--eval gives numbers of one version: it does not go with --before and --since");
  flag(OPT_without_sandbox, Line.WithoutSandbox);
  llvm::append_range(Line.WriteRoots, Args.getAllArgValues(OPT_write_root));
  text(OPT_patches, O.PatchesDir);
  text(OPT_emit_ir, O.EmitIRDir);
  text(OPT_cache_dir, O.CacheDir);
  if (Args.hasArg(OPT_passes) && O.Optimize.empty())
    return usageError("--passes works with the command optimize only");
  if (Error E = words(OPT_passes, "--passes", optimize::passNames(), O.Optimize))
    return E;
  if (Error E = choice(OPT_level, "--level", O.Level))
    return E;
  if (Error E = number(OPT_j, "-j", O.Jobs))
    return E;
  if (Error E = number(OPT_unit_timeout, "--unit-timeout", Line.UnitTimeout))
    return E;
  if (Error E = number(OPT_trials, "--trials", Line.Trials))
    return E;
  if (auto *A = Args.getLastArg(OPT_tolerance);
      A && (StringRef(A->getValue()).getAsDouble(Line.Tolerance) || !(Line.Tolerance >= 0)))
    return usageError("--tolerance: '%s' is not a number from 0 on", A->getValue());
  if (Error E = number(OPT_debounce, "--debounce", Line.Debounce))
    return E;
  if (Error E = failOn())
    return E;
  return output();
}

Error Filler::divide() {
  if (auto *A = Args.getLastArg(OPT_shard)) {
    auto [I, N] = StringRef(A->getValue()).split('/');
    if (I.getAsInteger(10, Line.Shard) || N.getAsInteger(10, Line.Shards) || !Line.Shard ||
        Line.Shard > Line.Shards)
      return usageError("--shard: '%s' is not I/N with I from 1 to N", A->getValue());
  }
  text(OPT_out, Line.Out);
  text(OPT_facts, Line.Facts);
  Line.Results = Args.getAllArgValues(OPT_results);
  if (Error E = number(OPT_parts, "--parts", Line.Parts))
    return E;
  std::vector<std::string> Engines;
  if (Error E = words(OPT_engine, "--for", optionWords(OPT_engine), Engines))
    return E;
  if (!Engines.empty())
    Line.Engine = Engines.back();
  const bool Writes = llvm::is_contained(
      {Command::Summarise, Command::Link, Command::Check, Command::Plan}, Line.What);
  for (auto [Name, Needed, Given] :
       {std::tuple("--out", Writes, !Line.Out.empty()),
        {"--results", Line.What == Command::Merge, !Line.Results.empty()},
        {"--for", Line.What == Command::Plan, !Line.Engine.empty()}})
    if (Needed != Given)
      return Needed ? usageError("%s is missing", Name)
                    : usageError("%s does not go with this command", Name);
  if (!Line.Facts.empty() && Line.What != Command::Check)
    return usageError("--facts works with the command check only");
  if (Line.What == Command::Plan && (O.BuildPath.empty() || !O.Paths.empty()))
    return usageError(
        "plan takes a build and no files: cuda-fix plan --for ninja -p build --out dir");
  return Error::success();
}

/// Adds words to those of the configuration or the default; a leading `-` removes one.
Error Filler::failOn() {
  const std::vector<StringRef> Known = optionWords(OPT_fail_on);
  for (const std::string &Value : Args.getAllArgValues(OPT_fail_on))
    for (StringRef Part : llvm::split(Value, ',')) {
      StringRef Word = Part.trim();
      bool Remove = Word.consume_front("-");
      if (!llvm::is_contained(Known, Word))
        return usageError(
            "--fail-on: unknown value '%s'; known values: %s, and each with '-' in front",
            Part.str().c_str(), llvm::join(Known, ", ").c_str());
      if (Remove)
        Line.FailOn.erase(Word.str());
      else
        Line.FailOn.insert(Word.str());
      if (!Remove && Word == "undecided" && O.Simulate.On)
        return usageError("simulate decides nothing: --fail-on=undecided does not go with it");
    }
  return Error::success();
}

Error Filler::output() {
  for (const std::string &Value : Args.getAllArgValues(OPT_format))
    if (Error E = parseFormat(Value, O.Outputs))
      return E;
  if (Error E = choice(OPT_color, "--color", Line.Color))
    return E;
  return words(OPT_dump_stage, "--dump", optionWords(OPT_dump_stage), O.Dumps);
}

Error Filler::conflicts() {
  if (O.Simulate.On &&
      (O.Diff || O.Apply || !O.PatchesDir.empty() || !O.EmitIRDir.empty() || !O.Dumps.empty()))
    return usageError(
        "simulate repairs nothing: --diff, --apply, --patches, --emit-ir and --dump do "
        "not go with it");
  if (!O.Optimize.empty() && (O.Diff || O.Apply || !O.PatchesDir.empty()))
    return usageError("optimize repairs nothing: --diff, --apply and --patches do not go with it");
  if (Line.What == Command::Lsp &&
      (O.Diff || O.Apply || !O.PatchesDir.empty() || !O.EmitIRDir.empty() || !O.Dumps.empty() ||
       !O.Outputs.empty() || !O.Paths.empty()))
    return usageError(
        "lsp takes its files from the editor and writes none: no path, --diff, --apply, "
        "--patches, --emit-ir, --dump and --format go with it");
  if (Line.What == Command::Compare && (O.KernelRegex.empty() || O.Paths.size() != 2))
    return usageError("compare takes two files and --kernel, e.g. 'cuda-fix compare --kernel scale "
                      "before.cu after.cu'");
  if (Line.Stdin && O.Apply)
    return usageError("--stdin has no file to write: --diff prints the repairs of the text");
  if (O.Diff && O.Apply)
    return usageError("--diff and --apply exclude each other: --diff writes nothing");
  if (O.NoRepair &&
      (O.Diff || O.Apply || !O.PatchesDir.empty() || (!O.EmitIRDir.empty() && O.Optimize.empty())))
    return usageError(
        "--no-repair leaves nothing to do for --diff, --apply, --patches or --emit-ir");
  for (auto [Name, Given] :
       {std::pair("--unsafe", O.Unsafe), {"--write-root", !Line.WriteRoots.empty()}})
    if (Given && !O.Apply && !O.Diff)
      return usageError("%s works with --apply and --diff; --patches alone writes every repair",
                        Name);
  unsigned ToStdout = O.Diff + !O.Dumps.empty() + !Line.Picture.empty();
  for (const OutputOption &Out : O.Outputs)
    ToStdout += Out.File.empty();
  if (ToStdout > 1)
    return usageError(
        "only one of --diff, --dump, --picture and --format can write to standard output; give "
        "the formats a file: --format=json=out.json");
  return Error::success();
}

Error fillOptions(const llvm::opt::InputArgList &Args, CommandLine &Line) {
  return Filler(Args, Line).fill();
}

} // namespace cudafix::cli
