// SPDX-License-Identifier: Apache-2.0
//
// An array of device memory through all of a unit: the variables of host code that point to
// it, what host code does with it, and the kernels that are given it; for repairs that change
// how it is laid out, everywhere or nowhere.
#pragma once

#include "transform/Transform.h"
#include "transform/layout/KernelLaunches.h"
#include "clang/AST/ASTContext.h"
#include <optional>

namespace cudafix::transform {

/// A call of the runtime that is given the array.
struct HostUse {
  enum class Kind : uint8_t { Allocate, ToDevice, ToHost, Fill, Free } What;
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *In = nullptr;
  const clang::Expr *Host = nullptr;  ///< copies: the memory on the other side
  const clang::Expr *Bytes = nullptr; ///< how many; null: Free
};

/// A kernel that is given the array, with all its launches.
struct KernelUse {
  frontend::KernelUnit *K = nullptr;
  unsigned Parameter = 0;
  std::vector<KernelLaunch> Launches;
  const clang::ParmVarDecl *pointer() const { return K->Decl->getParamDecl(Parameter); }
};

struct HostArrays {
  std::vector<const clang::VarDecl *> Pointers; ///< of host code
  std::vector<HostUse> Uses;
  std::vector<KernelUse> Kernels;
};

/// Returns true if the finding is about an access that another layout of its array may mend.
bool asksForLayout(const Finding &F);

/// The array of such a finding and what its elements are; null: it is not what a parameter of the
/// kernel points to.
std::pair<const Array *, clang::QualType> arrayOf(const Context &C, const Finding &F);

/// All arrays that share a kernel's parameter with array `A`, directly or by way of others.
/// Fails, with the line, where one is used in another way: a copy from device to device, a
/// stream, an alias, another function.
llvm::Expected<HostArrays> findHostArrays(const Context &C, ArrayId A);

/// A suggested repair that lays the arrays out anew. It says where no kernel runs more often than
/// the host rearranges what it copies, as far as the loops of one function show.
Repair suggestLayout(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits,
                     const HostArrays &Arrays);

/// What a repair of them all rests on: no other file launches the kernels or has the pointers.
void assumeAllSeen(const HostArrays &Arrays, Repair &R);

/// Text of the unit's own file, as one side of the program has it.
class OwnText {
public:
  explicit OwnText(const clang::ASTContext &Ctx);
  /// First byte and the byte after the last; nullopt: it is written in another file, or in
  /// the body of a macro.
  std::optional<std::pair<unsigned, unsigned>> place(clang::SourceRange R) const;
  llvm::StringRef text(clang::SourceRange R) const; ///< empty where there is no place
  llvm::StringRef all() const { return Text; }
  const std::string &path() const { return Path; }
  clang::PrintingPolicy policy() const { return Ctx.getPrintingPolicy(); }
  unsigned line(clang::SourceLocation Loc) const;
  unsigned bits(clang::QualType T) const { return Ctx.getTypeSize(T); }
  /// `size_t` where it is that type.
  std::string named(clang::QualType T) const {
    return Ctx.hasSameUnqualifiedType(T, Ctx.getSizeType()) ? "size_t" : T.getAsString(policy());
  }
  /// Lines of code that are indented by two spaces, with the file's own indentation.
  std::string laidOut(llvm::StringRef Code) const;
  unsigned lineBegin(unsigned Offset) const { return Text.take_front(Offset).rfind('\n') + 1; }

private:
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  llvm::StringRef Text;
  std::string Path;
};

/// Where a helper function for these uses goes: before the first of the kernels, pointers
/// and functions that stand at file level in the unit's own file.
llvm::Expected<unsigned> placeForHelpers(const Context &C, const HostArrays &Arrays);

/// Functions written there, which end with an empty line, after an empty line.
Edit insertHelpers(const OwnText &Text, unsigned Place, llvm::StringRef Helpers);

} // namespace cudafix::transform
