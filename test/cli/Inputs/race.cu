__global__ void shift(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}

int main() {
  int *in = 0, *out = 0;
  shift<<<1, 256>>>(out, in);
}
