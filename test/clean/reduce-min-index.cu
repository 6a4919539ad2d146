// SPDX-License-Identifier: Apache-2.0
__global__ void minimum(const float *in, float *value, int *index, int n) {
  __shared__ float vals[256];
  __shared__ int places[256];
  int tid = threadIdx.x;
  float best = 1e30f;
  int place = -1;
  for (int i = tid; i < n; i += 256)
    if (in[i] < best) {
      best = in[i];
      place = i;
    }
  vals[tid] = best;
  places[tid] = place;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (tid < k && vals[tid + k] < vals[tid]) {
      vals[tid] = vals[tid + k];
      places[tid] = places[tid + k];
    }
    __syncthreads();
  }
  if (tid == 0) {
    *value = vals[0];
    *index = places[0];
  }
}

void run(const float *in, float *value, int *index, int n) {
  minimum<<<1, 256>>>(in, value, index, n);
}
