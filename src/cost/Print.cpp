// SPDX-License-Identifier: Apache-2.0
#include "cost/Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

bool Growth::covers(const Growth &O) const {
  auto Covers = [](const std::map<SymbolId, int> &A, const std::map<SymbolId, int> &B) {
    for (const auto *M : {&A, &B})
      for (const auto &[S, Power] : *M) {
        auto Of = [&](const std::map<SymbolId, int> &In) {
          auto It = In.find(S);
          return It == In.end() ? 0 : It->second;
        };
        if (Of(A) < Of(B))
          return false;
      }
    return true;
  };
  // A power covers any logarithm of its symbol.
  std::map<SymbolId, int> Logs = O.Logarithms;
  for (const auto &[S, Power] : Powers) {
    auto It = O.Powers.find(S);
    if (Power > (It == O.Powers.end() ? 0 : It->second))
      Logs.erase(S);
  }
  return Covers(Powers, O.Powers) && Covers(Logarithms, Logs);
}

int Growth::degree() const {
  int Sum = 0;
  for (const auto &[S, Power] : Powers)
    Sum += 100 * Power;
  for (const auto &[S, Power] : Logarithms)
    Sum += Power;
  return Sum;
}

static void keepFastest(std::vector<Growth> &All) {
  llvm::sort(All);
  All.erase(std::unique(All.begin(), All.end()), All.end());
  std::vector<Growth> Kept;
  for (const Growth &G : All)
    if (llvm::none_of(All, [&](const Growth &O) { return !(O == G) && O.covers(G); }))
      Kept.push_back(G);
  All = std::move(Kept);
}

static Growth multiplied(const Growth &A, const Growth &B, int Sign = 1) {
  Growth R = A;
  for (const auto &[S, Power] : B.Powers)
    if (!(R.Powers[S] += Sign * Power))
      R.Powers.erase(S);
  for (const auto &[S, Power] : B.Logarithms)
    if (!(R.Logarithms[S] += Sign * Power))
      R.Logarithms.erase(S);
  return R;
}

std::vector<Growth> Printer::growth(AtomId A) const {
  const Atom &At = All.atom(A);
  std::vector<Growth> R;
  switch (At.Kind) {
  case AtomKind::Symbol: {
    Growth G;
    G.Powers[At.Symbol] = 1;
    return {G};
  }
  case AtomKind::Quotient:
    R = growth(At.A);
    for (Growth &G : R)
      if (std::vector<Growth> By = growth(At.B); By.size() == 1)
        G = multiplied(G, By[0], -1);
    return R;
  case AtomKind::Max:
    R = growth(At.A);
    llvm::append_range(R, growth(At.B));
    break;
  case AtomKind::Min: {
    // A minimum grows no faster than either: take the slower one where they compare.
    R = growth(At.A);
    std::vector<Growth> B = growth(At.B);
    auto Covered = [](const std::vector<Growth> &X, const std::vector<Growth> &Y) {
      return llvm::all_of(X, [&](const Growth &G) {
        return llvm::any_of(Y, [&](const Growth &H) { return H.covers(G); });
      });
    };
    return Covered(B, R) ? B : R;
  }
  case AtomKind::Digits:
    for (const Growth &Of : growth(At.A)) {
      Growth G;
      for (const auto &[S, Power] : Of.Powers)
        if (Power > 0)
          G.Logarithms[S] = 1;
      R.push_back(G);
    }
    break;
  case AtomKind::Prefix:
    if (At.Values.back() == 0)
      return {Growth()};
    return growth(At.A);
  }
  keepFastest(R);
  return R;
}

std::vector<Growth> Printer::growth(const Product &P) const {
  std::vector<Growth> R{Growth()};
  for (AtomId A : P) {
    std::vector<Growth> Next;
    for (const Growth &G : R)
      for (const Growth &H : growth(A))
        Next.push_back(multiplied(G, H));
    keepFastest(Next);
    R = std::move(Next);
  }
  return R;
}

/// Treats quotients by a number as fractions: n - 4 * floor(n / 4) does not grow. The rounding that
/// this leaves out grows like the rest of its product, without the quotient; that goes to `Left`.
Formula Printer::smooth(const Formula &F, std::vector<Growth> &Left) const {
  Formula R;
  for (const auto &[P, Factor] : F.terms()) {
    Formula T{Factor};
    for (size_t I = 0; I < P.size(); ++I) {
      const Atom &At = All.atom(P[I]);
      auto By = At.Kind == AtomKind::Quotient ? At.B.constant() : std::nullopt;
      Formula Self;
      Self.add({P[I]}, Ratio(1));
      if (!By) {
        T = T * Self;
        continue;
      }
      T = T * smooth(At.A, Left) * Formula(Ratio(By->D, By->N));
      Product Others = P;
      Others.erase(Others.begin() + I);
      llvm::append_range(Left, growth(Others));
    }
    R += T;
  }
  return R;
}

std::vector<Growth> Printer::growth(const Formula &F) const {
  std::vector<Growth> R;
  Formula Smooth = smooth(F, R);
  for (const auto &[P, Factor] : Smooth.valid() ? Smooth.terms() : F.terms())
    llvm::append_range(R, growth(P));
  if (R.empty())
    R.push_back(Growth());
  keepFastest(R);
  return R;
}

std::string Printer::leading(const Formula &F) const {
  std::vector<std::string> Texts;
  for (const Growth &G : growth(F)) {
    std::string Over, Under;
    auto Put = [](std::string &To, const std::string &Name, int Power) {
      To += (To.empty() ? "" : " * ") + Name + (Power > 1 ? "^" + std::to_string(Power) : "");
    };
    for (const auto &[S, Power] : G.Powers)
      Put(Power > 0 ? Over : Under, C.symbol(S).Name, std::abs(Power));
    for (const auto &[S, Power] : G.Logarithms)
      Put(Power > 0 ? Over : Under, "log(" + C.symbol(S).Name + ")", std::abs(Power));
    if (Over.empty())
      Over = "1";
    if (!Under.empty())
      Over += " / " + (Under.find('*') == std::string::npos ? Under : "(" + Under + ")");
    Texts.push_back(Over);
  }
  llvm::sort(Texts);
  return "O(" + llvm::join(Texts, " + ") + ")";
}

static std::string number(smt::Wide N) { return smt::toString(N); }

std::string Printer::nested(const Formula &F) const {
  std::string Text = print(F);
  bool Alone = F.terms().empty() || roundedUp(F) ||
               (F.terms().size() == 1 && F.terms().begin()->second.N > 0 &&
                (F.terms().begin()->first.empty() ||
                 (F.terms().begin()->first.size() == 1 && F.terms().begin()->second == Ratio(1))));
  return Alone ? Text : "(" + Text + ")";
}

/// Returns true for a symbol, or a symbol divided by a number and rounded up.
bool Printer::isSize(const Formula &F) const {
  Formula Of = F;
  if (F.terms().size() == 2 && roundedUp(F))
    Of = All.atom(F.terms().rbegin()->first[0]).A + Formula(1);
  if (Of.terms().size() != 1 || Of.terms().begin()->first.size() != 1 ||
      Of.terms().begin()->second != Ratio(1))
    return false;
  const Atom &At = All.atom(Of.terms().begin()->first[0]);
  if (At.Kind == AtomKind::Symbol)
    return true;
  auto By = At.Kind == AtomKind::Quotient ? At.B.constant() : std::nullopt;
  return By && isSize(At.A - Formula(*By) + Formula(1));
}

std::string Printer::print(AtomId A) const {
  const Atom &At = All.atom(A);
  switch (At.Kind) {
  case AtomKind::Symbol:
    return C.symbol(At.Symbol).Name;
  case AtomKind::Quotient: {
    // floor((a + b - 1) / b) is ceil(a / b).
    Formula Up = At.A - At.B + Formula(1);
    auto K = At.B.constant();
    auto Constant = [](const Formula &F) {
      auto It = F.terms().find({});
      return It == F.terms().end() ? Ratio(0) : It->second;
    };
    if (K && Constant(At.A) == *K + Ratio(-1) && !Up.constant())
      return "ceil(" + nested(Up) + " / " + nested(At.B) + ")";
    return "floor(" + nested(At.A) + " / " + nested(At.B) + ")";
  }
  case AtomKind::Max:
    // Sizes below 0 count as 0.
    for (const auto &[X, Y] : {std::pair(&At.A, &At.B), {&At.B, &At.A}})
      if (X->isZero() && isSize(*Y))
        return print(*Y);
    return "max(" + print(At.A) + ", " + print(At.B) + ")";
  case AtomKind::Min:
    return "min(" + print(At.A) + ", " + print(At.B) + ")";
  case AtomKind::Digits:
    return "ceil(log2(" + print(At.A + Formula(1)) + "))";
  case AtomKind::Prefix: {
    std::string Text;
    for (int64_t V : At.Values)
      Text += (Text.empty() ? "" : ", ") + std::to_string(V);
    return "first(" + print(At.A) + " of " + Text + ", ...)";
  }
  }
  return "?";
}

/// Prints 1 + floor((a - 1) / b) as ceil(a / b); nullopt: the formula has another form.
std::optional<std::string> Printer::roundedUp(const Formula &F) const {
  if (F.terms().size() != 2 || !F.terms().contains({}) || F.terms().at({}) != Ratio(1))
    return std::nullopt;
  const auto &[P, Factor] = *F.terms().rbegin();
  if (P.size() != 1 || Factor != Ratio(1) || All.atom(P[0]).Kind != AtomKind::Quotient)
    return std::nullopt;
  const Atom &Q = All.atom(P[0]);
  return "ceil(" + nested(Q.A + Formula(1)) + " / " + nested(Q.B) + ")";
}

std::string Printer::print(const Formula &F) const {
  if (auto Up = roundedUp(F))
    return *Up;
  std::multimap<int, std::pair<Product, Ratio>, std::greater<>> Terms;
  for (const auto &T : F.terms()) {
    int Degree = INT32_MIN;
    for (const Growth &G : growth(T.first))
      Degree = std::max(Degree, G.degree());
    Terms.insert({Degree, T});
  }
  std::string Text;
  for (const auto &[Degree, T] : Terms) {
    const auto &[P, Factor] = T;
    smt::Wide N = Factor.N < 0 ? -Factor.N : Factor.N;
    if (Text.empty())
      Text = Factor.N < 0 ? "-" : "";
    else
      Text += Factor.N < 0 ? " - " : " + ";
    std::vector<std::string> Parts;
    if (N != 1 || P.empty())
      Parts.push_back(number(N));
    for (size_t I = 0; I < P.size();) {
      size_t End = I;
      while (End < P.size() && P[End] == P[I])
        ++End;
      Parts.push_back(print(P[I]) + (End - I > 1 ? "^" + std::to_string(End - I) : ""));
      I = End;
    }
    Text += llvm::join(Parts, " * ");
    if (Factor.D != 1)
      Text += " / " + number(Factor.D);
  }
  return Text.empty() ? "0" : Text;
}
