// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

#define FENCE(Text) asm volatile(Text ";" ::: "memory")

// Orders memory between threads.
__global__ void membarOk(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    FENCE("membar.gl");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("fence.acq_rel.gpu");
    out[0] = data[0];
  }
}

__global__ void strongestOk(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    FENCE("fence.sc.sys");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("fence.sc.gpu");
    out[0] = data[0];
  }
}

// Orders what one thread does through different proxies.
__global__ void proxyBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    FENCE("fence.proxy.async");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("membar.gl");
    out[0] = data[0];
  }
}

__global__ void proxyBehindBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    FENCE("membar.gl");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("fence.proxy.async.global");
    out[0] = data[0];
  }
}

// Only what an mbarrier is initialised with.
__global__ void mbarrierInitBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    FENCE("fence.mbarrier_init.release.cluster");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("membar.gl");
    out[0] = data[0];
  }
}

__global__ void aliasBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    FENCE("membar.proxy.alias");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("membar.gl");
    out[0] = data[0];
  }
}

// Orders the threads of its block only.
__global__ void narrowBad(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    FENCE("fence.acq_rel.cta");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("membar.gl");
    out[0] = data[0];
  }
}

// A cluster's fence may be wide enough: not decided.
__global__ void clusterUnknown(volatile int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    FENCE("fence.acq_rel.cluster");
    *flag = 1;
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    FENCE("fence.acq_rel.cluster");
    out[0] = data[0];
  }
}
