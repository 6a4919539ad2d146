// SPDX-License-Identifier: Apache-2.0
#include "report/picture/Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace cudafix::report {
namespace {

constexpr double Line = 14, Indent = 18, BoxWidth = 250, Between = 22;
/// The most events of a block that are named; more would fill a page.
constexpr size_t MaxMarks = 8;

struct Box {
  double X, Y, Height;
};

} // namespace

static std::vector<std::string> linesOf(const GraphNode &N) {
  std::vector<std::string> Lines;
  for (const GraphNode::Mark &M : llvm::ArrayRef(N.Marks).take_front(MaxMarks))
    Lines.push_back(shorten(std::to_string(M.Line) + "  " + toString(M.What).str() +
                                (M.Array.empty() ? "" : " " + M.Array),
                            36));
  if (N.Marks.size() > MaxMarks)
    Lines.push_back("and " + std::to_string(N.Marks.size() - MaxMarks) + " more");
  return Lines;
}

static void drawTip(Svg &S, double X, double Y, bool FromRight, bool Split) {
  double Away = FromRight ? 6 : -6;
  S.path(llvm::formatv("M{0:f0} {1:f0}l{2:f0} -4v8z", X, Y, Away).str(), Split ? "hottip" : "tip");
}

/// Draws an edge: straight down to the next block, else around the boxes, back edges on the left.
static void drawWay(Svg &S, llvm::ArrayRef<Box> Boxes, unsigned From, const GraphNode::Way &W,
                    double Right, unsigned &Lanes) {
  const Box &A = Boxes[From], &B = Boxes[W.To];
  const char *Class = W.Divergent ? "split" : "way";
  if (W.To == From + 1) {
    double X = std::max(A.X, B.X) + 24;
    S.path(llvm::formatv("M{0:f0} {1:f0}V{2:f0}", X, A.Y + A.Height, B.Y - 5).str(), Class);
    S.path(llvm::formatv("M{0:f0} {1:f0}l-4 -6h8z", X, B.Y).str(), W.Divergent ? "hottip" : "tip");
    return;
  }
  if (W.Back) {
    double X = std::min(A.X, B.X) - 12 - (From - W.To) % 4 * 4.0;
    S.path(llvm::formatv("M{0:f0} {1:f0}H{2:f0}V{3:f0}H{4:f0}", A.X, A.Y + A.Height - 8, X, B.Y + 8,
                         B.X - 5)
               .str(),
           Class);
    drawTip(S, B.X, B.Y + 8, /*FromRight=*/false, W.Divergent);
    return;
  }
  double X = Right + 14 + Lanes++ % 8 * 9.0;
  S.path(llvm::formatv("M{0:f0} {1:f0}H{2:f0}V{3:f0}H{4:f0}", A.X + BoxWidth, A.Y + A.Height - 8, X,
                       B.Y + 8, B.X + BoxWidth + 5)
             .str(),
         Class);
  drawTip(S, B.X + BoxWidth, B.Y + 8, /*FromRight=*/true, W.Divergent);
}

Svg drawFlow(const KernelDetails &K) {
  Svg S;
  std::vector<Box> Boxes;
  double Y = 20, Right = 0;
  S.text(30, 11, "strong frame: every thread of the block passes; dashed: threads part", "soft");
  for (const GraphNode &N : K.Graph) {
    double X = 30 + N.Depth * Indent, Height = 20 + linesOf(N).size() * Line;
    Boxes.push_back({X, Y, Height});
    Right = std::max(Right, X + BoxWidth);
    Y += Height + Between;
  }
  unsigned Lanes = 0, Stable = 0;
  for (unsigned I = 0; I < K.Graph.size(); ++I)
    for (const GraphNode::Way &W : K.Graph[I].Ways)
      if (W.To < Boxes.size())
        drawWay(S, Boxes, I, W, Right, Lanes);
  for (unsigned I = 0; I < K.Graph.size(); ++I) {
    const GraphNode &N = K.Graph[I];
    const Box &B = Boxes[I];
    S.rect(B.X, B.Y, BoxWidth, B.Height, N.Convergent ? "stable" : "node", 4);
    std::string Label = N.Convergent ? "S" + std::to_string(Stable++) : "";
    S.text(B.X + 8, B.Y + 14, "block " + std::to_string(I), "strong");
    if (!Label.empty())
      S.text(B.X + BoxWidth - 8, B.Y + 14, "stable label " + Label, "soft end");
    double At = B.Y + 14 + Line;
    for (const std::string &Text : linesOf(N)) {
      S.text(B.X + 8, At, Text);
      At += Line;
    }
  }
  S.line(Right + 14 + 8 * 9.0, 20, Right + 14 + 8 * 9.0, 20, "rule"); // room for the edges
  return S;
}

} // namespace cudafix::report
