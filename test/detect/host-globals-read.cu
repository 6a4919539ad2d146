// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A variable of host code keeps its value over calls of functions that only read it.
#include <cstdio>

int size = 256, moved = 256; // other units may set them

__global__ void rowsOk(int *out, int length) { out[blockIdx.x * length + threadIdx.x] += 1; }
__global__ void rowsUnknown(int *out, int length) { out[blockIdx.x * length + threadIdx.x] += 1; }

static void say(int blocks) { printf("%d blocks of %d threads\n", blocks, size); }
static void more(int blocks) { moved = blocks > 4 ? 512 : 128; }

void keeps(int *out, int n) {
  const int blocks = n / size;
  say(blocks);
  rowsOk<<<blocks, size>>>(out, blocks > 0 ? size : 1);
}
void moves(int *out, int n) {
  const int blocks = n / moved, length = moved;
  more(blocks);
  rowsUnknown<<<blocks, moved>>>(out, length);
}
