// Texture objects, references and surfaces against what the host computes by the rules of the
// programming guide. With -DBUG=n the n-th wrong use is made instead.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

int wrong = 0;
void expect(bool ok, const char *what) {
  if (!ok && ++wrong)
    printf("FAILED: %s\n", what);
}
bool near(float a, float b) { return std::fabs(a - b) < 1e-5f; }

__global__ void fetch(cudaTextureObject_t t, const int *at, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, at[threadIdx.x]);
}
__global__ void fetchColors(cudaTextureObject_t t, uchar4 *out) {
  out[threadIdx.x] = tex1Dfetch<uchar4>(t, threadIdx.x);
}
__global__ void line(cudaTextureObject_t t, const float *x, float *out) {
  out[threadIdx.x] = tex1D<float>(t, x[threadIdx.x]);
}
__global__ void plane(cudaTextureObject_t t, const float *x, const float *y, float *out) {
  float there;
  tex2D(&there, t, x[threadIdx.x], y[threadIdx.x]);
  out[threadIdx.x] = there;
}
__global__ void colors(cudaTextureObject_t t, const float *x, const float *y, float4 *out) {
  out[threadIdx.x] = tex2DLod<float4>(t, x[threadIdx.x], y[threadIdx.x], 0.0f);
}
__global__ void volume(cudaTextureObject_t t, float3 at, float *out) {
  *out = tex3D<float>(t, at.x, at.y, at.z);
}
__global__ void layered(cudaTextureObject_t t, float *out) {
  out[threadIdx.x] = tex2DLayered<float>(t, 1.5f, 0.5f, threadIdx.x);
}
__global__ void gathered(cudaTextureObject_t t, float4 *out) {
  *out = tex2Dgather<float4>(t, 2.0f, 1.0f, 0);
}
__global__ void cube(cudaTextureObject_t t, const float3 *at, float *out) {
  float3 a = at[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(t, a.x, a.y, a.z);
}

texture<float, 1, cudaReadModeElementType> weights;
static texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
texture<int2, 1> pairs;
surface<void, 2> canvas;
__global__ void throughReferences(float *out) {
  int i = threadIdx.x;
  int2 pair = tex1Dfetch(pairs, i);
  out[i] = tex1Dfetch(weights, i) + tex2D(image, i + 0.5f, 1.5f) + pair.x * pair.y;
}
__global__ void paint(int value) { surf2Dwrite(value, canvas, threadIdx.x * sizeof(int), threadIdx.y); }

__global__ void transpose(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  float v = surf2Dread<float>(from, x * sizeof(float), y);
  surf2Dwrite(v, to, y * sizeof(float), x);
  surf2Dwrite(v, to, n * sizeof(float), x, cudaBoundaryModeZero); // nowhere
}
__global__ void edges(cudaSurfaceObject_t s, float *out) {
  float inside;
  surf2Dread(&inside, s, -4, 9, cudaBoundaryModeClamp);
  out[0] = inside;
  out[1] = surf2Dread<float>(s, 0, -1, cudaBoundaryModeZero);
}
__global__ void slices(cudaSurfaceObject_t s) {
  surf3Dwrite(float(threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x), s,
              threadIdx.x * sizeof(float), threadIdx.y, threadIdx.z);
}
__global__ void sameTexel(cudaSurfaceObject_t s) { surf2Dwrite(float(threadIdx.x), s, 0, 0); }
__global__ void whileRead(cudaTextureObject_t t, float *memory, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
  memory[blockDim.x - 1 - threadIdx.x] = 1;
}

template <class T> struct Buffer {
  T *p;
  int n;
  Buffer(std::vector<T> v) : n(v.size()) {
    cudaMalloc(&p, n * sizeof(T));
    cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  }
  Buffer(int n) : Buffer(std::vector<T>(n)) {}
  ~Buffer() { cudaFree(p); }
  std::vector<T> get() const {
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
  }
};

template <class T> cudaResourceDesc linear(const Buffer<T> &b) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = b.p;
  r.res.linear.desc = cudaCreateChannelDesc<T>();
  r.res.linear.sizeInBytes = b.n * sizeof(T);
  return r;
}
cudaResourceDesc whole(cudaArray_t a) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  return r;
}
cudaTextureDesc how(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized,
                    cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc d = {};
  d.filterMode = filter;
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
  d.normalizedCoords = normalized;
  d.readMode = read;
  return d;
}
cudaTextureObject_t make(const cudaResourceDesc &r, const cudaTextureDesc &d) {
  cudaTextureObject_t t = 0;
  expect(cudaCreateTextureObject(&t, &r, &d, nullptr) == cudaSuccess, "texture object");
  return t;
}
cudaArray_t arrayOf(const std::vector<float> &v, int width, int height) {
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &f, width, height, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(a, 0, 0, v.data(), width * 4, width * 4, std::max(height, 1),
                      cudaMemcpyHostToDevice);
  return a;
}
cudaArray_t boxOf(const std::vector<float> &v, int width, int height, int depth, unsigned flags) {
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&a, &f, make_cudaExtent(width, height, depth), flags);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr((void *)v.data(), width * 4, width, height);
  p.dstArray = a;
  p.extent = make_cudaExtent(width, height, depth);
  p.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&p);
  return a;
}

/// One dimension by the guide: floor(x); i = floor(x - 0.5) with eight bits of fraction.
float sampled(const std::vector<float> &v, float x, bool filter, cudaTextureAddressMode mode,
              bool normalized) {
  int n = v.size();
  if (normalized)
    x *= n;
  auto at = [&](int i) {
    if (mode == cudaAddressModeBorder)
      return i < 0 || i >= n ? 0.0f : v[i];
    if (mode == cudaAddressModeWrap)
      return v[((i % n) + n) % n];
    if (mode == cudaAddressModeMirror) {
      i = ((i % (2 * n)) + 2 * n) % (2 * n);
      return v[i < n ? i : 2 * n - 1 - i];
    }
    return v[i < 0 ? 0 : i >= n ? n - 1 : i];
  };
  if (!filter)
    return at((int)std::floor(x));
  int i = (int)std::floor(x - 0.5f);
  float a = std::round((x - 0.5f - i) * 256) / 256;
  return (1 - a) * at(i) + a * at(i + 1);
}

void linearMemory() {
  Buffer<float> values(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  Buffer<int> at(std::vector<int>{7, 0, -1, 8, 3, 1 << 30, -(1 << 30), 4});
  Buffer<float> out(8);
  cudaTextureObject_t t =
      make(linear(values), how(cudaFilterModePoint, cudaAddressModeClamp, false));
  fetch<<<1, 8>>>(t, at.p, out.p);
  expect(out.get() == std::vector<float>{8, 1, 0, 0, 4, 0, 0, 5}, "tex1Dfetch");
  expect(cudaDestroyTextureObject(t) == cudaSuccess, "destroy");
  expect(cudaDestroyTextureObject(t) == cudaErrorInvalidValue, "destroy twice");

  std::vector<uchar4> rgba{{1, 2, 3, 4}, {255, 0, 128, 7}};
  Buffer<uchar4> bytes(rgba), copied(2);
  t = make(linear(bytes), how(cudaFilterModePoint, cudaAddressModeClamp, false));
  fetchColors<<<1, 2>>>(t, copied.p);
  expect(!memcmp(copied.get().data(), rgba.data(), 8), "uchar4");

  cudaResourceDesc r = linear(values);
  cudaTextureDesc d = how(cudaFilterModeLinear, cudaAddressModeClamp, false);
  r.res.linear.desc = cudaCreateChannelDesc<int>();
  cudaTextureObject_t none;
  expect(cudaCreateTextureObject(&none, &r, &d, nullptr) == cudaErrorInvalidFilterSetting,
         "integers have no filter");
  cudaGetLastError();
}

void oneDimension() {
  std::vector<float> v{1, 4, 9, 16, 25};
  std::vector<float> x;
  for (int i = -40; i < 120; ++i)
    x.push_back(i * 0.0625f + 0.01f);
  cudaArray_t a = arrayOf(v, 5, 0);
  Buffer<float> at(x), out(x.size());
  for (int filter = 0; filter < 2; ++filter)
    for (int mode = cudaAddressModeWrap; mode <= cudaAddressModeBorder; ++mode)
      for (int normalized = 0; normalized < 2; ++normalized) {
        auto m = (cudaTextureAddressMode)mode;
        cudaTextureObject_t t = make(whole(a), how((cudaTextureFilterMode)filter, m, normalized));
        line<<<1, x.size()>>>(t, at.p, out.p);
        if (!normalized && (m == cudaAddressModeWrap || m == cudaAddressModeMirror))
          m = cudaAddressModeClamp;
        std::vector<float> got = out.get();
        for (size_t i = 0; i < x.size(); ++i)
          expect(near(got[i], sampled(v, x[i], filter, m, normalized)), "tex1D");
        cudaDestroyTextureObject(t);
      }
  cudaFreeArray(a);
}

void planes() {
  // f(x, y) = 3x + 5y is what a filter gives between the centers of texels, too.
  std::vector<float> v;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      v.push_back(3 * x + 5 * y);
  Buffer<float> x(std::vector<float>{0.5f, 1.75f, 7.5f, 3.0f}), y(std::vector<float>{0.5f, 2.25f, 3.5f, 1.0f});
  std::vector<float> expected{0, 3 * 1.25f + 5 * 1.75f, 36, 3 * 2.5f + 5 * 0.5f};
  cudaArray_t a = arrayOf(v, 8, 4);
  Buffer<float> out(4);
  cudaTextureDesc filtered = how(cudaFilterModeLinear, cudaAddressModeClamp, false);
  plane<<<1, 4>>>(make(whole(a), filtered), x.p, y.p, out.p);
  for (int i = 0; i < 4; ++i)
    expect(near(out.get()[i], expected[i]), "tex2D of an array");

  float *rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 8 * 4, 4);
  cudaMemcpy2D(rows, pitch, v.data(), 32, 32, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = rows;
  r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = 8;
  r.res.pitch2D.height = 4;
  r.res.pitch2D.pitchInBytes = pitch;
  plane<<<1, 4>>>(make(r, filtered), x.p, y.p, out.p);
  for (int i = 0; i < 4; ++i)
    expect(near(out.get()[i], expected[i]), "tex2D of rows");

  Buffer<float4> corners(1);
  gathered<<<1, 1>>>(make(whole(a), filtered), corners.p);
  float4 g = corners.get()[0];
  expect(g.x == v[9] && g.y == v[10] && g.z == v[2] && g.w == v[1], "tex2Dgather");

  cudaTextureDesc bordered = how(cudaFilterModePoint, cudaAddressModeBorder, false);
  bordered.borderColor[0] = 42;
  Buffer<float> outside(std::vector<float>{-0.5f, 8.0f, 7.9f, 0.0f});
  plane<<<1, 4>>>(make(whole(a), bordered), outside.p, y.p, out.p);
  expect(out.get() == std::vector<float>{42, 42, v[31], v[8]}, "border");

  std::vector<uchar4> rgba{{0, 51, 102, 255}, {255, 0, 204, 153}};
  cudaArray_t c;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&c, &f, 2, 1);
  cudaMemcpyToArray(c, 0, 0, rgba.data(), 8, cudaMemcpyHostToDevice);
  Buffer<float4> mixed(1);
  Buffer<float> middle(std::vector<float>{0.5f});
  colors<<<1, 1>>>(make(whole(c), how(cudaFilterModeLinear, cudaAddressModeClamp, true, cudaReadModeNormalizedFloat)),
                   middle.p, middle.p, mixed.p);
  float4 m = mixed.get()[0];
  expect(near(m.x, 0.5f) && near(m.y, 0.1f) && near(m.z, 0.6f) && near(m.w, 0.8f), "normalized colors");
}

void boxes() {
  std::vector<float> v;
  for (int i = 0; i < 4 * 3 * 2; ++i)
    v.push_back(i * i);
  Buffer<float> out(2);
  cudaArray_t a = boxOf(v, 4, 3, 2, 0);
  cudaTextureDesc d = how(cudaFilterModeLinear, cudaAddressModeClamp, false);
  volume<<<1, 1>>>(make(whole(a), d), make_float3(2.0f, 1.5f, 1.0f), out.p);
  expect(near(out.get()[0], (v[5] + v[6] + v[17] + v[18]) / 4), "tex3D");

  cudaArray_t l = boxOf(v, 4, 3, 2, cudaArrayLayered);
  layered<<<1, 2>>>(make(whole(l), d), out.p);
  expect(out.get() == std::vector<float>{v[1], v[13]}, "tex2DLayered");

  std::vector<float> faces{10, 11, 12, 13, 14, 15};
  cudaArray_t c = boxOf(faces, 1, 1, 6, cudaArrayCubemap);
  Buffer<float3> to(std::vector<float3>{{2, 1, 1}, {-2, 1, 1}, {1, 2, 1}, {1, -2, 1}, {1, 1, 2}, {1, 1, -2}});
  Buffer<float> seen(6);
  cube<<<1, 6>>>(make(whole(c), how(cudaFilterModePoint, cudaAddressModeClamp, true)), to.p, seen.p);
  expect(seen.get() == faces, "texCubemap");
}

void references() {
  Buffer<float> w(std::vector<float>{1, 2, 3, 4}), out(4);
  Buffer<int2> p(std::vector<int2>{{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  std::vector<unsigned char> pixels{0, 0, 0, 0, 0, 51, 102, 255};
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&a, &f, 4, 2);
  cudaMemcpy2DToArray(a, 0, 0, pixels.data(), 4, 4, 2, cudaMemcpyHostToDevice);
  image.filterMode = cudaFilterModePoint;
  size_t offset = 1;
  expect(cudaBindTexture(&offset, weights, w.p, 16) == cudaSuccess && offset == 0, "bind");
  expect(cudaBindTexture(0, pairs, p.p, cudaCreateChannelDesc<int2>()) == cudaSuccess, "bind pairs");
  expect(cudaBindTextureToArray(image, a) == cudaSuccess, "bind array");
  throughReferences<<<1, 4>>>(out.p);
  std::vector<float> got = out.get();
  for (int i = 0; i < 4; ++i)
    expect(near(got[i], i + 1 + pixels[4 + i] / 255.0f + (2 * i + 1) * (2 * i + 2)), "references");
  cudaUnbindTexture(weights);
  cudaUnbindTexture(image);

  std::vector<int> painted(8);
  cudaChannelFormatDesc g = cudaCreateChannelDesc<int>();
  cudaArray_t c;
  cudaMallocArray(&c, &g, 4, 2, cudaArraySurfaceLoadStore);
  cudaBindSurfaceToArray(canvas, c);
  paint<<<1, dim3(4, 2)>>>(6);
  cudaMemcpy2DFromArray(painted.data(), 16, c, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
  expect(painted == std::vector<int>(8, 6), "surface reference");
}

cudaSurfaceObject_t surfaceOf(cudaArray_t a) {
  cudaSurfaceObject_t s = 0;
  cudaResourceDesc r = whole(a);
  expect(cudaCreateSurfaceObject(&s, &r) == cudaSuccess, "surface object");
  return s;
}

void surfaces() {
  const int n = 4;
  std::vector<float> v, got(n * n);
  for (int i = 0; i < n * n; ++i)
    v.push_back(i);
  cudaArray_t a = arrayOf(v, n, n), b = arrayOf(v, n, n);
  transpose<<<1, dim3(n, n)>>>(surfaceOf(a), surfaceOf(b), n);
  cudaMemcpy2DFromArray(got.data(), n * 4, b, 0, 0, n * 4, n, cudaMemcpyDeviceToHost);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      expect(got[y * n + x] == v[x * n + y], "transposed surface");
  Buffer<float> out(2);
  edges<<<1, 1>>>(surfaceOf(a), out.p);
  expect(out.get() == std::vector<float>{12, 0}, "boundary modes");

  cudaArray_t c = boxOf(std::vector<float>(2 * 3 * 2), 2, 3, 2, cudaArraySurfaceLoadStore);
  slices<<<1, dim3(2, 3, 2)>>>(surfaceOf(c));
  volume<<<1, 1>>>(make(whole(c), how(cudaFilterModePoint, cudaAddressModeClamp, false)), make_float3(1, 2, 1), out.p);
  expect(out.get()[0] == 121, "surf3Dwrite");
}

int main() {
#ifndef BUG
  linearMemory();
  oneDimension();
  planes();
  boxes();
  references();
  surfaces();
  expect(cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess, "errors");
#elif BUG == 1
  sameTexel<<<1, 2>>>(surfaceOf(arrayOf({0, 0}, 2, 1)));
#elif BUG == 2
  Buffer<float> memory(64), out(64);
  whileRead<<<1, 64>>>(make(linear(memory), how(cudaFilterModePoint, cudaAddressModeClamp, false)), memory.p, out.p);
#elif BUG == 3
  Buffer<float> out(4);
  throughReferences<<<1, 4>>>(out.p);
#elif BUG == 4
  slices<<<1, 2>>>(surfaceOf(arrayOf({0}, 1, 1)));
#endif
  printf(wrong ? "%d FAILED\n" : "PASSED\n", wrong);
  return wrong != 0;
}
