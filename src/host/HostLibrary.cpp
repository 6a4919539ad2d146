// SPDX-License-Identifier: Apache-2.0
//
// Functions that are not the program's own.

#include "host/HostModule.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace cudafix;

bool cudafix::host::isFromLibrary(const Function &F) {
  StringRef Name = F.getName();
  return Name.starts_with("_ZNSt") || Name.starts_with("_ZNKSt") || Name.starts_with("_ZSt") ||
         Name.starts_with("_ZN9__gnu_cxx") || Name.starts_with("_ZNK9__gnu_cxx");
}

/// Functions of C and of the system that LLVM does not know, separated by spaces.
static constexpr StringLiteral LibraryFunctions =
    " __isoc99_fscanf __isoc23_fscanf __isoc23_sscanf __isoc23_strtol __isoc23_strtoul rand srand "
    "rand_r drand48 time clock clock_gettime _exit getopt getopt_long __errno_location "
    "__cxa_allocate_exception __assert_fail ";

/// Returns true for functions of the C library that LLVM knows, such as math functions.
static bool isOfC(const Function &F) {
  static const TargetLibraryInfoImpl Known{Triple(sys::getDefaultTargetTriple())};
  StringRef Name = F.getName();
  LibFunc Which;
  bool CallsBack = Name == "qsort" || Name.ends_with("atexit");
  bool WritesList = Name.starts_with("v") && Name.ends_with("scanf"); // through a va_list
  return F.isDeclaration() && !CallsBack && !WritesList && Known.getLibFunc(F, Which);
}

bool cudafix::host::isLibrary(const Function &F) {
  StringRef Name = F.getName();
  return F.isIntrinsic() || isOfC(F) || isFromLibrary(F) || Name.starts_with("cuda") ||
         Name.starts_with("__cuda") || Name.starts_with("cublas") || Name.starts_with("curand") ||
         Name.starts_with("cufft") || Name.starts_with("cusparse") || Name.starts_with("omp_") ||
         Name.starts_with("__kmpc") || LibraryFunctions.contains((" " + Name + " ").str());
}
