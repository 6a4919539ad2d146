// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// All threads look for the next flag from the same place. They only go different ways as some read
// flags that others are about to clear: one barrier is enough, and no loop has to be made uniform.

__global__ void suppress(int *kept, const float *score, const int *box, int boxes, float limit) {
  __shared__ bool alive[256];
  const int tid = threadIdx.x;
  alive[tid] = tid < boxes;
  __syncthreads();
  int at = 0, count = 0;
  while (at < boxes) {
    if (tid > at && score[at] - score[tid] < limit && box[at] == box[tid])
      alive[tid] = false;
    __syncthreads();
    do {
      at++;
    } while (at < boxes && !alive[at]);
    count++;
  }
  kept[tid] = count;
}

int main() {
  static int kept[256], box[256];
  static float score[256];
  for (int i = 0; i < 256; i++) {
    box[i] = i % 3;
    score[i] = 256 - i;
  }
  suppress<<<1, 256>>>(kept, score, box, 256, 8.f);
}

// CHECK:    } while (at < boxes && !alive[at]);
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    count++;
