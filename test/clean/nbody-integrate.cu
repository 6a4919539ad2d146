// SPDX-License-Identifier: Apache-2.0
struct Body {
  float x, y, z, vx, vy, vz;
};

__global__ void integrate(Body *bodies, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bodies[i].x += bodies[i].vx * dt;
    bodies[i].y += bodies[i].vy * dt;
    bodies[i].z += bodies[i].vz * dt;
  }
}

void run(Body *bodies, float dt, int n) { integrate<<<(n + 255) / 256, 256>>>(bodies, dt, n); }
