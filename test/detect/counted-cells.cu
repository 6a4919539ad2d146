// RUN: %check-findings %s
// RUN: %cuda-fix %s --checks=synchronization --kernel=listsOk --format=json | FileCheck %s
// RUN: %cuda-fix %s --checks=synchronization --kernel=belowOk --format=json | FileCheck %s
// RUN: %cuda-fix %s --checks=synchronization --kernel=handedOk --format=json | FileCheck %s
// A ticket of a cell's own counter picks a place in the cell's row.

// CHECK: "text": "counters in 'count' start at 0 or above"
__global__ void listsOk(const int *cell, int n, int *count, int *list, int most, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i] % cells;
  int ticket = atomicAdd(&count[c], 1);
  if (ticket < 16)
    list[c * 16 + ticket] = i;
}

// A row is shorter than the tickets that lead into it.
__global__ void shortRowsUnknown(const int *cell, int n, int *count, int *list, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i] % cells;
  int ticket = atomicAdd(&count[c], 1);
  if (ticket < 16)
    list[c * 15 + ticket] = i;
}

// That no ticket is below 0 decides where threads go.
__global__ void belowOk(int *count, int *out) {
  if (atomicAdd(count, 1) < 0)
    out[0] = blockIdx.x * blockDim.x + threadIdx.x;
}

// It decides so, too, where one thread draws for its block.
__global__ void handedOk(int *count, int *out) {
  __shared__ int ticket;
  if (threadIdx.x == 0)
    ticket = atomicAdd(count, 1);
  __syncthreads();
  if (ticket < 0)
    out[threadIdx.x] = blockIdx.x;
}

void run(const int *cell, int n, int *count, int *list, int most, int cells) {
  listsOk<<<(n + 127) / 128, 128>>>(cell, n, count, list, most, cells);
  belowOk<<<8, 128>>>(count, list);
  handedOk<<<8, 128>>>(count, list);
  shortRowsUnknown<<<(n + 127) / 128, 128>>>(cell, n, count, list, cells);
}
