// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A guard by what is read from memory does not keep the addresses from being told apart.

__global__ void maskOk(float *mask, const int *lengths, int n) {
  mask += blockIdx.x * n * n;
  const int length = lengths[blockIdx.x];
  for (int i = threadIdx.x; i < n * n; i += blockDim.x)
    if (i % n < length)
      mask[i] = 1;
    else
      mask[i] = 0;
}

__global__ void maskBad(float *mask, const int *lengths, int n) {
  mask += blockIdx.x * n * n;
  const int length = lengths[blockIdx.x];
  for (int i = threadIdx.x; i <= n * n; i += blockDim.x)
    if (i % n <= length)
      mask[i] = i; // expect: inter-block-race
}

void launch(float *mask, const int *lengths, int batches, int n) {
  maskOk<<<batches, 256>>>(mask, lengths, n);
  maskBad<<<batches, 256>>>(mask, lengths, n);
}
