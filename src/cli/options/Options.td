// SPDX-License-Identifier: Apache-2.0
//
// The command line. CommandLine.cpp turns it into Options; --help prints it.
include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

/// --name=VALUE and --name VALUE.
/// `words`: the words that the value may consist of, if there is a short list of them.
multiclass Eq<string name, string meta, string help, string words = ""> {
  def NAME : Separate<["--"], name>, Values<words>;
  def NAME #_EQ : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def selection : OptionGroup<"selection">, HelpText<"SELECTION">;
let Group = selection in {
def p : JoinedOrSeparate<["-"], "p">, MetaVarName<"<folder>">,
        HelpText<"Take files and compiler arguments from compile_commands.json in this folder">;
def I : JoinedOrSeparate<["-"], "I">, MetaVarName<"<folder>">, HelpText<"Also search this folder for headers">;
defm contracts : Eq<"contracts", "<folder>", "Use headers in this folder that are found nowhere else; repeatable">;
def D : JoinedOrSeparate<["-"], "D">, MetaVarName<"<macro>[=<value>]">, HelpText<"Define a macro">;
def std : Joined<["-"], "std=">, MetaVarName<"<standard>">, HelpText<"C++ standard of the sources (default: c++17)">;
defm checks : Eq<"checks", "<globs>", "Checks to run, e.g. '*,-redundant-barrier' (clang-tidy's globs); 'synchronization' and 'performance' stand for all checks of a kind">;
defm conventions : Eq<"conventions", "<globs>", "Conventions that the code is taken to keep (docs/conventions.md), e.g. '*,-loops-turn'; '-*': none, and every race that one would exclude is an error">;
defm kernel : Eq<"kernel", "<regex>", "Analyse only kernels whose name matches">;
defm header_filter : Eq<"header-filter", "<regex>", "In headers, only findings whose path matches (default: all)">;
defm line_filter : Eq<"line-filter", "<json>", "Only findings on these lines, in clang-tidy's form">;
defm since : Eq<"since", "<revision>", "Only findings in code changed since this git revision">;
def stdin : F<"stdin", "Read the text of one file from standard input">;
defm assume_filename : Eq<"assume-filename", "<file>", "The name of that file, for its folder, build and configuration; it need not exist">;
defm show : Eq<"show", "<levels>", "Also show, comma-separated: possible; note (in full, and repaired)", "possible,note">;
defm sanitizer_log : Eq<"sanitizer-log", "<file>", "Say what the analysis knows of each hazard in this log of compute-sanitizer (racecheck or synccheck)">;
defm baseline : Eq<"baseline", "<file>", "Leave out findings recorded in this JSON report">;
}

def launch : OptionGroup<"launch">, HelpText<"LAUNCH">;
let Group = launch in {
defm block_dim : Eq<"block-dim", "[<kernel>=]<x>[,<y>[,<z>]]", "Block dimensions; replaces what host code says">;
defm grid_dim : Eq<"grid-dim", "[<kernel>=]<x>[,<y>[,<z>]]", "Grid dimensions; replaces what host code says">;
defm assume : Eq<"assume", "[<kernel>:]<expr>", "A condition over parameters and dimensions that holds in every launch">;
defm launch_of : Eq<"launch", "[<kernel>:]<dims>", "A launch that host code does not show, e.g. 'k: block=(256) grid=((n + 255) / 256) assume=(n > 0)'">;
defm arch : Eq<"arch", "<sm_XX>", "Architectures, comma-separated (default: those of the compile command, else sm_80, or one that the kernels are written for)">;
defm launches : Eq<"launches", "<file>", "Host code of other units: files that summarise wrote, or folders of them; repeatable">;
def ignore_facts : Joined<["--"], "ignore-facts=">, Flags<[HelpHidden]>;
def assume_alias : F<"assume-alias", "Pointer parameters may overlap each other and variables of the device">;
def assume_wide_grid : F<"assume-wide-grid", "gridDim * blockDim may reach 2^31">;
defm cuda_path : Eq<"cuda-path", "<folder>", "Use the headers of this CUDA toolkit">;
def no_toolkit : F<"no-toolkit", "Use the embedded CUDA headers only">;
}

def repair : OptionGroup<"repair">, HelpText<"REPAIR">;
let Group = repair in {
def diff : F<"diff", "Print what --apply with the same options would write, as a unified diff, repairs of bugs before those that save time; exit 1 when there is any">;
def apply : F<"apply", "Write proven repairs into the files">;
def unsafe : F<"unsafe", "With --apply or --diff: also repairs that are conditional or suggested">;
def allow_dirty : F<"allow-dirty", "With --apply or --diff: also in files that differ from the git index">;
defm write_root : Eq<"write-root", "<folder>", "With --apply or --diff: only files below this folder (default: the repository of the working folder and of the files named, or their folders); repeatable">;
defm patches : Eq<"patches", "<folder>", "Write one git patch per kernel, proven or not, and a series file, replacing those of an earlier run">;
defm emit_ir : Eq<"emit-ir", "<folder>", "Write the repaired LLVM IR of each repair; with optimize, the IR of the file before and after">;
def no_repair : F<"no-repair", "Report findings only">;
}

def simulate : OptionGroup<"simulate">, HelpText<"SIMULATE">;
let Group = simulate in {
defm grid : Eq<"grid", "<x>[,<y>[,<z>]]", "simulate: grid dimensions (default: host code's)">;
defm block : Eq<"block", "<x>[,<y>[,<z>]]", "simulate: block dimensions (default: host code's)">;
defm cluster : Eq<"cluster", "<x>[,<y>[,<z>]]", "simulate: blocks of a cluster (default: host code's, or __cluster_dims__)">;
defm shared : Eq<"shared", "<bytes>", "simulate: dynamic shared memory (default: host code's)">;
defm arg : Eq<"arg", "<name>=<value>", "simulate: an argument: a number, numbers separated by commas, @file, or contents such as random(n); repeatable">;
defm schedules : Eq<"schedules", "<n>", "simulate: orders in which threads run (default: 4)">;
defm seed : Eq<"seed", "<n>", "simulate: seed of random orders and contents (default: 0)">;
defm search : Eq<"search", "<n>", "simulate: further inputs to try where inputs are made up (default: 24)">;
defm max_accesses : Eq<"max-accesses", "<n>", "simulate: accesses after which an order of threads is given up (default: 400000000)">;
def no_check : F<"no-check", "simulate: run a program without checking its kernels, faster">;
def listing : F<"listing", "simulate: print the source with what each line costs">;
}

def compare : OptionGroup<"compare">, HelpText<"COMPARE">;
let Group = compare in {
defm trials : Eq<"trials", "<n>", "compare: inputs to try (default: 16)">;
defm tolerance : Eq<"tolerance", "<x>", "compare: relative error up to which floating-point numbers are equal (default: 0, the same bits)">;
}

def optimize : OptionGroup<"optimize">, HelpText<"OPTIMIZE">;
let Group = optimize in {
defm passes : Eq<"passes", "<passes>", "optimize: passes to run, comma-separated (default: space,variance,unroll,vectorize,pre,hoist)">;
}

def cost : OptionGroup<"cost">, HelpText<"COST">;
let Group = cost in {
defm eval : Eq<"eval", "<values>", "cost: print numbers for these values of parameters and dimensions, e.g. 'n=4096, block=16x16, grid=64'">;
defm before : Eq<"before", "<file>", "cost: print the formulas that changed since this version of the file; exit 1 when one got worse">;
defm growth_limit : Eq<"growth-limit", "<percent>", "cost: with --before or --since, percent by which a bound may grow (default: 10)">;
}

def divide : OptionGroup<"divide">, HelpText<"MANY MACHINES">;
let Group = divide in {
defm shard : Eq<"shard", "<i>/<n>", "Analyse only the i-th of n parts of the files">;
defm out : Eq<"out", "<path>", "summarise, check: write this file; link, plan: write into this folder">;
defm facts : Eq<"facts", "<folder>", "check: launches of the build, as link wrote them (default: read them from the files)">;
defm results : Eq<"results", "<path>", "merge: files that check wrote, or a folder of them; repeatable">;
defm engine : Eq<"for", "<engine>", "plan: ninja, make, slurm or github", "ninja,make,slurm,github">;
defm parts : Eq<"parts", "<n>", "plan: shards for slurm and github (default: 100 and 8, at most one for each file)">;
}

def run : OptionGroup<"run">, HelpText<"RUN">;
let Group = run in {
defm format : Eq<"format", "<format>[=<file>]", "text, json, sarif, github, gitlab, rdjson, or html=<folder>; repeatable (default: text)">;
def quiet : F<"quiet", "Print findings and errors only: no progress, no summary">;
defm debounce : Eq<"debounce", "<milliseconds>", "lsp: analyse when nothing has been typed for this long (default: 300)">;
defm picture : Eq<"picture", "<finding>", "Print a picture as SVG instead of the report: of a finding, e.g. shared-race:12, or of a kernel, flow:<name> or cost:<name>">;
defm color : Eq<"color", "<when>", "auto, always or never (default: auto, on terminals unless NO_COLOR is set)", "auto,always,never">;
defm level : Eq<"level", "<effort>", "fast, normal or exhaustive (default: normal)", "fast,normal,exhaustive">;
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">, HelpText<"Files analysed at once (default: one per core)">;
defm cache_dir : Eq<"cache-dir", "<folder>", "Cache of results and of precompiled headers (default: ~/.cache/cuda-fix)">;
defm cache_size : Eq<"cache-size", "<MiB>", "Size limit of the cached results; the least recently used are removed (default: 2048)">;
def cache_stats : F<"cache-stats", "Print how many files' results were in the cache, and how full it is">;
defm remote_cache : Eq<"remote-cache", "<url>", "Also share results through this server: http://, https://, redis:// or redis+unix: (or $CUDA_FIX_REMOTE_CACHE)">;
def fresh : F<"fresh", "Compute every result anew, and do not change those in the cache">;
def no_replay : F<"no-replay", "Do not run findings and repairs on the CPU to check them">;
def run_program : F<"run-program", "Run the program itself, host code included: with simulate, and to compare repairs of memory layouts">;
def no_cache : F<"no-cache", "Neither read nor write the cache">;
defm dump_stage : Eq<"dump", "<stage>", "Print a stage instead of the report: ir, model, phases, footprints, pairs, queries or replay", "ir,model,phases,footprints,pairs,queries,replay">;
defm unit_timeout : Eq<"unit-timeout", "<seconds>", "Give up on a file after this long (default: 300)">;
def in_process : F<"in-process", "Analyse in this process, for debuggers">, Flags<[HelpHidden]>;
def without_sandbox : F<"without-sandbox", "Run no code of kernels, as on a system that cannot confine it">, Flags<[HelpHidden]>;
def exit_zero : F<"exit-zero", "Exit with 0 even when findings remain">;
defm fail_on : Eq<"fail-on", "<what>", "What besides errors makes the exit code 1 (warning) or 3 (partial: files read in part; undecided: kernels not decided), comma-separated; -warning removes it (default: warning,partial)", "undecided,partial,warning">;
def help : F<"help", "Print this help">;
def : Flag<["-"], "h">, Alias<help>;
def version : F<"version", "Print the version">;
}
