// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Reader-writer locks count their readers; that is not modelled, and not reported either.
__global__ void readersAndWriterUnknown(int *rw, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    while (atomicCAS(rw, 0, -1) != 0) {
    }
    __threadfence();
    *data += 1;
    __threadfence();
    atomicExch(rw, 0);
  } else {
    for (bool done = false; !done;) {
      int readers = *(volatile int *)rw;
      if (readers >= 0 && atomicCAS(rw, readers, readers + 1) == readers) {
        __threadfence();
        out[blockIdx.x] = *data;
        __threadfence();
        atomicSub(rw, 1);
        done = true;
      }
    }
  }
}

// Only the writer takes the lock.
__global__ void readerWithoutLockBad(int *rw, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    while (atomicCAS(rw, 0, -1) != 0) {
    }
    __threadfence();
    *data += 1; // expect-error: unlocked-access
    __threadfence();
    atomicExch(rw, 0);
  } else {
    out[blockIdx.x] = *data;
  }
}
