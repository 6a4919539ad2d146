// RUN: %check-findings %s
// A cell's number is taken apart into digits of sizes that only the host knows, and put together in
// another order.

__global__ void quotientsOk(const float *in, float *out, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * D)
    return;
  int d = i % D, n = (i / D) % N, h = (i / (D * N)) % H, b = i / (D * N * H);
  out[b * (N * H * D) + n * (H * D) + h * D + d] = in[i];
}

__global__ void remaindersOk(const float *in, float *out, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * D)
    return;
  int b = i / (H * N * D), rest = i % (H * N * D);
  int h = rest / (N * D);
  rest = rest % (N * D);
  int n = rest / D, d = rest % D;
  out[b * H * N * D + n * H * D + h * D + d] = in[i];
}

__global__ void hornerOk(const float *in, float *out, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * D)
    return;
  int b = i / (H * N * D), rest = i % (H * N * D);
  int h = rest / (N * D);
  rest = rest % (N * D);
  int n = rest / D, d = rest % D;
  out[((b * N + n) * H + h) * D + d] = in[i];
}

// The number of heads stands where the length of a sequence belongs.
__global__ void wrongExtentUnknown(const float *in, float *out, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * D)
    return;
  int b = i / (H * N * D), rest = i % (H * N * D);
  int h = rest / (N * D);
  rest = rest % (N * D);
  int n = rest / D, d = rest % D;
  out[((b * N + n) * N + h) * D + d] = in[i];
}

// One digit is left out.
__global__ void lostDigitBad(const float *in, float *out, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * D)
    return;
  int d = i % D, n = (i / D) % N, b = i / (D * N * H);
  out[b * (N * H * D) + n * (H * D) + d] = in[i]; // expect: global-race, expect: inter-block-race
}

// The last digit is one of D - 1.
__global__ void shortDigitBad(const float *in, float *out, int B, int N, int H, int D) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * D)
    return;
  int d = i % D, n = (i / D) % N, h = (i / (D * N)) % H, b = i / (D * N * H);
  out[b * (N * H * D) + n * (H * D) + h * (D - 1) + d] = in[i]; // expect: global-race|intra-warp-race
}

void run(const float *in, float *out, int B, int N, int H, int C) {
  int blocks = (B * N * C + 255) / 256;
  quotientsOk<<<blocks, 256>>>(in, out, B, N, H, C / H);
  remaindersOk<<<blocks, 256>>>(in, out, B, N, H, C / H);
  hornerOk<<<blocks, 256>>>(in, out, B, N, H, C / H);
  wrongExtentUnknown<<<blocks, 256>>>(in, out, B, N, H, C / H);
  lostDigitBad<<<blocks, 256>>>(in, out, B, N, H, C / H);
  shortDigitBad<<<blocks, 256>>>(in, out, B, N, H, C / H);
}

// Four digits of the block's number, cut off as a signed number.
__global__ void splitOk(const float *in, int B, int S, int W, int H, int D, float *out) {
  const int id = blockIdx.x, row = H * D;
  const int b = id / (S * W * H), s = id % (S * W * H) / (W * H), w = id % (W * H) / H, h = id % H;
  for (int d = threadIdx.x; d < D; d += blockDim.x)
    out[w * B * S * row + b * S * row + h * S * D + s * D + d] =
        in[b * S * W * row + s * W * row + w * row + h * D + d];
}
__global__ void splitBad(const float *in, int B, int S, int W, int H, int D, float *out) {
  const int id = blockIdx.x, row = H * D;
  const int b = id / (S * W * H), s = id % (S * W * H) / (W * H), w = id % (W * H) / H, h = id % H;
  for (int d = threadIdx.x; d < D; d += blockDim.x)
    out[w * B * S * row + b * S * D + h * S * D + s * D + d] = // expect: inter-block-race
        in[b * S * W * row + s * W * row + w * row + h * D + d];
}
void split(const float *in, int B, int S, int W, int H, int D, float *out) {
  splitOk<<<B * S * H * W, D < 1024 ? D : 1024>>>(in, B, S, W, H, D, out);
  splitBad<<<B * S * H * W, D < 1024 ? D : 1024>>>(in, B, S, W, H, D, out);
}
