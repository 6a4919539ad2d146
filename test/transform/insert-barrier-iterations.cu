// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace

// Only different iterations race: one barrier between them, and no statement is split.
__global__ void exchange(int *keys, int n) {
  for (int pass = 0; pass < n; pass++) {
    int left = 2 * threadIdx.x + pass % 2;
    if (left + 1 < n && keys[left] > keys[left + 1]) {
      int larger = keys[left];
      keys[left] = keys[left + 1];
      keys[left + 1] = larger;
    }
  }
}

// One barrier a step, none in the branch, which would have to be split.
__global__ void eliminate(double *matrix) {
  __shared__ double rows[40][41];
  const int row = threadIdx.x;
  for (int c = 0; c < 41; ++c)
    rows[row][c] = matrix[row * 41 + c];
  __syncthreads();
  for (int step = 0; step < 40; ++step) {
    if (row > step) {
      double factor = rows[row][step] / rows[step][step];
      for (int c = step; c < 41; ++c)
        rows[row][c] -= factor * rows[step][c];
    }
  }
  for (int c = 0; c < 41; ++c)
    matrix[row * 41 + c] = rows[row][c];
}

void solve(double *matrix) { eliminate<<<1, 40>>>(matrix); }

void launch(int *keys) { exchange<<<1, 128>>>(keys, 256); }

// CHECK:      int larger = keys[left];
// CHECK-NEXT:      keys[left] = keys[left + 1];
// CHECK-NEXT:      keys[left + 1] = larger;
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
// CHECK-NEXT:}

// CHECK:      for (int c = step; c < 41; ++c)
// CHECK-NEXT:        rows[row][c] -= factor * rows[step][c];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
