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

void launch(int *keys) { exchange<<<1, 128>>>(keys, 256); }

// CHECK:      int larger = keys[left];
// CHECK-NEXT:      keys[left] = keys[left + 1];
// CHECK-NEXT:      keys[left + 1] = larger;
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
// CHECK-NEXT:}
