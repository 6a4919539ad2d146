// A condition on the length of rows that leaves one block excuses no race of two.
// RUN: %check-findings %s

// Each block writes twice the rows of its own image.
__global__ void twiceBad(float *out, int rows, int width, const float *in) {
  for (int r = 0; r < 2 * rows; r++)
    out[blockIdx.x * rows * width + r * width + threadIdx.x] = in[r] + blockIdx.x; // expect: inter-block-race
}

__global__ void onceOk(float *out, int rows, int width, const float *in) {
  for (int r = 0; r < rows; r++)
    out[blockIdx.x * rows * width + r * width + threadIdx.x] = in[r] + blockIdx.x;
}

void run(float *out, int images, int rows, int width, const float *in) {
  twiceBad<<<images, width>>>(out, rows, width, in);
  onceOk<<<images, width>>>(out, rows, width, in);
}
