// What host code reads twice from a member stays as it is while other objects are at work: a lazily
// made singleton, and a function that is given the address of another member's pointer.
// RUN: %check-findings %s

struct Pool {
  bool grow(void **pointer, size_t bytes);
  static Pool *get() {
    static Pool *one = new Pool();
    return one;
  }
};

struct Layer {
  int batch, side;
  float *in, *out;
  void run();
  void resize(int to);
  void runResized(int to);
};

__global__ void mirrorOk(const float *in, float *out, int side) {
  extern __shared__ float tile[];
  for (int first = 0; first < side * side; first += blockDim.x) {
    int i = first + threadIdx.x;
    if (i < side * side) {
      tile[i] = in[i];
      __syncthreads();
      out[i] = tile[side * side - 1 - i];
    }
  }
}

void Layer::run() {
  dim3 threads = dim3(side * side);
  if (!out)
    Pool::get()->grow((void **)&out, side * side * sizeof(float));
  mirrorOk<<<1, threads, side * side * sizeof(float)>>>(in, out, side);
}

// The object itself is passed.
__global__ void mirrorBad(const float *in, float *out, int side) {
  extern __shared__ float tile[];
  for (int first = 0; first < side * side; first += blockDim.x) {
    int i = first + threadIdx.x;
    if (i < side * side) {
      tile[i] = in[i];
      __syncthreads(); // expect: barrier-divergence
      out[i] = tile[side * side - 1 - i]; // expect: shared-race
    }
  }
}

void Layer::runResized(int to) {
  dim3 threads = dim3(side * side);
  resize(to);
  mirrorBad<<<1, threads, side * side * sizeof(float)>>>(in, out, side);
}

// An object inside of the object begins with a pointer, and the method that gets it changes more.
struct Buffer {
  float *data;
  int side;
  void grow(int to);
};
struct Holder {
  int id;
  Buffer buffer;
  void run(int to);
};

__global__ void heldBad(const float *in, float *out, int side) {
  extern __shared__ float tile[];
  if (threadIdx.x < side) {
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // expect: barrier-divergence
    out[threadIdx.x] = tile[side - 1 - threadIdx.x];
  }
}

void Holder::run(int to) {
  dim3 threads = dim3(buffer.side);
  buffer.grow(to);
  heldBad<<<1, threads, buffer.side * sizeof(float)>>>(buffer.data + 64, buffer.data, buffer.side);
}

// A number and a pointer share their place.
union Either {
  float *data;
  int side;
};

__global__ void eitherBad(const float *in, float *out, int side) {
  extern __shared__ float tile[];
  if (threadIdx.x < side) {
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // expect: barrier-divergence
    out[threadIdx.x] = tile[side - 1 - threadIdx.x];
  }
}

void runEither(Either *one, Either *other, float *data) {
  dim3 threads = dim3(one->side);
  other->data = data;
  eitherBad<<<1, threads, one->side * sizeof(float)>>>(data + 64, data, one->side);
}

__global__ void volatileBad(const float *in, float *out, int side) {
  extern __shared__ float tile[];
  if (threadIdx.x < side) {
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // expect: barrier-divergence
    out[threadIdx.x] = tile[side - 1 - threadIdx.x];
  }
}

void runVolatile(volatile int *side, float *data) {
  dim3 threads = dim3(*side);
  volatileBad<<<1, threads, 4096>>>(data + 64, data, *side);
}
