// SPDX-License-Identifier: Apache-2.0
//
// Strides of tensors that a kernel gets as structs with an array of them.
#pragma once

#include "model/Kernel.h"

namespace cudafix::analysis {

/// The parameters that scale the innermost index of a tensor: each index of its accesses is scaled
/// by an element of one array in a struct (at::PackedTensorAccessor, mdspan with a strided layout),
/// and this is the last. They are 1 where the tensor is contiguous, as nearly all are.
std::vector<SymbolId> innermostStrides(const Kernel &K);

} // namespace cudafix::analysis
