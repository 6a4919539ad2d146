# SPDX-License-Identifier: Apache-2.0

separate_arguments(llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")

# One folder of src is one library. LINK is what it may use; ROOMS are folders inside it, of which none
# includes one that stands after it (test/meta holds the includes to both lists). CLANG: uses headers of
# Clang and LLVM IR. Z3: links Z3 and is built with C++ exceptions.
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
    cudafix_use_precompiled(cudafix_${name} clang)
  elseif(ARG_Z3)
    cudafix_use_precompiled(cudafix_${name} plain-exceptions)
  else()
    cudafix_use_precompiled(cudafix_${name} plain)
  endif()
  foreach(dep ${ARG_LINK})
    target_link_libraries(cudafix_${name} PUBLIC cudafix_${dep})
  endforeach()
endfunction()

# Precompiled headers: build/<name>.pch of a header, and of those of another .pch where ON names it.
# FLAGS: what its users have beside the common flags. Built here rather than by CMake's own command
# because ccache shares objects between checkouts only if no absolute path of the build folder
# stands on the compiler's command line; Ninja compiles in the build folder.
string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" precompiled_type)
separate_arguments(precompiled_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${${precompiled_type}}")
get_directory_property(precompiled_options COMPILE_OPTIONS)

function(cudafix_precompiled name header)
  cmake_parse_arguments(ARG "" "ON" "FLAGS" ${ARGN})
  set(base "")
  set(base_sum "")
  if(ARG_ON)
    set(base -include-pch ${ARG_ON}.pch)
    file(READ ${CMAKE_BINARY_DIR}/${ARG_ON}.pch.sum base_sum)
  endif()
  add_custom_command(
    OUTPUT ${name}.pch
    COMMAND ${CMAKE_CXX_COMPILER} ${precompiled_flags} ${precompiled_options} ${llvm_definitions}
            -std=c++20 ${ARG_FLAGS} -fpch-instantiate-templates -Xclang -fno-pch-timestamp ${base}
            -isystem ${LLVM_INCLUDE_DIRS} -x c++-header ${CMAKE_SOURCE_DIR}/${header}
            -MD -MT ${name}.pch -MF ${name}.pch.d -o ${name}.pch
    DEPENDS ${CMAKE_SOURCE_DIR}/${header} $<$<BOOL:${ARG_ON}>:${CMAKE_BINARY_DIR}/${ARG_ON}.pch>
    DEPFILE ${name}.pch.d
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR} COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(cudafix_precompiled_${name} DEPENDS ${CMAKE_BINARY_DIR}/${name}.pch)
  # What ccache takes for the bytes of the header, which hold paths too.
  file(SHA256 ${CMAKE_SOURCE_DIR}/${header} sum)
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.pch.sum
       "${base_sum}${sum} ${LLVM_PACKAGE_VERSION} ${GTest_VERSION} ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${header})
endfunction()

get_target_property(gtest_folders GTest::gtest INTERFACE_INCLUDE_DIRECTORIES)
list(REMOVE_ITEM gtest_folders ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES} gtest_folders-NOTFOUND)
list(TRANSFORM gtest_folders PREPEND -isystem)
set(gtest_flags $<TARGET_PROPERTY:GTest::gtest,INTERFACE_COMPILE_OPTIONS> ${gtest_folders})
cudafix_precompiled(clang src/frontend/Precompiled.h FLAGS -fno-exceptions)
cudafix_precompiled(plain cmake/Precompiled.h FLAGS -fno-exceptions)
cudafix_precompiled(plain-exceptions cmake/Precompiled.h FLAGS -fexceptions)
cudafix_precompiled(clang-test test/unit/Precompiled.h ON clang FLAGS -fno-exceptions ${gtest_flags})
cudafix_precompiled(plain-test test/unit/Precompiled.h ON plain FLAGS -fno-exceptions ${gtest_flags})

function(cudafix_use_precompiled target name)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND CMAKE_GENERATOR MATCHES Ninja)
    add_dependencies(${target} cudafix_precompiled_${name})
    target_compile_options(${target} PRIVATE -fpch-instantiate-templates
                           "SHELL:-Xclang -fno-pch-timestamp" "SHELL:-include-pch ${name}.pch")
  endif()
endfunction()
