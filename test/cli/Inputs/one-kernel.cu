__global__ void fill(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void run(int *p) { fill<<<4, 64>>>(p); }
