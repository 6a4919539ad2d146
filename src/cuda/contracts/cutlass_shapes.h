// SPDX-License-Identifier: Apache-2.0
//
// Part of cutlass.h: coordinates, sizes, matrix layouts, fast division, and classes of host code.
#ifndef __CUDAFIX_CONTRACT_CUTLASS_SHAPES_H
#define __CUDAFIX_CONTRACT_CUTLASS_SHAPES_H

namespace cutlass {
static constexpr int NumThreadsPerWarp = 32, NumThreadsPerWarpGroup = 128, NumThreadsPerHalfWarp = 16,
                     NumThreadsPerQuad = 4, NumThreadsPerQuadPair = 8,
                     NumWarpsPerWarpGroup = NumThreadsPerWarpGroup / NumThreadsPerWarp;

enum class Status {
  kSuccess, kErrorMisalignedOperand, kErrorInvalidDataType, kErrorInvalidLayout, kErrorInvalidProblem,
  kErrorNotSupported, kErrorWorkspaceNull, kErrorInternal, kErrorArchMismatch,
  kErrorInsufficientDriver, kErrorMemoryAllocation, kInvalid
};
__CUDAFIX_HD const char *cutlassGetStatusString(Status) { return ""; }

template <class T> __CUDAFIX_HD constexpr T const_min(T a, T b) { return b < a ? b : a; }
template <class T> __CUDAFIX_HD constexpr T const_max(T a, T b) { return b > a ? b : a; }
template <class A, class B, class = std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>>>
__CUDAFIX_HD constexpr auto ceil_div(A a, B b) { return (a + b - 1) / b; }
template <class A, class B, class = std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>>>
__CUDAFIX_HD constexpr auto round_up(A a, B b) { return ((a + b - 1) / b) * b; }
template <class A, class B, class = std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>>>
__CUDAFIX_HD constexpr auto round_down(A a, B b) { return (a / b) * b; }
template <class T> __CUDAFIX_HD constexpr T round_nearest(T a, T b) { return round_up(a, b); }
template <class T> __CUDAFIX_HD constexpr T gcd(T a, T b) {
  for (;;) {
    if (a == 0) return b;
    b %= a;
    if (b == 0) return a;
    a %= b;
  }
}
template <class T> __CUDAFIX_HD constexpr T lcm(T a, T b) { T g = gcd(a, b); return g ? a / g * b : 0; }
template <class T> __CUDAFIX_HD constexpr T absolute_value(T a) { return a < 0 ? -a : a; }
template <class T> __CUDAFIX_HD T fast_min(T a, T b) { return b < a ? b : a; }
template <class T> __CUDAFIX_HD T fast_max(T a, T b) { return a < b ? b : a; }
__CUDAFIX_HD float fast_exp(float x) { return ::expf(x); }
__CUDAFIX_HD double fast_exp(double x) { return ::exp(x); }
__CUDAFIX_HD float fast_log(float x) { return ::logf(x); }
__CUDAFIX_HD double fast_log(double x) { return ::log(x); }
__CUDAFIX_HD float fast_tanh(float x) { return ::tanhf(x); }
__CUDAFIX_HD double fast_tanh(double x) { return ::tanh(x); }
__CUDAFIX_HD float fast_sqrt(float x) { return ::sqrtf(x); }
__CUDAFIX_HD double fast_sqrt(double x) { return ::sqrt(x); }
__CUDAFIX_HD float fast_rsqrt(float x) { return 1 / ::sqrtf(x); }
__CUDAFIX_HD double fast_rsqrt(double x) { return 1 / ::sqrt(x); }
__CUDAFIX_HD half_t fast_exp(half_t x) { return half_t(::expf(x)); }
__CUDAFIX_HD half_t fast_tanh(half_t x) { return half_t(::tanhf(x)); }
template <class T> __CUDAFIX_HD int find_log2(T x) { int n = 0; while ((T(1) << n) < x) ++n; return n; }
template <int N> struct log2_down { static constexpr int value = 1 + log2_down<N / 2>::value; };
template <> struct log2_down<1> { static constexpr int value = 0; };
template <int N> struct log2_up { static constexpr int value = N == 1 ? 0 : 1 + log2_down<(N == 1 ? 1 : N - 1)>::value; };
template <int N> struct is_pow2 { static constexpr bool value = N > 0 && !(N & (N - 1)); };
template <int N> struct sqrt_est { static constexpr int value = 1 << log2_up<N>::value / 2; };
template <int Dividend, int Divisor> struct divide_assert { static constexpr int value = Dividend / Divisor; };

#define __CUDAFIX_CUTLASS_DIVMOD(NAME, T, Q)                                                      \
  struct NAME {                                                                                   \
    T divisor;                                                                                    \
    __CUDAFIX_M NAME() : divisor(0) {}                                                             \
    __CUDAFIX_M NAME(T d) : divisor(d) {}                                                          \
    __CUDAFIX_M NAME &operator=(T d) { divisor = d; return *this; }                                \
    __CUDAFIX_M Q divide(T n) const { return Q(n / divisor); }                                     \
    __CUDAFIX_M Q div(T n) const { return Q(n / divisor); }                                        \
    __CUDAFIX_M Q rem(T n) const { return Q(n % divisor); }                                        \
    __CUDAFIX_M Q modulus(Q quotient, T n) const { return Q(n - quotient * divisor); }             \
    template <class R> __CUDAFIX_M Q divmod(R &remainder, T n) const {                             \
      Q q = Q(n / divisor);                                                                       \
      remainder = R(n - q * divisor);                                                             \
      return q;                                                                                   \
    }                                                                                             \
    template <class A, class R> __CUDAFIX_M void operator()(A &quotient, R &remainder, T n) const { \
      quotient = A(n / divisor);                                                                  \
      remainder = R(n - quotient * divisor);                                                      \
    }                                                                                             \
    __CUDAFIX_M operator T() const { return divisor; }                                             \
  };
__CUDAFIX_CUTLASS_DIVMOD(FastDivmod, int, int)
__CUDAFIX_CUTLASS_DIVMOD(FastDivmodU64, uint64_t, uint64_t)
#undef __CUDAFIX_CUTLASS_DIVMOD

template <int Rank_, class Index_ = int, class LongIndex_ = int64_t> struct Coord {
  static constexpr int kRank = Rank_;
  using Index = Index_;
  using LongIndex = LongIndex_;
  Index idx[kRank];
  __CUDAFIX_M explicit Coord(Index v = Index(0)) { for (int i = 0; i < kRank; ++i) idx[i] = v; }
  __CUDAFIX_M Coord(const Index (&v)[kRank]) { for (int i = 0; i < kRank; ++i) idx[i] = v[i]; }
  __CUDAFIX_M Index &operator[](int i) { return idx[i]; }
  __CUDAFIX_M const Index &operator[](int i) const { return idx[i]; }
  template <int D> __CUDAFIX_M Index &at() { return idx[D]; }
  template <int D> __CUDAFIX_M const Index &at() const { return idx[D]; }
  __CUDAFIX_M Index &at(int i) { return idx[i]; }
  __CUDAFIX_M const Index &at(int i) const { return idx[i]; }
#define __CUDAFIX_CUTLASS_EACH(OP)                                                                \
  __CUDAFIX_M Coord &operator OP##=(const Coord &o) { for (int i = 0; i < kRank; ++i) idx[i] OP##= o.idx[i]; return *this; } \
  __CUDAFIX_M Coord operator OP(const Coord &o) const { Coord c = *this; return c OP##= o; }
  __CUDAFIX_CUTLASS_EACH(+) __CUDAFIX_CUTLASS_EACH(-) __CUDAFIX_CUTLASS_EACH(*) __CUDAFIX_CUTLASS_EACH(/)
#undef __CUDAFIX_CUTLASS_EACH
  __CUDAFIX_M bool operator==(const Coord &o) const { for (int i = 0; i < kRank; ++i) if (idx[i] != o.idx[i]) return false; return true; }
  __CUDAFIX_M bool operator!=(const Coord &o) const { return !(*this == o); }
  __CUDAFIX_M bool operator<(const Coord &o) const { for (int i = 0; i < kRank; ++i) if (!(idx[i] < o.idx[i])) return false; return true; }
  __CUDAFIX_M bool operator<=(const Coord &o) const { for (int i = 0; i < kRank; ++i) if (!(idx[i] <= o.idx[i])) return false; return true; }
  __CUDAFIX_M bool operator>(const Coord &o) const { return o < *this; }
  __CUDAFIX_M bool operator>=(const Coord &o) const { return o <= *this; }
  __CUDAFIX_M operator bool() const { for (int i = 0; i < kRank; ++i) if (idx[i]) return true; return false; }
  __CUDAFIX_M bool operator!() const { return !bool(*this); }
  __CUDAFIX_M LongIndex dot(const Coord &o, LongIndex s = 0) const { for (int i = 0; i < kRank; ++i) s += LongIndex(idx[i]) * LongIndex(o.idx[i]); return s; }
  __CUDAFIX_M LongIndex product() const { LongIndex p = idx[0]; for (int i = 1; i < kRank; ++i) p *= idx[i]; return p; }
  __CUDAFIX_M Index sum() const { Index s = idx[0]; for (int i = 1; i < kRank; ++i) s += idx[i]; return s; }
  __CUDAFIX_M void clamp(const Coord &hi, const Coord &lo = Coord()) { for (int i = 0; i < kRank; ++i) idx[i] = const_max(const_min(idx[i], hi.idx[i]), lo.idx[i]); }
};
template <class T> __CUDAFIX_HD Coord<1, T> make_Coord(T a) { T v[]{a}; return Coord<1, T>(v); }
template <class T> __CUDAFIX_HD Coord<2, T> make_Coord(T a, T b) { T v[]{a, b}; return Coord<2, T>(v); }
template <class T> __CUDAFIX_HD Coord<3, T> make_Coord(T a, T b, T c) { T v[]{a, b, c}; return Coord<3, T>(v); }
template <class T> __CUDAFIX_HD Coord<4, T> make_Coord(T a, T b, T c, T d) { T v[]{a, b, c, d}; return Coord<4, T>(v); }
#define __CUDAFIX_CUTLASS_AXIS(NAME, I)                                                           \
  __CUDAFIX_M Index &NAME() { return this->idx[I]; }                                               \
  __CUDAFIX_M const Index &NAME() const { return this->idx[I]; }
#define __CUDAFIX_CUTLASS_COORD(NAME, RANK)                                                       \
  using Base = Coord<RANK, int>;                                                                  \
  using Index = Base::Index;                                                                      \
  using LongIndex = Base::LongIndex;                                                              \
  NAME() = default;                                                                               \
  __CUDAFIX_M NAME(const Base &c) : Base(c) {}                                                     \
  __CUDAFIX_M NAME operator+(const Base &o) const { return Base::operator+(o); }                   \
  __CUDAFIX_M NAME operator-(const Base &o) const { return Base::operator-(o); }                   \
  __CUDAFIX_M NAME operator*(const Base &o) const { return Base::operator*(o); }                   \
  __CUDAFIX_M NAME operator/(const Base &o) const { return Base::operator/(o); }                   \
  __CUDAFIX_M NAME &operator+=(const Base &o) { Base::operator+=(o); return *this; }               \
  __CUDAFIX_M NAME &operator-=(const Base &o) { Base::operator-=(o); return *this; }
struct MatrixCoord : Coord<2, int> {
  __CUDAFIX_CUTLASS_COORD(MatrixCoord, 2)
  __CUDAFIX_M MatrixCoord(Index r, Index c) : Base(make_Coord(r, c)) {}
  __CUDAFIX_CUTLASS_AXIS(row, 0) __CUDAFIX_CUTLASS_AXIS(column, 1)
};
struct PitchLinearCoord : Coord<2, int> {
  __CUDAFIX_CUTLASS_COORD(PitchLinearCoord, 2)
  __CUDAFIX_M PitchLinearCoord(Index c, Index s) : Base(make_Coord(c, s)) {}
  __CUDAFIX_CUTLASS_AXIS(contiguous, 0) __CUDAFIX_CUTLASS_AXIS(strided, 1)
};
struct Tensor4DCoord : Coord<4, int> {
  __CUDAFIX_CUTLASS_COORD(Tensor4DCoord, 4)
  __CUDAFIX_M Tensor4DCoord(Index n, Index h, Index w, Index c) : Base(make_Coord(n, h, w, c)) {}
  __CUDAFIX_CUTLASS_AXIS(n, 0) __CUDAFIX_CUTLASS_AXIS(h, 1) __CUDAFIX_CUTLASS_AXIS(w, 2) __CUDAFIX_CUTLASS_AXIS(c, 3)
};

namespace gemm {
struct GemmCoord : Coord<3, int> {
  __CUDAFIX_CUTLASS_COORD(GemmCoord, 3)
  __CUDAFIX_M GemmCoord(Index m, Index n, Index k) : Base(make_Coord(m, n, k)) {}
  __CUDAFIX_CUTLASS_AXIS(m, 0) __CUDAFIX_CUTLASS_AXIS(n, 1) __CUDAFIX_CUTLASS_AXIS(k, 2)
  __CUDAFIX_M Coord<2> mn() const { return make_Coord(m(), n()); }
  __CUDAFIX_M Coord<2> mk() const { return make_Coord(m(), k()); }
  __CUDAFIX_M Coord<2> km() const { return make_Coord(k(), m()); }
  __CUDAFIX_M Coord<2> nk() const { return make_Coord(n(), k()); }
  __CUDAFIX_M Coord<2> kn() const { return make_Coord(k(), n()); }
  __CUDAFIX_M Coord<2> nm() const { return make_Coord(n(), m()); }
};
template <int M = 1, int N = 1, int K = 1> struct GemmShape {
  static constexpr int kM = M, kN = N, kK = K, kMN = M * N, kMK = M * K, kKN = N * K, kMNK = M * N * K, kCount = kMNK;
  __CUDAFIX_M static Coord<3> toCoord() { return make_Coord(kM, kN, kK); }
};
enum class GemmUniversalMode { kGemm, kGemmSplitKParallel, kBatched, kArray, kGrouped, kInvalid };
} // namespace gemm
template <int R = 1, int C = 1> struct MatrixShape {
  static constexpr int kRow = R, kColumn = C, kCount = R * C;
  __CUDAFIX_M static Coord<2> toCoord() { return make_Coord(kRow, kColumn); }
};
#undef __CUDAFIX_CUTLASS_AXIS
#undef __CUDAFIX_CUTLASS_COORD

namespace layout {
/// A matrix stored by rows or by columns: a step in the coordinate `Far` skips a whole row
/// (column), a step in `Near` leads to the neighbour.
#define __CUDAFIX_CUTLASS_MATRIX(NAME, TCoord, Near, Far)                                         \
  class NAME {                                                                                    \
  public:                                                                                         \
    static constexpr int kRank = 2, kStrideRank = 1;                                              \
    using Index = int32_t;                                                                        \
    using LongIndex = int64_t;                                                                    \
    using TensorCoord = TCoord;                                                                   \
    using Stride = Coord<1, int64_t>;                                                             \
    __CUDAFIX_M NAME(LongIndex ldm = 0) : stride_(ldm) {}                                          \
    __CUDAFIX_M NAME(Stride s) : stride_(s) {}                                                     \
    __CUDAFIX_M static NAME packed(const TCoord &extent) { return NAME(extent.Near()); }           \
    __CUDAFIX_M LongIndex operator()(const TCoord &c) const { return LongIndex(c.Far()) * stride_[0] + c.Near(); } \
    __CUDAFIX_M Stride stride() const { return stride_; }                                          \
    __CUDAFIX_M Stride &stride() { return stride_; }                                               \
    __CUDAFIX_M LongIndex stride(int i) const { return stride_[i]; }                               \
    __CUDAFIX_M LongIndex &stride(int i) { return stride_[i]; }                                    \
    __CUDAFIX_M LongIndex capacity(const TCoord &extent) const { return LongIndex(extent.Far()) * stride_[0]; } \
  private:                                                                                        \
    Stride stride_;                                                                               \
  };
__CUDAFIX_CUTLASS_MATRIX(RowMajor, MatrixCoord, column, row)
__CUDAFIX_CUTLASS_MATRIX(ColumnMajor, MatrixCoord, row, column)
__CUDAFIX_CUTLASS_MATRIX(PitchLinear, PitchLinearCoord, contiguous, strided)
#undef __CUDAFIX_CUTLASS_MATRIX
class PackedVectorLayout {
public:
  static constexpr int kRank = 1, kStrideRank = 1;
  using Index = int32_t;
  using LongIndex = int64_t;
  using TensorCoord = Coord<1, Index>;
  using Stride = Coord<1, LongIndex>;
  PackedVectorLayout() = default;
  __CUDAFIX_M static PackedVectorLayout packed(const TensorCoord &) { return {}; }
  __CUDAFIX_M LongIndex operator()(const TensorCoord &c) const { return c[0]; }
  __CUDAFIX_M Stride stride() const { return Stride(1); }
  __CUDAFIX_M LongIndex capacity(const TensorCoord &size) const { return size[0]; }
};
} // namespace layout

template <class Element_, class Layout_> class TensorRef {
public:
  using Element = Element_;
  using Layout = Layout_;
  using Storage = Element;
  using Reference = Element &;
  using TensorCoord = typename Layout::TensorCoord;
  using Stride = typename Layout::Stride;
  using Index = typename Layout::Index;
  using LongIndex = typename Layout::LongIndex;
  using ConstTensorRef = TensorRef<const Element, Layout>;
  using NonConstTensorRef = TensorRef<std::remove_const_t<Element>, Layout>;
  static constexpr int kRank = Layout::kRank;
  __CUDAFIX_M TensorRef() : ptr_(nullptr) {}
  __CUDAFIX_M TensorRef(Element *p) : ptr_(p) {}
  __CUDAFIX_M TensorRef(Element *p, const Layout &l) : ptr_(p), layout_(l) {}
  template <class E, class = std::enable_if_t<std::is_same_v<const E, Element> && !std::is_const_v<E>>>
  __CUDAFIX_M TensorRef(const TensorRef<E, Layout> &o) : ptr_(o.data()), layout_(o.layout()) {}
  __CUDAFIX_M void reset(Element *p = nullptr) { ptr_ = p; }
  __CUDAFIX_M void reset(Element *p, const Layout &l) { ptr_ = p, layout_ = l; }
  __CUDAFIX_M bool good() const { return ptr_ != nullptr; }
  __CUDAFIX_M Element *data() const { return ptr_; }
  __CUDAFIX_M Element &data(LongIndex i) const { return ptr_[i]; }
  __CUDAFIX_M Layout &layout() { return layout_; }
  __CUDAFIX_M Layout layout() const { return layout_; }
  __CUDAFIX_M Stride stride() const { return layout_.stride(); }
  __CUDAFIX_M LongIndex stride(int i) const { return layout_.stride()[i]; }
  __CUDAFIX_M LongIndex offset(const TensorCoord &c) const { return layout_(c); }
  __CUDAFIX_M Element &at(const TensorCoord &c) const { return ptr_[offset(c)]; }
  __CUDAFIX_M Element &operator[](const TensorCoord &c) const { return ptr_[offset(c)]; }
  __CUDAFIX_M TensorRef &add_pointer_offset(LongIndex n) { ptr_ += n; return *this; }
  __CUDAFIX_M TensorRef &add_coord_offset(const TensorCoord &c) { ptr_ += offset(c); return *this; }
  __CUDAFIX_M TensorRef &operator+=(const TensorCoord &c) { return add_coord_offset(c); }
  __CUDAFIX_M TensorRef operator+(const TensorCoord &c) const { TensorRef r(*this); return r += c; }
  __CUDAFIX_M ConstTensorRef const_ref() const { return {ptr_, layout_}; }

private:
  Element *ptr_;
  Layout layout_;
};
template <class E, class L> __CUDAFIX_HD TensorRef<E, L> make_TensorRef(E *p, const L &l) { return {p, l}; }
template <class E, class L> class TensorView : public TensorRef<E, L> {
public:
  using typename TensorRef<E, L>::TensorCoord;
  TensorView() = default;
  __CUDAFIX_M TensorView(E *p, const L &l, const TensorCoord &extent) : TensorRef<E, L>(p, l), extent_(extent) {}
  __CUDAFIX_M TensorView(const TensorRef<E, L> &r, const TensorCoord &extent) : TensorRef<E, L>(r), extent_(extent) {}
  __CUDAFIX_M const TensorCoord &extent() const { return extent_; }
  __CUDAFIX_M auto extent(int i) const { return extent_[i]; }
  __CUDAFIX_M bool contains(const TensorCoord &c) const { return TensorCoord() <= c && c < extent_; }
  __CUDAFIX_M TensorRef<E, L> ref() const { return *this; }

private:
  TensorCoord extent_;
};

struct KernelHardwareInfo {
  int device_id = 0, sm_count = 0, max_active_clusters = 0;
  dim3 cluster_shape{0, 0, 0}, cluster_shape_fallback{0, 0, 0};
  static int query_device_multiprocessor_count(int device = 0) {
    int n = 0;
    cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device);
    return n;
  }
};
/// Memory that host code allocates.
template <class T> struct DeviceAllocation {
  T *pointer = nullptr;
  size_t capacity = 0;
  DeviceAllocation() = default;
  DeviceAllocation(size_t n) { reset(n); }
  DeviceAllocation(const DeviceAllocation &) = delete;
  DeviceAllocation(DeviceAllocation &&o) : pointer(o.pointer), capacity(o.capacity) { o.pointer = nullptr; }
  ~DeviceAllocation() { reset(); }
  void reset(size_t n = 0) {
    if (pointer)
      cudaFree(pointer);
    pointer = nullptr;
    capacity = n;
    if (n)
      cudaMalloc(&pointer, n * sizeof(T));
  }
  T *get() const { return pointer; }
  size_t size() const { return capacity; }
  size_t bytes() const { return capacity * sizeof(T); }
  void copy_from_host(const T *from) { cudaMemcpy(pointer, from, bytes(), cudaMemcpyHostToDevice); }
  void copy_to_host(T *to) const { cudaMemcpy(to, pointer, bytes(), cudaMemcpyDeviceToHost); }
};
namespace device_memory {
template <class T> using allocation = DeviceAllocation<T>;
}
struct ClusterLaunchParams {
  dim3 grid_dims{1, 1, 1}, block_dims{1, 1, 1}, cluster_dims{1, 1, 1};
  int dynamic_smem_size_in_bytes = 0;
  cudaStream_t cuda_stream = nullptr;
};
template <class... Args>
inline Status launch_kernel_on_cluster(const ClusterLaunchParams &p, const void *kernel, Args &&...args) {
  void *pointers[] = {(void *)&args..., nullptr};
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = p.cluster_dims.x;
  cluster.val.clusterDim.y = p.cluster_dims.y;
  cluster.val.clusterDim.z = p.cluster_dims.z;
  cudaLaunchConfig_t config{};
  config.gridDim = p.grid_dims;
  config.blockDim = p.block_dims;
  config.dynamicSmemBytes = p.dynamic_smem_size_in_bytes;
  config.stream = p.cuda_stream;
  config.attrs = &cluster;
  config.numAttrs = 1;
  return cudaLaunchKernelExC(&config, kernel, pointers) == cudaSuccess ? Status::kSuccess : Status::kErrorInternal;
}
} // namespace cutlass
#endif
