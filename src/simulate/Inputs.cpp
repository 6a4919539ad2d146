// SPDX-License-Identifier: Apache-2.0
#include "simulate/Inputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <random>

namespace cudafix::simulate {
namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Elements of a buffer whose size nothing tells.
constexpr uint64_t LeastElements = 1024, MostElements = 4u << 20, ElementsPerThread = 4;
constexpr uint64_t MostBufferBytes = 256u << 20;
constexpr unsigned DefaultBlock = 64, DefaultGrid = 2;
constexpr uint64_t DefaultScalar = 256;
constexpr unsigned MaxTries = 4000;

enum class ElementType : uint8_t { Integer, Float, Double };

template <typename... Ts> Error problem(const char *Format, const Ts &...Values) {
  return llvm::createStringError(std::errc::invalid_argument, Format, Values...);
}

ElementType elementType(StringRef Type) {
  if (Type.contains("float"))
    return ElementType::Float;
  return Type.contains("double") ? ElementType::Double : ElementType::Integer;
}

void putInteger(std::vector<char> &Bytes, uint64_t At, uint64_t Size, uint64_t Value) {
  if (At + Size <= Bytes.size())
    std::memcpy(Bytes.data() + At, &Value, std::min<uint64_t>(Size, 8));
}

class Planner {
public:
  Planner(const Kernel &K, const Launch &L, const CompiledKernel &Code, const InputOptions &Opts)
      : K(K), L(L), Code(Code), Opts(Opts), Random(Opts.Seed) {}
  Expected<Inputs> plan();

private:
  using Values = std::map<SymbolId, uint64_t>;

  const std::string *given(StringRef Name) const;
  Error scalars();
  void useFacts();
  void chooseRest();
  bool factsHold(const Values &V) const;
  std::optional<uint64_t> evaluate(Expr E, const Values &V) const;
  Error dimensions();
  Error arguments();
  Error pointer(const Kernel::Param &P, unsigned Index, ArgumentValue &Value);
  Error fields(const Kernel::Param &P, unsigned Index, ArgumentValue &Value);
  Expected<unsigned> buffer(StringRef Name, StringRef Type, uint64_t ElementSize, ArrayId Array,
                            uint64_t &Offset);
  Error fill(Buffer &B, StringRef Text, StringRef Type, uint64_t ElementSize);
  Error fillCall(Buffer &B, StringRef Text, ElementType Type, uint64_t Size);
  void randomize(Buffer &B, ElementType Type, uint64_t Size);
  void permute(Buffer &B, uint64_t Size);
  bool isIndex(ArrayId Array) const;
  void chooseBlock();
  unsigned outOfExtent(const Values &V) const;
  bool assumptionsHold(const Values &V) const;
  uint64_t threads() const {
    uint64_t N = 1;
    for (unsigned D = 0; D < 3; ++D)
      N *= uint64_t(In.Grid[D]) * In.Block[D];
    return N;
  }

  const Kernel &K;
  const Launch &L;
  const CompiledKernel &Code;
  const InputOptions &Opts;
  std::mt19937_64 Random;
  Values Known;
  Inputs In;
  std::map<unsigned, unsigned> BufferOfObject;
};

} // namespace

const std::string *Planner::given(StringRef Name) const {
  for (const ArgumentOption &A : Opts.Arguments)
    if (A.Name == Name)
      return &A.Value;
  return nullptr;
}

std::optional<uint64_t> Planner::evaluate(Expr E, const Values &V) const {
  return K.Ctx->evaluate(E, [&](Expr A, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    auto At = V.find(A->symbol());
    if (At == V.end() || !A->args().empty())
      return std::nullopt;
    return At->second;
  });
}

static uint64_t truncate(uint64_t Value, unsigned Width) {
  return Width >= 64 ? Value : Value & ((uint64_t(1) << Width) - 1);
}

/// What the user gives for scalar parameters and fields, and the dimensions.
Error Planner::scalars() {
  auto Set = [&](SymbolId Symbol, StringRef Name, StringRef Type) -> Error {
    const std::string *Text = given(Name);
    if (!Text || Symbol == NoId)
      return Error::success();
    int64_t Value = 0;
    double Real = 0;
    if (elementType(Type) != ElementType::Integer && !StringRef(*Text).getAsDouble(Real))
      return Error::success(); // no term of the model; its bytes are written later
    if (StringRef(*Text).getAsInteger(0, Value))
      return problem("--arg %s=%s: not a number", Name.str().c_str(), Text->c_str());
    Known[Symbol] = truncate(Value, K.Ctx->symbol(Symbol).Width);
    return Error::success();
  };
  for (const Kernel::Param &P : K.Params) {
    if (Error E = Set(P.Symbol, P.Name, P.Type))
      return E;
    for (const Kernel::Param::Field &F : P.Fields)
      if (Error E = Set(F.Symbol, K.Ctx->symbol(F.Symbol).Name, ""))
        return E;
  }
  for (unsigned D = 0; D < 3; ++D) {
    if (Opts.Block)
      Known[K.Ctx->blockDim(D)->symbol()] = (*Opts.Block)[D];
    if (Opts.Grid)
      Known[K.Ctx->gridDim(D)->symbol()] = (*Opts.Grid)[D];
  }
  return Error::success();
}

/// Equations that give one more symbol its value, until none does.
void Planner::useFacts() {
  std::vector<std::pair<Expr, Expr>> Equations;
  for (const Fact &F : L.Facts)
    if (F.Cond && F.Cond->op() == Op::Eq) {
      Equations.push_back({F.Cond->arg(0), F.Cond->arg(1)});
      Equations.push_back({F.Cond->arg(1), F.Cond->arg(0)});
    }
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D])
      Equations.push_back({K.Ctx->blockDim(D), L.Block[D]});
    if (L.Grid[D])
      Equations.push_back({K.Ctx->gridDim(D), L.Grid[D]});
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[Left, Right] : Equations) {
      if (Left->op() != Op::Apply || !Left->args().empty() || Known.count(Left->symbol()))
        continue;
      if (std::optional<uint64_t> V = evaluate(Right, Known)) {
        Known[Left->symbol()] = *V;
        Changed = true;
      }
    }
  }
}

bool Planner::factsHold(const Values &V) const {
  for (const Fact &F : L.Facts)
    if (std::optional<uint64_t> Holds = F.Cond ? evaluate(F.Cond, V) : std::nullopt)
      if (!*Holds)
        return false;
  if (!assumptionsHold(V))
    return false;
  // Dimensions nobody could launch, or that would take too long, are as wrong.
  uint64_t Block = 1, Grid = 1;
  for (unsigned D = 0; D < 3; ++D) {
    auto B = V.find(K.Ctx->blockDim(D)->symbol()), G = V.find(K.Ctx->gridDim(D)->symbol());
    Block *= B == V.end() ? 1 : B->second;
    Grid *= G == V.end() ? 1 : G->second;
  }
  return Block >= 1 && Block <= K.MaxThreads && Grid >= 1 && Grid * Block <= (1u << 20);
}

/// Values for what no fact determines, such that all facts hold.
void Planner::chooseRest() {
  std::vector<SymbolId> Open;
  auto Collect = [&](Expr E) {
    if (!E)
      return;
    ExprContext::visit(E, [&](Expr Part) {
      if (Part->op() == Op::Apply && Part->args().empty() && !Known.count(Part->symbol()) &&
          !llvm::is_contained(Open, Part->symbol()))
        Open.push_back(Part->symbol());
    });
  };
  for (const Kernel::Param &P : K.Params) {
    if (P.Symbol != NoId && !P.Pointer)
      Collect(K.Ctx->apply(P.Symbol));
    for (const Kernel::Param::Field &F : P.Fields)
      Collect(K.Ctx->apply(F.Symbol));
  }
  for (const Fact &F : L.Facts)
    Collect(F.Cond);
  for (unsigned D = 0; D < 3; ++D) {
    Collect(L.Block[D]);
    Collect(L.Grid[D]);
  }
  llvm::erase_if(Open, [&](SymbolId S) {
    SymbolKind Kind = K.Ctx->symbol(S).Kind;
    return Kind == SymbolKind::BlockDim || Kind == SymbolKind::GridDim;
  });
  constexpr uint64_t Candidates[] = {DefaultScalar, 1,    64, 100, 1000, 16, 2, 4, 8, 32,
                                     512,           1024, 0,  3};
  const Values Before = Known;
  for (unsigned Try = 0; Try < MaxTries; ++Try) {
    Known = Before;
    // First all the same, then mixed.
    for (SymbolId S : Open)
      Known[S] =
          truncate(Try < std::size(Candidates) ? Candidates[Try]
                                               : Candidates[Random() % std::size(Candidates)],
                   K.Ctx->symbol(S).Width);
    useFacts();
    // One block where the kernel knows none.
    for (unsigned D = 0; D < 3; ++D)
      Known.try_emplace(K.Ctx->gridDim(D)->symbol(), K.UsesGridDim[D] ? DefaultGrid : 1);
    chooseBlock();
    if (factsHold(Known))
      return;
  }
  In.Notes.push_back("no values were found that the launch's facts allow; give them with --arg");
}

/// Accesses that leave the declared extent of an array in some corner of the block.
unsigned Planner::outOfExtent(const Values &V) const {
  unsigned Wrong = 0;
  for (const Access &A : K.Accesses) {
    if (!A.InBounds)
      continue;
    bool Outside = false;
    for (unsigned Corner = 0; Corner < 8; ++Corner) {
      Values At = V;
      for (unsigned D = 0; D < 3; ++D) {
        uint64_t Last = V.at(K.Ctx->blockDim(D)->symbol()) - 1;
        At[K.Ctx->threadIdx(D)->symbol()] = Corner >> D & 1 ? Last : 0;
        At.try_emplace(K.Ctx->blockIdx(D)->symbol(), 0);
      }
      std::optional<uint64_t> In = evaluate(A.InBounds, At);
      Outside |= In && !*In;
    }
    Wrong += Outside;
  }
  return Wrong;
}

/// Nothing says how large a block is: the largest that stays inside of the arrays, or a
/// usual one where these do not tell.
void Planner::chooseBlock() {
  SymbolId Dim[3];
  for (unsigned D = 0; D < 3; ++D)
    Dim[D] = K.Ctx->blockDim(D)->symbol();
  bool Open = !Known.count(Dim[0]) || !Known.count(Dim[1]);
  Known.try_emplace(Dim[2], 1);
  if (!Open)
    return;
  using Shape = std::pair<unsigned, unsigned>;
  static constexpr Shape Lines[] = {{DefaultBlock, 1}, {1024, 1}, {512, 1}, {256, 1}, {128, 1},
                                    {64, 1},           {32, 1},   {16, 1},  {8, 1},   {4, 1}};
  static constexpr Shape Planes[] = {{16, 8}, {32, 32}, {32, 16}, {16, 16},
                                     {32, 8}, {8, 8},   {4, 4}};
  llvm::ArrayRef<Shape> Shapes = K.UsesDim[1] ? llvm::ArrayRef(Planes) : llvm::ArrayRef(Lines);
  const Values Before = Known;
  auto With = [&](Shape S) {
    Values V = Before;
    V.try_emplace(Dim[0], S.first);
    V.try_emplace(Dim[1], S.second);
    return V;
  };
  // Arrays that even one thread, or the largest block, would use in the same way do not tell.
  unsigned Least = outOfExtent(With({1, 1}));
  bool Tells = outOfExtent(With(Shapes[1])) > Least || outOfExtent(With({1024, 1024})) > Least;
  Known = With(Shapes.front());
  for (Shape S : Tells ? Shapes.drop_front() : llvm::ArrayRef<Shape>())
    if (Values V = With(S);
        V[Dim[0]] * V[Dim[1]] <= K.MaxThreads && outOfExtent(V) <= Least && assumptionsHold(V)) {
      Known = V;
      return;
    }
  for (Shape S : Shapes)
    if (Values V = With(S); V[Dim[0]] * V[Dim[1]] <= K.MaxThreads && assumptionsHold(V)) {
      Known = V;
      return;
    }
}

/// What the kernel itself takes for granted, for its first and its last thread.
bool Planner::assumptionsHold(const Values &V) const {
  for (const Assumption &A : K.Assumptions)
    for (bool Last : {false, true}) {
      Values At = V;
      for (unsigned D = 0; D < 3; ++D) {
        uint64_t Of = V.at(K.Ctx->blockDim(D)->symbol()), Grid = V.at(K.Ctx->gridDim(D)->symbol());
        At[K.Ctx->threadIdx(D)->symbol()] = Last ? Of - 1 : 0;
        At[K.Ctx->blockIdx(D)->symbol()] = Last ? Grid - 1 : 0;
      }
      std::optional<uint64_t> Holds =
          A.Node == NoId && A.Cond ? evaluate(A.Cond, At) : std::nullopt;
      if (Holds && !*Holds)
        return false;
    }
  return true;
}

Error Planner::dimensions() {
  uint64_t Block = 1;
  for (unsigned D = 0; D < 3; ++D) {
    In.Block[D] = Known[K.Ctx->blockDim(D)->symbol()];
    In.Grid[D] = Known[K.Ctx->gridDim(D)->symbol()];
    Block *= In.Block[D];
    if (!In.Block[D] || !In.Grid[D])
      return problem("a dimension of the launch is 0; give --grid and --block");
  }
  if (Block > 1024)
    return problem("a block of %s threads; at most 1024 are possible",
                   std::to_string(Block).c_str());
  if (threads() / Block > (1u << 22))
    return problem("a grid of %s blocks; at most 4194304 can be simulated",
                   std::to_string(threads() / Block).c_str());
  std::optional<uint64_t> Shared = L.SharedBytes ? evaluate(L.SharedBytes, Known) : std::nullopt;
  In.DynamicShared = Opts.SharedBytes ? *Opts.SharedBytes : Shared.value_or(0);
  if (Code.UsesDynamicShared && !Opts.SharedBytes && !Shared) {
    In.DynamicShared = 48 << 10;
    In.Notes.push_back("dynamic shared memory: 49152 bytes, made up (--shared)");
  }
  return Error::success();
}

void Planner::randomize(Buffer &B, ElementType Type, uint64_t Size) {
  uint64_t Bound = std::max<uint64_t>(1, std::min<uint64_t>(threads(), B.Bytes.size() / Size));
  for (uint64_t At = 0; At + Size <= B.Bytes.size(); At += Size) {
    uint64_t Bits = Random();
    if (Type == ElementType::Float) {
      for (uint64_t Part = 0; Part + 4 <= Size; Part += 4) {
        float V = static_cast<float>(Bits >> 40) / (1 << 24);
        std::memcpy(B.Bytes.data() + At + Part, &V, 4);
        Bits = Bits * 6364136223846793005u + 1;
      }
    } else if (Type == ElementType::Double) {
      double V = static_cast<double>(Bits >> 11) / (uint64_t(1) << 53);
      std::memcpy(B.Bytes.data() + At, &V, std::min<uint64_t>(8, Size));
    } else {
      putInteger(B.Bytes, At, Size, Bits % Bound);
    }
  }
}

/// What the kernel reads in order to address memory with it.
bool Planner::isIndex(ArrayId Array) const {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    bool Found = false;
    if (A.Offset)
      ExprContext::visit(A.Offset, [&](Expr E) {
        if (E->op() != Op::Apply)
          return;
        const Symbol &S = K.Ctx->symbol(E->symbol());
        Found |= S.Kind == SymbolKind::Load && S.Index == Array;
      });
    return Found;
  });
}

/// Index arrays of real programs mostly hold different elements: a permutation.
void Planner::permute(Buffer &B, uint64_t Size) {
  uint64_t Count = std::min<uint64_t>(B.Bytes.size() / Size, threads());
  std::vector<uint64_t> Order(Count);
  for (uint64_t I = 0; I < Count; ++I)
    Order[I] = I;
  for (uint64_t I = Count; I > 1; --I)
    std::swap(Order[I - 1], Order[Random() % I]);
  for (uint64_t I = 0; I < B.Bytes.size() / Size; ++I)
    putInteger(B.Bytes, I * Size, Size, I < Count ? Order[I] : I);
}

/// random(N), zero(N), iota(N)
Error Planner::fillCall(Buffer &B, StringRef Text, ElementType Type, uint64_t Size) {
  auto [Name, Rest] = Text.split('(');
  uint64_t Count = 0;
  if (!Rest.consume_back(")") || Rest.getAsInteger(0, Count) ||
      !llvm::is_contained({"random", "zero", "iota"}, Name))
    return problem("--arg %s=%s: expected numbers, @FILE, random(N), zero(N) or iota(N)",
                   B.Name.c_str(), Text.str().c_str());
  if (Count > MostBufferBytes / Size)
    return problem("--arg %s=%s: more than %s bytes", B.Name.c_str(), Text.str().c_str(),
                   std::to_string(MostBufferBytes).c_str());
  B.Bytes.assign(Count * Size, 0);
  if (Name == "random")
    randomize(B, Type, Size);
  for (uint64_t I = 0; Name == "iota" && I < Count; ++I) {
    float F = I;
    double D = I;
    if (Type == ElementType::Float)
      std::memcpy(B.Bytes.data() + I * Size, &F, 4);
    else if (Type == ElementType::Double)
      std::memcpy(B.Bytes.data() + I * Size, &D, 8);
    else
      putInteger(B.Bytes, I * Size, Size, I);
  }
  return Error::success();
}

/// One number of a list as the bytes of an element.
static bool putNumber(std::vector<char> &Bytes, StringRef Text, ElementType Type, uint64_t Size) {
  double Real = 0;
  int64_t Whole = 0;
  uint64_t At = Bytes.size();
  Bytes.resize(At + Size);
  if (Type == ElementType::Integer) {
    if (Text.getAsInteger(0, Whole))
      return false;
    putInteger(Bytes, At, Size, Whole);
    return true;
  }
  if (Text.getAsDouble(Real))
    return false;
  float Single = Real;
  if (Type == ElementType::Float)
    std::memcpy(Bytes.data() + At, &Single, 4);
  else
    std::memcpy(Bytes.data() + At, &Real, 8);
  return true;
}

Error Planner::fill(Buffer &B, StringRef Text, StringRef TypeName, uint64_t ElementSize) {
  ElementType Type = elementType(TypeName);
  if (Text.consume_front("@")) {
    auto File = llvm::MemoryBuffer::getFile(Text, /*IsText=*/false, /*NullTerminator=*/false);
    if (!File)
      return problem("--arg %s=@%s: %s", B.Name.c_str(), Text.str().c_str(),
                     File.getError().message().c_str());
    B.Bytes.assign((*File)->getBufferStart(), (*File)->getBufferEnd());
    return Error::success();
  }
  if (!Text.empty() && llvm::isAlpha(Text[0]))
    return fillCall(B, Text, Type, ElementSize);
  llvm::SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts)
    if (!putNumber(B.Bytes, Part.trim(), Type, ElementSize))
      return problem("--arg %s: '%s' is not a number", B.Name.c_str(), Part.str().c_str());
  return Error::success();
}

/// The buffer behind a pointer, and where in it the pointer stands.
Expected<unsigned> Planner::buffer(StringRef Name, StringRef Type, uint64_t ElementSize,
                                   ArrayId Array, uint64_t &Offset) {
  ElementSize = std::max<uint64_t>(1, ElementSize ? ElementSize : 4);
  Buffer B;
  B.Name = Name.str();
  if (const std::string *Text = given(Name)) {
    if (Error E = fill(B, *Text, Type, ElementSize))
      return std::move(E);
    B.Extent = B.Bytes.size();
    In.Buffers.push_back(std::move(B));
    return In.Buffers.size() - 1;
  }
  if (Type.count('*') > 1)
    return problem("parameter '%s' points to pointers, which cannot be made up",
                   Name.str().c_str());
  auto From = llvm::find_if(L.Origins, [&](const Origin &O) { return O.Array == Array; });
  bool Has = From != L.Origins.end();
  std::optional<uint64_t> Bytes = Has && From->Bytes ? evaluate(From->Bytes, Known) : std::nullopt;
  if (Has && From->Offset)
    Offset = evaluate(From->Offset, Known).value_or(0);
  if (Has)
    if (auto At = BufferOfObject.find(From->Object); At != BufferOfObject.end())
      return At->second;
  B.Guessed = !Bytes || *Bytes > MostBufferBytes;
  if (B.Guessed)
    Bytes = std::clamp(threads() * ElementsPerThread, LeastElements, MostElements) * ElementSize;
  B.Bytes.resize(*Bytes);
  // Locks, flags, counters and histograms begin with zeros.
  bool Zeros = llvm::any_of(K.Accesses, [&](const Access &A) {
    return A.Array == Array && (A.Kind == AccessKind::Atomic || A.Volatile);
  });
  if (!Zeros && !Opts.Zeros && isIndex(Array))
    permute(B, ElementSize);
  else if (!Zeros && !Opts.Zeros)
    randomize(B, elementType(Type), ElementSize);
  In.Notes.push_back("'" + B.Name + "': " + std::to_string(*Bytes) + " bytes of " +
                     (Zeros || Opts.Zeros ? "zeros" : "random contents") +
                     (B.Guessed ? ", the size made up" : ""));
  B.Extent = B.Guessed ? std::max<uint64_t>(*Bytes, Opts.GuessedExtent) : *Bytes;
  if (Has)
    BufferOfObject[From->Object] = In.Buffers.size();
  In.Buffers.push_back(std::move(B));
  return In.Buffers.size() - 1;
}

Error Planner::pointer(const Kernel::Param &P, unsigned Index, ArgumentValue &Value) {
  PointerField F;
  uint64_t Size = P.Array == NoId ? 4 : K.array(P.Array).ElementSize;
  Expected<unsigned> B = buffer(P.Name, P.Type, Size, P.Array, F.Offset);
  if (!B)
    return B.takeError();
  F.Buffer = *B;
  Value.Pointers.push_back(F);
  return Error::success();
}

/// The members of a structure that the kernel reads.
Error Planner::fields(const Kernel::Param &P, unsigned Index, ArgumentValue &Value) {
  for (const Kernel::Param::Field &F : P.Fields) {
    const Symbol &S = K.Ctx->symbol(F.Symbol);
    putInteger(Value.Bytes, F.Offset, S.Width / 8, Known[F.Symbol]);
  }
  for (const Array &A : K.Arrays) {
    if (A.Parameter != Index || A.Where != Space::Global)
      continue;
    PointerField F;
    F.At = A.FieldOffset;
    Expected<unsigned> B = buffer(A.Name, "", A.ElementSize, A.Id, F.Offset);
    if (!B)
      return B.takeError();
    F.Buffer = *B;
    Value.Pointers.push_back(F);
  }
  return Error::success();
}

Error Planner::arguments() {
  for (unsigned I = 0; I < Code.Parameters.size(); ++I) {
    ArgumentValue Value;
    Value.Bytes.assign(Code.Parameters[I].Bytes, 0);
    if (I >= K.Params.size())
      return problem("kernel %s: its parameters do not match its code", K.Name.c_str());
    const Kernel::Param &P = K.Params[I];
    if (P.Pointer) {
      if (Error E = pointer(P, I, Value))
        return E;
    } else if (P.Symbol != NoId && elementType(P.Type) == ElementType::Integer) {
      putInteger(Value.Bytes, 0, Value.Bytes.size(), Known[P.Symbol]);
      uint64_t V = Known[P.Symbol];
      In.Values.push_back({P.Name, llvm::SignExtend64(V, K.Ctx->symbol(P.Symbol).Width)});
    } else if (Value.Bytes.size() <= 8 && P.Fields.empty()) {
      const std::string *Text = given(P.Name);
      std::vector<char> Bytes;
      if (!putNumber(Bytes, Text ? StringRef(*Text) : "1", elementType(P.Type), Value.Bytes.size()))
        return problem("--arg %s=%s: not a number", P.Name.c_str(), Text->c_str());
      Value.Bytes = Bytes;
    } else if (Error E = fields(P, I, Value)) {
      return E;
    }
    In.Arguments.push_back(std::move(Value));
  }
  llvm::sort(In.Values);
  return Error::success();
}

Expected<Inputs> Planner::plan() {
  for (const ArgumentOption &A : Opts.Arguments) {
    auto Names = [&](const Kernel::Param &P) {
      return P.Name == A.Name || StringRef(A.Name).starts_with(P.Name + ".");
    };
    if (llvm::none_of(K.Params, Names))
      return problem("--arg %s: kernel %s has no parameter of that name", A.Name.c_str(),
                     K.Name.c_str());
  }
  if (Error E = scalars())
    return std::move(E);
  useFacts();
  chooseRest();
  if (Error E = dimensions())
    return std::move(E);
  if (Error E = arguments())
    return std::move(E);
  return std::move(In);
}

Expected<Inputs> planInputs(const Kernel &K, const Launch &L, const CompiledKernel &Code,
                            const InputOptions &Opts) {
  return Planner(K, L, Code, Opts).plan();
}

/// Room for everything, with what the device heap may want.
static uint64_t roomFor(const Inputs &In, const CompiledKernel &Code, const Configuration &C) {
  constexpr uint64_t Heap = 32 << 20;
  uint64_t Bytes = Heap + Code.Image.size();
  for (const Buffer &B : In.Buffers)
    Bytes += B.Extent + 1024;
  uint64_t Threads = uint64_t(In.Block[0]) * In.Block[1] * In.Block[2];
  uint64_t Blocks = uint64_t(In.Grid[0]) * In.Grid[1] * In.Grid[2];
  uint64_t Resident = std::min(Blocks, C.MaxResident / std::max<uint64_t>(Threads, 1) + 1);
  return Bytes + Resident * (Code.SharedBytes + In.DynamicShared + 2048);
}

LoadedInputs::LoadedInputs(const Inputs &In, const CompiledKernel &Code, const Configuration &C)
    : Mem(roomFor(In, Code, C)) {
  for (const Buffer &B : In.Buffers) {
    char *P = Mem.allocate(B.Extent, ObjectKind::Argument, B.Name);
    std::memcpy(P, B.Bytes.data(), B.Bytes.size());
    Mem.find(reinterpret_cast<uintptr_t>(P))->Guessed = B.Guessed;
    Buffers.push_back({P, B.Extent});
  }
  for (const ArgumentValue &A : In.Arguments) {
    Values.push_back(A.Bytes);
    for (const PointerField &F : A.Pointers) {
      char *P = Buffers[F.Buffer].first + F.Offset;
      std::memcpy(Values.back().data() + F.At, &P, sizeof(P));
    }
  }
  for (std::vector<char> &V : Values)
    Pointers.push_back(V.data());
}

llvm::ArrayRef<char> LoadedInputs::contents(unsigned Buffer) const {
  return {Buffers[Buffer].first, Buffers[Buffer].second};
}

} // namespace cudafix::simulate
