// SPDX-License-Identifier: Apache-2.0
#include "report/picture/Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace cudafix::report {
namespace {

constexpr double Left = 64, Top = 30, PlotWidth = 380, PlotHeight = 200, LabelHeight = 14;

/// The coordinate plane of the curves: powers of two from left to right, powers of ten upwards.
class Plane {
public:
  explicit Plane(const CostMap &M);
  double x(int64_t Size) const {
    return Left + (std::log2(double(Size)) - FirstPower) / (LastPower - FirstPower) * PlotWidth;
  }
  /// The height of a value; 0 is drawn as 1, since the axis is logarithmic.
  double y(int64_t Value) const {
    return Top + PlotHeight - std::log10(std::max<double>(1, double(Value))) / Tens * PlotHeight;
  }
  void drawAxes(Svg &S, llvm::StringRef Size) const;

private:
  double FirstPower = 0, LastPower = 1, Tens = 1;
};

/// The end of a curve, at which its name is written.
struct End {
  double Y;
  std::string Text;
};

} // namespace

Plane::Plane(const CostMap &M) {
  int64_t Most = 1, Smallest = INT64_MAX, Largest = 1;
  for (const CostMap::Curve &C : M.Curves)
    for (auto [Size, Value] : C.Points) {
      Most = std::max(Most, Value);
      Smallest = std::min(Smallest, Size);
      Largest = std::max(Largest, Size);
    }
  FirstPower = std::log2(double(Smallest));
  LastPower = std::max(FirstPower + 1, std::log2(double(Largest)));
  Tens = std::max(1.0, std::ceil(std::log10(double(Most))));
}

void Plane::drawAxes(Svg &S, llvm::StringRef Size) const {
  S.rect(Left, Top, PlotWidth, PlotHeight, "frame");
  for (double Power = std::ceil(FirstPower); Power <= LastPower; Power += 5) {
    double X = x(int64_t(1) << unsigned(Power));
    S.line(X, Top, X, Top + PlotHeight, "rule");
    S.text(X, Top + PlotHeight + 14, "2^" + std::to_string(unsigned(Power)), "soft mid");
  }
  const unsigned Step = Tens > 8 ? 2 : 1;
  for (unsigned Ten = 0; Ten <= Tens; Ten += Step) {
    double Y = Top + PlotHeight - Ten / Tens * PlotHeight;
    S.line(Left, Y, Left + PlotWidth, Y, "rule");
    S.text(Left - 6, Y + 4, Ten ? "10^" + std::to_string(Ten) : "1", "soft end");
  }
  S.text(Left + PlotWidth / 2, Top + PlotHeight + 30, Size, "mid");
}

/// The marks differ in shape, so that colour is not the only difference.
static void drawMark(Svg &S, double X, double Y, unsigned Which) {
  if (Which == 0)
    S.circle(X, Y, 3, "one");
  else if (Which == 1)
    S.rect(X - 3, Y - 3, 6, 6, "two");
  else
    S.path(llvm::formatv("M{0:f1} {1:f1}l3.6 6h-7.2z", X, Y - 3.6).str(), "good");
}

static End drawCurve(Svg &S, const Plane &P, const CostMap::Curve &C, unsigned Which) {
  static constexpr llvm::StringRef Lines[] = {"curve first", "curve second", "curve third"};
  std::string Way;
  for (auto [Size, Value] : C.Points)
    Way += llvm::formatv("{0}{1:f1} {2:f1}", Way.empty() ? "M" : "L", P.x(Size), P.y(Value)).str();
  S.path(Way, Lines[Which]);
  for (auto [Size, Value] : C.Points) {
    S.beginGroup(std::to_string(Size) + ": " + std::to_string(Value) + " " + C.Metric);
    drawMark(S, P.x(Size), P.y(Value), Which);
    S.endGroup();
  }
  int64_t Last = C.Points.back().second;
  return {P.y(Last), C.Metric + ", " + std::to_string(Last)};
}

Svg drawCurves(const CostMap &M) {
  Svg S;
  S.text(0, 11, "at most, over " + M.Size, "strong");
  Plane P(M);
  P.drawAxes(S, M.Size);
  std::vector<End> Ends;
  for (unsigned I = 0; I < M.Curves.size() && I < 3; ++I)
    if (!M.Curves[I].Points.empty())
      Ends.push_back(drawCurve(S, P, M.Curves[I], I));
  llvm::sort(Ends, [](const End &A, const End &B) { return A.Y < B.Y; });
  double Free = 0;
  for (const End &E : Ends) {
    double Y = std::max(E.Y + 4, Free);
    S.text(Left + PlotWidth + 8, Y, E.Text);
    Free = Y + LabelHeight;
  }
  return S;
}

} // namespace cudafix::report
