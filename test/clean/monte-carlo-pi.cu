// SPDX-License-Identifier: Apache-2.0
__device__ unsigned next(unsigned &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__global__ void count(unsigned *states, unsigned long long *inside, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = states[i];
  unsigned hits = 0;
  for (int k = 0; k < rounds; ++k) {
    float x = next(state) * 2.3283064e-10f, y = next(state) * 2.3283064e-10f;
    hits += x * x + y * y < 1;
  }
  states[i] = state;
  unsigned warpHits = __reduce_add_sync(0xffffffffu, hits);
  if (threadIdx.x % 32 == 0)
    atomicAdd(inside, (unsigned long long)warpHits);
}

void run(unsigned *states, unsigned long long *inside) { count<<<64, 256>>>(states, inside, 1000); }
