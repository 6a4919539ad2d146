// SPDX-License-Identifier: Apache-2.0
//
// Strides of tensors that are passed as structs with an array of strides.
#pragma once

#include "model/Kernel.h"

namespace cudafix::analysis {

/// Returns the parameters that scale the innermost index of a tensor. Each index of the tensor's
/// accesses is scaled by an element of one array in a struct (at::PackedTensorAccessor, mdspan with
/// a strided layout); the last element is the innermost stride, which is 1 for contiguous tensors,
/// as nearly all are.
std::vector<SymbolId> innermostStrides(const Kernel &K);

} // namespace cudafix::analysis
