// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's header on words that hold two or four unsigned numbers.
#ifndef __CUDAFIX_CONTRACT_OPENCV_SIMD_H
#define __CUDAFIX_CONTRACT_OPENCV_SIMD_H
#include "opencv.h"
namespace cv { namespace cuda { namespace device {
#define __CUDAFIX_CV_SIMD(Name, Of) __CUDAFIX_D unsigned Name(unsigned a, unsigned b) { return Of(a, b); }
#define __CUDAFIX_CV_WORDS(N)                                                                      \
  __CUDAFIX_CV_SIMD(vadd##N, __vadd##N)                                                            \
  __CUDAFIX_CV_SIMD(vsub##N, __vsub##N)                                                            \
  __CUDAFIX_CV_SIMD(vabsdiff##N, __vabsdiffu##N)                                                   \
  __CUDAFIX_CV_SIMD(vavg##N, __vhaddu##N)                                                          \
  __CUDAFIX_CV_SIMD(vavrg##N, __vavgu##N)                                                          \
  __CUDAFIX_CV_SIMD(vmin##N, __vminu##N)                                                           \
  __CUDAFIX_CV_SIMD(vmax##N, __vmaxu##N)                                                           \
  __CUDAFIX_CV_SIMD(vseteq##N, __vseteq##N)                                                        \
  __CUDAFIX_CV_SIMD(vsetne##N, __vsetne##N)                                                        \
  __CUDAFIX_CV_SIMD(vsetge##N, __vsetgeu##N)                                                       \
  __CUDAFIX_CV_SIMD(vsetgt##N, __vsetgtu##N)                                                       \
  __CUDAFIX_CV_SIMD(vsetle##N, __vsetleu##N)                                                       \
  __CUDAFIX_CV_SIMD(vsetlt##N, __vsetltu##N)                                                       \
  __CUDAFIX_CV_SIMD(vcmpeq##N, __vcmpeq##N)                                                        \
  __CUDAFIX_CV_SIMD(vcmpne##N, __vcmpne##N)                                                        \
  __CUDAFIX_CV_SIMD(vcmpge##N, __vcmpgeu##N)                                                       \
  __CUDAFIX_CV_SIMD(vcmpgt##N, __vcmpgtu##N)                                                       \
  __CUDAFIX_CV_SIMD(vcmple##N, __vcmpleu##N)                                                       \
  __CUDAFIX_CV_SIMD(vcmplt##N, __vcmpltu##N)
__CUDAFIX_CV_WORDS(2)
__CUDAFIX_CV_WORDS(4)
#undef __CUDAFIX_CV_WORDS
#undef __CUDAFIX_CV_SIMD
}}} // namespace cv::cuda::device
#endif
