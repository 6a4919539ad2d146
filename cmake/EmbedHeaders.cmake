# SPDX-License-Identifier: Apache-2.0

# Writes OUT, a C++ list of {path, text} of every file under DIR whose name does not match EXCLUDE,
# and of the names in DIR/aliases.txt ("name: target", the file then only includes target).
file(GLOB_RECURSE headers RELATIVE ${DIR} ${DIR}/*)
if(EXCLUDE)
  list(FILTER headers EXCLUDE REGEX "${EXCLUDE}")
endif()
list(SORT headers)
set(text "")
foreach(header ${headers})
  if(header STREQUAL "aliases.txt")
    file(STRINGS ${DIR}/aliases.txt lines REGEX "^[^#]")
    foreach(line ${lines})
      string(REGEX MATCH "^([^:]+): *(.*)$" _ "${line}")
      string(APPEND text "{\"${CMAKE_MATCH_1}\", \"#include <${CMAKE_MATCH_2}>\\n\"},\n")
    endforeach()
    continue()
  endif()
  file(READ ${DIR}/${header} content)
  string(APPEND text "{\"${header}\", R\"__header__(${content})__header__\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
