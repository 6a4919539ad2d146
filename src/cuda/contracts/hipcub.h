// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a missing hipCUB, which is CUB when it is compiled for NVIDIA's GPUs.
#ifndef __CUDAFIX_CONTRACT_HIPCUB_H
#define __CUDAFIX_CONTRACT_HIPCUB_H
#include "hip.h"
#include <cub/cub.cuh>
namespace hipcub = cub;
#endif
