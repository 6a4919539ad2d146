// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What host code says about OpenCV's images: shapes, memory of their own or shared; its headers are
// not there.
#include <opencv2/core/cuda.hpp>
#include <opencv2/core/cuda_stream_accessor.hpp>
#include <opencv2/core/private.cuda.hpp>

using namespace cv::cuda;

// An image is not empty because nothing says how large it is.
__global__ void newBad(PtrStepSzb d) {
  if (threadIdx.x < d.cols)
    d(0, threadIdx.x / 2) = threadIdx.x; // expect-error: intra-warp-race
}
void fresh(int h, int w) {
  GpuMat d(h, w, CV_8UC1);
  newBad<<<1, 32>>>(d);
}
__global__ void uploadedBad(PtrStepSzb d) {
  if (threadIdx.x < d.cols)
    d(0, threadIdx.x / 2) = threadIdx.x; // expect-error: intra-warp-race
}
void uploaded(const cv::Mat &m) {
  GpuMat d;
  d.upload(m);
  uploadedBad<<<1, 32>>>(d);
}
__global__ void argumentBad(PtrStepSzb d) {
  if (threadIdx.x < d.cols)
    d(0, threadIdx.x / 2) = threadIdx.x; // expect-error: intra-warp-race
}
void argument(cv::InputArray in, cv::OutputArray out) {
  out.create(in.size(), in.type());
  argumentBad<<<1, 32>>>(out.getGpuMat());
}

// One row a block, of two rows.
__global__ void rowsOk(PtrStepSzf d, PtrStepf other) {
  if (threadIdx.x < d.cols)
    d(blockIdx.x, threadIdx.x) = other(1 - blockIdx.x, threadIdx.x);
}
__global__ void rowsBad(PtrStepSzf d, PtrStepf other) {
  if (threadIdx.x < d.cols)
    d(blockIdx.x, threadIdx.x) = other(1 - blockIdx.x, threadIdx.x); // expect: inter-block-race
}
void rows(Stream &stream) {
  GpuMat d(2, 64, CV_32FC1), e(cv::Size(64, 2), CV_32FC1), part(d, cv::Rect(0, 0, 64, 2));
  rowsOk<<<2, 64, 0, StreamAccessor::getStream(stream)>>>(d, e);
  rowsBad<<<2, 64, 0, StreamAccessor::getStream(stream)>>>(d, part);
}
__global__ void resizedBad(PtrStepSzb d) {
  if (threadIdx.x < d.cols)
    d(0, threadIdx.x / 2) = threadIdx.x; // expect-error: intra-warp-race
}
void resized(const cv::Mat &m) {
  cv::Mat s;
  cv::resize(m, s, cv::Size(16, 16));
  GpuMat d;
  d.upload(s);
  resizedBad<<<1, 32>>>(d);
}
