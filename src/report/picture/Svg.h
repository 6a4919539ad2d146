// SPDX-License-Identifier: Apache-2.0
//
// Writes the few shapes of SVG that pictures consist of. Colours are classes: the page around a
// picture, or the picture's own style, defines them for light and dark mode.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::report {

/// Collects the shapes of one picture.
class Svg {
public:
  void rect(double X, double Y, double W, double H, llvm::StringRef Class, double Round = 0);
  void line(double X1, double Y1, double X2, double Y2, llvm::StringRef Class);
  void circle(double X, double Y, double R, llvm::StringRef Class);
  void path(llvm::StringRef D, llvm::StringRef Class);
  /// The classes "end" and "mid" align the text.
  void text(double X, double Y, llvm::StringRef Text, llvm::StringRef Class = "");
  /// Gives a tooltip to everything that is drawn until `endGroup`.
  void beginGroup(llvm::StringRef Title);
  void endGroup() { Body += "</g>"; }
  /// Adds everything that was drawn in another picture, moved by (X, Y).
  void place(const Svg &Other, double X, double Y);

  /// A document of this size; `Alone`: includes the style sheet.
  std::string document(llvm::StringRef Title, bool Alone) const;
  double width() const { return Width; }
  double height() const { return Height; }

private:
  void reach(double X, double Y);

  std::string Body;
  double Width = 0, Height = 0;
};

/// The text with the characters of markup replaced.
std::string escapeMarkup(llvm::StringRef Text);
/// The text cut to at most `Most` characters, the last of which is then an ellipsis.
std::string shorten(llvm::StringRef Text, size_t Most);

} // namespace cudafix::report
