__global__ void turns(unsigned n) {
  for (; n > 0; n /= 2)
    __syncthreads();
}
