// SPDX-License-Identifier: Apache-2.0
// One vector added to another, and sums of a vector, one for each block, in a tree over shared
// memory: whose lanes sum thins out more and more, whose words lie further and further apart,
// whose lanes and words stay together, and with a first sum while loading.

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void reduce0(const int *in, int *out, unsigned n) {
  __shared__ int s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (t % (2 * step) == 0)
      s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void reduce1(const int *in, int *out, unsigned n) {
  __shared__ int s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned at = 2 * step * t;
    if (at < blockDim.x)
      s[at] += s[at + step];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void reduce2(const int *in, int *out, unsigned n) {
  __shared__ int s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step)
      s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void reduce3(const int *in, int *out, unsigned n) {
  __shared__ int s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  int sum = i < n ? in[i] : 0;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  s[t] = sum;
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step)
      s[t] = sum = sum + s[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sum;
}
