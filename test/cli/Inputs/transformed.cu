// A library's kernel, and one of one's own after it.
#include <cstdio>
#include <opencv2/core/cuda/common.hpp>
#include <opencv2/core/cuda/functional.hpp>
#include <opencv2/core/cuda/transform.hpp>
#include <opencv2/core/cuda/utility.hpp>

namespace cv {
namespace cuda {
namespace device {
struct Twice : unary_function<uchar, float> {
  __device__ __forceinline__ float operator()(uchar v) const { return 2.0f * v; }
};
template <> struct TransformFunctorTraits<Twice> : DefaultTransformFunctorTraits<Twice> {
  enum { smart_shift = 8 };
};
} // namespace device
} // namespace cuda
} // namespace cv
using namespace cv::cuda;

__global__ void addOne(PtrStepSzf d) {
  if (threadIdx.x < d.cols)
    d(0, threadIdx.x) += 1;
}
void twice(PtrStepSzb src, PtrStepSzf dst, cudaStream_t stream) {
  device::transform(src, dst, device::Twice(), device::WithOutMask(), stream);
  addOne<<<1, 32, 0, stream>>>(dst);
}
int main() {
  unsigned char *a;
  float *b;
  cudaMallocManaged(&a, 32);
  cudaMallocManaged(&b, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i)
    a[i] = i;
  const PtrStepSzb bytes(1, 32, a, 32);
  const PtrStepSzf floats(1, 32, b, 32 * sizeof(float));
  twice(bytes, floats, 0);
  device::transform(floats, bytes, floats, device::plus<float>(), device::WithOutMask(), 0);
  std::printf("%g %g\n", b[0], b[31]);
}
