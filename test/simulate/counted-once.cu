// RUN: %cuda-fix simulate --listing --exit-zero --schedules 1 --search 0 %s | FileCheck %s
//
// A warp makes one step at the end, also where some of its lanes come there before the others
// have met at the barrier.
__global__ void early(float *a) {
  if (threadIdx.x >= 16)
    return;
  a[threadIdx.x] = 1;
  __syncthreads();
  a[threadIdx.x] += 1;
}
// CHECK: {{ 1 +}}[[#@LINE-1]] | }
void launch(float *a) { early<<<1, 32>>>(a); }
