// SPDX-License-Identifier: Apache-2.0
// One block of 128 threads updates the state of its 128 generators in global memory, then
// the table with atomics.
#define GENERATORS 128

__global__ void update(unsigned long long *table, unsigned long long *state, unsigned long long size,
                       unsigned long long steps) {
  int j = threadIdx.x;
  state[j] = j * 7919ull + 1;
  for (unsigned long long s = 0; s < steps; ++s) {
    state[j] = (state[j] << 1) ^ ((long long)state[j] < 0 ? 7 : 0);
    atomicXor(&table[state[j] & (size - 1)], state[j]);
  }
}

int main() {
  unsigned long long size = 1ull << 22, *table, *state;
  cudaMalloc(&table, size * sizeof(*table));
  cudaMalloc(&state, GENERATORS * sizeof(*state));
  update<<<1, GENERATORS>>>(table, state, size, size * 4 / GENERATORS);
  cudaDeviceSynchronize();
  return 0;
}
