// SPDX-License-Identifier: Apache-2.0
__global__ void scatter(const int *in, const int *flag, const int *place, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[i])
    out[place[i]] = in[i];
}

void run(const int *in, const int *flag, const int *place, int *out, int n) {
  scatter<<<(n + 255) / 256, 256>>>(in, flag, place, out, n);
}
