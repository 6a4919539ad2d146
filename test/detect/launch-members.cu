// SPDX-License-Identifier: Apache-2.0
// The shape of a launch stands in private members that another function of the class sets.
// RUN: %check-findings %s

// Each thread has columns of its own, if a block is a warp.
__global__ void columnsOk(float *out, int rows) {
  __shared__ float row[96];
  for (int r = 0; r < rows; ++r) {
    for (int part = 0; part < 3; ++part)
      row[threadIdx.x + part * blockDim.x / 4 * 4] = r;
    out[(r * gridDim.x + blockIdx.x) * 96 + threadIdx.x] = row[threadIdx.x];
  }
}

__global__ void pairBad(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x]; // expect: shared-race
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void lineOk(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += 128)
    out[blockIdx.x * n + i] = threadIdx.x;
}

// Set to two widths: either may be meant.
__global__ void eitherUnknown(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += 128)
    out[blockIdx.x * n + i] = threadIdx.x;
}

class Runner {
public:
  Runner(bool wide) : Line(128) {
    Warp.x = 32;
    Pair = dim3(64, 1);
    Either = dim3(wide ? 256 : 128);
  }
  void run(float *out, int *indices, int n);
  void setRows(int n) { Rows.x = n; }

private:
  dim3 Warp, Pair, Either, Rows;
  unsigned Line = 128;
};

void Runner::run(float *out, int *indices, int n) {
  columnsOk<<<Rows, Warp>>>(out, n);
  pairBad<<<1, Pair>>>(out);
  lineOk<<<Rows, Line>>>(indices, n);
  eitherUnknown<<<Rows, Either>>>(indices, n);
}

// A member that anyone can set.
struct Settings {
  dim3 Block = dim3(128);
};
__global__ void settingsUnknown(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += 128)
    out[blockIdx.x * n + i] = threadIdx.x;
}
void runWith(const Settings &settings, int *indices, int n) {
  settingsUnknown<<<n, settings.Block>>>(indices, n);
}
