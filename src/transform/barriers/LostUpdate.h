// SPDX-License-Identifier: Apache-2.0
//
// Updates of one memory cell by several threads: a load, a computation, a store. Between the load
// and the store no barrier helps.
#pragma once

#include "transform/Transform.h"
#include <string>

namespace cudafix::transform {

/// Returns true if what `Write` stores, or whether it does, depends on what `Read` loads from the
/// same place.
bool isUpdate(const frontend::KernelUnit &K, AccessId Read, AccessId Write);

/// Returns why waiting between the two accesses of a race does not repair it: they load and store
/// one cell that several threads update at once, and all updates but one are lost. Empty: they do
/// not.
std::string lostUpdate(const Context &C, const Finding &F);

} // namespace cudafix::transform
