// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A launch gives one array two names: what is written under one is read again under the other.

/// Each thread reads its cell before and after it writes it.
__global__ void comparedUnknown(const int *p, int *q, int *out) {
  int t = threadIdx.x, before = p[t];
  q[t] = before + 1;
  int after = p[t];
  if (before != after)
    out[0] = t;
}

/// In each turn of a loop.
__global__ void loopedBad(const int *p, int *q, int *out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int now = p[t];
    if (now == 3)
      out[0] = t; // expect: global-race
    q[t] = now + 1;
  }
}

/// The other half of the array.
__global__ void halvesOk(const int *p, int *q, int *out) {
  int t = threadIdx.x, before = p[t];
  q[t] = before + 1;
  int after = p[t];
  if (before != after)
    out[0] = t;
}

/// It reads before it writes.
__global__ void onceOk(const int *p, int *q) {
  int t = threadIdx.x, v = p[t];
  if (v > 0 && p[t] < 100)
    q[t] = v + 1;
}

void run(int *x, int *out, int n) {
  comparedUnknown<<<1, 64>>>(x, x, out);
  loopedBad<<<1, 64>>>(x, x, out, n);
  halvesOk<<<1, 64>>>(x, x + 64, out);
  onceOk<<<1, 64>>>(x, x);
}
