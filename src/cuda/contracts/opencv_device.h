// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's other headers on device code, which have no smaller contract of their own.
#ifndef __CUDAFIX_CONTRACT_OPENCV_DEVICE_H
#define __CUDAFIX_CONTRACT_OPENCV_DEVICE_H
#include "opencv_border.h"
#include "opencv_reduce.h"
#include "opencv_simd.h"
namespace cv { namespace cuda { namespace device {
template <class F> static inline void printFuncAttrib(F &) {}
}}} // namespace cv::cuda::device
#endif
