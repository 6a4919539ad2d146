// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a missing GLM: vectors and matrices by columns, as kernels use them.
#ifndef __CUDAFIX_CONTRACT_GLM_H
#define __CUDAFIX_CONTRACT_GLM_H
#include <cmath>
#include <cstdint>
#ifndef GLM_FUNC_QUALIFIER
#define GLM_FUNC_QUALIFIER __host__ __device__
#define GLM_FUNC_DECL __host__ __device__
#define GLM_CONSTEXPR constexpr
#endif
namespace glm {
typedef int length_t;
enum qualifier { packed_highp, packed_mediump, packed_lowp, highp = packed_highp, mediump = packed_mediump, lowp = packed_lowp, defaultp = packed_highp };
template <length_t L, class T, qualifier Q = defaultp> struct vec;
template <length_t C, length_t R, class T, qualifier Q = defaultp> struct mat;
template <class T, qualifier Q> struct vec<2, T, Q> {
  typedef T value_type;
  union { T x, r, s; }; union { T y, g, t; };
  vec() = default;
  __CUDAFIX_M explicit constexpr vec(T v) : x(v), y(v) {}
  template <class T0, class T1> __CUDAFIX_M constexpr vec(T0 a0, T1 a1) : x(T(a0)), y(T(a1)) {}
  template <class U, qualifier P> __CUDAFIX_M constexpr vec(const vec<2, U, P> &v) : x(T(v.x)), y(T(v.y)) {}
  template <class U, qualifier P> __CUDAFIX_M constexpr explicit vec(const vec<3, U, P> &v) : x(T(v.x)), y(T(v.y)) {}
  template <class U, qualifier P> __CUDAFIX_M constexpr explicit vec(const vec<4, U, P> &v) : x(T(v.x)), y(T(v.y)) {}
  __CUDAFIX_M static constexpr length_t length() { return 2; }
  __CUDAFIX_M T &operator[](length_t i) { return (&x)[i]; }
  __CUDAFIX_M const T &operator[](length_t i) const { return (&x)[i]; }
  template <class U> __CUDAFIX_M vec &operator+=(const vec<2, U> &o) { x += T(o.x); y += T(o.y); return *this; }
  __CUDAFIX_M vec &operator+=(T o) { x += o; y += o; return *this; }
  template <class U> __CUDAFIX_M vec &operator-=(const vec<2, U> &o) { x -= T(o.x); y -= T(o.y); return *this; }
  __CUDAFIX_M vec &operator-=(T o) { x -= o; y -= o; return *this; }
  template <class U> __CUDAFIX_M vec &operator*=(const vec<2, U> &o) { x *= T(o.x); y *= T(o.y); return *this; }
  __CUDAFIX_M vec &operator*=(T o) { x *= o; y *= o; return *this; }
  template <class U> __CUDAFIX_M vec &operator/=(const vec<2, U> &o) { x /= T(o.x); y /= T(o.y); return *this; }
  __CUDAFIX_M vec &operator/=(T o) { x /= o; y /= o; return *this; }
  __CUDAFIX_M vec operator-() const { return vec(-x, -y); }
  __CUDAFIX_M bool operator==(const vec &o) const { return x == o.x && y == o.y; }
  __CUDAFIX_M bool operator!=(const vec &o) const { return !(*this == o); }
};
template <class T, qualifier Q> struct vec<3, T, Q> {
  typedef T value_type;
  union { T x, r, s; }; union { T y, g, t; }; union { T z, b, p; };
  vec() = default;
  __CUDAFIX_M explicit constexpr vec(T v) : x(v), y(v), z(v) {}
  template <class T0, class T1, class T2> __CUDAFIX_M constexpr vec(T0 a0, T1 a1, T2 a2) : x(T(a0)), y(T(a1)), z(T(a2)) {}
  template <class U, qualifier P> __CUDAFIX_M constexpr vec(const vec<3, U, P> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
  template <class U, qualifier P> __CUDAFIX_M constexpr explicit vec(const vec<4, U, P> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
  template <class U, class A> __CUDAFIX_M constexpr vec(const vec<2, U> &v, A a) : x(T(v.x)), y(T(v.y)), z(T(a)) {}
  template <class A, class U> __CUDAFIX_M constexpr vec(A a, const vec<2, U> &v) : x(T(a)), y(T(v.x)), z(T(v.y)) {}
  __CUDAFIX_M static constexpr length_t length() { return 3; }
  __CUDAFIX_M T &operator[](length_t i) { return (&x)[i]; }
  __CUDAFIX_M const T &operator[](length_t i) const { return (&x)[i]; }
  template <class U> __CUDAFIX_M vec &operator+=(const vec<3, U> &o) { x += T(o.x); y += T(o.y); z += T(o.z); return *this; }
  __CUDAFIX_M vec &operator+=(T o) { x += o; y += o; z += o; return *this; }
  template <class U> __CUDAFIX_M vec &operator-=(const vec<3, U> &o) { x -= T(o.x); y -= T(o.y); z -= T(o.z); return *this; }
  __CUDAFIX_M vec &operator-=(T o) { x -= o; y -= o; z -= o; return *this; }
  template <class U> __CUDAFIX_M vec &operator*=(const vec<3, U> &o) { x *= T(o.x); y *= T(o.y); z *= T(o.z); return *this; }
  __CUDAFIX_M vec &operator*=(T o) { x *= o; y *= o; z *= o; return *this; }
  template <class U> __CUDAFIX_M vec &operator/=(const vec<3, U> &o) { x /= T(o.x); y /= T(o.y); z /= T(o.z); return *this; }
  __CUDAFIX_M vec &operator/=(T o) { x /= o; y /= o; z /= o; return *this; }
  __CUDAFIX_M vec operator-() const { return vec(-x, -y, -z); }
  __CUDAFIX_M bool operator==(const vec &o) const { return x == o.x && y == o.y && z == o.z; }
  __CUDAFIX_M bool operator!=(const vec &o) const { return !(*this == o); }
};
template <class T, qualifier Q> struct vec<4, T, Q> {
  typedef T value_type;
  union { T x, r, s; }; union { T y, g, t; }; union { T z, b, p; }; union { T w, a, q; };
  vec() = default;
  __CUDAFIX_M explicit constexpr vec(T v) : x(v), y(v), z(v), w(v) {}
  template <class T0, class T1, class T2, class T3> __CUDAFIX_M constexpr vec(T0 a0, T1 a1, T2 a2, T3 a3) : x(T(a0)), y(T(a1)), z(T(a2)), w(T(a3)) {}
  template <class U, qualifier P> __CUDAFIX_M constexpr vec(const vec<4, U, P> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)), w(T(v.w)) {}
  template <class U, class A> __CUDAFIX_M constexpr vec(const vec<3, U> &v, A a) : x(T(v.x)), y(T(v.y)), z(T(v.z)), w(T(a)) {}
  template <class A, class U> __CUDAFIX_M constexpr vec(A a, const vec<3, U> &v) : x(T(a)), y(T(v.x)), z(T(v.y)), w(T(v.z)) {}
  template <class U, class V> __CUDAFIX_M constexpr vec(const vec<2, U> &u, const vec<2, V> &v) : x(T(u.x)), y(T(u.y)), z(T(v.x)), w(T(v.y)) {}
  __CUDAFIX_M static constexpr length_t length() { return 4; }
  __CUDAFIX_M T &operator[](length_t i) { return (&x)[i]; }
  __CUDAFIX_M const T &operator[](length_t i) const { return (&x)[i]; }
  template <class U> __CUDAFIX_M vec &operator+=(const vec<4, U> &o) { x += T(o.x); y += T(o.y); z += T(o.z); w += T(o.w); return *this; }
  __CUDAFIX_M vec &operator+=(T o) { x += o; y += o; z += o; w += o; return *this; }
  template <class U> __CUDAFIX_M vec &operator-=(const vec<4, U> &o) { x -= T(o.x); y -= T(o.y); z -= T(o.z); w -= T(o.w); return *this; }
  __CUDAFIX_M vec &operator-=(T o) { x -= o; y -= o; z -= o; w -= o; return *this; }
  template <class U> __CUDAFIX_M vec &operator*=(const vec<4, U> &o) { x *= T(o.x); y *= T(o.y); z *= T(o.z); w *= T(o.w); return *this; }
  __CUDAFIX_M vec &operator*=(T o) { x *= o; y *= o; z *= o; w *= o; return *this; }
  template <class U> __CUDAFIX_M vec &operator/=(const vec<4, U> &o) { x /= T(o.x); y /= T(o.y); z /= T(o.z); w /= T(o.w); return *this; }
  __CUDAFIX_M vec &operator/=(T o) { x /= o; y /= o; z /= o; w /= o; return *this; }
  __CUDAFIX_M vec operator-() const { return vec(-x, -y, -z, -w); }
  __CUDAFIX_M bool operator==(const vec &o) const { return x == o.x && y == o.y && z == o.z && w == o.w; }
  __CUDAFIX_M bool operator!=(const vec &o) const { return !(*this == o); }
};
#define __CUDAFIX_GLM_BINARY(op) \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> operator op(vec<L, T, Q> a, const vec<L, T, Q> &b) { for (length_t i = 0; i < L; ++i) a[i] = a[i] op b[i]; return a; } \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> operator op(vec<L, T, Q> a, typename vec<L, T, Q>::value_type b) { for (length_t i = 0; i < L; ++i) a[i] = a[i] op b; return a; } \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> operator op(typename vec<L, T, Q>::value_type a, vec<L, T, Q> b) { for (length_t i = 0; i < L; ++i) b[i] = a op b[i]; return b; }
__CUDAFIX_GLM_BINARY(+) __CUDAFIX_GLM_BINARY(-) __CUDAFIX_GLM_BINARY(*) __CUDAFIX_GLM_BINARY(/)
#define __CUDAFIX_GLM_INTEGER(op) \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> operator op(vec<L, T, Q> a, const vec<L, T, Q> &b) { for (length_t i = 0; i < L; ++i) a[i] = a[i] op b[i]; return a; } \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> operator op(vec<L, T, Q> a, typename vec<L, T, Q>::value_type b) { for (length_t i = 0; i < L; ++i) a[i] = a[i] op b; return a; }
__CUDAFIX_GLM_INTEGER(%) __CUDAFIX_GLM_INTEGER(&) __CUDAFIX_GLM_INTEGER(|) __CUDAFIX_GLM_INTEGER(^) __CUDAFIX_GLM_INTEGER(<<) __CUDAFIX_GLM_INTEGER(>>)
#define __CUDAFIX_GLM_EACH(name, expression) \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> name(vec<L, T, Q> a) { for (length_t i = 0; i < L; ++i) { T x = a[i]; a[i] = T(expression); } return a; }
__CUDAFIX_GLM_EACH(abs, x < 0 ? -x : x) __CUDAFIX_GLM_EACH(sign, x < 0 ? -1 : x > 0 ? 1 : 0) __CUDAFIX_GLM_EACH(floor, ::floor(x))
__CUDAFIX_GLM_EACH(ceil, ::ceil(x)) __CUDAFIX_GLM_EACH(round, ::round(x)) __CUDAFIX_GLM_EACH(trunc, ::trunc(x)) __CUDAFIX_GLM_EACH(fract, x - ::floor(x))
__CUDAFIX_GLM_EACH(sqrt, ::sqrt(x)) __CUDAFIX_GLM_EACH(inversesqrt, 1 / ::sqrt(x)) __CUDAFIX_GLM_EACH(exp, ::exp(x)) __CUDAFIX_GLM_EACH(exp2, ::exp2(x))
__CUDAFIX_GLM_EACH(log, ::log(x)) __CUDAFIX_GLM_EACH(log2, ::log2(x)) __CUDAFIX_GLM_EACH(sin, ::sin(x)) __CUDAFIX_GLM_EACH(cos, ::cos(x))
__CUDAFIX_GLM_EACH(tan, ::tan(x)) __CUDAFIX_GLM_EACH(radians, x * T(0.017453292519943295)) __CUDAFIX_GLM_EACH(degrees, x * T(57.29577951308232))
#define __CUDAFIX_GLM_PAIR(name, expression) \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> name(vec<L, T, Q> a, const vec<L, T, Q> &b) { for (length_t i = 0; i < L; ++i) { T x = a[i], y = b[i]; a[i] = T(expression); } return a; } \
  template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> name(vec<L, T, Q> a, typename vec<L, T, Q>::value_type y) { for (length_t i = 0; i < L; ++i) { T x = a[i]; a[i] = T(expression); } return a; }
__CUDAFIX_GLM_PAIR(min, y < x ? y : x) __CUDAFIX_GLM_PAIR(max, x < y ? y : x) __CUDAFIX_GLM_PAIR(pow, ::pow(x, y)) __CUDAFIX_GLM_PAIR(mod, x - y * ::floor(x / y))
#undef __CUDAFIX_GLM_PAIR
#undef __CUDAFIX_GLM_EACH
#undef __CUDAFIX_GLM_INTEGER
#undef __CUDAFIX_GLM_BINARY
template <class T> __CUDAFIX_M T min(T a, T b) { return b < a ? b : a; }
template <class T> __CUDAFIX_M T max(T a, T b) { return a < b ? b : a; }
template <class T> __CUDAFIX_M T clamp(T x, T a, T b) { return min(max(x, a), b); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> clamp(const vec<L, T, Q> &x, typename vec<L, T, Q>::value_type a, typename vec<L, T, Q>::value_type b) { return min(max(x, a), b); }
template <class V, class A> __CUDAFIX_M V mix(const V &x, const V &y, A a) { return x * (A(1) - a) + y * a; }
template <class T> __CUDAFIX_M T radians(T x) { return x * T(0.017453292519943295); }
template <class T> __CUDAFIX_M T pi() { return T(3.14159265358979323846); }
template <class T> __CUDAFIX_M T inversesqrt(T x) { return 1 / ::sqrt(x); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M T dot(const vec<L, T, Q> &a, const vec<L, T, Q> &b) { T s = 0; for (length_t i = 0; i < L; ++i) s += a[i] * b[i]; return s; }
template <length_t L, class T, qualifier Q> __CUDAFIX_M T length(const vec<L, T, Q> &a) { return ::sqrt(dot(a, a)); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M T length2(const vec<L, T, Q> &a) { return dot(a, a); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M T distance(const vec<L, T, Q> &a, const vec<L, T, Q> &b) { return length(a - b); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> normalize(const vec<L, T, Q> &a) { return a / length(a); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M vec<L, T, Q> reflect(const vec<L, T, Q> &i, const vec<L, T, Q> &n) { return i - n * (dot(n, i) * T(2)); }
template <class T, qualifier Q> __CUDAFIX_M vec<3, T, Q> cross(const vec<3, T, Q> &a, const vec<3, T, Q> &b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
template <length_t C, length_t R, class T, qualifier Q> struct mat {
  typedef T value_type;
  typedef vec<R, T, Q> col_type;
  typedef vec<C, T, Q> row_type;
  col_type value[C];
  mat() = default;
  __CUDAFIX_M explicit mat(T v) { for (length_t c = 0; c < C; ++c) for (length_t r = 0; r < R; ++r) value[c][r] = c == r ? v : T(0); }
  template <class... N> __CUDAFIX_M mat(T a, T b, T c, N... n) { T all[] = {a, b, c, T(n)...}; static_assert(sizeof(all) == C * R * sizeof(T), "one number a cell"); for (length_t i = 0; i < C * R; ++i) value[i / R][i % R] = all[i]; }
  __CUDAFIX_M mat(const col_type &a, const col_type &b) : value{a, b} {}
  __CUDAFIX_M mat(const col_type &a, const col_type &b, const col_type &c) : value{a, b, c} {}
  __CUDAFIX_M mat(const col_type &a, const col_type &b, const col_type &c, const col_type &d) : value{a, b, c, d} {}
  template <length_t C2, length_t R2, class U, qualifier P> __CUDAFIX_M explicit mat(const mat<C2, R2, U, P> &o) { for (length_t c = 0; c < C; ++c) for (length_t r = 0; r < R; ++r) value[c][r] = c < C2 && r < R2 ? T(o.value[c][r]) : T(c == r); }
  __CUDAFIX_M static constexpr length_t length() { return C; }
  __CUDAFIX_M col_type &operator[](length_t i) { return value[i]; }
  __CUDAFIX_M const col_type &operator[](length_t i) const { return value[i]; }
  __CUDAFIX_M mat &operator+=(const mat &o) { for (length_t c = 0; c < C; ++c) value[c] += o.value[c]; return *this; }
  __CUDAFIX_M mat &operator-=(const mat &o) { for (length_t c = 0; c < C; ++c) value[c] -= o.value[c]; return *this; }
  __CUDAFIX_M mat &operator*=(T s) { for (length_t c = 0; c < C; ++c) value[c] *= s; return *this; }
  __CUDAFIX_M mat &operator/=(T s) { for (length_t c = 0; c < C; ++c) value[c] /= s; return *this; }
  __CUDAFIX_M mat operator-() const { mat r; for (length_t c = 0; c < C; ++c) r.value[c] = -value[c]; return r; }
};
#define __CUDAFIX_GLM_MAT template <length_t C, length_t R, class T, qualifier Q> __CUDAFIX_M
__CUDAFIX_GLM_MAT mat<C, R, T, Q> operator+(mat<C, R, T, Q> a, const mat<C, R, T, Q> &b) { return a += b; }
__CUDAFIX_GLM_MAT mat<C, R, T, Q> operator-(mat<C, R, T, Q> a, const mat<C, R, T, Q> &b) { return a -= b; }
__CUDAFIX_GLM_MAT mat<C, R, T, Q> operator*(mat<C, R, T, Q> a, typename mat<C, R, T, Q>::value_type s) { return a *= s; }
__CUDAFIX_GLM_MAT mat<C, R, T, Q> operator*(typename mat<C, R, T, Q>::value_type s, mat<C, R, T, Q> a) { return a *= s; }
__CUDAFIX_GLM_MAT mat<C, R, T, Q> operator/(mat<C, R, T, Q> a, typename mat<C, R, T, Q>::value_type s) { return a /= s; }
__CUDAFIX_GLM_MAT vec<R, T, Q> operator*(const mat<C, R, T, Q> &m, const vec<C, T, Q> &v) { vec<R, T, Q> s(T(0)); for (length_t c = 0; c < C; ++c) s += m[c] * v[c]; return s; }
__CUDAFIX_GLM_MAT vec<C, T, Q> operator*(const vec<R, T, Q> &v, const mat<C, R, T, Q> &m) { vec<C, T, Q> s; for (length_t c = 0; c < C; ++c) s[c] = dot(v, m[c]); return s; }
template <length_t N, length_t C, length_t R, class T, qualifier Q> __CUDAFIX_M mat<N, R, T, Q> operator*(const mat<C, R, T, Q> &a, const mat<N, C, T, Q> &b) { mat<N, R, T, Q> r; for (length_t c = 0; c < N; ++c) r[c] = a * b[c]; return r; }
__CUDAFIX_GLM_MAT mat<R, C, T, Q> transpose(const mat<C, R, T, Q> &m) { mat<R, C, T, Q> t; for (length_t c = 0; c < C; ++c) for (length_t r = 0; r < R; ++r) t[r][c] = m[c][r]; return t; }
__CUDAFIX_GLM_MAT mat<C, R, T, Q> matrixCompMult(mat<C, R, T, Q> a, const mat<C, R, T, Q> &b) { for (length_t c = 0; c < C; ++c) a[c] *= b[c]; return a; }
template <length_t C, length_t R, class T, qualifier Q> __CUDAFIX_M mat<C, R, T, Q> outerProduct(const vec<R, T, Q> &a, const vec<C, T, Q> &b) { mat<C, R, T, Q> m; for (length_t c = 0; c < C; ++c) m[c] = a * b[c]; return m; }
#undef __CUDAFIX_GLM_MAT
template <class T, qualifier Q> __CUDAFIX_M T determinant(const mat<2, 2, T, Q> &m) { return m[0][0] * m[1][1] - m[1][0] * m[0][1]; }
template <class T, qualifier Q> __CUDAFIX_M T determinant(const mat<3, 3, T, Q> &m) { return dot(m[0], cross(m[1], m[2])); }
template <class T, qualifier Q> __CUDAFIX_M mat<2, 2, T, Q> inverse(const mat<2, 2, T, Q> &m) { return mat<2, 2, T, Q>(m[1][1], -m[0][1], -m[1][0], m[0][0]) / determinant(m); }
template <class T, qualifier Q> __CUDAFIX_M mat<3, 3, T, Q> inverse(const mat<3, 3, T, Q> &m) { return transpose(mat<3, 3, T, Q>(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]))) / determinant(m); }
template <class T, qualifier Q> __CUDAFIX_M mat<4, 4, T, Q> inverse(const mat<4, 4, T, Q> &m);
template <class T, qualifier Q = defaultp> struct qua {
  T x, y, z, w;
  qua() = default;
  __CUDAFIX_M qua(T w, T x, T y, T z) : x(x), y(y), z(z), w(w) {}
  __CUDAFIX_M T &operator[](length_t i) { return (&x)[i]; }
  __CUDAFIX_M const T &operator[](length_t i) const { return (&x)[i]; }
};
template <class T, qualifier Q> __CUDAFIX_M T dot(const qua<T, Q> &a, const qua<T, Q> &b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
template <class T, qualifier Q> __CUDAFIX_M T length(const qua<T, Q> &a) { return ::sqrt(dot(a, a)); }
template <class T, qualifier Q> __CUDAFIX_M qua<T, Q> normalize(const qua<T, Q> &a) { T n = length(a); return {a.w / n, a.x / n, a.y / n, a.z / n}; }
template <class T, qualifier Q> __CUDAFIX_M mat<3, 3, T, Q> mat3_cast(const qua<T, Q> &q) {
  return {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y), 2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
          2 * (q.y * q.z + q.w * q.x), 2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)};
}
template <class T> __CUDAFIX_M vec<2, T> make_vec2(const T *p) { return {p[0], p[1]}; }
template <class T> __CUDAFIX_M vec<3, T> make_vec3(const T *p) { return {p[0], p[1], p[2]}; }
template <class T> __CUDAFIX_M vec<4, T> make_vec4(const T *p) { return {p[0], p[1], p[2], p[3]}; }
template <class T> __CUDAFIX_M qua<T> make_quat(const T *p) { return {p[3], p[0], p[1], p[2]}; }
template <length_t N, class T> __CUDAFIX_M mat<N, N, T> __cudafix_columns(const T *p) { mat<N, N, T> m; for (length_t i = 0; i < N * N; ++i) m[i / N][i % N] = p[i]; return m; }
template <class T> __CUDAFIX_M mat<2, 2, T> make_mat2(const T *p) { return __cudafix_columns<2>(p); }
template <class T> __CUDAFIX_M mat<3, 3, T> make_mat3(const T *p) { return __cudafix_columns<3>(p); }
template <class T> __CUDAFIX_M mat<4, 4, T> make_mat4(const T *p) { return __cudafix_columns<4>(p); }
template <length_t L, class T, qualifier Q> __CUDAFIX_M T *value_ptr(vec<L, T, Q> &v) { return &v[0]; }
template <length_t L, class T, qualifier Q> __CUDAFIX_M const T *value_ptr(const vec<L, T, Q> &v) { return &v[0]; }
template <length_t C, length_t R, class T, qualifier Q> __CUDAFIX_M T *value_ptr(mat<C, R, T, Q> &m) { return &m[0][0]; }
template <length_t C, length_t R, class T, qualifier Q> __CUDAFIX_M const T *value_ptr(const mat<C, R, T, Q> &m) { return &m[0][0]; }
#define __CUDAFIX_GLM_NAMES(prefix, T) \
  typedef vec<2, T> prefix##vec2; typedef vec<3, T> prefix##vec3; typedef vec<4, T> prefix##vec4;
__CUDAFIX_GLM_NAMES(, float) __CUDAFIX_GLM_NAMES(d, double) __CUDAFIX_GLM_NAMES(i, int) __CUDAFIX_GLM_NAMES(u, unsigned) __CUDAFIX_GLM_NAMES(b, bool) __CUDAFIX_GLM_NAMES(f, float)
#undef __CUDAFIX_GLM_NAMES
#define __CUDAFIX_GLM_NAMES(prefix, T) \
  typedef mat<2, 2, T> prefix##mat2, prefix##mat2x2; typedef mat<3, 3, T> prefix##mat3, prefix##mat3x3; typedef mat<4, 4, T> prefix##mat4, prefix##mat4x4; \
  typedef mat<2, 3, T> prefix##mat2x3; typedef mat<2, 4, T> prefix##mat2x4; typedef mat<3, 2, T> prefix##mat3x2; typedef mat<3, 4, T> prefix##mat3x4; typedef mat<4, 2, T> prefix##mat4x2; typedef mat<4, 3, T> prefix##mat4x3;
__CUDAFIX_GLM_NAMES(, float) __CUDAFIX_GLM_NAMES(d, double) __CUDAFIX_GLM_NAMES(f, float)
#undef __CUDAFIX_GLM_NAMES
typedef qua<float> quat, fquat;
typedef qua<double> dquat;
} // namespace glm
#endif
