// SPDX-License-Identifier: Apache-2.0
// Particles of seven members, of which each kernel needs some.
#include "buffers.h"

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;
};

__global__ void move(Particle *p, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  p[i].x += dt * p[i].vx;
  p[i].y += dt * p[i].vy;
  p[i].z += dt * p[i].vz;
}

__global__ void energy(const Particle *p, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 0.5f * p[i].mass * (p[i].vx * p[i].vx + p[i].vy * p[i].vy + p[i].vz * p[i].vz);
}

int main() {
  int n = 3000 * SCALE * SCALE;
  std::vector<float> values = contents<float>(7 * n);
  std::vector<Particle> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = {values[i],         values[n + i],     values[2 * n + i], values[3 * n + i],
               values[4 * n + i], values[5 * n + i], values[6 * n + i]};
  Particle *p;
  float *out;
  cudaMalloc(&p, n * sizeof(Particle));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(p, host.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
  for (int step = 0; step < 4; ++step)
    move<<<(n + 255) / 256, 256>>>(p, n, 0.125f);
  energy<<<(n + 255) / 256, 256>>>(p, out, n);
  cudaMemcpy(host.data(), p, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  print("particles", host);
  report("energy", out, n);
  cudaFree(p);
  cudaFree(out);
}
