// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface references of old toolkits, and their objects. A fetch is a call of
// __cudafix_tex_read, which writes its result and reads no array of the model.
#ifndef __CUDAFIX_TEXTURE_H
#define __CUDAFIX_TEXTURE_H
extern "C" __device__ void __cudafix_tex_read(void *, size_t, unsigned long long, float, float, float, int);
extern "C" __device__ void __cudafix_surf_read(void *, size_t, unsigned long long, int, int, int);
extern "C" __device__ void __cudafix_surf_write(const void *, size_t, unsigned long long, int, int, int);

template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  texture(int = 0, cudaTextureFilterMode = cudaFilterModePoint,
          cudaTextureAddressMode = cudaAddressModeClamp) {}
  texture(int, cudaTextureFilterMode, cudaTextureAddressMode, cudaChannelFormatDesc) {}
};
template <class T, int D = 1>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

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

#define __CUDAFIX_TEX(NAME, KIND, PARAMS, X, Y, Z)                                                 \
  template <class T, int D, cudaTextureReadMode M>                                                 \
  __CUDAFIX_D typename __cudafix_texel<T, M>::type NAME(texture<T, D, M> t, PARAMS) {              \
    typename __cudafix_texel<T, M>::type r;                                                        \
    __cudafix_tex_read(&r, sizeof(r), 0, X, Y, Z, KIND);                                           \
    return r;                                                                                      \
  }                                                                                                \
  template <class T> __CUDAFIX_D T NAME(cudaTextureObject_t t, PARAMS) {                           \
    T r;                                                                                           \
    __cudafix_tex_read(&r, sizeof(r), t, X, Y, Z, KIND);                                           \
    return r;                                                                                      \
  }                                                                                                \
  template <class T> __CUDAFIX_D void NAME(T *o, cudaTextureObject_t t, PARAMS) {                  \
    __cudafix_tex_read(o, sizeof(T), t, X, Y, Z, KIND);                                            \
  }
#define __CUDAFIX_COMMA ,
__CUDAFIX_TEX(tex1Dfetch, 0, int x, x, 0, 0)
__CUDAFIX_TEX(tex1D, 1, float x, x, 0, 0)
__CUDAFIX_TEX(tex2D, 2, float x __CUDAFIX_COMMA float y, x, y, 0)
__CUDAFIX_TEX(tex3D, 3, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA float z, x, y, z)
__CUDAFIX_TEX(tex1DLayered, 4, float x __CUDAFIX_COMMA int l, x, l, 0)
__CUDAFIX_TEX(tex2DLayered, 5, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA int l, x, y, l)
__CUDAFIX_TEX(texCubemap, 6, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA float z, x, y, z)
__CUDAFIX_TEX(tex1DLod, 7, float x __CUDAFIX_COMMA float l, x, 0, l)
__CUDAFIX_TEX(tex2DLod, 8, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA float l, x, y, l)
__CUDAFIX_TEX(tex3DLod, 9, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA float z __CUDAFIX_COMMA float l, x, y, z + l)
__CUDAFIX_TEX(tex2DGrad, 10, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA float2 a __CUDAFIX_COMMA float2 b, x, y, 0)
__CUDAFIX_TEX(tex2Dgather, 11, float x __CUDAFIX_COMMA float y __CUDAFIX_COMMA int c = 0, x, y, c)
#undef __CUDAFIX_TEX

#define __CUDAFIX_SURF(DIM, PARAMS, X, Y, Z)                                                       \
  template <class T> __CUDAFIX_D T surf##DIM##read(cudaSurfaceObject_t s, PARAMS, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    T r; __cudafix_surf_read(&r, sizeof(r), s, X, Y, Z); return r; }                               \
  template <class T> __CUDAFIX_D void surf##DIM##read(T *o, cudaSurfaceObject_t s, PARAMS, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __cudafix_surf_read(o, sizeof(T), s, X, Y, Z); }                                               \
  template <class T> __CUDAFIX_D void surf##DIM##write(T v, cudaSurfaceObject_t s, PARAMS, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __cudafix_surf_write(&v, sizeof(T), s, X, Y, Z); }                                             \
  template <class T, int D> __CUDAFIX_D void surf##DIM##read(T *o, surface<void, D> s, PARAMS, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __cudafix_surf_read(o, sizeof(T), 0, X, Y, Z); }                                               \
  template <class T, int D> __CUDAFIX_D void surf##DIM##write(T v, surface<void, D> s, PARAMS, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    __cudafix_surf_write(&v, sizeof(T), 0, X, Y, Z); }
__CUDAFIX_SURF(1D, int x, x, 0, 0)
__CUDAFIX_SURF(2D, int x __CUDAFIX_COMMA int y, x, y, 0)
__CUDAFIX_SURF(3D, int x __CUDAFIX_COMMA int y __CUDAFIX_COMMA int z, x, y, z)
__CUDAFIX_SURF(2DLayered, int x __CUDAFIX_COMMA int y __CUDAFIX_COMMA int z, x, y, z)
#undef __CUDAFIX_SURF
#undef __CUDAFIX_COMMA

#define __CUDAFIX_TEXREF template <class T, int D, cudaTextureReadMode M> __CUDAFIX_H cudaError_t
__CUDAFIX_TEXREF cudaBindTexture(size_t *o, const texture<T, D, M> &t, const void *p, const cudaChannelFormatDesc &d, size_t n = 0xffffffff) { return ::cudaBindTexture(o, (const textureReference *)&t, p, &d, n); }
__CUDAFIX_TEXREF cudaBindTexture(size_t *o, const texture<T, D, M> &t, const void *p, size_t n = 0xffffffff) { return ::cudaBindTexture(o, (const textureReference *)&t, p, nullptr, n); }
__CUDAFIX_TEXREF cudaBindTexture2D(size_t *o, const texture<T, D, M> &t, const void *p, const cudaChannelFormatDesc &d, size_t w, size_t h, size_t s) { return ::cudaBindTexture2D(o, (const textureReference *)&t, p, &d, w, h, s); }
__CUDAFIX_TEXREF cudaBindTexture2D(size_t *o, const texture<T, D, M> &t, const void *p, size_t w, size_t h, size_t s) { return ::cudaBindTexture2D(o, (const textureReference *)&t, p, nullptr, w, h, s); }
__CUDAFIX_TEXREF cudaBindTextureToArray(const texture<T, D, M> &t, cudaArray_const_t a) { return ::cudaBindTextureToArray((const textureReference *)&t, a, nullptr); }
__CUDAFIX_TEXREF cudaBindTextureToArray(const texture<T, D, M> &t, cudaArray_const_t a, const cudaChannelFormatDesc &d) { return ::cudaBindTextureToArray((const textureReference *)&t, a, &d); }
__CUDAFIX_TEXREF cudaUnbindTexture(const texture<T, D, M> &t) { return ::cudaUnbindTexture((const textureReference *)&t); }
#undef __CUDAFIX_TEXREF
template <class T, int D> __CUDAFIX_H cudaError_t cudaBindSurfaceToArray(const surface<T, D> &, cudaArray_const_t) { return cudaSuccess; }
template <class T, int D> __CUDAFIX_H cudaError_t cudaBindSurfaceToArray(const surface<T, D> &, cudaArray_const_t, const cudaChannelFormatDesc &) { return cudaSuccess; }
#endif
