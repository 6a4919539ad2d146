// RUN: %check-findings %s
// Rows that are written as vectors of several widths: each pointer goes on by the stride, divided by
// a shift.

// 16 rows for each warp, the tail behind the head of each row: strides are no shorter than rows.
__global__ void joinUnknown(short *out, const short *head, const short *tail, int warps,
                            int stride) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= warps)
    return;
  int2 *heads = reinterpret_cast<int2 *>(out + warp * 16 * stride) + lane;
  int *tails = reinterpret_cast<int *>(out + warp * 16 * stride + 128) + lane;
  for (int row = 0; row < 16; ++row) {
    *heads = reinterpret_cast<const int2 *>(head)[warp * 32 + lane];
    *tails = reinterpret_cast<const int *>(tail)[warp * 32 + lane];
    heads += stride >> 2;
    tails += stride >> 1;
  }
}

// The tail starts before the head ends, however long rows are.
__global__ void joinBad(short *out, const short *head, const short *tail, int warps, int stride) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= warps)
    return;
  int2 *heads = reinterpret_cast<int2 *>(out + warp * 16 * stride) + lane;
  int *tails = reinterpret_cast<int *>(out + warp * 16 * stride + 120) + lane;
  for (int row = 0; row < 16; ++row) {
    *heads = reinterpret_cast<const int2 *>(head)[warp * 32 + lane]; // expect: intra-warp-race
    *tails = reinterpret_cast<const int *>(tail)[warp * 32 + lane];
    heads += stride >> 2;
    tails += stride >> 1;
  }
}

void launch(short *out, const short *head, const short *tail, int warps, int stride) {
  joinUnknown<<<(warps + 31) / 32, 1024>>>(out, head, tail, warps, stride);
  joinBad<<<(warps + 31) / 32, 1024>>>(out, head, tail, warps, stride);
}
