// RUN: %check-findings %s --checks=synchronization
// Rows without elements lie in one place, where the launch gives them or the kernel asks for them.

__global__ void givenBad(float *out, const float *in, int heads, int size, int tokens, int x, int token) {
  for (int i = threadIdx.x; i < heads * size; i += blockDim.x) {
    int head = i / size, offset = i % size;
    out[head * tokens * size + offset / x * tokens * x + token * x + offset % x] = in[i]; // expect: global-race
  }
}

__global__ void askedBad(float *out, const float *in, int heads, int size, int tokens, int x, int token) {
  if (tokens == 0)
    for (int i = threadIdx.x; i < heads * size; i += blockDim.x) {
      int head = i / size, offset = i % size;
      out[head * tokens * size + offset / x * tokens * x + token * x + offset % x] = in[i]; // expect: global-race
    }
}

void run(float *out, const float *in, int heads, int size, int tokens, int x, int token) {
  givenBad<<<1, 256>>>(out, in, heads, size, 0, x, token);
  askedBad<<<1, 256>>>(out, in, heads, size, tokens, x, token);
}
