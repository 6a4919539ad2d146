// RUN: %check-findings %s
// Templates that nothing instantiates get the numbers that they compare their parameters with, and
// several combinations of flags. What none of them leads to is not decided.

// The planes of two dimensions share a cell.
template <int ndim> __global__ void dimensionsBad(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if constexpr (ndim == 1)
      y[i] = x[i];
    if constexpr (ndim == 2)
      y[n] = x[i]; // expect-warning: global-race inter-block-race
    if constexpr (ndim == 3)
      y[2 * i] = x[i] + x[i + n];
  }
}

template <bool Forward, bool Scaled> __global__ void flagsBad(float *y) {
  if (Forward && !Scaled)
    y[0] = threadIdx.x; // expect-warning: global-race
  else
    y[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

enum class Mode { Copy, Sum };

template <Mode M> __global__ void modesBad(float *y) {
  if constexpr (M == Mode::Sum)
    y[0] = threadIdx.x; // expect-warning: global-race
  else
    y[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

template <int steps> __device__ void store(float *y) {
  if (steps == 5)
    y[threadIdx.x + blockIdx.x * blockDim.x] = 5;
  if (steps == 6)
    y[0] = threadIdx.x;
}

// The function that is called compares, and the kernel does not.
template <int steps> __global__ void calledUnknown(float *y) { store<steps>(y); }

template <int steps> __global__ void casesBad(float *y) {
  switch (steps) {
  case 5:
    y[threadIdx.x + blockIdx.x * blockDim.x] = 5;
    break;
  case 6:
    y[0] = threadIdx.x; // expect-warning: global-race
    break;
  }
}

// No number that is customary leads to the first branch.
template <int parts> __global__ void unreachedUnknown(float *y) {
  if constexpr (parts % 64 == 33)
    y[0] = threadIdx.x;
  else
    y[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

template <int ndim> __global__ void bothOk(float *y) {
  if constexpr (ndim == 2)
    y[threadIdx.x + blockIdx.x * blockDim.x] = 1;
  else
    y[2 * (threadIdx.x + blockIdx.x * blockDim.x)] = 2;
}

// There are more cases than numbers that are tried.
template <int steps> __global__ void manyCasesUnknown(float *y) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  switch (steps) {
  case 5:
    y[0] = threadIdx.x;
    break;
  case 6:
  case 7:
    y[i] = 6;
    break;
  case 8:
    y[i] = 8;
    break;
  case 9:
    y[i] = 9;
    break;
  case 10:
    y[i] = 10;
    break;
  case 11:
    y[i] = 11;
    break;
  }
}

// Two cases are one.
template <int steps> __global__ void fewCasesOk(float *y) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  switch (steps) {
  case 5:
  case 6:
  case 7:
  case 8:
  case 9:
  case 10:
    y[i] = 5;
    break;
  default:
    y[2 * i] = 6;
  }
}
