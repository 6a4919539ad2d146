// SPDX-License-Identifier: Apache-2.0
//
// The buffers to which pointer arguments point.
#include "analysis/question/Objects.h"
#include "simulate/input/InputPlanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

namespace cudafix::simulate {

/// Number of elements of a buffer of unknown size.
constexpr uint64_t LeastElements = 1024, ElementsPerThread = 4;

void InputPlanner::randomize(Buffer &B, ElementType Type, uint64_t Size) {
  uint64_t Bound = std::max<uint64_t>(1, std::min<uint64_t>(threads(), B.Bytes.size() / Size));
  for (uint64_t At = 0; At + Size <= B.Bytes.size(); At += Size) {
    uint64_t Bits = Contents();
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

/// Returns true if the kernel uses contents of the array to address memory.
bool InputPlanner::isIndex(ArrayId Array) const {
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

/// Index arrays in real programs mostly contain distinct elements: a permutation.
void InputPlanner::permute(Buffer &B, uint64_t Size) {
  uint64_t Count = std::min<uint64_t>(B.Bytes.size() / Size, threads());
  std::vector<uint64_t> Order(Count);
  for (uint64_t I = 0; I < Count; ++I)
    Order[I] = I;
  for (uint64_t I = Count; I > 1; --I)
    std::swap(Order[I - 1], Order[Contents() % I]);
  for (uint64_t I = 0; I < B.Bytes.size() / Size; ++I)
    putInteger(B.Bytes, I * Size, Size, I < Count ? Order[I] : I);
}

/// A parsed description of contents: random(N), range(N,LOW,HIGH), ...
struct InputPlanner::Call {
  StringRef Name;
  bool Auto = false;                      ///< N is `auto`
  uint64_t Count = 0;                     ///< N
  llvm::SmallVector<StringRef> Arguments; ///< after N
};

Error InputPlanner::parseCall(Call &C, StringRef Name, StringRef Text, uint64_t Size) const {
  auto [Called, Rest] = Text.split('(');
  C.Name = Called;
  bool Closed = Rest.consume_back(")");
  Rest.split(C.Arguments, ',');
  C.Auto = C.Arguments.front().trim() == "auto";
  bool Counts = C.Auto || !C.Arguments.front().trim().getAsInteger(0, C.Count);
  C.Arguments.erase(C.Arguments.begin());
  bool Fits = C.Name == "range"   ? C.Arguments.size() == 2
              : C.Name == "among" ? !C.Arguments.empty()
                                  : C.Arguments.empty();
  if (!Closed || !Counts || !Fits ||
      !llvm::is_contained({"random", "zero", "iota", "permutation", "range", "among"}, C.Name))
    return inputProblem("--arg %s=%s: expected numbers, @FILE, random(N), zero(N), iota(N), "
                        "permutation(N), range(N,LOW,HIGH) or among(N,VALUE...)",
                        Name.str().c_str(), Text.str().c_str());
  double Ignored = 0;
  for (StringRef &A : C.Arguments)
    if ((A = A.trim()).getAsDouble(Ignored))
      return inputProblem("--arg %s=%s: '%s' is not a number", Name.str().c_str(),
                          Text.str().c_str(), A.str().c_str());
  if (C.Count > MostBufferBytes / Size)
    return inputProblem("--arg %s=%s: more than %s bytes", Name.str().c_str(), Text.str().c_str(),
                        std::to_string(MostBufferBytes).c_str());
  return Error::success();
}

/// One number as the bytes of an element.
static void putReal(std::vector<char> &Bytes, uint64_t At, uint64_t Size, ElementType Type,
                    double V) {
  float F = V;
  if (At + Size > Bytes.size())
    return;
  if (Type == ElementType::Float)
    std::memcpy(Bytes.data() + At, &F, 4);
  else if (Type == ElementType::Double)
    std::memcpy(Bytes.data() + At, &V, std::min<uint64_t>(8, Size));
  else
    putInteger(Bytes, At, Size, static_cast<int64_t>(V));
}

/// Fills the allocated bytes of the buffer.
void InputPlanner::fillCall(Buffer &B, const Call &C, ElementType Type, uint64_t Size) {
  if (C.Name == "random")
    return randomize(B, Type, Size);
  if (C.Name == "permutation")
    return permute(B, Size);
  llvm::SmallVector<double> Numbers(C.Arguments.size());
  for (size_t I = 0; I < Numbers.size(); ++I)
    C.Arguments[I].getAsDouble(Numbers[I]);
  // Each component of a vector of real numbers gets its own number.
  uint64_t Step = Type == ElementType::Float    ? std::min<uint64_t>(4, Size)
                  : Type == ElementType::Double ? std::min<uint64_t>(8, Size)
                                                : Size;
  if (C.Name == "iota")
    Step = Size;
  for (uint64_t I = 0; C.Name != "zero" && I < B.Bytes.size() / Step; ++I) {
    double V = I;
    if (C.Name == "among")
      V = Numbers[Contents() % Numbers.size()];
    if (C.Name == "range")
      V = Numbers[0] + (Numbers[1] - Numbers[0]) * (Contents() >> 11) / (uint64_t(1) << 53);
    putReal(B.Bytes, I * Step, Step, Type, Type == ElementType::Integer ? std::floor(V) : V);
  }
}

bool putNumber(std::vector<char> &Bytes, StringRef Text, ElementType Type, uint64_t Size) {
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

Error readFiles(InputOptions &Opts) {
  for (const ArgumentOption &A : Opts.Arguments) {
    StringRef Name = A.Value;
    if (!Name.consume_front("@"))
      continue;
    auto File = llvm::MemoryBuffer::getFile(Name, /*IsText=*/false, /*NullTerminator=*/false);
    if (!File)
      return inputProblem("--arg %s=%s: %s", A.Name.c_str(), A.Value.c_str(),
                          File.getError().message().c_str());
    Opts.Files[Name.str()] = (*File)->getBuffer().str();
  }
  return Error::success();
}

Error InputPlanner::fill(Buffer &B, StringRef Text, StringRef TypeName, uint64_t ElementSize) {
  ElementType Type = elementType(TypeName);
  if (Text.consume_front("@")) {
    const std::string &Contents = Opts.Files.at(Text.str());
    B.Bytes.assign(Contents.begin(), Contents.end());
    return Error::success();
  }
  if (!Text.empty() && llvm::isAlpha(Text[0])) {
    Call C;
    if (Error E = parseCall(C, B.Name, Text, ElementSize))
      return E;
    B.Bytes.assign(C.Count * ElementSize, 0);
    fillCall(B, C, Type, ElementSize);
    return Error::success();
  }
  llvm::SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts)
    if (!putNumber(B.Bytes, Part.trim(), Type, ElementSize))
      return inputProblem("--arg %s: '%s' is not a number", B.Name.c_str(), Part.str().c_str());
  return Error::success();
}

/// The buffer into which a pointer points, and the offset.
Expected<unsigned> InputPlanner::buffer(StringRef Name, StringRef Type, uint64_t ElementSize,
                                        ArrayId Array, uint64_t &Offset) {
  ElementSize = std::max<uint64_t>(1, ElementSize ? ElementSize : 4);
  Buffer B;
  B.Name = Name.str();
  const std::string *Text = given(Name);
  if (Text && !StringRef(*Text).contains("(auto")) {
    if (Error E = fill(B, *Text, Type, ElementSize))
      return std::move(E);
    B.Extent = B.Bytes.size();
    In.Buffers.push_back(std::move(B));
    return In.Buffers.size() - 1;
  }
  if (Type.count('*') > 1)
    return inputProblem("parameter '%s' points to pointers, which cannot be made up",
                        Name.str().c_str());
  const Origin *From = analysis::originOf(L, Array);
  std::optional<uint64_t> Bytes = From && From->Bytes ? evaluate(From->Bytes, Known) : std::nullopt;
  if (From && From->Offset)
    Offset = evaluate(From->Offset, Known).value_or(0);
  if (From)
    if (auto At = BufferOfObject.find(From->Object); At != BufferOfObject.end())
      return At->second;
  B.Guessed = !Bytes || *Bytes > MostBufferBytes;
  if (B.Guessed)
    Bytes = std::clamp(threads() * ElementsPerThread, LeastElements, Opts.GuessedElements) *
            ElementSize;
  B.Bytes.resize(*Bytes);
  // Locks, flags, counters and histograms start as zeros.
  bool Zeros = llvm::any_of(K.Accesses, [&](const Access &A) {
    return A.Array == Array && (A.Kind == AccessKind::Atomic || A.Volatile);
  });
  bool Index = isIndex(Array);
  MadeUp Free{MadeUp::Kind::Contents, 0, B.Name, "random(auto)", elementType(Type), Array, Index};
  if (Zeros || Opts.Zeros)
    Free.Value = "zero(auto)";
  else if (Index)
    Free.Value = "permutation(auto)";
  if (!Text)
    In.Notes.push_back("'" + B.Name + "': " + std::to_string(*Bytes) + " bytes of " +
                       (Zeros || Opts.Zeros ? "zeros" : "random contents") +
                       (B.Guessed ? ", the size made up" : ""));
  const std::string *Other = suggested(Free.What, B.Name);
  if (Text || Other)
    Free.Value = Text ? *Text : *Other;
  Call C;
  if (Error E = parseCall(C, B.Name, Free.Value, ElementSize))
    return std::move(E);
  fillCall(B, C, Free.Type, ElementSize);
  if (!Text && !Zeros)
    In.Free.push_back(std::move(Free));
  B.Extent = B.Guessed ? std::max<uint64_t>(*Bytes, Opts.GuessedExtent) : *Bytes;
  if (From)
    BufferOfObject[From->Object] = In.Buffers.size();
  In.Buffers.push_back(std::move(B));
  return In.Buffers.size() - 1;
}

} // namespace cudafix::simulate
