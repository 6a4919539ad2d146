// SPDX-License-Identifier: Apache-2.0
//
// Stands in for Eigen where it is not there: matrices of fixed size as kernels use them.
#ifndef __CUDAFIX_CONTRACT_EIGEN_H
#define __CUDAFIX_CONTRACT_EIGEN_H
#include <cmath>
#include <initializer_list>
#include <vector>
#define EIGEN_DEVICE_FUNC __host__ __device__
#define EIGEN_STRONG_INLINE inline
#define EIGEN_ALWAYS_INLINE inline
#define EIGEN_MAKE_ALIGNED_OPERATOR_NEW
#define EIGEN_WORLD_VERSION 3
#define EIGEN_MAJOR_VERSION 4
#define EIGEN_MINOR_VERSION 0
#define EIGEN_VERSION_AT_LEAST(x, y, z)                                                           \
  (EIGEN_WORLD_VERSION > x || (EIGEN_WORLD_VERSION >= x && (EIGEN_MAJOR_VERSION > y ||            \
                              (EIGEN_MAJOR_VERSION >= y && EIGEN_MINOR_VERSION >= z))))
#define EIGEN_PI 3.14159265358979323846
namespace Eigen {
constexpr int Dynamic = -1;
enum { ColMajor = 0, RowMajor = 1, AutoAlign = 0, DontAlign = 2 };
typedef long Index;
template <class T, int R, int C, int O = ColMajor> class Matrix {
public:
  typedef T Scalar;
  static constexpr int Cells = R * C, RowsAtCompileTime = R, ColsAtCompileTime = C;
  T m[Cells];
  Matrix() = default;
  __CUDAFIX_M explicit Matrix(const T *p) { for (int i = 0; i < Cells; ++i) m[i] = p[i]; }
  __CUDAFIX_M Matrix(T a, T b) : m{a, b} {}
  __CUDAFIX_M Matrix(T a, T b, T c) : m{a, b, c} {}
  __CUDAFIX_M Matrix(T a, T b, T c, T d) : m{a, b, c, d} {}
  __CUDAFIX_M T &at(int r, int c) { return m[O & RowMajor ? r * C + c : r + c * R]; }
  __CUDAFIX_M T at(int r, int c) const { return m[O & RowMajor ? r * C + c : r + c * R]; }
  __CUDAFIX_M T &operator()(int r, int c) { return at(r, c); }
  __CUDAFIX_M T operator()(int r, int c) const { return at(r, c); }
  __CUDAFIX_M T &operator()(int i) { return m[i]; }
  __CUDAFIX_M T operator()(int i) const { return m[i]; }
  __CUDAFIX_M T &operator[](int i) { return m[i]; }
  __CUDAFIX_M T operator[](int i) const { return m[i]; }
  __CUDAFIX_M T &x() { return m[0]; }
  __CUDAFIX_M T &y() { return m[1]; }
  __CUDAFIX_M T &z() { return m[2]; }
  __CUDAFIX_M T &w() { return m[3]; }
  __CUDAFIX_M T x() const { return m[0]; }
  __CUDAFIX_M T y() const { return m[1]; }
  __CUDAFIX_M T z() const { return m[2]; }
  __CUDAFIX_M T w() const { return m[3]; }
  __CUDAFIX_M T *data() { return m; }
  __CUDAFIX_M const T *data() const { return m; }
  __CUDAFIX_M static constexpr int rows() { return R; }
  __CUDAFIX_M static constexpr int cols() { return C; }
  __CUDAFIX_M static constexpr int size() { return Cells; }
  __CUDAFIX_M static Matrix Constant(T v) { Matrix r; for (int i = 0; i < Cells; ++i) r.m[i] = v; return r; }
  __CUDAFIX_M static Matrix Zero() { return Constant(0); }
  __CUDAFIX_M static Matrix Ones() { return Constant(1); }
  __CUDAFIX_M static Matrix Identity() { Matrix r = Zero(); for (int i = 0; i < R && i < C; ++i) r.at(i, i) = 1; return r; }
  __CUDAFIX_M Matrix &setZero() { return *this = Zero(); }
  __CUDAFIX_M T dot(const Matrix &o) const { T s = 0; for (int i = 0; i < Cells; ++i) s += m[i] * o.m[i]; return s; }
  __CUDAFIX_M T squaredNorm() const { return dot(*this); }
  __CUDAFIX_M T norm() const { return sqrt(dot(*this)); }
  __CUDAFIX_M Matrix normalized() const { return *this / norm(); }
  __CUDAFIX_M T sum() const { return dot(Ones()); }
  __CUDAFIX_M Matrix cross(const Matrix &o) const {
    return {m[1] * o.m[2] - m[2] * o.m[1], m[2] * o.m[0] - m[0] * o.m[2], m[0] * o.m[1] - m[1] * o.m[0]};
  }
  __CUDAFIX_M Matrix<T, C, R, O> transpose() const {
    Matrix<T, C, R, O> r;
    for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) r.at(j, i) = at(i, j);
    return r;
  }
  template <class U> __CUDAFIX_M Matrix<U, R, C, O> cast() const { Matrix<U, R, C, O> r; for (int i = 0; i < Cells; ++i) r.m[i] = U(m[i]); return r; }
  __CUDAFIX_M Matrix<T, R, 1> col(int c) const { Matrix<T, R, 1> r; for (int i = 0; i < R; ++i) r.m[i] = at(i, c); return r; }
  __CUDAFIX_M Matrix &operator+=(const Matrix &o) { for (int i = 0; i < Cells; ++i) m[i] += o.m[i]; return *this; }
  __CUDAFIX_M Matrix &operator-=(const Matrix &o) { for (int i = 0; i < Cells; ++i) m[i] -= o.m[i]; return *this; }
  __CUDAFIX_M Matrix &operator*=(T s) { for (int i = 0; i < Cells; ++i) m[i] *= s; return *this; }
  __CUDAFIX_M Matrix &operator/=(T s) { for (int i = 0; i < Cells; ++i) m[i] /= s; return *this; }
  __CUDAFIX_M friend Matrix operator+(Matrix a, const Matrix &b) { return a += b; }
  __CUDAFIX_M friend Matrix operator-(Matrix a, const Matrix &b) { return a -= b; }
  __CUDAFIX_M friend Matrix operator-(const Matrix &a) { return Zero() - a; }
  __CUDAFIX_M friend Matrix operator*(Matrix a, T s) { return a *= s; }
  __CUDAFIX_M friend Matrix operator*(T s, Matrix a) { return a *= s; }
  __CUDAFIX_M friend Matrix operator/(Matrix a, T s) { return a /= s; }
  template <int K> __CUDAFIX_M Matrix<T, R, K, O> operator*(const Matrix<T, C, K, O> &o) const {
    Matrix<T, R, K, O> r;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < K; ++j) {
        T s = 0;
        for (int k = 0; k < C; ++k) s += at(i, k) * o.at(k, j);
        r.at(i, j) = s;
      }
    return r;
  }
};
#define __CUDAFIX_MATRICES(T, S)                                                                  \
  typedef Matrix<T, 2, 1> Vector2##S; typedef Matrix<T, 3, 1> Vector3##S;                         \
  typedef Matrix<T, 4, 1> Vector4##S; typedef Matrix<T, 2, 2> Matrix2##S;                         \
  typedef Matrix<T, 3, 3> Matrix3##S; typedef Matrix<T, 4, 4> Matrix4##S;
__CUDAFIX_MATRICES(float, f) __CUDAFIX_MATRICES(double, d) __CUDAFIX_MATRICES(int, i)
template <class T> using aligned_allocator = std::allocator<T>;
template <class T, int N> using Vector = Matrix<T, N, 1>;
template <class T, int N> using RowVector = Matrix<T, 1, N, RowMajor>;
} // namespace Eigen
#endif
