// A list that may be missing: then each thread takes what has its own number.
// RUN: %check-findings %s

struct Chosen {
  const int *list;
  __host__ __device__ int operator()(int i) const { return list ? list[i] : i; }
};

__global__ void kickUnknown(float3 *velocity, const float3 *force, Chosen chosen, int n, float dt) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  int i = chosen(t);
  velocity[i].x += force[i].x * dt;
}

__global__ void countBad(int *count, Chosen chosen, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  count[chosen(t)] += 1; // expect: global-race inter-block-race
}
