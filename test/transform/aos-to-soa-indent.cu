// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair aos-to-soa %s --checks=uncoalesced-access --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// Functions that a repair adds are indented as the file is, where no .clang-format says otherwise.

struct Cell {
	float mass, heat;
	int kind;
};

__global__ void cool(Cell *cells, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		cells[i].heat *= 0.5f;
}

int main()
{
	const int n = 1000;
	static Cell host[n];
	Cell *cells;
	cudaMalloc(&cells, n * sizeof(Cell));
	cudaMemcpy(cells, host, n * sizeof(Cell), cudaMemcpyHostToDevice);
	cool<<<(n + 127) / 128, 128>>>(cells, n);
	cudaFree(cells);
}

// CHECK:struct CellArrays {
// CHECK-NEXT:	float *mass;
// CHECK:	cudaError_t result = cudaMalloc(&to->mass, count * sizeof(*to->mass));
// CHECK-NEXT:	if (result == cudaSuccess)
// CHECK-NEXT:		result = cudaMalloc(&to->heat, count * sizeof(*to->heat));
