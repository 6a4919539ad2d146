// The number of a thread in the turns of a loop that the block goes through together, divided as
// an int, keeps its value.
// RUN: %check-findings %s

__global__ void exchangedOk(const float *in, float *out, int batch, int size, int channels) {
  int b = blockIdx.x, length = size * channels;
  for (int first = 0; first < length; first += blockDim.x) {
    int i = first + threadIdx.x;
    if (i < length) {
      int s = i / channels, c = i % channels;
      out[b * size * channels + size * c + s] = in[c * batch * size + b * size + s];
    }
  }
}

// The rows are as long as there are channels.
__global__ void exchangedBad(const float *in, float *out, int batch, int size, int channels) {
  int b = blockIdx.x, length = size * channels;
  for (int first = 0; first < length; first += blockDim.x) {
    int i = first + threadIdx.x;
    if (i < length) {
      int s = i / channels, c = i % channels;
      out[b * size * channels + channels * c + s] = // expect: inter-block-race, expect: global-race
          in[c * batch * size + b * size + s];
    }
  }
}

// Hashes wrap around.
__global__ void hashUnknown(float *out, int n, int size) {
  for (int first = 0; first < n; first += blockDim.x) {
    int i = (first + threadIdx.x) * 2654435761u;
    out[blockIdx.x * size + i % size] = first;
  }
}
