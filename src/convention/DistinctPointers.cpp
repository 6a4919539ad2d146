// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;

const convention::Rule convention::DistinctPointers = {
    Convention::DistinctPointers,
    R"(Pointers that a kernel is given, or finds at a fixed place of a structure or variable that it does
not write, point into different objects, and into none that the kernel names. So do those of a table
(`float **rows`, or an array of structures with such pointers), where all lanes of a warp take one of
them: they are the arrays of a batch. A table whose pointers lead to further pointers, as the nodes of
a list do, is none.

Host code that passes one allocation twice shows otherwise, and is believed. Without the convention
(the same as --assume-alias) pointers of which host code says nothing may overlap, and the questions
about them stay open. What is proved free of several such pointers stands on it.)",
    nullptr};
