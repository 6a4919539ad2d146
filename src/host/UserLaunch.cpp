// SPDX-License-Identifier: Apache-2.0

#include "host/UserLaunch.h"
#include "host/Assume.h"
#include "host/Launches.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::host;
using llvm::StringRef;

namespace {
struct Parts {
  std::vector<std::string> Block, Grid, Assume;
};
} // namespace

/// The name of an overloaded kernel without its parameter types.
static StringRef withoutParameters(StringRef Name) {
  if (!Name.ends_with(")"))
    return Name;
  size_t Begin = Name.size();
  for (int Depth = 0; Begin;) {
    char C = Name[--Begin];
    Depth += C == ')' ? 1 : C == '(' ? -1 : 0;
    if (!Depth)
      break;
  }
  return Name.take_front(Begin);
}

bool cudafix::host::isNamed(StringRef Asked, StringRef Name) {
  StringRef Plain = withoutParameters(Name);
  StringRef NoArgs = Plain.take_front(Plain.find('<'));
  StringRef Last = NoArgs.substr(NoArgs.rfind(':') == StringRef::npos ? 0 : NoArgs.rfind(':') + 1);
  return Asked.empty() || Asked == Name || Asked == NoArgs || Asked == Last;
}

std::string cudafix::host::impossibleDimensions(bool Block, llvm::ArrayRef<uint64_t> Dims) {
  constexpr uint64_t MostOfBlock[] = {1024, 1024, 64}, MostThreads = 1024,
                     MostOfGrid[] = {INT32_MAX, 65535, 65535};
  uint64_t Threads = 1;
  for (size_t D = 0; D < Dims.size(); ++D) {
    if (Dims[D] == 0 || Dims[D] > (Block ? MostOfBlock : MostOfGrid)[D])
      return Block ? "a block has 1 to 1024 threads in x and y and 1 to 64 in z"
                   : "a grid has 1 to 2147483647 blocks in x and 1 to 65535 in y and z";
    Threads *= Block ? Dims[D] : 1;
  }
  return Threads > MostThreads ? "a block has at most 1024 threads, not " + std::to_string(Threads)
                               : "";
}

/// Splits at commas outside parentheses.
static std::vector<std::string> list(StringRef Text) {
  std::vector<std::string> Items;
  unsigned Depth = 0;
  size_t From = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    char C = I < Text.size() ? Text[I] : ',';
    Depth += C == '(';
    Depth -= C == ')' && Depth;
    if (C == ',' && !Depth) {
      Items.push_back(Text.slice(From, I).trim().str());
      From = I + 1;
    }
  }
  return Items;
}

static llvm::Expected<Parts> split(StringRef Text) {
  Parts P;
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError("launch '" + Text + "': " + Why +
                                   "; expected e.g. block=(256) grid=((n + 255) / 256)");
  };
  for (StringRef Rest = Text.trim(); !Rest.empty(); Rest = Rest.ltrim()) {
    auto [Key, After] = Rest.split('=');
    if (!After.starts_with("("))
      return Fail("'" + Key.trim() + "' has no value in parentheses");
    unsigned Depth = 0;
    size_t End = 0;
    for (; End < After.size(); ++End) {
      Depth += After[End] == '(';
      Depth -= After[End] == ')';
      if (!Depth)
        break;
    }
    if (Depth)
      return Fail("a parenthesis is not closed");
    std::vector<std::string> Items = list(After.slice(1, End));
    Key = Key.trim();
    if (Key != "block" && Key != "grid" && Key != "assume")
      return Fail("'" + Key + "' is none of block, grid and assume");
    std::vector<std::string> &To = Key == "block" ? P.Block : Key == "grid" ? P.Grid : P.Assume;
    To.insert(To.end(), Items.begin(), Items.end());
    Rest = After.drop_front(End + 1);
  }
  if (P.Block.size() > 3 || P.Grid.size() > 3)
    return Fail("more than three dimensions");
  for (const std::vector<std::string> *Dims : {&P.Block, &P.Grid}) {
    llvm::SmallVector<uint64_t, 3> Numbers;
    for (const std::string &Item : *Dims)
      if (uint64_t N; StringRef(Item).getAsInteger(0, N))
        Numbers.push_back(1); // known only in each launch
      else
        Numbers.push_back(N);
    if (std::string Why = impossibleDimensions(Dims == &P.Block, Numbers); !Why.empty())
      return Fail(Why);
  }
  return P;
}

llvm::Error cudafix::host::checkLaunchText(StringRef Text) {
  llvm::Expected<Parts> P = split(Text);
  if (!P)
    return P.takeError();
  for (const std::vector<std::string> *Part : {&P->Block, &P->Grid, &P->Assume})
    for (const std::string &Item : *Part)
      if (llvm::Error E = checkAssumption(Item))
        return E;
  return llvm::Error::success();
}

static llvm::Error addFact(const std::string &Text, const Kernel &K, const SourceLoc &Loc,
                           Launch &L) {
  std::string Missing;
  llvm::Expected<Expr> E = parseAssumption(Text, K, Missing);
  if (!E)
    return E.takeError();
  if (!*E)
    return llvm::createStringError("launch: kernel " + K.Name + " has no parameter '" + Missing +
                                   "'");
  L.Facts.push_back({*E, Text, Loc, FactClass::User});
  return llvm::Error::success();
}

llvm::Expected<Launch> cudafix::host::parseLaunch(StringRef Text, const Kernel &K,
                                                  const SourceLoc &Loc) {
  llvm::Expected<Parts> P = split(Text);
  if (!P)
    return P.takeError();
  ExprContext &Ctx = *K.Ctx;
  Launch L;
  L.Generic = false;
  L.Loc = Loc;
  for (bool Block : {true, false}) {
    const std::vector<std::string> &Dims = Block ? P->Block : P->Grid;
    for (unsigned D = 0; D < 3 && !Dims.empty(); ++D) {
      std::string Item = D < Dims.size() ? Dims[D] : "1";
      Expr &To = Block ? L.Block[D] : L.Grid[D];
      uint32_t Value;
      if (!StringRef(Item).getAsInteger(0, Value)) {
        To = Ctx.constant(Value, 32);
        continue;
      }
      To = Block ? Ctx.blockDim(D) : Ctx.gridDim(D);
      std::string Name = (Block ? "blockDim." : "gridDim.") + std::string(1, "xyz"[D]);
      if (llvm::Error E = addFact(Name + " == " + Item, K, Loc, L))
        return std::move(E);
    }
  }
  for (const std::string &Item : P->Assume)
    if (llvm::Error E = addFact(Item, K, Loc, L))
      return std::move(E);
  return L;
}

std::vector<std::pair<std::string, unsigned>> cudafix::host::launchComments(StringRef Source,
                                                                            unsigned Line) {
  llvm::SmallVector<StringRef, 0> Lines;
  Source.split(Lines, '\n');
  std::vector<std::pair<std::string, unsigned>> Found;
  // The kernel's own line, and the comment and declaration lines above it.
  for (unsigned N = std::min<size_t>(Line, Lines.size()); N > 0; --N) {
    StringRef Text = Lines[N - 1].trim();
    auto [Before, After] = Text.split("cuda-fix: launch");
    if (!After.empty() && Before.contains("//"))
      Found.push_back({After.trim().str(), N});
    bool Above = Text.starts_with("//") || Text.starts_with("__global__") ||
                 Text.starts_with("template") || Text.starts_with("static") ||
                 Text.starts_with("extern") || Text.starts_with("void") ||
                 Text.starts_with("__launch_bounds__");
    if (N < Line && !Above)
      break;
  }
  std::reverse(Found.begin(), Found.end());
  return Found;
}
