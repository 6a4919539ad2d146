// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="aos-to-soa (suggested"
// Structures stay whole where a use of them would not follow.

struct Body {
  float x, y, z, mass;
  float vx, vy, vz, charge;
};
struct Cell {
  float value[4];
  int kind;
  double weight;
};

// CHECK-DAG: aos-to-soa: kernel 'whole' uses 'b' otherwise than by members of its elements
__global__ void whole(Body *b, int n) {
  Body other = b[n];
  b[threadIdx.x].x = other.x;
}

// CHECK-DAG: aos-to-soa: line {{[0-9]+}}: 'given' is given to 'elsewhere'
__global__ void given1(Body *b) { b[threadIdx.x].x = 0; }

// CHECK-DAG: aos-to-soa: line {{[0-9]+}}: 'aliased' is used otherwise than to allocate, copy, fill, free and launch
__global__ void aliased1(Body *b) { b[threadIdx.x].x = 0; }

// CHECK-DAG: aos-to-soa: line {{[0-9]+}}: 'device' is given to 'cudaMemcpy' otherwise than from or to the host
__global__ void copied1(Body *b) { b[threadIdx.x].x = 0; }

// CHECK-DAG: aos-to-soa: line {{[0-9]+}}: the host's side of a copy is no array of 'Body'
__global__ void part1(Body *b) { b[threadIdx.x].x = 0; }

// CHECK-DAG: aos-to-soa: line {{[0-9]+}}: the array is filled byte by byte
__global__ void filled1(Body *b) { b[threadIdx.x].x = 0; }

// CHECK-DAG: aos-to-soa: member 'value' of 'Cell' is no number or pointer
__global__ void cells1(Cell *c) { c[threadIdx.x].kind = 0; }

// CHECK-DAG: aos-to-soa: 'parameter' is a parameter of the function that launches
__global__ void parameter1(Body *b) { b[threadIdx.x].x = 0; }

void elsewhere(Body *);

void run(Body *parameter, float *host, int n) {
  Body *b, *given, *aliased, *device, *part, *filled;
  Cell *cells;
  cudaMalloc(&b, n * sizeof(Body));
  cudaMalloc(&given, n * sizeof(Body));
  cudaMalloc(&aliased, n * sizeof(Body));
  cudaMalloc(&device, n * sizeof(Body));
  cudaMalloc(&part, n * sizeof(Body));
  cudaMalloc(&filled, n * sizeof(Body));
  cudaMalloc(&cells, n * sizeof(Cell));
  whole<<<1, 128>>>(b, n);
  elsewhere(given);
  given1<<<1, 128>>>(given);
  Body *other = aliased;
  aliased1<<<1, 128>>>(aliased);
  cudaMemcpy(device, other, n * sizeof(Body), cudaMemcpyDeviceToDevice);
  copied1<<<1, 128>>>(device);
  part1<<<1, 128>>>(part);
  cudaMemcpy(host, part, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemset(filled, 0, n * sizeof(Body));
  filled1<<<1, 128>>>(filled);
  cells1<<<1, 128>>>(cells);
  parameter1<<<1, 128>>>(parameter);
}
