// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s --implicit-check-not="in part"
// CHECK: kernels
// Arrays whose sizes the host knows, and quaternions.
#include <Eigen/Core>
#include <Eigen/Dense>
#include <Eigen/Geometry>

typedef Eigen::Array<long, Eigen::Dynamic, Eigen::Dynamic> Table;
typedef Eigen::Array<float, 3, 1> Color;
template <class T> struct Pose {
  Eigen::Quaternion<T> turned;
  Eigen::Matrix<T, 3, 1> at;
  __host__ __device__ explicit Pose(const T *from) : turned(from), at(from + 4) {}
  __host__ __device__ Eigen::Matrix<T, 3, 1> move(const Eigen::Matrix<T, 3, 1> &p) const { return turned * p + at; }
  __host__ __device__ Pose inverse() const {
    Pose r = *this;
    r.turned = turned.inverse();
    r.at = -(r.turned * at);
    return r;
  }
};

__global__ void moveOk(double *p) {
  const Pose<double> pose(p + 8 * threadIdx.x);
  p[8 * threadIdx.x + 7] = pose.inverse().move({1, 2, 3}).norm() + pose.turned.squaredNorm();
}
__global__ void moveBad(const double *p, double *out) {
  const Pose<double> pose(p + 8 * threadIdx.x);
  out[threadIdx.x / 2] = pose.turned.toRotationMatrix()(0, 1); // expect-error: intra-warp-race
}
__global__ void blendOk(float *p) {
  Color c(1, 2, 3);
  p[threadIdx.x] = (c * c)[threadIdx.x % 3];
}

struct Index {
  Table at;
  explicit Index(int n) {
    at = Table::Constant(n, n, -1);
    at(0, 1) = 2;
  }
};
void run(double *p, float *f) {
  Index index(4);
  moveOk<<<1, 128>>>(p);
  moveBad<<<1, 128>>>(p, p + 1024);
  blendOk<<<1, index.at(0, 1) == 2 ? 128 : 256>>>(f);
}
