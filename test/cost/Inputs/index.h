static __device__ int indexOf(int i) { return i; }
