// A program of three files: a kernel and a variable in each unit, a template, streams and
// events, symbols, pitched and managed memory.
#include "program.h"
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

__constant__ float weights[3] = {1, 2, 3};
__device__ int total;

template <typename T> __global__ void weigh(T *out, const T *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    ++calls;
  if (i < n) {
    out[i] = in[i] * weights[i % 3];
    atomicAdd(&total, 1);
  }
}

__global__ void transpose(float *out, size_t outPitch, const float *in, size_t inPitch) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 8 + x] = in[y * inPitch / sizeof(float) + x];
  __syncthreads();
  out[y * outPitch / sizeof(float) + x] = tile[x * 8 + y];
}

__global__ void greet(const int *who) { printf("device greets %d\n", *who); }

static void check(bool right, const char *what) {
  if (right)
    return;
  printf("FAILED: %s\n", what);
  exit(3);
}

static void weighAll(int n) {
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = i;
  float heavier[] = {1, 2, 5};
  check(cudaMemcpyToSymbol(weights, heavier, sizeof(heavier)) == cudaSuccess, "symbol");
  float *dIn, *dOut;
  cudaMalloc(&dIn, n * sizeof(float));
  cudaMalloc(&dOut, n * sizeof(float));
  cudaStream_t stream;
  cudaEvent_t begin, end;
  cudaStreamCreate(&stream);
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin, stream);
  cudaMemcpyAsync(dIn, in.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
  weigh<<<(n + 31) / 32, 32, 0, stream>>>(dOut, dIn, n);
  scaleOnDevice(dOut, n, 2);
  cudaMemcpyAsync(out.data(), dOut, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(end, stream);
  check(cudaStreamSynchronize(stream) == cudaSuccess, "stream");
  float time = 0;
  check(cudaEventElapsedTime(&time, begin, end) == cudaSuccess && time > 0, "events");
  for (int i = 0; i < n; ++i)
    check(out[i] == 2 * in[i] * heavier[i % 3], "weights");
  int sum = 0, own = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof(sum));
  int byName = -1;
  check(cudaMemcpyFromSymbol(&byName, "total", sizeof(byName)) == cudaSuccess && byName == sum,
        "symbol by its name");
  check(cudaMemcpyFromSymbol(&byName, "nothing", sizeof(byName)) == cudaErrorInvalidSymbol,
        "no symbol");
  cudaGetLastError();
  cudaMemcpyFromSymbol(&own, calls, sizeof(own));
  check(sum == n, "total");
  check(own == 1 && countCalls() == 1, "variables of their own");
  check(cudaFree(dIn) == cudaSuccess && cudaFree(dOut) == cudaSuccess, "free");
  check(cudaFree(dIn) == cudaErrorInvalidValue, "freed twice");
  check(std::string(cudaGetErrorString(cudaGetLastError())) == "invalid argument", "string");
  check(cudaGetLastError() == cudaSuccess, "the error is gone");
}

static void turn() {
  float in[8][8], out[8][8], *dIn, *dOut;
  for (int i = 0; i < 64; ++i)
    in[i / 8][i % 8] = i;
  size_t inPitch, outPitch;
  cudaMallocPitch(&dIn, &inPitch, sizeof(in[0]), 8);
  cudaMallocPitch(&dOut, &outPitch, sizeof(out[0]), 8);
  cudaMemcpy2D(dIn, inPitch, in, sizeof(in[0]), sizeof(in[0]), 8, cudaMemcpyHostToDevice);
  void *args[] = {&dOut, &outPitch, &dIn, &inPitch};
  check(cudaLaunchKernel((void *)transpose, dim3(1), dim3(8, 8), args, 64 * sizeof(float), 0) ==
            cudaSuccess,
        "launch by its address");
  cudaMemcpy2D(out, sizeof(out[0]), dOut, outPitch, sizeof(out[0]), 8, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    check(out[i % 8][i / 8] == i, "transposed");
  transpose<<<1, dim3(64, 64)>>>(dOut, outPitch, dIn, inPitch);
  check(cudaGetLastError() == cudaErrorInvalidConfiguration, "a block too large");
}

__global__ void halve(__half *h, int n) {
  if (threadIdx.x < n)
    h[threadIdx.x] = __float2half(__half2float(h[threadIdx.x]) / 2);
}

static void narrow() {
  __half h[8], *d;
  for (int i = 0; i < 8; ++i)
    h[i] = __float2half(i);
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  halve<<<1, 32>>>(d, 8);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i)
    check(__half2float(h[i]) == i / 2.f, "half");
}

/// Of the folder the program is run in, wherever its sources are.
static void readFile(const char *name) {
  FILE *file = fopen(name, "r");
  check(file, "file");
  char text[16];
  check(fgets(text, sizeof(text), file) && std::string(text) == "here\n", "contents");
  fclose(file);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  check(plain(n) == n + 1, "plain C++");
  check(sumInC(n) == n, "plain C");
  weighAll(n);
  turn();
  narrow();
  if (argc > 4)
    readFile(argv[4]);
  int *who;
  cudaMallocManaged(&who, sizeof(int));
  *who = n;
  greet<<<1, 1>>>(who);
  cudaDeviceSynchronize();
  printf("PASSED with %s\n", argc > 2 ? argv[2] : "nothing");
  return argc > 3 ? atoi(argv[3]) : 0;
}
