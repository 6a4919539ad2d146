// SPDX-License-Identifier: Apache-2.0
#define N 128

__global__ void solve(const float *a, const float *b, const float *c, const float *d, float *x) {
  __shared__ float sa[N], sb[N], sc[N], sd[N];
  int tid = threadIdx.x, at = blockIdx.x * N + tid;
  sa[tid] = a[at];
  sb[tid] = b[at];
  sc[tid] = c[at];
  sd[tid] = d[at];
  __syncthreads();
  for (int k = 1; k < N; k *= 2) {
    int left = max(tid - k, 0), right = min(tid + k, N - 1);
    float f = tid - k >= 0 ? sa[tid] / sb[left] : 0, g = tid + k < N ? sc[tid] / sb[right] : 0;
    float na = -sa[left] * f, nb = sb[tid] - sc[left] * f - sa[right] * g;
    float nc = -sc[right] * g, nd = sd[tid] - sd[left] * f - sd[right] * g;
    __syncthreads();
    sa[tid] = na;
    sb[tid] = nb;
    sc[tid] = nc;
    sd[tid] = nd;
    __syncthreads();
  }
  x[at] = sd[tid] / sb[tid];
}

void run(const float *a, const float *b, const float *c, const float *d, float *x, int systems) {
  solve<<<systems, N>>>(a, b, c, d, x);
}
