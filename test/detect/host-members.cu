// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Sizes are members, set in a constructor or by cudaMallocPitch.
struct View { float *data; int rows, cols, pitch; };

__global__ void fillOk(View v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < v.cols) v.data[blockIdx.y * v.pitch + x] = x;
}
__global__ void fillBad(View v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < v.cols) v.data[blockIdx.y * v.pitch + x] = x + blockIdx.y; // expect: inter-block-race
}

class Image {
public:
  Image(int rows, int cols) : rows_(rows), cols_(cols) {
    size_t bytes;
    cudaMallocPitch((void **)&data_, &bytes, cols * sizeof(float), rows);
    pitch_ = bytes / sizeof(float);
  }
  void fill() const { fillOk<<<dim3((cols_ + 255) / 256, rows_), 256>>>({data_, rows_, cols_, pitch_}); }
  void spoil() { pitch_ = 100; fillBad<<<dim3((cols_ + 255) / 256, rows_), 256>>>({data_, rows_, cols_, pitch_}); }

private:
  float *data_;
  int rows_, cols_, pitch_;
};

void run() {
  Image image(64, 1000);
  image.fill();
  image.spoil();
}
