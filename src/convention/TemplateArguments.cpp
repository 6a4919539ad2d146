// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;

const convention::Rule convention::TemplateArguments = {
    Convention::TemplateArguments,
    R"(A kernel template that nothing in its file instantiates is not used with the arguments that were
made up for it, nor a kernel with what stands in for names that nothing declares.

Such a template is looked at with customary arguments: float for a type, 256 for a size, the numbers
that it compares a parameter with. A kernel with a branch that none of these numbers leads to is not
decided. A name of a type whose header is missing stands for float or int, one of a number for any
number or, where code needs to know it, for a customary one. A race or divergence that is found with
them is "likely": nobody may ever choose them. It is "possible" where the solver has not decided
whether another convention excludes it.)",
    nullptr};
