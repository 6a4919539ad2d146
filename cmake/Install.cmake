# SPDX-License-Identifier: Apache-2.0

# What `cmake --install` and the packages hold: the program, its manual page, completions and documents.
include(GNUInstallDirs)

# Debian keeps the completions that packages bring in a folder of their own.
if(EXISTS /etc/debian_version)
  set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
else()
  set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()

# The program prints these as soon as it is linked, so that an installation finds them after any build.
set(share ${CMAKE_BINARY_DIR}/share)
file(MAKE_DIRECTORY ${share})
add_custom_command(TARGET cuda-fix POST_BUILD
                   COMMAND cuda-fix man > ${share}/cuda-fix.1
                   COMMAND cuda-fix completion bash > ${share}/cuda-fix
                   COMMAND cuda-fix completion zsh > ${share}/_cuda-fix
                   COMMAND cuda-fix completion fish > ${share}/cuda-fix.fish
                   COMMAND gzip -9nf ${share}/cuda-fix.1
                   VERBATIM)
install(TARGETS cuda-fix RUNTIME)
install(FILES ${share}/cuda-fix.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${share}/cuda-fix DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${share}/_cuda-fix DESTINATION ${zsh_folder})
install(FILES ${share}/cuda-fix.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs ${CMAKE_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
# A Debian package has these under other names.
install(FILES ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT plain)

# find_package(CudaFix)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${share}/CudaFixConfigVersion.cmake COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_SOURCE_DIR}/packaging/cmake/CudaFixConfig.cmake ${share}/CudaFixConfigVersion.cmake
        DESTINATION lib/cmake/CudaFix)

# Bazel's rules, a repository of their own.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/packaging/bazel DESTINATION ${CMAKE_INSTALL_DATADIR}/cuda-fix)
