#include "index.h"
__global__ void indexed(float *a) { a[indexOf(threadIdx.x)] = 1; }
