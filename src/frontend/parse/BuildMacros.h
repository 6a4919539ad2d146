// SPDX-License-Identifier: Apache-2.0
//
// Macros that the files of a build define, for units that no compile database lists.
#pragma once

#include "frontend/parse/CompileDatabase.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// A macro, its value (empty: none) and the file that says so.
struct BuildMacro {
  std::string Name, Value, File;
};

/// The macros that CMakeLists.txt, *.cmake, *.py, Makefile, meson.build, BUILD and .bazelrc define
/// in the folders from the unit's up to the root of its checkout, nearest first: as an argument
/// -DNAME=VALUE, in CMake's `target_compile_definitions` and `add_compile_definitions`, or in the
/// `define_macros` of a Python extension. A value may be a variable that CMake's `set` or `option`
/// sets to a plain one. The files are read as text: nothing is executed, and their conditions are
/// ignored.
std::vector<BuildMacro> buildMacros(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS);

} // namespace cudafix::frontend
