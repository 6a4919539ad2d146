// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --kernel='rowsOk|pickedOk' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not="not decided for" --implicit-check-not="kernel 'rowsOk'"
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --kernel=pastBad | FileCheck %s --check-prefix=PAST
// Rows that unsigned counters walk from their start to their end: of lengths that are not negative
// the question is easy, of others it stays open.

// In unsigned numbers the start of a row of negative length would be one far off.
// CHECK-DAG: 2 kernels: 1 free of races and divergence, 1 free for some shapes
__global__ void rowsOk(float *in, float *out, const float *by, const int length, bool back) {
  unsigned first = blockIdx.x * length, start = first + threadIdx.x, end = first + length;
  for (unsigned i = start; i < end; i += blockDim.x) {
    float value = in[i];
    out[i] = value * by[i - first];
    if (back)
      in[i] = out[i];
  }
}

// CHECK-DAG: kernel 'pickedOk': free for launches with length >= 0
__global__ void pickedOk(const float *in, float *out, const int *ids, int none, const int length) {
  int row = blockIdx.x * gridDim.y + blockIdx.y, id = ids[row];
  int start = row * length + threadIdx.x, end = (row + 1) * length;
  if (id == none) {
    for (unsigned i = start; i < end; i += blockDim.x)
      out[i] = 0;
    return;
  }
  for (unsigned i = start; i < end; i += blockDim.x)
    out[i] = in[id * length + i - row * length];
}

// PAST: [[@LINE+4]]:5: error: race on global memory 'out'
__global__ void pastBad(const float *in, float *out, const int length) {
  unsigned first = blockIdx.x * length, start = first + threadIdx.x, end = first + length;
  for (unsigned i = start; i <= end; i += blockDim.x)
    out[i] = in[i] + blockIdx.x;
}

void launch(float *in, float *out, const float *by, const int *ids, int rowCount, int columns,
            int length, int none, int threads) {
  rowsOk<<<rowCount, threads>>>(in, out, by, length, none != 0);
  pickedOk<<<dim3(rowCount, columns), threads>>>(in, out, ids, none, length);
  if (none)
    pastBad<<<rowCount, threads>>>(in, out, length);
}
