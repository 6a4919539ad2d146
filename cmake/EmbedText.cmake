# SPDX-License-Identifier: Apache-2.0

# Writes OUT, a C++ string literal of the file IN. A literal has its length limited, so it is a row of
# pieces.
file(READ ${IN} content)
string(LENGTH "${content}" length)
set(text "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${content}" ${at} 8000 piece)
  string(APPEND text "R\"__text__(${piece})__text__\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
file(WRITE ${OUT} "${text}")
