// SPDX-License-Identifier: Apache-2.0
//
// The types of the embedded headers with which programs are compiled.
#pragma once

#include <cstddef>

namespace cudafix::simulate::api {

struct dim3 {
  unsigned x, y, z;
};
#include "cuda/__cudafix_api_types.h"

} // namespace cudafix::simulate::api
