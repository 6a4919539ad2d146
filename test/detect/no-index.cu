// A kernel that reads no index is for one thread, as long as nothing launches it with more.
// RUN: %check-findings %s

__global__ void scatterUnknown(float *x, const long *index, const float *g, int rows, int cols,
                               int k) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j)
      x[i * cols + j] = 0;
    for (int j = 0; j < k; ++j)
      x[i * cols + index[i * k + j]] = g[i * k + j];
  }
}

__global__ void setOk(int *x) { *x = 1; }
