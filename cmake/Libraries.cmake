# SPDX-License-Identifier: Apache-2.0

# The libraries that cuda-fix links. Each is an interface target that gives the shared library, or
# the static one to executables whose property CUDAFIX_STATIC is on.

option(CUDAFIX_STATIC "Link Clang, LLVM and the other libraries into cuda-fix" OFF)
set(missing_archives "")

function(cudafix_either name)
  cmake_parse_arguments(ARG "" "" "SHARED;STATIC" ${ARGN})
  set(static "$<BOOL:$<TARGET_PROPERTY:CUDAFIX_STATIC>>")
  add_library(cudafix_${name} INTERFACE)
  target_link_libraries(cudafix_${name} INTERFACE "$<${static}:${ARG_STATIC}>" "$<$<NOT:${static}>:${ARG_SHARED}>")
endfunction()

# Sets OUT to the archive, or notes that there is none.
function(cudafix_archive out name)
  find_library(${out} lib${name}.a)
  if(NOT ${out})
    set(missing_archives ${missing_archives} lib${name}.a PARENT_SCOPE)
  endif()
endfunction()

find_package(LLVM 22.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_DIR}/../clang)
find_package(GTest REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.71 REQUIRED COMPONENTS context)

find_path(Z3_INCLUDE_DIR z3++.h REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
# Debian has no archive of Z3: the shared library then stays beside the static binary.
find_library(Z3_ARCHIVE libz3.a)
if(Z3_ARCHIVE)
  cudafix_either(z3 SHARED ${Z3_LIBRARY} STATIC ${Z3_ARCHIVE})
else()
  cudafix_either(z3 SHARED ${Z3_LIBRARY} STATIC ${Z3_LIBRARY})
endif()
target_include_directories(cudafix_z3 SYSTEM INTERFACE ${Z3_INCLUDE_DIR})

find_path(SECCOMP_INCLUDE_DIR seccomp.h REQUIRED)
find_library(SECCOMP_LIBRARY seccomp REQUIRED)
cudafix_archive(SECCOMP_ARCHIVE seccomp)
cudafix_either(seccomp SHARED ${SECCOMP_LIBRARY} STATIC ${SECCOMP_ARCHIVE})
target_include_directories(cudafix_seccomp SYSTEM INTERFACE ${SECCOMP_INCLUDE_DIR})

# For caches on servers; without them, cuda-fix says that it was built without.
find_path(CURL_INCLUDE_DIR curl/curl.h)
find_path(HIREDIS_INCLUDE_DIR hiredis/hiredis.h)

find_path(ISL_INCLUDE_DIR isl/set.h REQUIRED)
find_library(ISL_LIBRARY isl REQUIRED)
cudafix_archive(ISL_ARCHIVE isl)
cudafix_archive(GMP_ARCHIVE gmp)
cudafix_either(isl SHARED ${ISL_LIBRARY} STATIC ${ISL_ARCHIVE} ${GMP_ARCHIVE})
target_include_directories(cudafix_isl SYSTEM INTERFACE ${ISL_INCLUDE_DIR})

cudafix_archive(BOOST_CONTEXT_ARCHIVE boost_context)
cudafix_either(context SHARED Boost::context STATIC ${BOOST_CONTEXT_ARCHIVE})
target_link_libraries(cudafix_context INTERFACE Boost::headers Threads::Threads)

# The targets of LLVM's and Clang's archives as the packages export them, but without the shared
# libraries that the distribution's own tools link.
cudafix_archive(ZLIB_ARCHIVE z)
cudafix_archive(ZSTD_ARCHIVE zstd)
if(TARGET LLVMSupport AND TARGET clangTooling)
  get_directory_property(imported IMPORTED_TARGETS)
  list(FILTER imported INCLUDE REGEX "^(LLVM|clang)[A-Z]")
  foreach(target ${imported})
    get_target_property(needs ${target} INTERFACE_LINK_LIBRARIES)
    if(needs)
      list(FILTER needs EXCLUDE REGEX "^LLVM$|^LLVMExtensions$|libz3|ZLIB::|zstd::|LibXml2::|LibEdit::")
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${needs}")
    endif()
  endforeach()
  llvm_map_components_to_libnames(llvm_archives X86 NVPTX OrcJIT Passes TargetParser SupportLSP
      Coverage FrontendAtomic FrontendDirective FrontendDriver FrontendHLSL FrontendOffloading FrontendOpenMP
      LTO Option WindowsDriver WindowsManifest)
  set(clang_archives clangTooling clangToolingInclusions clangToolingInclusionsStdlib clangToolingCore
      clangFormat clangRewrite clangCodeGen clangFrontend clangDriver clangSerialization clangParse
      clangSema clangIndex clangASTMatchers clangAST clangLex clangBasic)
else()
  list(APPEND missing_archives "those of LLVM and Clang")
endif()
cudafix_either(llvm SHARED LLVM STATIC ${llvm_archives} ${ZLIB_ARCHIVE} ${ZSTD_ARCHIVE})
cudafix_either(clang SHARED clang-cpp STATIC ${clang_archives})

if(CUDAFIX_STATIC AND missing_archives)
  list(JOIN missing_archives ", " missing_archives)
  message(FATAL_ERROR "CUDAFIX_STATIC needs ${missing_archives}; scripts/setup installs them on Debian")
endif()

# Relative relocations take 4 MB less; a program that has them runs from glibc 2.36 on.
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_LINK_OPTIONS -Wl,-z,pack-relative-relocs)
check_cxx_source_runs("int main() { static int *p = &*new int(0); return *p; }" RUNS_RELATIVE_RELOCATIONS)
unset(CMAKE_REQUIRED_LINK_OPTIONS)

# Makes an executable one with the libraries inside; what stays shared is looked for beside it. Functions with the same code become one,
# which takes 7 MB less: nothing tells functions apart by their addresses.
function(cudafix_static target)
  set_target_properties(${target} PROPERTIES CUDAFIX_STATIC ON BUILD_RPATH "$ORIGIN;$ORIGIN/../lib/cuda-fix"
                        INSTALL_RPATH "$ORIGIN;$ORIGIN/../lib/cuda-fix")
  target_link_options(${target} PRIVATE -Wl,--gc-sections -Wl,--as-needed -Wl,-s
                      $<$<CXX_COMPILER_ID:Clang>:-Wl,--icf=all>
                      $<$<BOOL:${RUNS_RELATIVE_RELOCATIONS}>:-Wl,-z,pack-relative-relocs>)
endfunction()
