// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=redundant-barrier --show=note %s | FileCheck %s
// One warp reads what the first thread wrote only as long as the parameter has that value: a note.

__global__ void spread(const float *in, float *out, int used) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x < used)
    out[blockIdx.x * used + threadIdx.x] = first;
}

// Here it is the kernel itself that says so.
__global__ void spreadTen(const float *in, float *out) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x < 10)
    out[blockIdx.x * 10 + threadIdx.x] = first;
}

// A kernel that serves larger blocks, too, keeps the barrier that they need.
__global__ void fold(const float *in, float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (blockDim.x >= 512 && t < 256)
    s[t] = sum = sum + s[t + 256];
  __syncthreads();
  if (t < 128)
    out[blockIdx.x * 128 + t] = sum + s[t + 128];
}

void run(const float *in, float *out) {
  spread<<<64, 128>>>(in, out, 10);
  spreadTen<<<64, 128>>>(in, out);
  fold<<<64, 256>>>(in, out);
}

// CHECK: weaken-barrier-constant.cu:9:3: note: {{.*}}__syncwarp() is enough
// CHECK: launch: used == 10
// CHECK: repair: weaken-barrier (manual
// CHECK: no source form: it holds only as long as launches pass used == 10
// CHECK: weaken-barrier-constant.cu:19:3: warning: {{.*}}__syncwarp() is enough
// CHECK-NOT: launch:
// CHECK: repair: weaken-barrier (proven
// CHECK: weaken-barrier-constant.cu:{{(29|32)}}:3: warning: {{.*}}can be removed
// CHECK: launch: blockDim.x == 256
// CHECK: repair: remove-barrier (conditional
// RUN: not %cuda-fix --checks=redundant-barrier --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF
// DIFF-NOT: used == 10
// DIFF: +  // The barriers of this kernel are placed for blockDim.x == 256.
