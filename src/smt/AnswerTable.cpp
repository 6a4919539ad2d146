// SPDX-License-Identifier: Apache-2.0
#include "smt/AnswerTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include <cstring>

namespace cudafix::smt {

using llvm::StringRef;

size_t AnswerTable::HashOf::operator()(const Sum &S) const {
  size_t H;
  std::memcpy(&H, S.data(), sizeof(H));
  return H;
}

AnswerTable::Sum AnswerTable::sumOf(StringRef Text) {
  return llvm::BLAKE3::hash<32>(llvm::arrayRefFromStringRef(Text));
}

Answer *AnswerTable::find(const Sum &Of) {
  auto At = All.find(Of);
  if (At == All.end())
    return nullptr;
  if (!At->second.Asked && !At->second.Told)
    Asked.push_back(Of);
  return &At->second;
}

Answer &AnswerTable::add(const Sum &Of, Answer A) {
  Asked.push_back(Of);
  return All.insert_or_assign(Of, std::move(A)).first->second;
}

namespace {

void put(std::string &Out, uint64_t Number) {
  char Bytes[8];
  llvm::support::endian::write64le(Bytes, Number);
  Out.append(Bytes, sizeof(Bytes));
}

void put(std::string &Out, StringRef Text) {
  put(Out, Text.size());
  Out += Text;
}

/// Reads what `put` wrote; past the end of the text it reads 0 and empty strings.
class Reader {
public:
  explicit Reader(StringRef Text) : Rest(Text) {}
  bool whole() const { return Good && Rest.empty(); }
  bool good() const { return Good; }
  bool atEnd() const { return Rest.empty(); }
  uint64_t number() {
    if (Rest.size() < 8)
      Good = false;
    if (!Good)
      return 0;
    uint64_t N = llvm::support::endian::read64le(Rest.data());
    Rest = Rest.drop_front(8);
    return N;
  }
  StringRef text() {
    uint64_t Size = number();
    if (Size > Rest.size())
      Good = false;
    if (!Good)
      return "";
    StringRef Text = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    return Text;
  }

private:
  StringRef Rest;
  bool Good = true;
};

std::string toText(const Answer &A) {
  std::string Out;
  put(Out, uint64_t(A.By));
  put(Out, uint64_t(A.Small));
  put(Out, uint64_t(A.Refuted.By));
  put(Out, uint64_t(A.Refuted.AsBits));
  put(Out, A.Units);
  put(Out, A.Is.index());
  if (const auto *S = std::get_if<Satisfiable>(&A.Is)) {
    put(Out, S->Model.size());
    for (const ModelEntry &E : S->Model) {
      put(Out, E.Symbol);
      put(Out, E.Value);
      put(Out, E.Args.size());
      for (uint64_t Arg : E.Args)
        put(Out, Arg);
    }
  }
  if (const auto *U = std::get_if<Unknown>(&A.Is)) {
    put(Out, StringRef(U->Reason));
    put(Out, uint64_t(U->OutOfBudget));
  }
  return Out;
}

std::optional<Answer> fromText(StringRef Text) {
  Reader R(Text);
  Answer A;
  uint64_t By = R.number(), Small = R.number(), Refuted = R.number(), AsBits = R.number();
  A.Units = R.number();
  uint64_t Kind = R.number();
  if (By > uint64_t(AnsweredBy::BitVectors) || Small > uint64_t(Example::Found) ||
      Refuted > uint64_t(Step::Bits) || AsBits > 1 || Kind > 2)
    return std::nullopt;
  A.By = AnsweredBy(By);
  A.Small = Example(Small);
  A.Refuted = {Step(Refuted), AsBits != 0};
  if (Kind == 1) {
    Satisfiable S;
    for (uint64_t N = R.number(); N && R.good(); --N) {
      ModelEntry E;
      E.Symbol = R.number();
      E.Value = R.number();
      for (uint64_t Args = R.number(); Args && R.good(); --Args)
        E.Args.push_back(R.number());
      S.Model.push_back(std::move(E));
    }
    A.Is = std::move(S);
  } else if (Kind == 2) {
    Unknown U;
    U.Reason = R.text().str();
    U.OutOfBudget = R.number();
    A.Is = std::move(U);
  }
  if (!R.whole())
    return std::nullopt;
  return A;
}

/// Calls `Do` with each sum and its answer, as they stand in the text.
void forEach(StringRef Text, llvm::function_ref<void(StringRef Sum, StringRef Answer)> Do) {
  for (Reader R(Text); !R.atEnd();) {
    StringRef Sum = R.text(), Answer = R.text();
    if (!R.good())
      return;
    Do(Sum, Answer);
  }
}

} // namespace

void AnswerTable::read(StringRef Text) {
  forEach(Text, [&](StringRef Of, StringRef Bytes) {
    Sum S;
    std::optional<Answer> A = fromText(Bytes);
    if (Of.size() != S.size() || !A)
      return;
    std::memcpy(S.data(), Of.data(), S.size());
    All.try_emplace(S, std::move(*A));
  });
}

std::string AnswerTable::takeAsked() {
  std::string Out;
  for (const Sum &S : Asked) {
    Answer &A = All.at(S);
    if (!A.Lasts || std::exchange(A.Told, true))
      continue;
    put(Out, llvm::toStringRef(S));
    put(Out, StringRef(toText(A)));
  }
  Asked.clear();
  return Out;
}

std::string AnswerTable::merged(StringRef OfJob, StringRef Former, size_t MostBytes) {
  llvm::StringSet<> Known, Own;
  forEach(Former, [&](StringRef Of, StringRef) { Known.insert(Of); });
  std::string Out;
  bool Any = false;
  auto Take = [&](StringRef Of, StringRef Bytes) {
    if (Out.size() + Of.size() + Bytes.size() + 16 > MostBytes || !Own.insert(Of).second)
      return;
    Any |= !Known.contains(Of);
    put(Out, Of);
    put(Out, Bytes);
  };
  forEach(OfJob, Take);
  if (!Any)
    return "";
  forEach(Former, Take);
  return Out;
}

} // namespace cudafix::smt
