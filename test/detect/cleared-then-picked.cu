// Cells that one loop clears and memory picks in the next, without a barrier in between: whichever
// they are, another thread has cleared them.
// RUN: %check-findings %s

__global__ void scatterRowBad(const float *g, const int *pick, float *rows, int width, int k) {
  float *row = rows + blockIdx.x * width;
  for (int j = threadIdx.x; j < width; j += blockDim.x)
    row[j] = 0; // expect: global-race
  for (int j = threadIdx.x; j < k; j += blockDim.x)
    row[pick[blockIdx.x * k + j]] = g[blockIdx.x * k + j];
}

__global__ void scatterSharedBad(const float *g, const int *pick, float *out, int k) {
  __shared__ float row[256];
  row[threadIdx.x] = 0; // expect: shared-race
  if (threadIdx.x < k)
    row[pick[threadIdx.x]] = g[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = row[threadIdx.x];
}

__global__ void everyThreadBad(const int *pick, int *mark, int n, int k) {
  for (int i = 0; i < n; ++i)
    mark[i] = 0; // expect: global-race, allow: benign-race
  for (int i = 0; i < k; ++i)
    mark[pick[i]] = 1;
}

// One thread picks among the cells that each thread has cleared, or reads.
__global__ void pickedByOneBad(const unsigned *in, unsigned *out, int *next, int n) {
  out[threadIdx.x] = ~0u; // expect-warning: global-race
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++)
      out[next[in[i] >> 24]++] = in[i];
}
__global__ void pickedByOneOk(const unsigned *in, unsigned *out, int *next, int n) {
  out[threadIdx.x] = ~0u;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++)
      out[next[in[i] >> 24]++] = in[i];
}
__global__ void readByAllBad(const int *pick, unsigned *cells, unsigned *out, int n) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++)
      cells[pick[i]] = i; // expect-warning: global-race
  out[threadIdx.x] = cells[threadIdx.x];
}
// Cells behind the threads' own.
__global__ void queuedUnknown(const int *in, int *queue, int *tail, int *out, int n) {
  out[threadIdx.x] = queue[threadIdx.x];
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++)
      queue[tail[0]++] = in[i];
}
__global__ void drawnUnknown(const int *in, int *queue, int *tail, int *out, int n) {
  out[threadIdx.x] = queue[threadIdx.x];
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++)
      queue[atomicAdd(tail, 1)] = in[i];
}
__global__ void behindUnknown(const int *pick, int *cells, int n) {
  cells[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++)
      cells[256 + pick[i]] = i;
}
__global__ void rowOfListUnknown(const int *first, int *cells) {
  cells[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    for (int i = first[1]; i < first[2]; i++)
      cells[i] = i;
}

// Each thread clears and picks in a row of its own.
__global__ void ownRowUnknown(const int *pick, int *stacks, int k) {
  int *stack = stacks + (blockIdx.x * blockDim.x + threadIdx.x) * 64;
  for (int i = 0; i < 64; ++i)
    stack[i] = 0;
  for (int i = 0; i < k; ++i)
    stack[pick[i]] = 1;
}

void run(const float *g, const int *pick, float *rows, int *mark, int width, int k, int blocks) {
  scatterRowBad<<<blocks, 256>>>(g, pick, rows, width, k);
  scatterSharedBad<<<blocks, 256>>>(g, pick, rows, k);
  everyThreadBad<<<blocks, 256>>>(pick, mark, width, k);
  pickedByOneBad<<<1, 256>>>((const unsigned *)pick, (unsigned *)rows, mark, k);
  pickedByOneOk<<<1, 256>>>((const unsigned *)pick, (unsigned *)rows, mark, k);
  readByAllBad<<<1, 256>>>(pick, (unsigned *)rows, (unsigned *)mark, k);
  queuedUnknown<<<1, 256>>>(pick, (int *)rows, mark, mark + 1024, k);
  drawnUnknown<<<1, 256>>>(pick, (int *)rows, mark, mark + 1024, k);
  behindUnknown<<<1, 256>>>(pick, (int *)rows, k);
  rowOfListUnknown<<<1, 256>>>(pick, (int *)rows);
  ownRowUnknown<<<blocks, 256>>>(pick, mark, k);
}

// A node's own state, and that of one made for it, whose number a counter gave out.
struct Node {
  int child;
};
__global__ void openUnknown(const Node *nodes, int *state, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  state[i] = 0;
  if (nodes[i].child > 0)
    state[nodes[i].child] = 1;
}
