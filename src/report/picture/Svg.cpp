// SPDX-License-Identifier: Apache-2.0
#include "report/picture/Svg.h"
#include "report/picture/Pictures.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace cudafix::report {

using llvm::StringRef;

/// Approximate width of a character of a label, in pixels.
static constexpr double CharacterWidth = 6.8;
static constexpr double Margin = 4;

std::string escapeMarkup(StringRef Text) {
  std::string Out;
  for (char C : llvm::json::fixUTF8(Text))
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    default:
      Out += C;
    }
  return Out;
}

std::string shorten(StringRef Text, size_t Most) {
  if (Text.size() <= Most)
    return Text.str();
  return llvm::json::fixUTF8(Text.take_front(Most - 1)) + "…";
}

/// Prints the number; whole numbers without a fraction.
static std::string number(double V) {
  double Rounded = std::round(V * 10) / 10;
  return Rounded == std::floor(Rounded) ? llvm::formatv("{0}", int64_t(Rounded)).str()
                                        : llvm::formatv("{0:f1}", Rounded).str();
}

void Svg::reach(double X, double Y) {
  Width = std::max(Width, X);
  Height = std::max(Height, Y);
}

void Svg::rect(double X, double Y, double W, double H, StringRef Class, double Round) {
  reach(X + W, Y + H);
  llvm::raw_string_ostream OS(Body);
  OS << "<rect x=\"" << number(X) << "\" y=\"" << number(Y) << "\" width=\"" << number(W)
     << "\" height=\"" << number(H) << '"';
  if (Round)
    OS << " rx=\"" << number(Round) << '"';
  OS << " class=\"" << Class << "\"/>";
}

void Svg::line(double X1, double Y1, double X2, double Y2, StringRef Class) {
  reach(std::max(X1, X2), std::max(Y1, Y2));
  llvm::raw_string_ostream OS(Body);
  OS << "<line x1=\"" << number(X1) << "\" y1=\"" << number(Y1) << "\" x2=\"" << number(X2)
     << "\" y2=\"" << number(Y2) << "\" class=\"" << Class << "\"/>";
}

void Svg::circle(double X, double Y, double R, StringRef Class) {
  reach(X + R, Y + R);
  llvm::raw_string_ostream OS(Body);
  OS << "<circle cx=\"" << number(X) << "\" cy=\"" << number(Y) << "\" r=\"" << number(R)
     << "\" class=\"" << Class << "\"/>";
}

void Svg::path(StringRef D, StringRef Class) {
  llvm::raw_string_ostream OS(Body);
  OS << "<path d=\"" << D << "\" class=\"" << Class << "\"/>";
}

void Svg::text(double X, double Y, StringRef Text, StringRef Class) {
  double Long = double(Text.size()) * CharacterWidth;
  if (Class.contains("end"))
    Long = 0;
  else if (Class.contains("mid"))
    Long /= 2;
  reach(X + Long, Y + 3);
  llvm::raw_string_ostream OS(Body);
  OS << "<text x=\"" << number(X) << "\" y=\"" << number(Y) << '"';
  if (!Class.empty())
    OS << " class=\"" << Class << '"';
  OS << '>' << escapeMarkup(Text) << "</text>";
}

void Svg::beginGroup(StringRef Title) { Body += "<g><title>" + escapeMarkup(Title) + "</title>"; }

void Svg::place(const Svg &Other, double X, double Y) {
  reach(X + Other.Width, Y + Other.Height);
  llvm::raw_string_ostream OS(Body);
  OS << "<g transform=\"translate(" << number(X) << ' ' << number(Y) << ")\">" << Other.Body
     << "</g>";
}

/// Blue and orange, which colour-blind people can tell apart; shapes and numbers say the same.
static constexpr llvm::StringLiteral Colors = R"(
svg{--bg:#fff;--fg:#1f2328;--soft:#6e7781;--rule:#d0d7de;--one:#0b62c4;--two:#c4500b;--good:#1a7f37;--cell:#0b62c4;--hot:#c4500b}
@media(prefers-color-scheme:dark){svg{--bg:#0d1117;--fg:#e6edf3;--soft:#9198a1;--rule:#3d444d;--one:#5aa7ff;--two:#ff9a57;--good:#4ac26b;--cell:#5aa7ff;--hot:#ff9a57}}
svg{background:var(--bg)})";

/// The style of shapes, in a page and in a file of their own.
static constexpr llvm::StringLiteral Shapes = R"(
svg.cf text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--fg)}
svg.cf .soft{fill:var(--soft)}svg.cf .strong{font-weight:700}svg.cf .end{text-anchor:end}svg.cf .mid{text-anchor:middle}
svg.cf rect.frame,svg.cf rect.node{fill:none;stroke:var(--rule)}svg.cf rect.stable{fill:none;stroke:var(--fg);stroke-width:1.6}
svg.cf line.lanes{stroke:var(--rule);opacity:.55;stroke-width:8.5;stroke-dasharray:7.5 1.5}svg.cf rect.off{fill:none;stroke:var(--rule);stroke-width:.6}
svg.cf rect.cell{fill:var(--cell)}svg.cf rect.hot{fill:var(--hot)}
svg.cf .one{fill:var(--one)}svg.cf .two{fill:var(--two)}svg.cf .good{fill:var(--good)}
svg.cf text.on{fill:var(--bg);font-weight:700}
svg.cf line.rule,svg.cf path.rule{stroke:var(--rule);fill:none}svg.cf line.soft{stroke:var(--soft);stroke-dasharray:2 3}
svg.cf line.barrier{stroke:var(--fg);stroke-width:2}svg.cf line.fix{stroke:var(--good);stroke-width:2.5;stroke-dasharray:7 3}
svg.cf path.way{stroke:var(--soft);fill:none;stroke-width:1.2}svg.cf path.split{stroke:var(--two);fill:none;stroke-width:1.6;stroke-dasharray:5 3}
svg.cf path.curve{fill:none;stroke-width:1.6}svg.cf path.first{stroke:var(--one)}svg.cf path.second{stroke:var(--two);stroke-dasharray:6 3}svg.cf path.third{stroke:var(--good);stroke-dasharray:2 2}
svg.cf path.tip{fill:var(--soft)}svg.cf path.hottip{fill:var(--two)})";

std::string Svg::document(StringRef Title, bool Alone) const {
  std::string W = number(Width + 2 * Margin), H = number(Height + 2 * Margin);
  std::string Out = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cf\" role=\"img\" width=\"" +
                    W + "\" height=\"" + H + "\" viewBox=\"-4 -4 " + W + " " + H + "\"><title>" +
                    escapeMarkup(Title) + "</title>";
  if (Alone)
    Out += "<style>" + Colors.str() + Shapes.str() + "</style>";
  return Out + Body + "</svg>";
}

StringRef pictureStyle() { return Shapes; }

} // namespace cudafix::report
