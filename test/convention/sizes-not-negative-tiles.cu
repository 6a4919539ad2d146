// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-sizes-not-negative' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Tiles are numbered by / and % of how many a row has, and a row without elements has one.
// CHECK: kernel 'store': free for launches with n != 0
// CHECK: 1 kernel: {{.*}} 1 free for some shapes

__global__ void store(int *out, int m, int n) {
  int across = (n - 1) / 16 + 1, r = blockIdx.x / across * 16 + threadIdx.x / 16;
  if (r < m)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: error: race on global memory 'out'
    out[r * n + blockIdx.x % across * 16 + threadIdx.x % 16] = threadIdx.x;
}

void run(int *out, int m, int n) {
  if (n % 16 == 0)
    store<<<(m + 15) / 16 * ((n - 1) / 16 + 1), 256>>>(out, m, n);
}
