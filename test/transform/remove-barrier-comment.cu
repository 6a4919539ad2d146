// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair remove-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

// What is said about the barrier goes with it, over several lines, too.
__global__ void counted(int *data, const int *in) {
  __shared__ int own[256];
  int t = threadIdx.x;
  /* nobody else looks at this */
  own[t] = 0;

  /* The threads wait here until
     all of them are ready. */
  __syncthreads();

  for (int i = 0; i < 8; ++i)
    own[t] += in[8 * t + i];
  data[t] = own[t];
}

int main() {
  int *data = 0, *in = 0;
  counted<<<1, 256>>>(data, in);
}

// CHECK:  /* nobody else looks at this */
// CHECK-NEXT:  own[t] = 0;
// CHECK-EMPTY:
// CHECK-NEXT:  for (int i = 0; i < 8; ++i)
