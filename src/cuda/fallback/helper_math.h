// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic on vector types, as in the helpers of NVIDIA's samples.
#ifndef __CUDAFIX_HELPER_MATH_H
#define __CUDAFIX_HELPER_MATH_H
#include <__cudafix_runtime.h>
typedef unsigned int uint;
typedef unsigned short ushort;
#define __CUDAFIX_OP(T, S, OP, E2, E3, E4)                                                         \
  __CUDAFIX_HD T##2 operator OP(T##2 a, T##2 b) { return T##2{a.x OP b.x, a.y OP b.y}; }           \
  __CUDAFIX_HD T##3 operator OP(T##3 a, T##3 b) { return T##3{a.x OP b.x, a.y OP b.y, a.z OP b.z}; } \
  __CUDAFIX_HD T##4 operator OP(T##4 a, T##4 b) { return T##4{a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w}; } \
  __CUDAFIX_HD T##2 operator OP(T##2 a, S b) { return a OP T##2{b, b}; }                           \
  __CUDAFIX_HD T##3 operator OP(T##3 a, S b) { return a OP T##3{b, b, b}; }                        \
  __CUDAFIX_HD T##4 operator OP(T##4 a, S b) { return a OP T##4{b, b, b, b}; }                     \
  __CUDAFIX_HD T##2 operator OP(S a, T##2 b) { return T##2{a, a} OP b; }                           \
  __CUDAFIX_HD T##3 operator OP(S a, T##3 b) { return T##3{a, a, a} OP b; }                        \
  __CUDAFIX_HD T##4 operator OP(S a, T##4 b) { return T##4{a, a, a, a} OP b; }                     \
  __CUDAFIX_HD void operator OP##=(T##2 &a, T##2 b) { a = a OP b; }                                \
  __CUDAFIX_HD void operator OP##=(T##3 &a, T##3 b) { a = a OP b; }                                \
  __CUDAFIX_HD void operator OP##=(T##4 &a, T##4 b) { a = a OP b; }                                \
  __CUDAFIX_HD void operator OP##=(T##2 &a, S b) { a = a OP b; }                                   \
  __CUDAFIX_HD void operator OP##=(T##3 &a, S b) { a = a OP b; }                                   \
  __CUDAFIX_HD void operator OP##=(T##4 &a, S b) { a = a OP b; }
#define __CUDAFIX_OPS(T, S)                                                                        \
  __CUDAFIX_OP(T, S, +, , , ) __CUDAFIX_OP(T, S, -, , , ) __CUDAFIX_OP(T, S, *, , , ) __CUDAFIX_OP(T, S, /, , , ) \
  __CUDAFIX_HD T##2 operator-(T##2 a) { return T##2{} - a; }                                       \
  __CUDAFIX_HD T##3 operator-(T##3 a) { return T##3{} - a; }                                       \
  __CUDAFIX_HD T##4 operator-(T##4 a) { return T##4{} - a; }                                       \
  __CUDAFIX_HD T##2 make_##T##2(S s) { return T##2{s, s}; }                                        \
  __CUDAFIX_HD T##3 make_##T##3(S s) { return T##3{s, s, s}; }                                     \
  __CUDAFIX_HD T##4 make_##T##4(S s) { return T##4{s, s, s, s}; }                                  \
  __CUDAFIX_HD T##2 make_##T##2(T##3 a) { return T##2{a.x, a.y}; }                                 \
  __CUDAFIX_HD T##3 make_##T##3(T##4 a) { return T##3{a.x, a.y, a.z}; }                            \
  __CUDAFIX_HD T##3 make_##T##3(T##2 a, S s) { return T##3{a.x, a.y, s}; }                         \
  __CUDAFIX_HD T##4 make_##T##4(T##3 a, S s) { return T##4{a.x, a.y, a.z, s}; }                    \
  __CUDAFIX_HD S dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }                             \
  __CUDAFIX_HD S dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                 \
  __CUDAFIX_HD S dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__CUDAFIX_OPS(float, float)
__CUDAFIX_OPS(int, int)
__CUDAFIX_OPS(uint, unsigned)
#undef __CUDAFIX_OPS
#undef __CUDAFIX_OP
__CUDAFIX_HD float3 make_float3(int3 a) { return float3{float(a.x), float(a.y), float(a.z)}; }
__CUDAFIX_HD float4 make_float4(float3 a) { return float4{a.x, a.y, a.z, 0}; }
__CUDAFIX_HD float4 make_float4(int4 a) { return float4{float(a.x), float(a.y), float(a.z), float(a.w)}; }
__CUDAFIX_HD int3 make_int3(float3 a) { return int3{int(a.x), int(a.y), int(a.z)}; }
__CUDAFIX_HD float length(float2 v) { return sqrtf(dot(v, v)); }
__CUDAFIX_HD float length(float3 v) { return sqrtf(dot(v, v)); }
__CUDAFIX_HD float length(float4 v) { return sqrtf(dot(v, v)); }
__CUDAFIX_HD float2 normalize(float2 v) { return v * (1 / sqrtf(dot(v, v))); }
__CUDAFIX_HD float3 normalize(float3 v) { return v * (1 / sqrtf(dot(v, v))); }
__CUDAFIX_HD float4 normalize(float4 v) { return v * (1 / sqrtf(dot(v, v))); }
__CUDAFIX_HD float3 cross(float3 a, float3 b) { return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__CUDAFIX_HD float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
#if __cplusplus >= 202002L
template <int = 0> // prefers the lerp of <math.h>, if that is included
#endif
__CUDAFIX_HD float lerp(float a, float b, float t) { return a + t * (b - a); }
__CUDAFIX_HD float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
__CUDAFIX_HD float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__CUDAFIX_HD float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
__CUDAFIX_HD float clamp(float f, float a, float b) { return f < a ? a : f > b ? b : f; }
__CUDAFIX_HD int clamp(int f, int a, int b) { return f < a ? a : f > b ? b : f; }
__CUDAFIX_HD unsigned clamp(unsigned f, unsigned a, unsigned b) { return f < a ? a : f > b ? b : f; }
__CUDAFIX_HD float3 clamp(float3 v, float a, float b) { return float3{clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)}; }
__CUDAFIX_HD float4 clamp(float4 v, float a, float b) { return float4{clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)}; }
__CUDAFIX_HD float2 fminf(float2 a, float2 b) { return float2{fminf(a.x, b.x), fminf(a.y, b.y)}; }
__CUDAFIX_HD float3 fminf(float3 a, float3 b) { return float3{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
__CUDAFIX_HD float2 fmaxf(float2 a, float2 b) { return float2{fmaxf(a.x, b.x), fmaxf(a.y, b.y)}; }
__CUDAFIX_HD float3 fmaxf(float3 a, float3 b) { return float3{fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }
__CUDAFIX_HD float fracf(float v) { return v - floorf(v); }
__CUDAFIX_HD float3 floorf(float3 v) { return float3{floorf(v.x), floorf(v.y), floorf(v.z)}; }
__CUDAFIX_HD float3 fabs(float3 v) { return float3{fabsf(v.x), fabsf(v.y), fabsf(v.z)}; }
#endif
