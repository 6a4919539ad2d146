// SPDX-License-Identifier: Apache-2.0
//
// Code that nvcc reads and Clang refuses, by the names of what it is about. Arguments
// of the parse carry the names, so that whoever parses again reads the same.
#pragma once

#include "clang/AST/ASTMutationListener.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
class Diagnostic;
class FrontendAction;
} // namespace clang

namespace cudafix::frontend {

class ParsedSide;

/// What nvcc reads.
enum class AsNvcc {
  HostToo,  ///< `template <> __host__ __device__ float f(float)` of a template for the device
  Template, ///< `A<T>::f<3>(x)`, `T::f<3>(x)` and `a.f<3>(x)` without `template`, of a type not
            ///< known yet
  Typename, ///< `T::A(x)` without `typename`
  Unset,    ///< `__shared__ A a[8], b;` of a class with a constructor, which does not run
  Sized,    ///< `extern __shared__ float a[8];`, dynamic shared memory whatever its size is
  Nested,   ///< launches by kernels; nothing has a name here
  Made,     ///< `Op op(2);` on the host, of a class whose constructors are for the device alone
  Braced,   ///< `k<<<grid, {32, 32}>>>(x)`; nothing has a name here
  Own,   ///< a function of one's own with the name of one that Clang knows and no header declares
  Sides, ///< of functions that are `__device__` where __CUDA_ARCH__ is defined: in the parse of
         ///< the host, they are for the device, too, and in that of the device for the host
};

/// One such reading of what has a name.
struct NvccReading {
  AsNvcc What;
  std::string Name;
  /// Makes the parser read them so.
  std::string arg() const;
  /// For the user; empty: nothing is to be said.
  std::string text() const;
};

/// Returns true for code that nvcc accepts silently and the parser understands all the same:
/// `Cast<T>::run<int>(p)` without the keyword `template`, and `extern const uint3 threadIdx;` on
/// the side of the host.
bool isReadAnyway(const clang::Diagnostic &Error, bool ForDevice);

/// The names that the arguments of the parse carry for a reading.
llvm::StringSet<> namesFor(const clang::CompilerInstance &CI, AsNvcc What);

/// What the errors of a parse ask for.
std::vector<NvccReading> nvccReadings(const ParsedSide &Side);

/// Executes the action, and takes arrays of dynamic shared memory with a size where the arguments
/// of the parse ask for it.
llvm::Error executeAsNvcc(clang::FrontendAction &Act, clang::CompilerInstance &CI);

/// Inserts `template`, `typename`, attributes, references and types, and forgets names of functions
/// that Clang knows, where the arguments of the parse ask for it.
void insertKeywords(clang::CompilerInstance &CI);

/// To be called at the end of the parse: gives variables that insertKeywords has renamed their
/// names.
void nameUnset(const clang::CompilerInstance &CI, llvm::ArrayRef<clang::Decl *> OfUnit);

} // namespace cudafix::frontend
