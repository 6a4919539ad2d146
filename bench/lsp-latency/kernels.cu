// SPDX-License-Identifier: Apache-2.0
//
// Fifteen kernels of the usual kinds and the program that launches them.
#include <cstdio>
#include <cuda_runtime.h>

#define TILE 16
#define BLOCK 256

__global__ void blockSum(const float *in, float *out, int n) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void inclusiveScan(const int *in, int *out, int n) {
  __shared__ int a[2][BLOCK];
  int t = threadIdx.x;
  int i = blockIdx.x * BLOCK + t;
  int p = 0;
  a[p][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < BLOCK; d *= 2) {
    int q = 1 - p;
    a[q][t] = t >= d ? a[p][t] + a[p][t - d] : a[p][t];
    __syncthreads();
    p = q;
  }
  if (i < n)
    out[i] = a[p][t];
}

__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float sa[TILE][TILE], sb[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < n / TILE; ++m) {
    sa[threadIdx.y][threadIdx.x] = A[row * n + m * TILE + threadIdx.x];
    sb[threadIdx.y][threadIdx.x] = B[(m * TILE + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += sa[threadIdx.y][k] * sb[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

__global__ void transpose(const float *in, float *out, int w, int h) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  if (x < w && y < h)
    tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < h && y < w)
    out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void histogram(const unsigned char *in, int *bins, int n) {
  __shared__ int local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float s[BLOCK + 2];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int t = threadIdx.x + 1;
  s[t] = i < n ? in[i] : 0.0f;
  if (threadIdx.x == 0)
    s[0] = i > 0 ? in[i - 1] : 0.0f;
  if (threadIdx.x == BLOCK - 1)
    s[BLOCK + 1] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();
  if (i < n)
    out[i] = 0.25f * s[t - 1] + 0.5f * s[t] + 0.25f * s[t + 1];
}

__global__ void softmaxRows(const float *in, float *out, int cols) {
  __shared__ float s[BLOCK];
  const float *row = in + blockIdx.x * cols;
  float m = -1e30f;
  for (int c = threadIdx.x; c < cols; c += BLOCK)
    m = fmaxf(m, row[c]);
  s[threadIdx.x] = m;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
    __syncthreads();
  }
  m = s[0];
  __syncthreads();
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK)
    sum += expf(row[c] - m);
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  sum = s[0];
  for (int c = threadIdx.x; c < cols; c += BLOCK)
    out[blockIdx.x * cols + c] = expf(row[c] - m) / sum;
}

__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void spmv(const int *rows, const int *cols, const float *values, const float *x, float *y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n)
    return;
  float sum = 0;
  for (int k = rows[r]; k < rows[r + 1]; ++k)
    sum += values[k] * x[cols[k]];
  y[r] = sum;
}

__global__ void bitonicStep(int *a, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int l = i ^ j;
  if (l > i) {
    bool up = (i & k) == 0;
    if (up == (a[i] > a[l])) {
      int t = a[i];
      a[i] = a[l];
      a[l] = t;
    }
  }
}

__global__ void rowNorms(const float *in, float *out, int cols) {
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += warpSize) {
    float v = in[blockIdx.x * cols + c];
    sum += v * v;
  }
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sqrtf(sum);
}

__global__ void jacobi(const float *in, float *out, int w, int h) {
  __shared__ float s[TILE + 2][TILE + 2];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  bool inside = x < w && y < h;
  s[ty][tx] = inside ? in[y * w + x] : 0;
  if (threadIdx.x == 0)
    s[ty][0] = inside && x > 0 ? in[y * w + x - 1] : 0;
  if (threadIdx.x == TILE - 1)
    s[ty][TILE + 1] = inside && x + 1 < w ? in[y * w + x + 1] : 0;
  if (threadIdx.y == 0)
    s[0][tx] = inside && y > 0 ? in[(y - 1) * w + x] : 0;
  if (threadIdx.y == TILE - 1)
    s[TILE + 1][tx] = inside && y + 1 < h ? in[(y + 1) * w + x] : 0;
  __syncthreads();
  if (inside)
    out[y * w + x] = 0.25f * (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1]);
}

__global__ void compact(const int *in, int *out, int *count, int n) {
  __shared__ int kept, first;
  if (threadIdx.x == 0)
    kept = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int place = -1;
  if (i < n && in[i] > 0)
    place = atomicAdd(&kept, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    first = atomicAdd(count, kept);
  __syncthreads();
  if (place >= 0)
    out[first + place] = in[i];
}

__global__ void convolve(const float *in, const float *weights, float *out, int n) {
  __shared__ float s[BLOCK + 8], w[9];
  int i = blockIdx.x * BLOCK + threadIdx.x - 4;
  s[threadIdx.x] = i >= 0 && i < n ? in[i] : 0;
  if (threadIdx.x < 8)
    s[BLOCK + threadIdx.x] = i + BLOCK < n ? in[i + BLOCK] : 0;
  if (threadIdx.x < 9)
    w[threadIdx.x] = weights[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 9; ++k)
    sum += w[k] * s[threadIdx.x + k];
  if (blockIdx.x * BLOCK + threadIdx.x < n)
    out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

__global__ void bodies(const float4 *at, float4 *force, int n) {
  __shared__ float4 tile[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  float4 me = i < n ? at[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += BLOCK) {
    tile[threadIdx.x] = first + threadIdx.x < n ? at[first + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < BLOCK; ++k) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
      float f = tile[k].w * r * r * r;
      sum.x += f * dx;
      sum.y += f * dy;
      sum.z += f * dz;
    }
    __syncthreads();
  }
  if (i < n)
    force[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

static void check(cudaError_t e, const char *what) {
  if (e != cudaSuccess) {
    std::printf("%s: %s\n", what, cudaGetErrorString(e));
  }
}

static float *device(const float *from, int n) {
  float *p = nullptr;
  check(cudaMalloc(&p, n * sizeof(float)), "malloc");
  check(cudaMemcpy(p, from, n * sizeof(float), cudaMemcpyHostToDevice), "copy");
  return p;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? 1 << 20 : 1 << 16;
  int w = 512, h = 512;
  float *host = new float[n];
  for (int i = 0; i < n; ++i)
    host[i] = float(i % 17);
  float *a = device(host, n), *b = device(host, n), *c = device(host, n);
  int *ia, *ib, *bins, *rows, *cols;
  unsigned char *bytes;
  cudaMalloc(&ia, n * sizeof(int));
  cudaMalloc(&ib, n * sizeof(int));
  cudaMalloc(&bins, 256 * sizeof(int));
  cudaMalloc(&rows, (n + 1) * sizeof(int));
  cudaMalloc(&cols, n * sizeof(int));
  cudaMalloc(&bytes, n);
  int blocks = (n + BLOCK - 1) / BLOCK;
  blockSum<<<blocks, BLOCK>>>(a, b, n);
  inclusiveScan<<<blocks, BLOCK>>>(ia, ib, n);
  matmul<<<dim3(w / TILE, h / TILE), dim3(TILE, TILE)>>>(a, b, c, w);
  transpose<<<dim3((w + TILE - 1) / TILE, (h + TILE - 1) / TILE), dim3(TILE, TILE)>>>(a, b, w, h);
  histogram<<<64, 256>>>(bytes, bins, n);
  stencil<<<blocks, BLOCK>>>(a, b, n);
  softmaxRows<<<h, BLOCK>>>(a, b, w);
  saxpy<<<blocks, BLOCK>>>(2.0f, a, b, n);
  spmv<<<blocks, BLOCK>>>(rows, cols, a, b, c, n);
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      bitonicStep<<<n / BLOCK, BLOCK>>>(ia, j, k);
  rowNorms<<<h, 32>>>(a, b, w);
  jacobi<<<dim3((w + TILE - 1) / TILE, (h + TILE - 1) / TILE), dim3(TILE, TILE)>>>(a, b, w, h);
  compact<<<blocks, BLOCK>>>(ia, ib, bins, n);
  convolve<<<blocks, BLOCK>>>(a, b, c, n);
  bodies<<<blocks / 4, BLOCK>>>(reinterpret_cast<float4 *>(a), reinterpret_cast<float4 *>(b), n / 4);
  check(cudaDeviceSynchronize(), "sync");
  return 0;
}
