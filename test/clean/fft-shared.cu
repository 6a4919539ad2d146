// SPDX-License-Identifier: Apache-2.0
// Radix-2 steps in shared memory: every thread owns one butterfly.
#define N 256

__global__ void transform(float2 *data) {
  __shared__ float2 s[N];
  int tid = threadIdx.x;
  s[tid] = data[blockIdx.x * N + tid];
  s[tid + N / 2] = data[blockIdx.x * N + tid + N / 2];
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    int group = tid / half, inside = tid % half;
    int a = group * 2 * half + inside, b = a + half;
    float angle = -3.14159265f * inside / half, c = cosf(angle), d = sinf(angle);
    float2 u = s[a], v = {s[b].x * c - s[b].y * d, s[b].x * d + s[b].y * c};
    s[a] = {u.x + v.x, u.y + v.y};
    s[b] = {u.x - v.x, u.y - v.y};
  }
  __syncthreads();
  data[blockIdx.x * N + tid] = s[tid];
  data[blockIdx.x * N + tid + N / 2] = s[tid + N / 2];
}

void run(float2 *data, int rows) { transform<<<rows, N / 2>>>(data); }
