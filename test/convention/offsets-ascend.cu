// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --kernel='rows|ragged' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --kernel='rows|ragged' --conventions='*,-offsets-ascend' 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not %cuda-fix %s --no-repair --show=note --checks=synchronization --kernel='rows|ragged' --conventions='*,-offsets-ascend,-picked-once' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --kernel='past|next|written|starts' --show=possible 2>&1 | FileCheck %s --check-prefix=OPEN --implicit-check-not="free for launches"
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --kernel='past|inclusive' 2>&1 | FileCheck %s --check-prefix=PAST
// ALONE: not decided for kernel 'rows'{{.*}}needs [picked-once]
// Lists of offsets hold where rows start and end.

// CHECK-DAG: kernel 'rows': free for launches with entries of 'first' that ascend from 0, others not decided
__global__ void rows(float *x, const int *__restrict__ first) {
  int b = blockIdx.x;
  for (int i = first[b] + threadIdx.x; i < first[b + 1]; i += blockDim.x)
    // WITHOUT-DAG: [[@LINE+1]]:5: error: race on global memory 'x'
    x[i] *= 2;
}

// Rows of a batch whose lengths differ, packed: 128 numbers each.
// CHECK-DAG: kernel 'ragged': free for launches with entries of 'ends' that ascend from 0, others not decided
__global__ void ragged(float *out, const float *__restrict__ in, const unsigned *__restrict__ ends) {
  unsigned start = ends[blockIdx.y], length = ends[blockIdx.y + 1] - start;
  unsigned row = blockIdx.x;
  if (row >= length)
    return;
  // WITHOUT-DAG: [[@LINE+1]]:3: error: race on global memory 'out'
  out[(start + row) * 128ull + threadIdx.x] = in[row];
}

// Entries of 64 bits that are read into an int are below 2^31.
// CHECK-DAG: kernel 'rowsOfLong': free for launches with entries of 'first' below 2^30; entries of 'first' that ascend from 0, others not decided
__global__ void rowsOfLong(float *x, const long *__restrict__ first) {
  int b = blockIdx.x;
  for (int i = first[b] + threadIdx.x; i < first[b + 1]; i += blockDim.x)
    // WITHOUT-DAG: [[@LINE+1]]:5: error: race on global memory 'x'
    x[i] *= 2;
}

// One thread sums a row, from its first cell on: none is empty.
// CHECK-DAG: kernel 'rowsSummed': free for launches with entries of 'first' that ascend from 0; entries of 'first' that differ where they are used, others not decided
__global__ void rowsSummed(float *sum, const float *x, const int *__restrict__ first, int n, int last) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= n)
    return;
  int begin = first[b], end = b == n - 1 ? last : first[b + 1];
  sum[begin] = x[begin];
  for (int i = begin + 1; i < end; ++i)
    // WITHOUT-DAG: [[@LINE+1]]:14: error: race on global memory 'sum'
    sum[i] = sum[i - 1] + x[i];
}

// Each thread fills the places that sums of counts say, of which the first one begins at 0.
// CHECK-DAG: kernel 'rowsFilled': free for launches with runs from entries of 'ends' that end before the next entry, entries of 'ends' that ascend from 0, others not decided
__global__ void rowsFilled(int *out, const unsigned *__restrict__ ends, const int *__restrict__ from,
                           const int *__restrict__ to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned at = i == 0 ? 0 : ends[i - 1];
  for (int y = from[i]; y < to[i]; ++y)
    for (int x = from[i]; x < to[i]; ++x)
      // WITHOUT-DAG: [[@LINE+1]]:7: {{error|warning}}: race on global memory 'out'
      out[at++] = y * n + x;
}

// So it does with those of a row that it selects.
// CHECK-DAG: kernel 'rowsSelected': free for launches with runs from entries of 'first' that end before the next entry, entries of 'first' that ascend from 0, others not decided
__global__ void rowsSelected(float *out, const float *in, const int *__restrict__ first,
                             const int *__restrict__ rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = first[i];
  for (int k = rows[i]; k < rows[i + 1]; ++k)
    if (in[k] > 0)
      // WITHOUT-DAG: [[@LINE+1]]:7: {{error|warning}}: race on global memory 'out'
      out[at++] = in[k];
}

// Two threads begin at one entry.
// OPEN-DAG: not decided for kernel 'startsShared'
__global__ void startsShared(int *out, const int *__restrict__ first, const int *__restrict__ count,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < count[i]; ++k)
      out[first[i / 2] + k] = i;
}

// Chunks that host code lists in a parameter.
struct Chunks {
  int first[65], list[64];
};
// CHECK-DAG: kernel 'rowsOfChunks': free for launches with entries of 'chunks' that ascend from 0, others not decided
__global__ void rowsOfChunks(float *x, const float *by, Chunks chunks) {
  int begin = chunks.first[blockIdx.x], end = chunks.first[blockIdx.x + 1];
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
    // WITHOUT-DAG: [[@LINE+1]]:5: error: race on global memory 'x'
    x[i] *= by[chunks.list[blockIdx.x]];
}

// The first entry is not above the last one, where the kernel's loops run between neighbours.
// CHECK: kernel 'rowsBefore': free for launches with entries of 'rows' that ascend from 0
__global__ void rowsBefore(int *out, const int *rows, int n, int most) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k == 0)
    for (int i = 0; i <= rows[0]; ++i)
      out[i] = 0;
  else if (k < n)
    for (int i = rows[k - 1]; i < rows[k]; ++i)
      out[i + 1] = k;
  else if (k == n)
    for (int i = rows[n - 1] + 1; i <= most; ++i)
      out[i] = n;
}

// The end of a row is the start of the next one.
// PAST-DAG: [[@LINE+5]]:5: warning: race on global memory 'x'
// OPEN-DAG: [[@LINE+4]]:5: warning: race on global memory 'x'
__global__ void past(float *x, const int *__restrict__ first) {
  int b = blockIdx.x;
  for (int i = first[b] + threadIdx.x; i <= first[b + 1]; i += blockDim.x)
    x[i] *= 2;
}

// PAST-DAG: [[@LINE+5]]:7: warning: race on global memory 'x'
__global__ void pastEach(float *x, const int *__restrict__ first, int n) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < n)
    for (int i = first[b]; i <= first[b + 1]; ++i)
      x[i] += b;
}

// Rows that are listed by their last cells.
// PAST-DAG: kernel 'inclusive': free for launches with entries of 'last' that ascend from 0
__global__ void inclusive(float *x, const int *__restrict__ last) {
  int b = blockIdx.x + 1;
  for (int i = last[b - 1] + 1 + threadIdx.x; i <= last[b]; i += blockDim.x)
    x[i] *= 2;
}

// So is a cell beside one of the row.
// OPEN-DAG: [[@LINE+4]]:12: warning: race on global memory 'x'
__global__ void next(float *x, const int *__restrict__ first) {
  int b = blockIdx.x;
  for (int i = first[b] + threadIdx.x; i < first[b + 1]; i += blockDim.x)
    x[i] = x[i + 1] * 2;
}

// OPEN-DAG: [[@LINE+4]]:5: warning: race on global memory 'x'
__global__ void pastLong(float *x, const long *__restrict__ first) {
  int b = blockIdx.x;
  for (int i = first[b] + threadIdx.x; i <= first[b + 1]; i += blockDim.x)
    x[i] *= 2;
}

// Two members of a parameter are no one list.
// OPEN-DAG: not decided for kernel 'pastChunks'
__global__ void pastChunks(float *x, Chunks chunks) {
  int begin = chunks.first[blockIdx.x], end = chunks.list[blockIdx.x];
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
    x[i] *= 2;
}

// Each thread reads the first cell of the next row.
// OPEN-DAG: not decided for kernel 'nextSummed'
__global__ void nextSummed(float *sum, const float *x, const int *__restrict__ first, int n) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= n)
    return;
  int begin = first[b], end = first[b + 1];
  sum[begin] = x[begin];
  for (int i = begin + 1; i <= end; ++i)
    sum[i] = sum[i - 1] + x[i];
}

// The kernel writes the list, while others read it.
// OPEN-DAG: race on global memory 'first'
__global__ void written(float *x, int *first) {
  int b = blockIdx.x;
  for (int i = first[b] + threadIdx.x; i < first[b + 1]; i += blockDim.x)
    x[i] *= 2;
  if (threadIdx.x == 0)
    first[b] = 0;
}

// Where rows end is not asked.
// OPEN-DAG: not decided for kernel 'starts'
__global__ void starts(float *x, const int *__restrict__ first) {
  x[first[blockIdx.x] + threadIdx.x] *= 2;
}

void launch(float *x, float *y, int *first, long *far, unsigned *ends, Chunks chunks, int n, int m) {
  rows<<<n, 128>>>(x, first);
  ragged<<<dim3(m, n), 128>>>(x, y, ends);
  rowsOfLong<<<n, 128>>>(x, far);
  rowsOfChunks<<<n, 128>>>(x, y, chunks);
  rowsFilled<<<(n + 127) / 128, 128>>>((int *)x, ends, first, first + m, n);
  rowsSelected<<<(n + 127) / 128, 128>>>(x, y, first, first + m, n);
  startsShared<<<(n + 127) / 128, 128>>>((int *)x, first, first + m, n);
  pastChunks<<<n, 128>>>(x, chunks);
  rowsSummed<<<(n + 127) / 128, 128>>>(x, y, first, n, m);
  past<<<n, 128>>>(x, first);
  pastLong<<<n, 128>>>(x, far);
  nextSummed<<<(n + 127) / 128, 128>>>(x, y, first, n);
  next<<<n, 128>>>(x, first);
  written<<<n, 128>>>(x, first);
  starts<<<n, 128>>>(x, first);
}

// That no row is empty does not say that its edges lead to different vertices.
// OPEN-DAG: [[@LINE+5]]:27: warning: race on global memory 'dist'
__global__ void nextDistances(const int *__restrict__ first, const int *__restrict__ to,
                              const int *__restrict__ length, int *dist, int own) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = first[u]; e < first[u + 1]; ++e)
    if (own + length[e] < dist[to[e]])
      dist[to[e]] = own + length[e];
}
