# SPDX-License-Identifier: Apache-2.0

# The Debian package: `cpack --config build/CPackConfig.cmake`, which scripts/package runs.
include(GNUInstallDirs)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cuda-fix)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "cuda-fix maintainers <maintainers@cuda-fix.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds and repairs bugs in CUDA C++ without a GPU")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "cuda-fix reads CUDA C++, host and device code, and reports races, divergent
and needless barriers and wasted memory traffic, each with a witness. It
checks every repair before it shows it: parsed, analysed, compiled, run on
the CPU. It needs neither a GPU nor a CUDA toolkit.")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The headers of the C++ library, which most programs include; and what --since and --apply ask.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libstdc++-dev | g++, git")
# Loaded when a cache on a server is asked for.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libcurl4, libhiredis0.14")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)

# Debian says in `copyright` where the licence is, and names and packs changelogs in its own way.
execute_process(COMMAND git log -1 --format=%aD -- CHANGELOG.md WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                OUTPUT_VARIABLE CHANGELOG_DATE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT CHANGELOG_DATE)
  string(TIMESTAMP CHANGELOG_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
configure_file(packaging/debian/changelog.in share/changelog.Debian @ONLY)
configure_file(CHANGELOG.md share/changelog COPYONLY)
execute_process(COMMAND gzip -9nkf changelog changelog.Debian WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/share)
install(FILES packaging/debian/copyright ${CMAKE_BINARY_DIR}/share/changelog.gz
              ${CMAKE_BINARY_DIR}/share/changelog.Debian.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_COMPONENTS_ALL Unspecified debian)

include(CPack)
