// SPDX-License-Identifier: Apache-2.0
#define TILE 256

__global__ void forces(const float4 *bodies, float3 *force, int n) {
  __shared__ float4 tile[TILE];
  int i = blockIdx.x * TILE + threadIdx.x;
  float4 me = bodies[i];
  float3 f = {0, 0, 0};
  for (int t = 0; t < n / TILE; ++t) {
    tile[threadIdx.x] = bodies[t * TILE + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
      float w = tile[k].w * inv * inv * inv;
      f.x += dx * w;
      f.y += dy * w;
      f.z += dz * w;
    }
    __syncthreads();
  }
  force[i] = f;
}

void run(const float4 *bodies, float3 *force, int n) { forces<<<n / TILE, TILE>>>(bodies, force, n); }
