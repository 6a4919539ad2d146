# SPDX-License-Identifier: Apache-2.0

separate_arguments(llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")

# One folder of src is one library. LINK is what it may use; ROOMS are folders inside it, of which none
# includes one that stands after it (test/meta holds the includes to both lists). CLANG: uses headers of
# Clang and LLVM IR and shares one precompiled header. Z3: links Z3 and is built with C++ exceptions.
function(cudafix_library name)
  cmake_parse_arguments(ARG "CLANG;Z3" "" "ROOMS;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(NOT sources)
    add_library(cudafix_${name} INTERFACE)
    target_include_directories(cudafix_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    return()
  endif()
  add_library(cudafix_${name} STATIC ${sources})
  target_include_directories(cudafix_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_include_directories(cudafix_${name} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_options(cudafix_${name} PUBLIC ${llvm_definitions})
  target_link_libraries(cudafix_${name} PUBLIC cudafix_llvm)
  if(ARG_Z3)
    target_link_libraries(cudafix_${name} PRIVATE cudafix_z3)
    target_compile_options(cudafix_${name} PRIVATE -fexceptions)
  else()
    target_compile_options(cudafix_${name} PRIVATE -fno-exceptions)
  endif()
  if(ARG_CLANG)
    target_link_libraries(cudafix_${name} PUBLIC cudafix_clang)
    cudafix_use_precompiled(cudafix_${name})
  endif()
  foreach(dep ${ARG_LINK})
    target_link_libraries(cudafix_${name} PUBLIC cudafix_${dep})
  endforeach()
endfunction()

# The precompiled header of the Clang-facing folders. Built here rather than by CMake's own
# command because ccache shares objects between checkouts only if no absolute path of the
# build folder stands on the compiler's command line; Ninja compiles in the build folder.
string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" precompiled_type)
separate_arguments(precompiled_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${${precompiled_type}}")
get_directory_property(precompiled_options COMPILE_OPTIONS)
add_custom_command(
  OUTPUT precompiled.pch
  COMMAND ${CMAKE_CXX_COMPILER} ${precompiled_flags} ${precompiled_options} ${llvm_definitions}
          -std=c++20 -fno-exceptions -fpch-instantiate-templates -Xclang -fno-pch-timestamp
          -isystem ${LLVM_INCLUDE_DIRS} -x c++-header ${CMAKE_SOURCE_DIR}/src/frontend/Precompiled.h
          -o precompiled.pch
  DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/Precompiled.h
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
add_custom_target(cudafix_precompiled DEPENDS ${CMAKE_BINARY_DIR}/precompiled.pch)
# What ccache takes for the bytes of the header, which hold paths too.
file(SHA256 ${CMAKE_SOURCE_DIR}/src/frontend/Precompiled.h precompiled_sum)
file(WRITE ${CMAKE_BINARY_DIR}/precompiled.pch.sum
     "${precompiled_sum} ${LLVM_PACKAGE_VERSION} ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS}")

function(cudafix_use_precompiled target)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND CMAKE_GENERATOR MATCHES Ninja)
    add_dependencies(${target} cudafix_precompiled)
    target_compile_options(${target} PRIVATE -fpch-instantiate-templates
                           "SHELL:-Xclang -fno-pch-timestamp" "SHELL:-include-pch precompiled.pch")
    set_property(TARGET ${target} APPEND PROPERTY OBJECT_DEPENDS ${CMAKE_BINARY_DIR}/precompiled.pch)
  endif()
endfunction()
