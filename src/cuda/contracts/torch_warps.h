// SPDX-License-Identifier: Apache-2.0
//
// Stands in for ATen/cuda/DeviceUtils.cuh and the headers that include it: shuffles of a warp. Code
// that includes none of them may define these names itself.
#ifndef __CUDAFIX_CONTRACT_TORCH_WARPS_H
#define __CUDAFIX_CONTRACT_TORCH_WARPS_H
#include "torch.h"
template <class T> __CUDAFIX_D T WARP_SHFL(T v, int l, int w = 32, unsigned m = ~0u) { return __shfl_sync(m, v, l, w); }
template <class T> __CUDAFIX_D T WARP_SHFL_XOR(T v, int l, int w = 32, unsigned m = ~0u) { return __shfl_xor_sync(m, v, l, w); }
template <class T> __CUDAFIX_D T WARP_SHFL_UP(T v, unsigned l, int w = 32, unsigned m = ~0u) { return __shfl_up_sync(m, v, l, w); }
template <class T> __CUDAFIX_D T WARP_SHFL_DOWN(T v, unsigned l, int w = 32, unsigned m = ~0u) { return __shfl_down_sync(m, v, l, w); }
__CUDAFIX_D unsigned WARP_BALLOT(int p, unsigned m = ~0u) { return __ballot_sync(m, p); }
#endif
