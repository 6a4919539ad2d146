// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-DAG: the template 'light' is read as one for the host, too, like a specialization
// CHECK-DAG: '{{copied|halfOf|shifted}}' is read with 'template' before it
// CHECK-DAG: 'G::mul' is read with 'template' before its last name
// CHECK-DAG: 'M::In' is read with 'typename' before it
// CHECK-DAG: 'cells' is in shared memory, where no constructor runs
// Code that nvcc reads and Clang refuses.

namespace colors {
template <typename T> inline __device__ float light(T v);
template <> inline __host__ __device__ float light(float3 v) { return v.x; }
template <> inline __host__ __device__ float light(float4 v) { return v.y; }
} // namespace colors
template <typename T> __global__ void lightOk(const T *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = colors::light(in[i]);
}
template <typename T> __global__ void lightBad(const T *in, float *out) {
  const float v = colors::light(in[threadIdx.x]) + threadIdx.x;
  out[threadIdx.x / 2] = v; // expect-error: intra-warp-race
}

template <int N> struct Copies {
  int by;
  template <int M> static __device__ void copied(const float *in, float *out) {
    out[threadIdx.x * N / M] = in[threadIdx.x] + threadIdx.x; // expect-error: intra-warp-race
  }
  template <int M> static __device__ int halfOf() { return threadIdx.x * M / 2; }
  template <int M> __device__ int shifted(int i) const { return (i + by) * M; }
};
template <int N, int M> __global__ void copyOk(const float *in, float *out) {
  Copies<N>::copied<M>(in, out);
}
template <int N, int M> __global__ void copyBad(const float *in, float *out) {
  Copies<N>::copied<M>(in, out);
}
template <int N> __global__ void halfOk(float *out) {
  int i = Copies<N>::halfOf<2>();
  out[i] = i;
}
template <int N> __global__ void shiftOk(float *out) {
  Copies<N> c{N};
  out[c.shifted<2>(threadIdx.x)] = 1;
}

struct Field {
  int v;
  template <unsigned N> static __host__ __device__ Field mul(Field a) { return {a.v * (int)N}; }
};
template <class G> __global__ void mulOk(const G *in, G *out) {
  __shared__ G s[64];
  s[threadIdx.x] = G::mul<3>(in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template <class G> __global__ void mulBad(const G *in, G *out) {
  __shared__ G s[64];
  s[threadIdx.x] = G::mul<3>(in[threadIdx.x]); // expect: shared-race
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template <class G> __global__ void namespaceOk(G *out) {
  out[threadIdx.x].v = colors::light<float3>(float3{1, 2, 3});
}

template <class T> struct Messages {
  struct In {
    const T *p;
    __device__ explicit In(const T *p) : p(p) {}
    __device__ T get(int i) const { return p[i]; }
  };
  static __device__ int in(int i) { return i; }
};
template <class I> __device__ int first(I in) { return in.get(0); }
template <class M> __global__ void messageOk(const int *p, int *out) {
  out[M::in(threadIdx.x)] = first(M::In(p));
}
template <class M> __global__ void messageBad(const int *p, int *out) {
  out[threadIdx.x / 2] = first(M::In(p)) + threadIdx.x; // expect-error: intra-warp-race
}
template <class T> __global__ void messagesOk(const T *p, T *out) {
  out[threadIdx.x] = first(Messages<T>::In(p));
}

struct Cell {
  int v;
  __host__ __device__ Cell() : v(0) {}
  __host__ __device__ explicit Cell(int v) : v(v) {}
};
template <class T> struct Pair {
  T a;
  Cell b;
  int c = 4;
};
__global__ void cellOk(const int *in, int *out) {
  __shared__ Cell cells[64];
  cells[threadIdx.x] = Cell(in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x].v;
}
__global__ void cellBad(const int *in, int *out) {
  static __shared__ Cell cells[64];
  cells[threadIdx.x] = Cell(in[threadIdx.x]); // expect: shared-race
  out[threadIdx.x] = cells[63 - threadIdx.x].v;
}
template <class T> __global__ void pairOk(const T *in, T *out) {
  __shared__ Pair<T> pairs[2][32], others[4];
  if (threadIdx.x < 4)
    others[threadIdx.x].a = pairs[1][threadIdx.x].a = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = pairs[1][threadIdx.x % 4].a + others[3].a;
}
// They are not 0.
__global__ void unsetBad(int *out) {
  __shared__ Cell cells[32];
  out[0] = cells[threadIdx.x].v; // expect: intra-warp-race unwritten-shared
}
// 'typename' may be missing before the name of a type in a template argument, too, and where it
// begins a declaration.
template <int A> struct Leaf { using Type = float; };
template <class T> __device__ T fetch(const T *p) { return p[threadIdx.x]; }
template <int A> __global__ void leafOk(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = fetch<Leaf<A>::Type>(in);
  __syncthreads();
  Leaf<A>::Type x = s[255 - threadIdx.x];
  out[threadIdx.x] = x;
}
template <int A> __global__ void leafBad(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = fetch<Leaf<A>::Type>(in); // expect: shared-race
  out[threadIdx.x] = s[255 - threadIdx.x];
}
// What looks like a comparison of three numbers is one.
__global__ void chainedOk(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 0 < n)
    out[i] = in[i];
}
__global__ void chainedBad(const float *in, float *out, int n) {
  int i = threadIdx.x;
  if (i >= 0 < n)
    out[i / 2] = in[i]; // expect-error: intra-warp-race
}
void run(const float3 *in, const float4 *in4, float *out, int n) {
  lightOk<float3><<<(n + 255) / 256, 256>>>(in, out, n);
  lightBad<float4><<<1, 32>>>(in4, out);
  copyOk<3, 3><<<1, 32>>>(out + 64, out);
  copyBad<2, 4><<<1, 32>>>(out + 64, out);
  halfOk<1><<<1, 32>>>(out);
  shiftOk<5><<<1, 32>>>(out);
  mulOk<Field><<<1, 64>>>(nullptr, nullptr);
  mulBad<Field><<<1, 64>>>(nullptr, nullptr);
  namespaceOk<Field><<<1, 32>>>(nullptr);
  messageOk<Messages<int>><<<1, 32>>>(nullptr, nullptr);
  messageBad<Messages<int>><<<1, 32>>>(nullptr, nullptr);
  messagesOk<int><<<1, 32>>>(nullptr, nullptr);
  cellOk<<<1, 64>>>(nullptr, nullptr);
  cellBad<<<1, 64>>>(nullptr, nullptr);
  pairOk<int><<<1, 64>>>(nullptr, nullptr);
  unsetBad<<<1, 32>>>(nullptr);
  leafOk<0><<<1, 256>>>(out + 256, out);
  leafBad<0><<<1, 256>>>(out + 256, out);
  chainedOk<<<(n + 255) / 256, 256>>>(&in4->x, out, n);
  chainedBad<<<1, 64>>>(&in4->x, out, 64);
}
