// SPDX-License-Identifier: Apache-2.0
//
// How a text differs between builds with other macros, in which conditional directives leave out
// other lines.
#pragma once

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudafix::transform {

/// The number of conditional directives around a place, not counting the include guard of a header.
unsigned conditionsAround(llvm::StringRef Text, unsigned At);

/// An identifier of a text, with its offset.
struct Word {
  unsigned At = 0;
  std::string Text;
};

/// The identifiers of a text, outside of comments, strings and directives.
std::vector<Word> wordsOf(llvm::StringRef Text, const clang::LangOptions &Lang);

/// The body of a function in every build that has it.
class EveryBuild {
public:
  /// [Begin, End) of a file's text.
  EveryBuild(llvm::StringRef Text, unsigned Begin, unsigned End, const clang::LangOptions &Lang);

  /// Returns true if every build that has the place has the same braces and conditions around it,
  /// and a statement may begin there.
  bool isSameAt(unsigned Offset) const;
  /// Returns true if other builds have different code at the place.
  bool hasOtherCodeAt(unsigned Offset) const;

  /// A branch of a conditional directive; a nested branch is also part of the enclosing one.
  struct Branch {
    unsigned Begin = 0, End = 0; ///< between the directives
    unsigned Group = 0;          ///< the offset of its #if
    bool Never = false;          ///< of #if 0
    std::vector<Word> Words;
  };
  llvm::ArrayRef<Branch> branches() const { return Branches; }

private:
  enum class What : uint8_t {
    If,
    If0,
    ElseIf,
    Else,
    Endif,
    Open,
    Close,
    Semicolon,
    KeywordElse,
    Other
  };
  struct Part {
    unsigned At;
    What Is;
  };
  struct Group;
  static bool isDirective(What Is) { return Is <= What::Endif; }
  void addDirective(llvm::StringRef Line, unsigned At, unsigned Next);

  std::vector<Part> Parts;
  std::vector<Branch> Branches;
  std::vector<unsigned> Inside; ///< while the text is read: the branches around
};

} // namespace cudafix::transform
