// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Threads put their numbers where a list says: an inverse map in one part of a shared array, which
// they read beside another part of it.

__global__ void mapUnknown(int *to, const int *from, const int *const *where, const int *starts, int n, int m,
                           const int *first) {
  extern __shared__ int room[];
  int *map = room, *mapped = room + m;
  const int t = threadIdx.x;
  if (t < n)
    map[where[blockIdx.x][starts[blockIdx.x] + t] - first[blockIdx.x]] = t;
  __syncthreads();
  if (t < n)
    mapped[t] = map[from[t] - first[blockIdx.x]];
  __syncthreads();
  if (t < n)
    to[blockIdx.x * n + t] = mapped[t];
}

// Structures that are followed while they change.
__global__ void unionBad(int *parent, const int *u, const int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = u[i], b = v[i];
  while (parent[a] != a) // expect: inter-block-race global-race
    a = parent[a]; // expect: inter-block-race global-race
  while (parent[b] != b) // expect: inter-block-race global-race
    b = parent[b]; // expect: inter-block-race global-race
  if (a != b)
    parent[a] = b; // expect: inter-block-race global-race
}

void launch(int *to, const int *from, const int *const *where, const int *starts, int n, int m,
            const int *first, int *parent) {
  mapUnknown<<<64, 128, 4 * (n + m)>>>(to, from, where, starts, n, m, first);
  unionBad<<<(n + 127) / 128, 128>>>(parent, from, starts, n);
}
