// RUN: %check-findings %s
// RUN: %cuda-fix %s --checks=synchronization --kernel=boxesOk --format=json | FileCheck %s
// RUN: not %cuda-fix %s --checks='*race*' --no-repair --conventions='*,-tickets-apart' | \
// RUN:   FileCheck %s --check-prefix=STRICT

// Rows of a list that tickets choose, where the list's first cell counts them, or a float does.

// The counter stands before the rows that it hands out.
__global__ void countedBeforeOk(const float *in, int n, int *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = atomicAdd(list, 1);
  if (at >= most)
    return;
  int *row = list + 1 + at * 6;
  row[0] = i;
  row[5] = at;
}

// The rows begin on the counter.
__global__ void onCounterUnknown(const float *in, int n, int *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = atomicAdd(list, 1);
  if (at >= most)
    return;
  int *row = list + at * 6;
  row[0] = i;
  row[5] = at; // allow: benign-race
}

// Rows of six cells, into which seven are written.
__global__ void shortRowsBad(const float *in, int n, int *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = atomicAdd(list, 1);
  if (at >= most)
    return;
  int *row = list + 1 + at * 6;
  row[0] = i; // expect: global-race inter-block-race
  row[6] = at;
}

// Whole numbers in a float are exact below 2^24.
__global__ void countedInFloatOk(const float *in, int n, float *count, float *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = (int)atomicAdd(count, 1.0f);
  if (at >= most)
    return;
  float *row = list + at * 6;
  row[0] = in[i];
  row[5] = i;
}

// The usual list of found boxes: a float counts the rows behind it.
// CHECK: "text": "counters in 'list' start at 0 or above, those in 'list' stay below 2^24"
// STRICT: [[@LINE+10]]:5: warning: race on global memory 'list'
__global__ void boxesOk(const float *in, int n, float *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = (int)atomicAdd(list, 1.0f);
  if (at >= most)
    return;
  float *row = list + 1 + at * 7;
  for (int k = 0; k < 7; ++k)
    row[k] = in[i] * k;
}

// Halves do not number the rows.
__global__ void halvesUnknown(const float *in, int n, float *count, float *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = (int)atomicAdd(count, 0.5f);
  if (at >= most)
    return;
  list[at] = in[i];
}

// The block starts its counter at -1: the first place is the one that the last thread fills.
__global__ void startedBelowUnknown(const int *in, int *list) {
  __shared__ int count, places[257];
  if (threadIdx.x == 0)
    count = -1;
  __syncthreads();
  if (threadIdx.x == 255)
    places[0] = in[0];
  else
    places[atomicAdd(&count, 1) + 1] = threadIdx.x;
  __syncthreads();
  list[threadIdx.x] = places[threadIdx.x];
}

void run(const float *in, int n, int *list, float *boxes, float *count, int most) {
  int blocks = (n + 255) / 256;
  startedBelowUnknown<<<1, 256>>>(list + n, list);
  countedBeforeOk<<<blocks, 256>>>(in, n, list, most);
  onCounterUnknown<<<blocks, 256>>>(in, n, list, most);
  shortRowsBad<<<blocks, 256>>>(in, n, list, most);
  countedInFloatOk<<<blocks, 256>>>(in, n, count, boxes, most);
  boxesOk<<<blocks, 256>>>(in, n, boxes, most);
  halvesUnknown<<<blocks, 256>>>(in, n, count, boxes, most);
}
