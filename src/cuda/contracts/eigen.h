// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a missing Eigen: matrices of fixed size as kernels use them.
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
// Matrices whose sizes only host code knows.
template <class T, int C> class __cudafix_sized {
  std::vector<T> m;
  Index r = 0, c = C > 0 ? C : 0;
public:
  typedef T Scalar;
  __cudafix_sized() = default;
  explicit __cudafix_sized(Index n) : m(n), r(n), c(1) {}
  __cudafix_sized(Index rows, Index cols) : m(rows * cols), r(rows), c(cols) {}
  T &operator()(Index i, Index j) { return m[i + j * r]; }
  T operator()(Index i, Index j) const { return m[i + j * r]; }
  T &operator()(Index i) { return m[i]; }
  T operator()(Index i) const { return m[i]; }
  T &operator[](Index i) { return m[i]; }
  T operator[](Index i) const { return m[i]; }
  T *data() { return m.data(); }
  const T *data() const { return m.data(); }
  Index rows() const { return r; }
  Index cols() const { return c; }
  Index size() const { return r * c; }
  void resize(Index n) { resize(n, 1); }
  void resize(Index rows, Index cols) { r = rows; c = cols; m.resize(r * c); }
  __cudafix_sized &setConstant(T v) { m.assign(m.size(), v); return *this; }
  __cudafix_sized &setZero() { return setConstant(0); }
};
#define __CUDAFIX_SIZED(Name, C)                                                                   \
  template <class T, int O> class Name<T, Dynamic, C, O> : public __cudafix_sized<T, C> {          \
  public:                                                                                          \
    using __cudafix_sized<T, C>::__cudafix_sized;                                                  \
    static Name Constant(Index n, T v) { Name r(n); r.setConstant(v); return r; }                  \
    static Name Constant(Index n, Index k, T v) { Name r(n, k); r.setConstant(v); return r; }      \
    static Name Zero(Index n) { return Constant(n, 0); }                                           \
    static Name Zero(Index n, Index k) { return Constant(n, k, 0); }                               \
    static Name Ones(Index n) { return Constant(n, 1); }                                           \
    static Name Ones(Index n, Index k) { return Constant(n, k, 1); }                               \
  };
template <class T, int R, int C, int O = ColMajor> class Array : public Matrix<T, R, C, O> {
public:
  using Matrix<T, R, C, O>::Matrix;
  Array() = default;
  __CUDAFIX_M Array(const Matrix<T, R, C, O> &o) : Matrix<T, R, C, O>(o) {}
  // Multiplies element by element, unlike matrices.
  __CUDAFIX_M friend Array operator*(const Array &a, const Array &b) { Array r; for (int i = 0; i < R * C; ++i) r.m[i] = a.m[i] * b.m[i]; return r; }
  __CUDAFIX_M friend Array operator/(const Array &a, const Array &b) { Array r; for (int i = 0; i < R * C; ++i) r.m[i] = a.m[i] / b.m[i]; return r; }
};
__CUDAFIX_SIZED(Matrix, Dynamic) __CUDAFIX_SIZED(Matrix, 1) __CUDAFIX_SIZED(Array, Dynamic) __CUDAFIX_SIZED(Array, 1)
typedef Matrix<float, Dynamic, Dynamic> MatrixXf;
typedef Matrix<double, Dynamic, Dynamic> MatrixXd;
typedef Matrix<float, Dynamic, 1> VectorXf;
typedef Matrix<double, Dynamic, 1> VectorXd;
template <class T, int O = AutoAlign> class Quaternion {
  Matrix<T, 4, 1> c; ///< x, y, z, w
public:
  typedef T Scalar;
  Quaternion() = default;
  __CUDAFIX_M explicit Quaternion(const T *p) : c(p) {}
  __CUDAFIX_M explicit Quaternion(const Matrix<T, 4, 1> &v) : c(v) {}
  __CUDAFIX_M Quaternion(T w, T x, T y, T z) : c(x, y, z, w) {}
  __CUDAFIX_M static Quaternion Identity() { return {1, 0, 0, 0}; }
  __CUDAFIX_M T &x() { return c.x(); }
  __CUDAFIX_M T &y() { return c.y(); }
  __CUDAFIX_M T &z() { return c.z(); }
  __CUDAFIX_M T &w() { return c.w(); }
  __CUDAFIX_M T x() const { return c.x(); }
  __CUDAFIX_M T y() const { return c.y(); }
  __CUDAFIX_M T z() const { return c.z(); }
  __CUDAFIX_M T w() const { return c.w(); }
  __CUDAFIX_M Matrix<T, 3, 1> vec() const { return {x(), y(), z()}; }
  __CUDAFIX_M Matrix<T, 4, 1> &coeffs() { return c; }
  __CUDAFIX_M const Matrix<T, 4, 1> &coeffs() const { return c; }
  __CUDAFIX_M T dot(const Quaternion &o) const { return c.dot(o.c); }
  __CUDAFIX_M T squaredNorm() const { return c.squaredNorm(); }
  __CUDAFIX_M T norm() const { return c.norm(); }
  __CUDAFIX_M void normalize() { c /= norm(); }
  __CUDAFIX_M Quaternion normalized() const { return Quaternion(c / norm()); }
  __CUDAFIX_M Quaternion conjugate() const { return {w(), -x(), -y(), -z()}; }
  __CUDAFIX_M Quaternion inverse() const { return Quaternion(conjugate().c / squaredNorm()); }
  __CUDAFIX_M Quaternion operator*(const Quaternion &o) const {
    return {w() * o.w() - x() * o.x() - y() * o.y() - z() * o.z(), w() * o.x() + x() * o.w() + y() * o.z() - z() * o.y(),
            w() * o.y() + y() * o.w() + z() * o.x() - x() * o.z(), w() * o.z() + z() * o.w() + x() * o.y() - y() * o.x()};
  }
  __CUDAFIX_M Quaternion &operator*=(const Quaternion &o) { return *this = *this * o; }
  __CUDAFIX_M Matrix<T, 3, 1> _transformVector(const Matrix<T, 3, 1> &v) const {
    const Matrix<T, 3, 1> uv = vec().cross(v) * T(2);
    return v + uv * w() + vec().cross(uv);
  }
  __CUDAFIX_M Matrix<T, 3, 1> operator*(const Matrix<T, 3, 1> &v) const { return _transformVector(v); }
  __CUDAFIX_M Matrix<T, 3, 3> toRotationMatrix() const {
    Matrix<T, 3, 3> r;
    for (int j = 0; j < 3; ++j) {
      Matrix<T, 3, 1> e = Matrix<T, 3, 1>::Zero();
      e[j] = 1;
      e = _transformVector(e);
      for (int i = 0; i < 3; ++i) r(i, j) = e[i];
    }
    return r;
  }
  __CUDAFIX_M Matrix<T, 3, 3> matrix() const { return toRotationMatrix(); }
};
typedef Quaternion<float> Quaternionf;
typedef Quaternion<double> Quaterniond;
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
