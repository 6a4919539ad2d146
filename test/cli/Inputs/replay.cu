// Happens on the threads of its witness.
__global__ void shift(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Nothing here says what the function does with a number.
extern __device__ int elsewhere(int);
__global__ void calls(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = elsewhere(in[threadIdx.x]);
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// More turns than a replay makes.
__global__ void turns(int *out, unsigned n) {
  __shared__ int s[256];
  unsigned x = threadIdx.x;
  for (unsigned i = 0; i < n; ++i)
    x = x * x + (x >> 3);
  s[threadIdx.x] = x;
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Array contents decide.
__global__ void scatter(int *out, const int *index) {
  out[index[threadIdx.x]] += 3;
}

// A recursion without an end.
__device__ int deeper(int n, volatile int *p) {
  int local[256];
  local[n & 255] = n;
  return p[0] == 1 ? 0 : deeper(n + 1, p) + local[p[1] & 255];
}
__global__ void overflows(int *out, int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = deeper(0, in);
  out[threadIdx.x] = s[255 - threadIdx.x];
}

int main() {
  int *out = 0, *in = 0;
  shift<<<1, 256>>>(out, in);
  calls<<<1, 256>>>(out, in);
  turns<<<1, 256>>>(out, 2000000000u);
  scatter<<<1, 256>>>(out, in);
  overflows<<<1, 256>>>(out, in);
}
