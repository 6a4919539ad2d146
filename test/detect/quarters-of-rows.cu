// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Vectors of four in rows whose length is a product: 4 * i stays below size * room where i is below
// size / 4 * room.
__global__ void keysOk(float *keys, const float *in, int heads, int size, int tokens, int room) {
  const int sequence = blockIdx.y, head = blockIdx.z, quarter = size / 4;
  auto *to = (float4 *)(keys + sequence * heads * size * room + head * size * room);
  auto *from = (const float4 *)(in + sequence * heads * size * tokens + head * size * tokens);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quarter * room)
    return;
  int token = i % room, part = i / room % quarter;
  if (token < tokens)
    to[i] = from[token * quarter + part];
}

// One vector more than the row has room for.
__global__ void keysBad(float *keys, const float *in, int heads, int size, int room) {
  const int sequence = blockIdx.y, head = blockIdx.z;
  auto *to = (float4 *)(keys + sequence * heads * size * room + head * size * room);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= size / 4 * room)
    to[i] = ((const float4 *)in)[i]; // expect: inter-block-race
}

void launches(float *keys, const float *in, int n, int heads, int size, int tokens, int room) {
  dim3 grid((size / 4 * room + 127) / 128, n, heads);
  keysOk<<<grid, 128>>>(keys, in, heads, size, tokens, room);
  keysBad<<<grid, 128>>>(keys, in, heads, size, room);
}
