// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// One thread writes data and posts a flag; another waits for the flag and reads the data.
__global__ void publishOk(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

__global__ void noFenceBeforeFlagBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

__global__ void noFenceBehindFlagBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    __threadfence();
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    out[0] = data[0];
  }
}

// The data is written behind the flag.
__global__ void flagFirstBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *flag = 1;
    __threadfence();
    data[0] = 42; // expect: inter-block-race
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

// The reader goes on where nothing has been posted.
__global__ void inverseTestUnknown(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // allow: inter-block-race
    __threadfence();
    *flag = 1; // allow: inter-block-race
  } else if (*flag == 0) {
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
