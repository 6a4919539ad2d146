// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Borders, masks and functions of OpenCV as types of kernels' parameters; its headers are not
// there.
#include <opencv2/core/cuda/border_interpolate.hpp>
#include <opencv2/core/cuda/common.hpp>
#include <opencv2/core/cuda/functional.hpp>
#include <opencv2/core/cuda/saturate_cast.hpp>
#include <opencv2/core/cuda/utility.hpp>
#include <opencv2/core/cuda/vec_math.hpp>

namespace cv {
namespace cuda {
namespace device {
enum { Width = 32, Height = 8, Radius = 4 };

// The mean of a row's pixels around each, from a tile that several warps write.
template <bool Ordered, typename T, typename D, typename B>
__device__ void meanOfColumn(const PtrStepSz<T> src, PtrStep<D> dst, const B brd) {
  typedef typename TypeVec<float, VecTraits<T>::cn>::vec_type Work;
  __shared__ Work tile[Height + 2 * Radius][Width];
  const int x = blockIdx.x * Width + threadIdx.x, y = blockIdx.y * Height + threadIdx.y;
  if (x < src.cols) {
    const T *column = src.ptr() + x;
    tile[threadIdx.y + Radius][threadIdx.x] =
        saturate_cast<Work>(brd.at_high(y, column, src.step)); // allow: shared-race
    if (threadIdx.y < Radius) {
      tile[threadIdx.y][threadIdx.x] =
          saturate_cast<Work>(brd.at_low(y - Radius, column, src.step)); // allow: shared-race
      tile[threadIdx.y + Height + Radius][threadIdx.x] =
          saturate_cast<Work>(brd.at_high(y + Height, column, src.step)); // allow: shared-race
    }
  }
  if (Ordered)
    __syncthreads();
  if (x < src.cols && y < src.rows) {
    Work sum = VecTraits<Work>::all(0);
    for (int k = 0; k <= 2 * Radius; ++k)
      sum = sum + tile[threadIdx.y + k][threadIdx.x]; // allow: shared-race
    dst(y, x) = saturate_cast<D>(sum / (2.0f * Radius + 1));
  }
}
template <typename T, typename D, typename B>
__global__ void meanOk(const PtrStepSz<T> src, PtrStep<D> dst, const B brd) {
  meanOfColumn<true>(src, dst, brd);
}
template <typename T, typename D, typename B>
__global__ void meanBad(const PtrStepSz<T> src, PtrStep<D> dst, const B brd) {
  meanOfColumn<false>(src, dst, brd); // expect-error: shared-race
}
template <template <typename> class B, typename T>
void mean(PtrStepSzb src, PtrStepSzb dst, cudaStream_t stream) {
  const dim3 block(Width, Height), grid(divUp(src.cols, block.x), divUp(src.rows, block.y));
  const B<typename TypeVec<float, VecTraits<T>::cn>::vec_type> brd(src.rows);
  meanOk<T><<<grid, block, 0, stream>>>((PtrStepSz<T>)src, (PtrStepSz<T>)dst, brd);
  meanBad<T><<<grid, block, 0, stream>>>((PtrStepSz<T>)src, (PtrStepSz<T>)dst, brd);
  cudaSafeCall(cudaGetLastError());
  if (stream == 0)
    cudaSafeCall(cudaDeviceSynchronize());
}
template void mean<BrdColReplicate, uchar>(PtrStepSzb, PtrStepSzb, cudaStream_t);
template void mean<BrdColReflect101, uchar3>(PtrStepSzb, PtrStepSzb, cudaStream_t);

// Each pixel by itself; with Share 2 those of two threads are one.
struct Brighter : unary_function<uchar, uchar> {
  float gain;
  __host__ __device__ explicit Brighter(float g) : gain(g) {}
  __device__ uchar operator()(uchar v) const { return saturate_cast<uchar>(v * gain); }
};
template <int Share, typename Op, typename Mask>
__device__ void each(const PtrStepSzb src, PtrStepb dst, const Op op, const Mask mask) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < src.cols && y < src.rows && mask(y, x))
    dst(y, x / Share) = op(src(y, x)); // allow: intra-warp-race
}
template <typename Op, typename Mask>
__global__ void eachOk(const PtrStepSzb src, PtrStepb dst, const Op op, const Mask mask) {
  each<1>(src, dst, op, mask);
}
template <typename Op, typename Mask>
__global__ void eachBad(const PtrStepSzb src, PtrStepb dst, const Op op, const Mask mask) {
  each<2>(src, dst, op, mask); // expect-error: intra-warp-race
}
void brighter(const GpuMat &src, GpuMat &dst, const GpuMat &mask, float gain, Stream &stream) {
  const dim3 block(32, 8), grid(divUp(src.cols, block.x), divUp(src.rows, block.y));
  dst.create(src.size(), src.type());
  if (mask.empty())
    eachOk<<<grid, block, 0, StreamAccessor::getStream(stream)>>>(src, dst, Brighter(gain),
                                                                  WithOutMask());
  else
    eachOk<<<grid, block, 0, StreamAccessor::getStream(stream)>>>(
        src, dst, bind2nd(maximum<uchar>(), 9), SingleMask(mask));
  eachBad<<<grid, block, 0, StreamAccessor::getStream(stream)>>>(src, dst, Brighter(gain),
                                                                 WithOutMask());
}
} // namespace device
} // namespace cuda
} // namespace cv
