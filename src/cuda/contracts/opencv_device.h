// SPDX-License-Identifier: Apache-2.0
//
// Stands in for those of OpenCV's headers on device code that no smaller contract is named for.
#ifndef __CUDAFIX_CONTRACT_OPENCV_DEVICE_H
#define __CUDAFIX_CONTRACT_OPENCV_DEVICE_H
#include "opencv_border.h"
#include "opencv_reduce.h"
#include "opencv_simd.h"
namespace cv { namespace cuda { namespace device {
template <class F> static inline void printFuncAttrib(F &) {}
}}} // namespace cv::cuda::device
#endif
