// SPDX-License-Identifier: Apache-2.0
__global__ void step(int *data, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = i ^ j;
  if (other > i) {
    int a = data[i], b = data[other];
    if ((i & k) == 0 ? a > b : a < b) {
      data[i] = b;
      data[other] = a;
    }
  }
}

void run(int *data, int n) {
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1)
      step<<<n / 256, 256>>>(data, j, k);
}
