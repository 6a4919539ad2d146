void fillAll(float *a, int rows, int cols, int stride);
void run(float *a, int n) {
  if (n > 0)
    fillAll(a, n, n, 2 * n);
}
