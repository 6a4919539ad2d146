// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair fix-lock %s | FileCheck %s --match-full-lines --strict-whitespace
// The acquire and the release are functions of one line: the fences go there, not into the kernel.

struct SpinLock {
    int *word;
    __device__ void acquire() { while (atomicExch(word, 1)); }
    __device__ void release() { atomicExch(word, 0); } // leave
};

__global__ void inFunctions(int *word, float *sum, float *squares) {
    SpinLock lock{word};
    if (threadIdx.x == 0) {
        lock.acquire();
        *sum += blockIdx.x;
        *squares += blockIdx.x * blockIdx.x;
        lock.release();
    }
}

void run(int *lock, float *sum, float *squares) {
    inFunctions<<<64, 256>>>(lock, sum, squares);
}

// CHECK:    __device__ void acquire() {
// CHECK-NEXT:        while (atomicExch(word, 1));
// CHECK-NEXT:        __threadfence();
// CHECK-NEXT:    }
// CHECK-NEXT:    __device__ void release() {
// CHECK-NEXT:        __threadfence();
// CHECK-NEXT:        atomicExch(word, 0);
// CHECK-NEXT:    } // leave
// CHECK:        lock.acquire();
// CHECK-NEXT:        *sum += blockIdx.x;
