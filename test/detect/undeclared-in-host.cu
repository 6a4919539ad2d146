// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What nothing declares in host code, for want of a header, may be anything: it does not keep the
// code around it from saying how kernels are launched.

__global__ void rowsOk(int *a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }
__global__ void longerRowsBad(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; // expect: inter-block-race
}
__global__ void knownRowsUnknown(int *a, int n) { a[blockIdx.x * n + threadIdx.x] = blockIdx.x; }
__global__ void passedOnUnknown(int *a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }

void run(int *a, int n, const Config *config) {
  if (cudaGetLastError() != cudaSuccess)
    logError("no device", n);
  LOG(INFO) << "n = " << n;
  Timer timer(n);
  dim3 block(64);
  rowsOk<<<n, block>>>(a);
  CHECK_LAUNCH(cudaDeviceSynchronize());
  int threads = 128;
  longerRowsBad<<<n, threads>>>(a);
  reportTime(timer, n, config);
  // The call may have changed the number.
  int width = 128;
  chooseWidth(width);
  knownRowsUnknown<<<n, 128>>>(a, width);
  launchSomehow(passedOnUnknown, n, a);
}
