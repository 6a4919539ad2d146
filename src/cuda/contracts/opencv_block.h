// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's headers on threads that cooperate: warps, blocks, atomics. It has the same
// barriers as the library, and no others.
#ifndef __CUDAFIX_CONTRACT_OPENCV_BLOCK_H
#define __CUDAFIX_CONTRACT_OPENCV_BLOCK_H
#include "opencv_functional.h"
namespace cv { namespace cuda { namespace device {
template <class T> struct DynamicSharedMem {
  __CUDAFIX_DM operator T *() { extern __shared__ int __cvDynamic[]; return (T *)__cvDynamic; }
  __CUDAFIX_DM operator const T *() const { extern __shared__ int __cvDynamic[]; return (T *)__cvDynamic; }
};
template <> struct DynamicSharedMem<double> {
  __CUDAFIX_DM operator double *() { extern __shared__ double __cvDynamicDoubles[]; return __cvDynamicDoubles; }
  __CUDAFIX_DM operator const double *() const { extern __shared__ double __cvDynamicDoubles[]; return __cvDynamicDoubles; }
};
template <class T> struct ForceGlob { __CUDAFIX_DM static void Load(const T *p, int i, T &v) { v = p[i]; } };

// ---- lanes
template <class T> __CUDAFIX_D T shfl(T v, int lane, int width = warpSize) { return T(__shfl_sync(~0u, v, lane, width)); }
template <class T> __CUDAFIX_D T shfl_down(T v, unsigned n, int width = warpSize) { return T(__shfl_down_sync(~0u, v, n, width)); }
template <class T> __CUDAFIX_D T shfl_up(T v, unsigned n, int width = warpSize) { return T(__shfl_up_sync(~0u, v, n, width)); }
template <class T> __CUDAFIX_D T shfl_xor(T v, int n, int width = warpSize) { return T(__shfl_xor_sync(~0u, v, n, width)); }

struct Block {
  __CUDAFIX_DM static unsigned id() { return blockIdx.x; }
  __CUDAFIX_DM static unsigned stride() { return blockDim.x * blockDim.y * blockDim.z; }
  __CUDAFIX_DM static void sync() { __syncthreads(); }
  __CUDAFIX_DM static int flattenedThreadId() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
  template <class It, class T> __CUDAFIX_DM static void fill(It beg, It end, const T &v) {
    for (It i = beg + flattenedThreadId(); i < end; i += stride()) *i = v;
  }
  template <class Out, class T> __CUDAFIX_DM static void yota(Out beg, Out end, T v) {
    for (Out i = beg + flattenedThreadId(); i < end; i += stride()) *i = v + T(i - beg);
  }
  template <class In, class Out> __CUDAFIX_DM static void copy(In beg, In end, Out out) { transform(beg, end, out, __Same()); }
  template <class In, class Out, class Op> __CUDAFIX_DM static void transform(In beg, In end, Out out, Op op) {
    for (int i = flattenedThreadId(); i < end - beg; i += stride()) out[i] = op(beg[i]);
  }
  template <class In1, class In2, class Out, class Op> __CUDAFIX_DM static void transform(In1 beg1, In1 end1, In2 beg2, Out out, Op op) {
    for (int i = flattenedThreadId(); i < end1 - beg1; i += stride()) out[i] = op(beg1[i], beg2[i]);
  }
  /// The result is in the first element, for the first warp.
  template <int N, class T, class Op> __CUDAFIX_DM static void reduce(volatile T *buffer, Op op) {
    T *b = const_cast<T *>(buffer);
    fold<N>(b, b[flattenedThreadId()], op);
  }
  template <int N, class T, class Op> __CUDAFIX_DM static void reduce(volatile T *buffer, T init, Op op) {
    T *b = const_cast<T *>(buffer);
    b[flattenedThreadId()] = init;
    sync();
    fold<N>(b, init, op);
  }
  template <class T, class Op> __CUDAFIX_DM static void reduce_n(T *data, unsigned n, Op op) {
    const unsigned id = flattenedThreadId(), all = stride();
    if (all < n) {
      for (unsigned i = all + id; i < n; i += all) data[id] = op(data[id], data[i]);
      n = all;
    }
    sync();
    while (n > 1) {
      const unsigned half = n / 2;
      if (id < half) data[id] = op(data[id], data[n - id - 1]);
      sync();
      n -= half;
    }
  }

private:
  struct __Same { template <class T> __CUDAFIX_DM T operator()(T v) const { return v; } };
  template <int N, class T, class Op> __CUDAFIX_DM static void fold(T *b, T val, Op op) {
    const int id = flattenedThreadId();
#pragma unroll
    for (int half = 512; half >= 64; half /= 2)
      if (N >= 2 * half) {
        if (id < half) b[id] = val = op(val, b[id + half]);
        sync();
      }
    if (id < 32) {
#pragma unroll
      for (int half = 32; half >= 1; half /= 2)
        if (N >= 2 * half) {
          if (id < half) b[id] = val = op(val, b[id + half]);
          __syncwarp();
        }
    }
  }
};
struct Warp {
  enum { LOG_WARP_SIZE = 5, WARP_SIZE = 32, STRIDE = 32 };
  __CUDAFIX_DM static unsigned laneId() { return Block::flattenedThreadId() & 31; }
  __CUDAFIX_DM static unsigned warpId() { return Block::flattenedThreadId() >> 5; }
  template <class It, class T> __CUDAFIX_DM static void fill(It beg, It end, const T &v) {
    for (It i = beg + laneId(); i < end; i += STRIDE) *i = v;
  }
  template <class In, class Out> __CUDAFIX_DM static Out copy(In beg, In end, Out out) {
    for (int i = laneId(); i < end - beg; i += STRIDE) out[i] = beg[i];
    return out;
  }
  template <class In, class Out, class Op> __CUDAFIX_DM static Out transform(In beg, In end, Out out, Op op) {
    for (int i = laneId(); i < end - beg; i += STRIDE) out[i] = op(beg[i]);
    return out;
  }
  template <class In1, class In2, class Out, class Op> __CUDAFIX_DM static Out transform(In1 beg1, In1 end1, In2 beg2, Out out, Op op) {
    for (int i = laneId(); i < end1 - beg1; i += STRIDE) out[i] = op(beg1[i], beg2[i]);
    return out;
  }
  template <class Out, class T> __CUDAFIX_DM static void yota(Out beg, Out end, T v) {
    for (Out i = beg + laneId(); i < end; i += STRIDE) *i = v + T(i - beg);
  }
  template <class T, class Op> __CUDAFIX_DM static T reduce(volatile T *buffer, Op op) {
    T *b = const_cast<T *>(buffer);
    const unsigned lane = laneId();
#pragma unroll
    for (int half = 16; half >= 1; half /= 2) {
      if (lane < half) b[lane] = op(b[lane], b[lane + half]);
      __syncwarp();
    }
    return *b;
  }
};
template <class T> __CUDAFIX_D T warp_reduce(volatile T *buffer, const unsigned tid = threadIdx.x) {
  T *b = const_cast<T *>(buffer);
  const unsigned lane = tid & 31;
#pragma unroll
  for (int half = 16; half >= 1; half /= 2) {
    if (lane < half) b[tid] = b[tid] + b[tid + half];
    __syncwarp();
  }
  return b[tid - lane];
}

struct Emulation {
  __CUDAFIX_DM static int syncthreadsOr(int pred) { return __syncthreads_or(pred); }
  template <int N> __CUDAFIX_DM static int Ballot(int pred) { return __ballot_sync(~0u, pred); }
  struct smem {
    enum { TAG_MASK = (1u << ((sizeof(unsigned) << 3) - 5u)) - 1u };
    template <class T> __CUDAFIX_DM static T atomicInc(T *p, T v) { return ::atomicInc(p, v); }
    template <class T> __CUDAFIX_DM static T atomicAdd(T *p, T v) { return ::atomicAdd(p, v); }
    template <class T> __CUDAFIX_DM static T atomicMin(T *p, T v) { return __min(p, v); }
    template <class T> __CUDAFIX_DM static T atomicMax(T *p, T v) { return __max(p, v); }
  };
  struct glob : smem {};

private:
  // There are no such instructions for floats.
  template <class T, class Better> __CUDAFIX_DM static T __exchange(T *p, T v, Better better) {
    typedef std::conditional_t<sizeof(T) == 8, unsigned long long, int> Bits;
    Bits old = __builtin_bit_cast(Bits, *p), seen;
    do {
      seen = old;
      old = ::atomicCAS((Bits *)p, seen, __builtin_bit_cast(Bits, better(v, __builtin_bit_cast(T, seen))));
    } while (seen != old);
    return __builtin_bit_cast(T, old);
  }
  template <class T> __CUDAFIX_DM static T __min(T *p, T v) {
    if constexpr (std::is_floating_point_v<T>) return __exchange(p, v, minimum<T>());
    else return ::atomicMin(p, v);
  }
  template <class T> __CUDAFIX_DM static T __max(T *p, T v) {
    if constexpr (std::is_floating_point_v<T>) return __exchange(p, v, maximum<T>());
    else return ::atomicMax(p, v);
  }
};
}}} // namespace cv::cuda::device
#endif
