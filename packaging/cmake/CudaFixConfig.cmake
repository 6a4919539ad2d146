# SPDX-License-Identifier: Apache-2.0

# find_package(CudaFix) gives the program as CudaFix::cuda-fix and
#
#     cuda_fix_check(<target> [ALL] [OPTIONS <option>...])
#
# which makes a target `cuda-fix-<target>` that checks the CUDA files of <target> with its include folders, definitions and
# standard, and fails when something is found. With ALL, every build runs it. The target `cuda-fix` runs all of them.

get_filename_component(CudaFix_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(CudaFix_EXECUTABLE cuda-fix HINTS "${CudaFix_PREFIX}/bin")
if(NOT CudaFix_EXECUTABLE)
  set(CudaFix_FOUND FALSE)
  set(CudaFix_NOT_FOUND_MESSAGE "the program cuda-fix is neither in ${CudaFix_PREFIX}/bin nor in the PATH")
  return()
endif()
if(NOT TARGET CudaFix::cuda-fix)
  add_executable(CudaFix::cuda-fix IMPORTED GLOBAL)
  set_target_properties(CudaFix::cuda-fix PROPERTIES IMPORTED_LOCATION "${CudaFix_EXECUTABLE}")
endif()

function(cuda_fix_check target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ALL" "" "OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cuda_fix_check(${target}): unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files "")
  foreach(source IN LISTS sources)
    get_source_file_property(language "${source}" TARGET_DIRECTORY ${target} LANGUAGE)
    if(source MATCHES "\\.cu$" OR language STREQUAL "CUDA")
      get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND files "${source}")
    endif()
  endforeach()
  if(NOT files)
    message(WARNING "cuda_fix_check(${target}): the target has no CUDA file")
    return()
  endif()

  set(all "")
  if(ARG_ALL)
    set(all ALL)
  endif()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(standard "$<TARGET_PROPERTY:${target},CUDA_STANDARD>")
  set(cxx_standard "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
  set(standard "$<IF:$<BOOL:${standard}>,${standard},${cxx_standard}>")
  add_custom_target(cuda-fix-${target} ${all}
    COMMAND CudaFix::cuda-fix ${ARG_OPTIONS} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
            "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" "$<$<BOOL:${standard}>:-std=c++${standard}>" ${files}
    COMMAND_EXPAND_LISTS VERBATIM
    WORKING_DIRECTORY "${folder}" COMMENT "Checking the CUDA files of ${target}")
  if(NOT TARGET cuda-fix)
    add_custom_target(cuda-fix)
  endif()
  add_dependencies(cuda-fix cuda-fix-${target})
endfunction()
