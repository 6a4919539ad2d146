// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// Assembly that may wait for other threads leaves what it may order undecided, but where all come.
__device__ void wait(unsigned long long *bar, unsigned parity) {
  unsigned at = __cvta_generic_to_shared(bar);
  asm volatile("{\n .reg .pred p;\nWAIT:\n"
               " mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               " @p bra DONE;\n bra WAIT;\nDONE:\n}" ::"r"(at),
               "r"(parity)
               : "memory");
}
__device__ void init(unsigned long long *bar, int count) {
  unsigned at = __cvta_generic_to_shared(bar);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
  __syncthreads();
}
__device__ void arrive(unsigned long long *bar) {
  unsigned at = __cvta_generic_to_shared(bar);
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
}

__global__ void waitOk(int *out) {
  __shared__ int s[256];
  __shared__ unsigned long long bar;
  init(&bar, 256);
  s[threadIdx.x] = out[threadIdx.x];
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// Nothing stands between the two.
__global__ void waitTooEarlyBad(int *out) {
  __shared__ int s[256];
  __shared__ unsigned long long bar;
  init(&bar, 256);
  arrive(&bar);
  wait(&bar, 0);
  s[threadIdx.x] = threadIdx.x;          // expect: intra-warp-race
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // allow: intra-warp-race
}

// One warp fills what another one reads.
__global__ void warpsUnknown(const int *in, int *out) {
  __shared__ int s[128];
  __shared__ unsigned long long full;
  init(&full, 128);
  if (threadIdx.x < 128) {
    s[threadIdx.x] = in[threadIdx.x];
    arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
}

// Blocks of a cluster wait for each other.
__global__ void clusterUnknown(int *data, int *out) {
  if (threadIdx.x == 0)
    data[blockIdx.x] = blockIdx.x;
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0)
    out[blockIdx.x] = data[blockIdx.x ^ 1];
}

__global__ void beforeClusterBad(int *data) {
  if (threadIdx.x == 0)
    data[0] = blockIdx.x; // expect: inter-block-race
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// A loop over a flag that stands in the text.
__global__ void spinUnknown(unsigned *flag, int *data, int *out) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(flag, 1u);
  }
  if (threadIdx.x == 0 && blockIdx.x == 1) {
    asm volatile("{\n .reg .u32 v; .reg .pred p;\nSPIN: ld.acquire.gpu.u32 v, [%0];\n"
                 " setp.eq.u32 p, v, 0;\n @p bra SPIN;\n}" ::"l"(flag)
                 : "memory");
    out[0] = data[0];
  }
}

// Who knows what a new instruction does: with the clobber it may wait, without one and without an
// address it only computes.
__global__ void clobberUnknown(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = out[threadIdx.x];
  asm volatile("rendezvous.sync %0;" ::"r"(1) : "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void computesBad(int *out) {
  __shared__ int s[256];
  int v;
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race
  asm volatile("blend.u32 %0, %1;" : "=r"(v) : "r"(1));
  out[threadIdx.x] = s[threadIdx.x ^ 1] + v; // allow: intra-warp-race
}

// Waiting for the kernel before this one orders no two threads of this one.
__global__ void dependentBad(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race dependent-launch
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // allow: intra-warp-race
}

// So does a call of what is not seen.
extern __device__ void other(int *);
__global__ void otherUnknown(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = out[threadIdx.x];
  other(s);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void pointerUnknown(int *out, void (*call)(int *)) {
  __shared__ int s[256];
  s[threadIdx.x] = out[threadIdx.x];
  call(out);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void behindOtherBad(int *out) {
  __shared__ int s[256];
  other(s);
  s[threadIdx.x] = out[threadIdx.x]; // expect: shared-race
  out[threadIdx.x] = s[255 - threadIdx.x];
}
