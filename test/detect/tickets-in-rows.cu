// RUN: %check-findings %s
// Rows of a list that tickets choose, where the list's first cell counts them, or a float does.

// The counter stands before the rows that it hands out.
__global__ void countedBeforeUnknown(const float *in, int n, int *list, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0.5f)
    return;
  int at = atomicAdd(list, 1);
  if (at >= most)
    return;
  int *row = list + 1 + at * 6;
  row[0] = i;
  row[5] = at; // allow: benign-race
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
__global__ void countedInFloatUnknown(const float *in, int n, float *count, float *list, int most) {
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
__global__ void boxesUnknown(const float *in, int n, float *list, int most) {
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

void run(const float *in, int n, int *list, float *boxes, float *count, int most) {
  int blocks = (n + 255) / 256;
  countedBeforeUnknown<<<blocks, 256>>>(in, n, list, most);
  onCounterUnknown<<<blocks, 256>>>(in, n, list, most);
  shortRowsBad<<<blocks, 256>>>(in, n, list, most);
  countedInFloatUnknown<<<blocks, 256>>>(in, n, count, boxes, most);
  boxesUnknown<<<blocks, 256>>>(in, n, boxes, most);
  halvesUnknown<<<blocks, 256>>>(in, n, count, boxes, most);
}
