// SPDX-License-Identifier: Apache-2.0
//
// Buffers behind pointer arguments.
#include "simulate/InputPlanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cudafix::simulate {

/// Elements of a buffer whose size nothing tells.
constexpr uint64_t LeastElements = 1024, ElementsPerThread = 4;

void InputPlanner::randomize(Buffer &B, ElementType Type, uint64_t Size) {
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

/// Index arrays of real programs mostly hold different elements: a permutation.
void InputPlanner::permute(Buffer &B, uint64_t Size) {
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
Error InputPlanner::fillCall(Buffer &B, StringRef Text, ElementType Type, uint64_t Size) {
  auto [Name, Rest] = Text.split('(');
  uint64_t Count = 0;
  if (!Rest.consume_back(")") || Rest.getAsInteger(0, Count) ||
      !llvm::is_contained({"random", "zero", "iota"}, Name))
    return inputProblem("--arg %s=%s: expected numbers, @FILE, random(N), zero(N) or iota(N)",
                        B.Name.c_str(), Text.str().c_str());
  if (Count > MostBufferBytes / Size)
    return inputProblem("--arg %s=%s: more than %s bytes", B.Name.c_str(), Text.str().c_str(),
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

Error InputPlanner::fill(Buffer &B, StringRef Text, StringRef TypeName, uint64_t ElementSize) {
  ElementType Type = elementType(TypeName);
  if (Text.consume_front("@")) {
    auto File = llvm::MemoryBuffer::getFile(Text, /*IsText=*/false, /*NullTerminator=*/false);
    if (!File)
      return inputProblem("--arg %s=@%s: %s", B.Name.c_str(), Text.str().c_str(),
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
      return inputProblem("--arg %s: '%s' is not a number", B.Name.c_str(), Part.str().c_str());
  return Error::success();
}

/// The buffer behind a pointer, and where in it the pointer stands.
Expected<unsigned> InputPlanner::buffer(StringRef Name, StringRef Type, uint64_t ElementSize,
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
    return inputProblem("parameter '%s' points to pointers, which cannot be made up",
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
    Bytes = std::clamp(threads() * ElementsPerThread, LeastElements, Opts.GuessedElements) *
            ElementSize;
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

} // namespace cudafix::simulate
