// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s '--assume=oneOk:blockIdx.x == 16' '--assume=halfOk:threadIdx.x < 32 && blockDim.x == 64'
// --assume also speaks of the indices themselves.
__global__ void oneOk(float *a) { a[threadIdx.x] += blockDim.x; }
__global__ void halfOk(float *a) { a[blockIdx.x * 32 + threadIdx.x] += 1; }
__global__ void anyBad(float *a) { a[blockIdx.x / 2 + threadIdx.x] += 1; } // expect: inter-block-race
