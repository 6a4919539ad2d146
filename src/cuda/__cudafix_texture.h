// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface references of old toolkits, and their objects. A fetch is a call of
// __cudafix_tex_read or __cudafix_tex_fetch, which write their result and read no array of the
// model. On the device, Clang gives the handle of a reference the name of the reference. Arrays
// have one level: levels and gradients of a fetch are ignored.
#ifndef __CUDAFIX_TEXTURE_H
#define __CUDAFIX_TEXTURE_H
extern "C" __device__ void __cudafix_tex_read(void *, size_t, unsigned long long, float, float, float, int);
extern "C" __device__ void __cudafix_tex_fetch(void *, size_t, unsigned long long, int, int);
extern "C" __device__ void __cudafix_surf_read(void *, size_t, unsigned long long, int, int, int, int);
extern "C" __device__ void __cudafix_surf_write(const void *, size_t, unsigned long long, int, int, int, int);

template <class T> struct __cudafix_channel { enum { count = 1 }; typedef T type; };
#define __CUDAFIX_CHANNEL(T, N)                                                                    \
  template <> struct __cudafix_channel<N##1> { enum { count = 1 }; typedef T type; };              \
  template <> struct __cudafix_channel<N##2> { enum { count = 2 }; typedef T type; };              \
  template <> struct __cudafix_channel<N##4> { enum { count = 4 }; typedef T type; };
__CUDAFIX_CHANNEL(signed char, char)
__CUDAFIX_CHANNEL(unsigned char, uchar)
__CUDAFIX_CHANNEL(short, short)
__CUDAFIX_CHANNEL(unsigned short, ushort)
__CUDAFIX_CHANNEL(int, int)
__CUDAFIX_CHANNEL(unsigned, uint)
__CUDAFIX_CHANNEL(float, float)
#undef __CUDAFIX_CHANNEL
template <class T> __CUDAFIX_H cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef __cudafix_channel<T> C;
  int b = sizeof(typename C::type) * 8;
  cudaChannelFormatKind k = (typename C::type)0.5f != 0 ? cudaChannelFormatKindFloat
                            : (typename C::type)-1 < 0  ? cudaChannelFormatKindSigned
                                                        : cudaChannelFormatKindUnsigned;
  return {b, C::count > 1 ? b : 0, C::count > 2 ? b : 0, C::count > 3 ? b : 0, k};
}

template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  texture(int n = 0, cudaTextureFilterMode f = cudaFilterModePoint,
          cudaTextureAddressMode a = cudaAddressModeClamp) {
    __cudafix_set(n, f, a, cudaCreateChannelDesc<T>());
  }
  texture(int n, cudaTextureFilterMode f, cudaTextureAddressMode a, cudaChannelFormatDesc d) {
    __cudafix_set(n, f, a, d);
  }
  void __cudafix_set(int n, cudaTextureFilterMode f, cudaTextureAddressMode a, cudaChannelFormatDesc d) {
    normalized = n;
    filterMode = f;
    addressMode[0] = addressMode[1] = addressMode[2] = a;
    channelDesc = d;
    sRGB = 0;
    maxAnisotropy = 0;
    __cudafix_read_mode = M;
  }
};
template <class T, int D = 1>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

template <class T> struct __cudafix_normal { typedef float type; };
#define __CUDAFIX_NORMAL(N)                                                                        \
  template <> struct __cudafix_normal<N##2> { typedef float2 type; };                              \
  template <> struct __cudafix_normal<N##4> { typedef float4 type; };
__CUDAFIX_NORMAL(char)
__CUDAFIX_NORMAL(uchar)
__CUDAFIX_NORMAL(short)
__CUDAFIX_NORMAL(ushort)
#undef __CUDAFIX_NORMAL
template <class T, cudaTextureReadMode M> struct __cudafix_texel { typedef T type; };
template <class T> struct __cudafix_texel<T, cudaReadModeNormalizedFloat> : __cudafix_normal<T> {};

// Encodes a fetch: its dimensions, the bytes of a channel of the result, whether that is a float.
template <class T> __CUDAFIX_D int __cudafix_how(int kind) {
  typedef typename __cudafix_channel<T>::type C;
  return kind | int(sizeof(C)) << 8 | ((C)0.5f != 0) << 16;
}
#define __CUDAFIX_HANDLE(T) (*(const unsigned long long *)(const void *)&T)

#define __CUDAFIX_LIST(...) __VA_ARGS__
#define __CUDAFIX_TEX(NAME, CALL, KIND, PARAMS, ...)                                               \
  template <class T, int D, cudaTextureReadMode M>                                                 \
  __CUDAFIX_D typename __cudafix_texel<T, M>::type NAME(texture<T, D, M> t, __CUDAFIX_LIST PARAMS) {              \
    typedef typename __cudafix_texel<T, M>::type R;                                                \
    R r;                                                                                           \
    CALL(&r, sizeof(r), __CUDAFIX_HANDLE(t), __VA_ARGS__, __cudafix_how<R>(KIND));                 \
    return r;                                                                                      \
  }                                                                                                \
  template <class T> __CUDAFIX_D T NAME(cudaTextureObject_t t, __CUDAFIX_LIST PARAMS) {            \
    T r;                                                                                           \
    CALL(&r, sizeof(r), t, __VA_ARGS__, __cudafix_how<T>(KIND));                                   \
    return r;                                                                                      \
  }                                                                                                \
  template <class T> __CUDAFIX_D void NAME(T *o, cudaTextureObject_t t, __CUDAFIX_LIST PARAMS) {   \
    T r;                                                                                           \
    CALL(&r, sizeof(r), t, __VA_ARGS__, __cudafix_how<T>(KIND));                                   \
    *o = r;                                                                                        \
  }
#define __CUDAFIX_READ(NAME, KIND, PARAMS, ...) __CUDAFIX_TEX(NAME, __cudafix_tex_read, KIND, PARAMS, __VA_ARGS__)
__CUDAFIX_TEX(tex1Dfetch, __cudafix_tex_fetch, 0, (int x), x)
__CUDAFIX_READ(tex1D, __cudafix_tex1D, (float x), x, 0, 0)
__CUDAFIX_READ(tex2D, __cudafix_tex2D, (float x, float y), x, y, 0)
__CUDAFIX_READ(tex3D, __cudafix_tex3D, (float x, float y, float z), x, y, z)
__CUDAFIX_READ(tex1DLayered, __cudafix_tex1DLayered, (float x, int l), x, 0, l)
__CUDAFIX_READ(tex2DLayered, __cudafix_tex2DLayered, (float x, float y, int l), x, y, l)
__CUDAFIX_READ(texCubemap, __cudafix_texCubemap, (float x, float y, float z), x, y, z)
__CUDAFIX_READ(tex1DLod, __cudafix_tex1D, (float x, float), x, 0, 0)
__CUDAFIX_READ(tex2DLod, __cudafix_tex2D, (float x, float y, float), x, y, 0)
__CUDAFIX_READ(tex3DLod, __cudafix_tex3D, (float x, float y, float z, float), x, y, z)
__CUDAFIX_READ(tex2DLayeredLod, __cudafix_tex2DLayered, (float x, float y, int l, float), x, y, l)
__CUDAFIX_READ(tex1DGrad, __cudafix_tex1D, (float x, float, float), x, 0, 0)
__CUDAFIX_READ(tex2DGrad, __cudafix_tex2D, (float x, float y, float2, float2), x, y, 0)
__CUDAFIX_READ(tex3DGrad, __cudafix_tex3D, (float x, float y, float z, float4, float4), x, y, z)
__CUDAFIX_READ(tex2Dgather, __cudafix_tex2Dgather, (float x, float y, int c = 0), x, y, c)
#undef __CUDAFIX_READ
#undef __CUDAFIX_LIST
#undef __CUDAFIX_TEX

#define __CUDAFIX_COMMA ,
#define __CUDAFIX_SURF(DIM, PARAMS, X, Y, Z)                                                       \
  template <class T> __CUDAFIX_D T surf##DIM##read(cudaSurfaceObject_t s, PARAMS, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    T r; __cudafix_surf_read(&r, sizeof(r), s, X, Y, Z, m); return r; }                            \
  template <class T> __CUDAFIX_D void surf##DIM##read(T *o, cudaSurfaceObject_t s, PARAMS, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    T r; __cudafix_surf_read(&r, sizeof(r), s, X, Y, Z, m); *o = r; }                              \
  template <class T> __CUDAFIX_D void surf##DIM##write(T v, cudaSurfaceObject_t s, PARAMS, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    __cudafix_surf_write(&v, sizeof(T), s, X, Y, Z, m); }                                          \
  template <class T, int D> __CUDAFIX_D T surf##DIM##read(surface<void, D> s, PARAMS, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    T r; __cudafix_surf_read(&r, sizeof(r), __CUDAFIX_HANDLE(s), X, Y, Z, m); return r; }          \
  template <class T, int D> __CUDAFIX_D void surf##DIM##read(T *o, surface<void, D> s, PARAMS, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    T r; __cudafix_surf_read(&r, sizeof(r), __CUDAFIX_HANDLE(s), X, Y, Z, m); *o = r; }            \
  template <class T, int D> __CUDAFIX_D void surf##DIM##write(T v, surface<void, D> s, PARAMS, cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap) { \
    __cudafix_surf_write(&v, sizeof(T), __CUDAFIX_HANDLE(s), X, Y, Z, m); }
__CUDAFIX_SURF(1D, int x, x, 0, 0)
__CUDAFIX_SURF(2D, int x __CUDAFIX_COMMA int y, x, y, 0)
__CUDAFIX_SURF(3D, int x __CUDAFIX_COMMA int y __CUDAFIX_COMMA int z, x, y, z)
__CUDAFIX_SURF(1DLayered, int x __CUDAFIX_COMMA int z, x, 0, z)
__CUDAFIX_SURF(2DLayered, int x __CUDAFIX_COMMA int y __CUDAFIX_COMMA int z, x, y, z)
#undef __CUDAFIX_SURF
#undef __CUDAFIX_COMMA
#undef __CUDAFIX_HANDLE

#define __CUDAFIX_TEXREF template <class T, int D, cudaTextureReadMode M> __CUDAFIX_H cudaError_t
__CUDAFIX_TEXREF cudaBindTexture(size_t *o, const texture<T, D, M> &t, const void *p, const cudaChannelFormatDesc &d, size_t n = 0xffffffff) { return ::cudaBindTexture(o, (const textureReference *)&t, p, &d, n); }
__CUDAFIX_TEXREF cudaBindTexture(size_t *o, const texture<T, D, M> &t, const void *p, size_t n = 0xffffffff) { return ::cudaBindTexture(o, (const textureReference *)&t, p, &t.channelDesc, n); }
__CUDAFIX_TEXREF cudaBindTexture2D(size_t *o, const texture<T, D, M> &t, const void *p, const cudaChannelFormatDesc &d, size_t w, size_t h, size_t s) { return ::cudaBindTexture2D(o, (const textureReference *)&t, p, &d, w, h, s); }
__CUDAFIX_TEXREF cudaBindTexture2D(size_t *o, const texture<T, D, M> &t, const void *p, size_t w, size_t h, size_t s) { return ::cudaBindTexture2D(o, (const textureReference *)&t, p, &t.channelDesc, w, h, s); }
__CUDAFIX_TEXREF cudaBindTextureToArray(const texture<T, D, M> &t, cudaArray_const_t a) { return ::cudaBindTextureToArray((const textureReference *)&t, a, nullptr); }
__CUDAFIX_TEXREF cudaBindTextureToArray(const texture<T, D, M> &t, cudaArray_const_t a, const cudaChannelFormatDesc &d) { return ::cudaBindTextureToArray((const textureReference *)&t, a, &d); }
__CUDAFIX_TEXREF cudaUnbindTexture(const texture<T, D, M> &t) { return ::cudaUnbindTexture((const textureReference *)&t); }
#undef __CUDAFIX_TEXREF
template <class T, int D> __CUDAFIX_H cudaError_t cudaBindSurfaceToArray(const surface<T, D> &s, cudaArray_const_t a) { return ::cudaBindSurfaceToArray((const surfaceReference *)&s, a, nullptr); }
template <class T, int D> __CUDAFIX_H cudaError_t cudaBindSurfaceToArray(const surface<T, D> &s, cudaArray_const_t a, const cudaChannelFormatDesc &d) { return ::cudaBindSurfaceToArray((const surfaceReference *)&s, a, &d); }
#endif
