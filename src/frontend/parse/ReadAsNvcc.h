// SPDX-License-Identifier: Apache-2.0
//
// Code that nvcc accepts and Clang rejects, identified by the names involved. Arguments of the
// parse carry the names, so that a repeated parse reads the code in the same way.
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
  Template, ///< `A<T>::f<3>(x)`, `T::f<3>(x)` and `a.f<3>(x)` without `template`, for a type that
            ///< is not known yet
  Typename, ///< `T::A(x)` without `typename`
  Unset,    ///< `__shared__ A a[8], b;` of a class with a constructor, which is not executed
  Sized,    ///< `extern __shared__ float a[8];`, dynamic shared memory whatever its size is
  Nested,   ///< launches by kernels; has no name
  Made,     ///< `Op op(2);` on the host, of a class whose constructors are only for the device
  Braced,   ///< `k<<<grid, {32, 32}>>>(x)`; has no name
  Own,      ///< a user function with the name of a function that Clang knows and no header declares
  Sides,    ///< sides of functions that are `__device__` if __CUDA_ARCH__ is defined: in the host
            ///< parse they are also for the device, and in the device parse also for the host
};

/// One such reading, for one name.
struct NvccReading {
  AsNvcc What;
  std::string Name;
  /// The argument that makes the parser read it so.
  std::string arg() const;
  /// The remark for the user; empty: none.
  std::string text() const;
};

/// Returns true for code that nvcc accepts silently and that the parser understands despite the
/// error: `Cast<T>::run<int>(p)` without the keyword `template`, and `extern const uint3
/// threadIdx;` on the host side.
bool isReadAnyway(const clang::Diagnostic &Error, bool ForDevice);

/// The names that the arguments of the parse list for a reading.
llvm::StringSet<> namesFor(const clang::CompilerInstance &CI, AsNvcc What);

/// What the errors of a parse ask for.
std::vector<NvccReading> nvccReadings(const ParsedSide &Side);

/// Executes the action, and accepts dynamic shared arrays with a size if the arguments of the parse
/// ask for it.
llvm::Error executeAsNvcc(clang::FrontendAction &Act, clang::CompilerInstance &CI);

/// Inserts `template`, `typename`, attributes, references and types, and removes builtin functions
/// of Clang by name, as the arguments of the parse ask for it.
void insertKeywords(clang::CompilerInstance &CI);

/// To be called at the end of the parse: restores the names of variables that insertKeywords has
/// renamed.
void nameUnset(const clang::CompilerInstance &CI, llvm::ArrayRef<clang::Decl *> OfUnit);

} // namespace cudafix::frontend
