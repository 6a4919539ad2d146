// SPDX-License-Identifier: Apache-2.0
//
// Writes a plan: summarise each file → link → check each file → merge. With Ninja and make the
// steps always run: a step whose inputs are unchanged takes its result from the cache and leaves
// its output untouched. So new headers are seen, and an interrupted run can continue.
#include "cli/commands/Plan.h"
#include "cli/commands/Divide.h"
#include "cli/output/ResultFile.h"
#include "frontend/parse/CompileDatabase.h"
#include "model/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {
namespace {

using llvm::Error;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

class Planner {
public:
  Planner(const CommandLine &Line, llvm::ArrayRef<std::string> Args) : Line(Line), Args(Args) {}
  Error write(llvm::raw_ostream &OS);

private:
  Error writeUnits();
  void takeOptions();
  size_t parts(size_t Default) const;
  /// A command with its options, for a shell in the current folder.
  std::string step(StringRef Command, StringRef Own, bool Cd = true) const;
  std::string ninja() const;
  std::string makefile() const;
  std::string workflow() const;
  Error writeSlurm() const;
  Error file(StringRef Name, StringRef Text) const {
    return writeIfNew(Out + "/" + Name.str(), Text);
  }

  const CommandLine &Line;
  llvm::ArrayRef<std::string> Args;
  std::string Out, Build, Here, Tool;
  std::string Options, CompilerArgs;
  std::vector<std::string> Units; ///< short names, the slowest first
};

} // namespace

static std::string quoted(StringRef Word) {
  constexpr StringRef Plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=/.,:@%";
  if (!Word.empty() && Word.find_first_not_of(Plain) == StringRef::npos)
    return Word.str();
  std::string Text = Word.str();
  for (size_t At = 0; (At = Text.find('\'', At)) != std::string::npos; At += 4)
    Text.replace(At, 1, "'\\''");
  return "'" + Text + "'";
}

/// Ninja and make read `$$` as `$`.
static std::string dollars(StringRef Text) {
  std::string Twice;
  for (char C : Text)
    Twice += C == '$' ? "$$" : std::string(1, C);
  return Twice;
}

/// Separates the options of the plan itself from the others, which go to each step.
void Planner::takeOptions() {
  constexpr StringRef Own[] = {"-p", "--out", "--for", "--parts"};
  auto Split = llvm::find(Args, "--");
  for (auto I = std::next(Args.begin()); I < Split; ++I) {
    StringRef Word = *I;
    if (llvm::is_contained(Own, Word))
      ++I;
    else if (llvm::none_of(Own, [&](StringRef O) {
               return Word.starts_with(O == "-p" ? "-p" : (O + "=").str());
             }))
      Options += " " + quoted(Word);
  }
  for (auto I = Split; I != Args.end(); ++I)
    CompilerArgs += " " + quoted(*I);
}

std::string Planner::step(StringRef Command, StringRef Own, bool Cd) const {
  return (Cd ? "cd " + quoted(Here) + " && " : "") + Tool + " " + Command.str() + " " + Own.str() +
         Options + CompilerArgs;
}

/// Writes a compile database with one entry for each file.
Error Planner::writeUnits() {
  llvm::SmallString<256> File(Build);
  if (!fs::is_regular_file(File))
    llvm::sys::path::append(File, "compile_commands.json");
  auto Db = frontend::CompileDatabase::load(Build);
  if (!Db)
    return Db.takeError();
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return llvm::createStringError(File + ": " + Buffer.getError().message());
  llvm::Expected<llvm::json::Value> Json = parseJson((*Buffer)->getBuffer());
  if (!Json)
    return Json.takeError();
  std::map<std::string, std::string> Wanted; // name by file
  for (const frontend::CompileCommand &Cmd : Db->units())
    Wanted[Cmd.File] = shortName({Cmd, {}, Cmd.File});
  Remembered Former(Line);
  std::vector<std::pair<double, std::string>> ByTime;
  for (llvm::json::Value &V : *Json->getAsArray()) {
    llvm::json::Object *Entry = V.getAsObject();
    if (!Entry || !Entry->getString("file"))
      continue;
    std::string Folder = absolutePath(Entry->getString("directory").value_or(""),
                                      llvm::sys::path::parent_path(absolutePath(File)));
    if (Folder.empty())
      Folder = llvm::sys::path::parent_path(absolutePath(File)).str();
    std::string Source = absolutePath(*Entry->getString("file"), Folder);
    auto At = Wanted.find(Source);
    if (At == Wanted.end())
      continue;
    (*Entry)["directory"] = Folder;
    std::string Text;
    llvm::raw_string_ostream(Text)
        << llvm::json::Value(llvm::json::Array{std::move(*Entry)}) << '\n';
    std::string Of = Out + "/units/" + At->second;
    if (std::error_code EC = fs::create_directories(Of))
      return llvm::createStringError(Of + ": " + EC.message());
    if (Error E = writeIfNew(Of + "/compile_commands.json", Text))
      return E;
    Unit U{{Source, "", {}, {}}, {}, Source};
    ByTime.push_back({-Former.seconds({&U, nullptr, "judge"}), At->second});
    Wanted.erase(At); // of several commands for a file the first one counts
  }
  if (ByTime.empty())
    return llvm::createStringError(File + ": names no CUDA file");
  llvm::sort(ByTime);
  for (auto &[Seconds, Name] : ByTime)
    Units.push_back(std::move(Name));
  return Error::success();
}

size_t Planner::parts(size_t Default) const {
  return std::min(Units.size(), Line.Parts ? Line.Parts : Default);
}

std::string Planner::ninja() const {
  std::string Q = quoted(Out);
  std::string Text = "# Written by cuda-fix plan.\nninja_required_version = 1.5\n\n";
  auto Rule = [&](StringRef Name, const std::string &Command, StringRef More) {
    Text += ("rule " + Name + "\n  command = " + Command + "\n" + More).str();
  };
  auto Step = [&](StringRef Command, const std::string &Own) {
    return dollars(step(Command, Own));
  };
  const std::string D = dollars(Q), Rest = dollars(Options + CompilerArgs);
  const std::string Begin = dollars("cd " + quoted(Here) + " && ") + dollars(Tool) + " ";
  Rule("summarise",
       Begin + "summarise -p " + D + "/units/$unit --out " + D + "/summaries/$unit.launches" + Rest,
       "  description = host code $unit\n  restat = 1\n");
  Rule(
      "link",
      Step("link", "-p " + quoted(Build) + " --launches " + Q + "/summaries --out " + Q + "/facts"),
      "  description = launches\n  restat = 1\n");
  Rule("check",
       Begin + "check -p " + D + "/units/$unit --facts " + D + "/facts --out " + D +
           "/results/$unit.result" + Rest,
       "  description = check $unit\n  restat = 1\n");
  Rule("merge", Step("merge", "-p " + quoted(Build) + " --results " + Q + "/results"),
       "  description = report\n  pool = console\n");
  Text += "\nbuild always: phony\n";
  std::string Summaries, Facts, Results;
  for (const std::string &U : Units) {
    Text += "build summaries/" + U + ".launches: summarise always\n  unit = " + U + "\n";
    Text += "build results/" + U + ".result: check facts/" + U + ".launches always\n  unit = " + U +
            "\n";
    Summaries += " summaries/" + U + ".launches";
    Facts += " facts/" + U + ".launches";
    Results += " results/" + U + ".result";
  }
  Text += "build" + Facts + ": link" + Summaries + " always\n";
  Text += "build report: merge" + Results + "\n";
  Text += "# What there is; a file without a result is reported as not analysed.\n";
  Text += "build partial-report: merge always\n\ndefault report\n";
  return Text;
}

std::string Planner::makefile() const {
  std::string Q = quoted(Out);
  auto Step = [&](StringRef Command, const std::string &Own) {
    return dollars(step(Command, Own));
  };
  const std::string D = dollars(Q), Rest = dollars(Options + CompilerArgs);
  const std::string Begin = dollars("cd " + quoted(Here) + " && ") + dollars(Tool) + " ";
  std::string Text = "# Written by cuda-fix plan.\nunits :=";
  for (const std::string &U : Units)
    Text += " \\\n  " + U;
  Text += "\n\n.PHONY: report partial-report linked always\n"
          "report: $(units:%=results/%.result)\n"
          "# What there is; a file without a result is reported as not analysed.\n"
          "report partial-report:\n\t" +
          Step("merge", "-p " + quoted(Build) + " --results " + Q + "/results") +
          "\n\nlinked: $(units:%=summaries/%.launches)\n\t" +
          Step("link",
               "-p " + quoted(Build) + " --launches " + Q + "/summaries --out " + Q + "/facts") +
          "\n\nsummaries/%.launches: always\n\t" + Begin + "summarise -p " + D +
          "/units/$* --out " + D + "/$@" + Rest + "\n\nresults/%.result: linked\n\t" + Begin +
          "check -p " + D + "/units/$* --facts " + D + "/facts --out " + D + "/$@" + Rest + "\n";
  return Text;
}

/// Writes arrays of jobs, one job for each shard; if a job fails, the next step reports the missing
/// results.
Error Planner::writeSlurm() const {
  std::string Q = quoted(Out), N = std::to_string(parts(100)), B = "-p " + quoted(Build);
  auto Script = [&](StringRef Name, const std::string &Own, bool Array) {
    std::string Id = Array ? "$SLURM_ARRAY_TASK_ID" : "";
    return file((Name + ".sbatch").str(),
                ("#!/bin/sh\n# Written by cuda-fix plan.\n#SBATCH --job-name=cuda-fix-" + Name +
                 "\n#SBATCH --output=" + Out + "/logs/%x-%j.log\n" +
                 step(Name, (Array ? B + " --shard " + Id + "/" + N : B) + Own) + "\n")
                    .str());
  };
  if (Error E =
          Script("summarise", " --out " + Q + "/summaries/$SLURM_ARRAY_TASK_ID.launches", true))
    return E;
  if (Error E = Script("link", " --launches " + Q + "/summaries --out " + Q + "/facts", false))
    return E;
  if (Error E = Script(
          "check", " --facts " + Q + "/facts --out " + Q + "/results/$SLURM_ARRAY_TASK_ID.result",
          true))
    return E;
  if (Error E = Script("merge", " --results " + Q + "/results", false))
    return E;
  return file("submit.sh",
              "#!/bin/sh\n# Written by cuda-fix plan. Options are sbatch's, e.g. --partition.\n"
              "# Prints the number of the last job, whose log is the report.\nset -e\ncd " +
                  Q +
                  "\nrm -f summaries/* facts/* results/*\n"
                  "summarise=$(sbatch --parsable \"$@\" --array=1-" +
                  N +
                  " summarise.sbatch)\n"
                  "link=$(sbatch --parsable \"$@\" --dependency=afterany:$summarise link.sbatch)\n"
                  "check=$(sbatch --parsable \"$@\" --dependency=afterany:$link --array=1-" +
                  N +
                  " check.sbatch)\n"
                  "merge=$(sbatch --parsable \"$@\" --dependency=afterany:$check merge.sbatch)\n"
                  "echo $summarise $link $check $merge > jobs\necho $merge\n");
}

std::string Planner::workflow() const {
  std::string N = std::to_string(parts(8)), All;
  for (size_t I = 1; I <= parts(8); ++I)
    All += (I > 1 ? ", " : "") + std::to_string(I);
  std::string B = "-p " + quoted(displayPath(Build));
  auto Run = [&](StringRef Command, const std::string &Own) {
    return "      - run: |\n          cuda-fix " + Command.str() + " " + B + Own + Options +
           CompilerArgs + "\n";
  };
  std::string Setup = "    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n"
                      "      # Here: install cuda-fix, and make " +
                      displayPath(Build) + ".\n";
  return "# Written by cuda-fix plan. Copy it to .github/workflows/.\nname: cuda-fix\n"
         "on: [push, pull_request]\njobs:\n  check:\n    strategy:\n      fail-fast: false\n"
         "      matrix:\n        shard: [" +
         All + "]\n" + Setup +
         Run("check", " --shard ${{ matrix.shard }}/" + N + " --out ${{ matrix.shard }}.result") +
         "      - uses: actions/upload-artifact@v4\n        with:\n"
         "          name: result-${{ matrix.shard }}\n          path: ${{ matrix.shard }}.result\n"
         "  report:\n    needs: check\n    if: always()\n" +
         Setup +
         "      - uses: actions/download-artifact@v4\n        with:\n          path: results\n" +
         Run("merge", " --results results --format=github");
}

Error Planner::write(llvm::raw_ostream &OS) {
  Out = absolutePath(Line.Out);
  Build = absolutePath(Line.Opts.BuildPath);
  llvm::SmallString<256> Path;
  if (!fs::current_path(Path))
    Here = Path.str().str();
  Tool = quoted(fs::getMainExecutable("cuda-fix", reinterpret_cast<void *>(&quoted)));
  takeOptions();
  if (Error E = writeUnits())
    return E;
  for (StringRef Folder : {"summaries", "facts", "results", "logs"})
    if (std::error_code EC = fs::create_directories(Out + "/" + Folder))
      return llvm::createStringError(Out + "/" + Folder + ": cannot be made: " + EC.message());
  if (Line.Engine == "ninja") {
    OS << "ninja -C " << quoted(Out) << '\n';
    return file("build.ninja", ninja());
  }
  if (Line.Engine == "make") {
    OS << "make -C " << quoted(Out) << '\n';
    return file("Makefile", makefile());
  }
  if (Line.Engine == "slurm") {
    OS << "sh " << quoted(Out + "/submit.sh") << '\n';
    return writeSlurm();
  }
  OS << Out << "/cuda-fix.yml\n";
  return file("cuda-fix.yml", workflow());
}

Error plan(llvm::raw_ostream &OS, const CommandLine &Line, llvm::ArrayRef<std::string> Args) {
  return Planner(Line, Args).write(OS);
}

} // namespace cudafix::cli
