// SPDX-License-Identifier: Apache-2.0
//
// Follows an array of device memory through a whole unit: the host variables that point to it, what
// host code does with it, and the kernels that get it; for repairs that change its layout
// everywhere or nowhere.
#pragma once

#include "transform/RepairKind.h"
#include "transform/text/KernelLaunches.h"
#include "clang/AST/ASTContext.h"
#include <optional>

namespace cudafix::transform {

/// A call of the runtime with the array as an argument.
struct HostUse {
  enum class Kind : uint8_t { Allocate, ToDevice, ToHost, Fill, Free } What;
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *In = nullptr;
  const clang::Expr *Host = nullptr;  ///< copies: the host memory
  const clang::Expr *Bytes = nullptr; ///< the number of bytes; null: for Free
};

/// A kernel that gets the array, with all its launches.
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

/// Returns true if the finding is about an access that another layout of its array may improve.
bool asksForLayout(const Finding &F);

/// The array of such a finding and the type of its elements; null: no parameter of the kernel
/// points to it.
std::pair<const Array *, clang::QualType> arrayOf(const Context &C, const Finding &F);

/// All arrays that share a kernel's parameter with array `A`, directly or through others. Fails,
/// and names the line, if one is used in another way: a copy from device to device, a stream, an
/// alias, another function.
llvm::Expected<HostArrays> findHostArrays(const Context &C, ArrayId A);

/// A suggested repair that changes the layout of the arrays. Adds a note if no kernel runs more
/// often than the host rearranges the copied data, as far as the loops of one function show.
Repair suggestLayout(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits,
                     const HostArrays &Arrays);

/// Adds the assumption of repairs that change all uses: no other file launches the kernels or uses
/// the pointers.
void assumeAllSeen(const HostArrays &Arrays, Repair &R);

/// The text of the unit's own file, as one side of the program sees it.
class OwnText {
public:
  explicit OwnText(const clang::ASTContext &Ctx);
  /// The first byte and the byte after the last; nullopt: the range is in another file or in the
  /// body of a macro.
  std::optional<std::pair<unsigned, unsigned>> place(clang::SourceRange R) const;
  llvm::StringRef text(clang::SourceRange R) const; ///< empty if there is no such place
  llvm::StringRef all() const { return Text; }
  const std::string &path() const { return Path; }
  clang::PrintingPolicy policy() const { return Ctx.getPrintingPolicy(); }
  unsigned line(clang::SourceLocation Loc) const;
  unsigned bits(clang::QualType T) const { return Ctx.getTypeSize(T); }
  /// The type's name: `size_t` if it is that type.
  std::string named(clang::QualType T) const {
    return Ctx.hasSameUnqualifiedType(T, Ctx.getSizeType()) ? "size_t" : T.getAsString(policy());
  }
  /// Replaces the two-space indentation of code lines by the file's own.
  std::string laidOut(llvm::StringRef Code) const;
  unsigned lineBegin(unsigned Offset) const { return Text.take_front(Offset).rfind('\n') + 1; }

private:
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  llvm::StringRef Text;
  std::string Path;
};

/// The place for a helper function for these uses: before the first of the kernels, pointers and
/// functions at file level in the unit's own file.
llvm::Expected<unsigned> placeForHelpers(const Context &C, const HostArrays &Arrays);

/// Inserts functions there, with an empty line before and after.
Edit insertHelpers(const OwnText &Text, unsigned Place, llvm::StringRef Helpers);

} // namespace cudafix::transform
