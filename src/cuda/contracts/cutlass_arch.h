// SPDX-License-Identifier: Apache-2.0
//
// Part of cutlass.h: barriers, fences, copies and accesses, written as instructions of PTX, and the
// stages of ring buffers.
#ifndef __CUDAFIX_CONTRACT_CUTLASS_ARCH_H
#define __CUDAFIX_CONTRACT_CUTLASS_ARCH_H

// Programs define for which architectures overlapping launches wait for each other.
#if !defined(CUTLASS_GDC_ENABLED) && defined(__CUDA_ARCH__)
#if (defined(CUTLASS_ENABLE_GDC_FOR_SM90) && __CUDA_ARCH__ == 900) || (defined(CUTLASS_ENABLE_GDC_FOR_SM100) && __CUDA_ARCH__ >= 1000)
#define CUTLASS_GDC_ENABLED
#endif
#endif

namespace cutlass {
__CUDAFIX_D uint32_t __cudafix_smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__CUDAFIX_D unsigned cutlass_get_smem_pointer(const void *p) { return __cudafix_smem(p); }

__CUDAFIX_D int canonical_lane_idx() { return int(threadIdx.x % 32); }
__CUDAFIX_D int canonical_warp_idx() { return int(threadIdx.x / 32); }
/// The value of lane 0. If threads that differ only in `x` fill whole warps, it is the thread's own
/// number.
__CUDAFIX_D int __cudafix_of_warp(unsigned own) {
  const int first = __shfl_sync(0xffffffff, int(own), 0);
  return blockDim.x % 32 == 0 || (blockDim.y == 1 && blockDim.z == 1) ? int(own) : first;
}
__CUDAFIX_D int canonical_warp_idx_sync() { return __cudafix_of_warp(threadIdx.x / 32); }
__CUDAFIX_D int canonical_warp_group_idx() { return __cudafix_of_warp(threadIdx.x / 128); }
__CUDAFIX_D int canonical_thread_idx_in_warp_group() { return int(threadIdx.x % 128); }
__CUDAFIX_D bool thread0() { return !threadIdx.x && !threadIdx.y && !threadIdx.z && !blockIdx.x && !blockIdx.y && !blockIdx.z; }

/// Flags in memory for which blocks wait.
struct Barrier {
  using T = int;
  __CUDAFIX_DM static int ld_acquire(int *p) {
    int state = 0;
    asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(p) : "memory");
    return state;
  }
  __CUDAFIX_DM static void red_release(int *p, int v) {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
  }
  __CUDAFIX_DM static void wait_lt(void *lock, int thread, int flag, int count) {
    int *p = static_cast<int *>(lock) + flag;
    if (thread == 0)
      while (ld_acquire(p) < count) {
      }
    __syncthreads();
  }
  __CUDAFIX_DM static void wait_eq(void *lock, int thread, int flag, int v = 1) {
    int *p = static_cast<int *>(lock) + flag;
    if (thread == 0)
      while (ld_acquire(p) != v) {
      }
    __syncthreads();
  }
  __CUDAFIX_DM static void wait_eq_reset(void *lock, int thread, int flag, int v = 1) {
    int *p = static_cast<int *>(lock) + flag;
    if (thread == 0)
      while (atomicCAS(p, v, 0) != v) {
      }
    __syncthreads();
  }
  __CUDAFIX_DM static void arrive_inc(void *lock, int thread, int flag, int v = 1) {
    int *p = static_cast<int *>(lock) + flag;
    __syncthreads();
    if (thread == 0)
      red_release(p, v);
  }
};
/// A flag that says which block may go on.
class Semaphore {
public:
  int *lock;
  bool wait_thread;
  int state;
  __CUDAFIX_M Semaphore(int *at, int thread) : lock(at), wait_thread(thread < 0 || thread == 0), state(-1) {}
  __CUDAFIX_DM void fetch() {
    if (wait_thread)
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock) : "memory");
  }
  __CUDAFIX_DM int get_state() const { return state; }
  __CUDAFIX_DM void wait(int status = 0) {
    while (__syncthreads_and(state != status))
      fetch();
    __syncthreads();
  }
  __CUDAFIX_DM void release(int status = 0) {
    __syncthreads();
    if (wait_thread)
      asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(lock), "r"(status) : "memory");
  }
};

namespace arch {
#define __CUDAFIX_CUTLASS_SM(N) struct Sm##N { static constexpr int kMinComputeCapability = N; };
__CUDAFIX_CUTLASS_SM(50) __CUDAFIX_CUTLASS_SM(60) __CUDAFIX_CUTLASS_SM(61) __CUDAFIX_CUTLASS_SM(70)
__CUDAFIX_CUTLASS_SM(72) __CUDAFIX_CUTLASS_SM(75) __CUDAFIX_CUTLASS_SM(80) __CUDAFIX_CUTLASS_SM(86)
__CUDAFIX_CUTLASS_SM(89) __CUDAFIX_CUTLASS_SM(90) __CUDAFIX_CUTLASS_SM(100) __CUDAFIX_CUTLASS_SM(101)
__CUDAFIX_CUTLASS_SM(103) __CUDAFIX_CUTLASS_SM(120) __CUDAFIX_CUTLASS_SM(121)
#undef __CUDAFIX_CUTLASS_SM
struct OpClassSimt {};
struct OpClassTensorOp {};
struct OpClassWmmaTensorOp {};
struct OpClassSparseTensorOp {};
struct OpClassBlockScaledTensorOp {};
struct OpMultiplyAdd {};
struct OpMultiplyAddSaturate {};
struct OpMultiplyAddFastBF16 {};
struct OpMultiplyAddFastF16 {};
struct OpMultiplyAddComplex {};
struct OpXorPopc {};
struct OpAndPopc {};
constexpr int sm100_smem_capacity_bytes = 232448, sm90_smem_capacity_bytes = 232448;
struct CacheOperation { enum Kind { Always, Global, Streaming, LastUse, Volatile, WriteBack, WriteThrough }; };

__CUDAFIX_D int LaneId() { return __nvvm_read_ptx_sreg_laneid(); }
__CUDAFIX_D int SmId() { return __nvvm_read_ptx_sreg_smid(); }

// Accesses.
template <int Bytes> using __cudafix_word = std::conditional_t<Bytes % 16 == 0, uint4, std::conditional_t<Bytes == 8, uint2, std::conditional_t<Bytes == 4, unsigned, std::conditional_t<Bytes == 2, unsigned short, unsigned char>>>>;
template <class Access, int Bytes, CacheOperation::Kind = CacheOperation::Always> struct global_load {
  __CUDAFIX_DM global_load(Access &D, const void *p, bool guard) {
    using Word = __cudafix_word<Bytes>;
    if (guard)
      for (int i = 0; i < Bytes / int(sizeof(Word)); ++i) {
        Word w = static_cast<const Word *>(p)[i];
        __builtin_memcpy(reinterpret_cast<char *>(&D) + i * sizeof(Word), &w, sizeof(Word));
      }
  }
};
template <class Access, int Bytes> struct global_store {
  __CUDAFIX_DM global_store(const Access &D, void *p, bool guard) {
    using Word = __cudafix_word<Bytes>;
    if (guard)
      for (int i = 0; i < Bytes / int(sizeof(Word)); ++i) {
        Word w;
        __builtin_memcpy(&w, reinterpret_cast<const char *>(&D) + i * sizeof(Word), sizeof(Word));
        static_cast<Word *>(p)[i] = w;
      }
  }
};
template <int Bytes> __CUDAFIX_D void shared_store(uint32_t p, const void *from) {
  const uint32_t *s = static_cast<const uint32_t *>(from);
  if constexpr (Bytes == 2)
    asm volatile("st.shared.u16 [%0], %1;" ::"r"(p), "h"(*static_cast<const uint16_t *>(from)) : "memory");
  else if constexpr (Bytes == 4)
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(p), "r"(s[0]) : "memory");
  else if constexpr (Bytes == 8)
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(p), "r"(s[0]), "r"(s[1]) : "memory");
  else
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(p), "r"(s[0]), "r"(s[1]), "r"(s[2]), "r"(s[3]) : "memory");
}
template <int Bytes> __CUDAFIX_D void shared_load(void *to, uint32_t p) {
  uint32_t *d = static_cast<uint32_t *>(to);
  if constexpr (Bytes == 2)
    asm volatile("ld.shared.u16 %0, [%1];" : "=h"(*static_cast<uint16_t *>(to)) : "r"(p) : "memory");
  else if constexpr (Bytes == 4)
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(d[0]) : "r"(p) : "memory");
  else if constexpr (Bytes == 8)
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(p) : "memory");
  else
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(p) : "memory");
}
template <class Layout, int Count> __CUDAFIX_D void ldsm(Array<unsigned, Count> &D, const void *p) {
#define __CUDAFIX_CUTLASS_LDSM(T)                                                                 \
  if constexpr (Count == 1)                                                                       \
    asm volatile("ldmatrix.sync.aligned.x1" T ".m8n8.shared.b16 {%0}, [%1];" : "=r"(D[0]) : "r"(__cudafix_smem(p)) : "memory"); \
  else if constexpr (Count == 2)                                                                  \
    asm volatile("ldmatrix.sync.aligned.x2" T ".m8n8.shared.b16 {%0, %1}, [%2];" : "=r"(D[0]), "=r"(D[1]) : "r"(__cudafix_smem(p)) : "memory"); \
  else                                                                                            \
    asm volatile("ldmatrix.sync.aligned.x4" T ".m8n8.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(D[0]), "=r"(D[1]), "=r"(D[2]), "=r"(D[3]) : "r"(__cudafix_smem(p)) : "memory");
  if constexpr (std::is_same_v<Layout, layout::ColumnMajor>) { __CUDAFIX_CUTLASS_LDSM(".trans") } else { __CUDAFIX_CUTLASS_LDSM("") }
#undef __CUDAFIX_CUTLASS_LDSM
}

// Asynchronous copies.
template <int Bytes, CacheOperation::Kind = CacheOperation::Always> __CUDAFIX_D void cp_async(void *to, const void *from, bool guard = true) {
  if (guard)
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(__cudafix_smem(to)), "l"(from), "n"(Bytes) : "memory");
}
template <int Bytes, CacheOperation::Kind = CacheOperation::Always> __CUDAFIX_D void cp_async_zfill(void *to, const void *from, bool guard) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(__cudafix_smem(to)), "l"(from), "n"(Bytes), "r"(guard ? Bytes : 0) : "memory");
}
__CUDAFIX_D void cp_async_fence() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __CUDAFIX_D void cp_async_wait() {
  if constexpr (N == 0)
    asm volatile("cp.async.wait_all;" ::: "memory");
  else
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
__CUDAFIX_D void cpasync_barrier_arrive(const uint64_t *b) {
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(__cudafix_smem(b)) : "memory");
}
__CUDAFIX_D void cpasync_barrier_arrive_noinc(const uint64_t *b) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(__cudafix_smem(b)) : "memory");
}

// Numbered barriers: those of programs have numbers above those that CUTLASS uses itself.
enum class ReservedNamedBarriers {
  EpilogueBarrier = 1, TransposeBarrier = 2, TransformBarrier = 3, StreamkBarrier0 = 4, StreamkBarrier1 = 5,
  TmemAllocBarrier = 6, Sm120MainloopBarrier = 7, FirstUserBarrier = Sm120MainloopBarrier + 1
};
class NamedBarrier {
public:
  static constexpr uint32_t ReservedNamedBarrierCount = uint32_t(ReservedNamedBarriers::FirstUserBarrier), HardwareMaxNumNamedBarriers = 16;
  __CUDAFIX_DM NamedBarrier(uint32_t threads, ReservedNamedBarriers id) : threads_(threads), id_(uint32_t(id)) {}
  __CUDAFIX_DM NamedBarrier(uint32_t threads, uint32_t id = 0) : threads_(threads), id_(id + ReservedNamedBarrierCount) {}
#define __CUDAFIX_CUTLASS_BARRIER(NAME, OPCODE)                                                   \
  __CUDAFIX_DM static void __cudafix_##NAME(uint32_t threads, uint32_t id) { asm volatile(OPCODE " %0, %1;" ::"r"(id), "r"(threads) : "memory"); } \
  __CUDAFIX_DM void NAME() const { __cudafix_##NAME(threads_, id_); }                       \
  __CUDAFIX_DM static void NAME(uint32_t threads, uint32_t id) { __cudafix_##NAME(threads, id + ReservedNamedBarrierCount); } \
  __CUDAFIX_DM static void NAME(uint32_t threads, ReservedNamedBarriers id) { __cudafix_##NAME(threads, uint32_t(id)); }
  __CUDAFIX_CUTLASS_BARRIER(sync, "bar.sync")
  __CUDAFIX_CUTLASS_BARRIER(arrive_and_wait, "bar.sync")
  __CUDAFIX_CUTLASS_BARRIER(arrive, "bar.arrive")
  __CUDAFIX_CUTLASS_BARRIER(arrive_and_wait_unaligned, "barrier.sync")
  __CUDAFIX_CUTLASS_BARRIER(arrive_unaligned, "barrier.arrive")
#undef __CUDAFIX_CUTLASS_BARRIER

private:
  const uint32_t threads_, id_;
};

// Barriers in memory.
struct ClusterBarrier {
  using ValueType = uint64_t;

protected:
  ValueType barrier_;

public:
  __CUDAFIX_DM static void init(const ValueType *b, uint32_t arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(__cudafix_smem(b)), "r"(arrivals) : "memory");
  }
  __CUDAFIX_DM static void wait(const ValueType *b, uint32_t phase) {
    asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(__cudafix_smem(b)), "r"(phase) : "memory");
  }
#define __CUDAFIX_CUTLASS_TEST(OPCODE)                                                            \
  uint32_t done;                                                                                  \
  asm volatile("{\n.reg .pred p;\nmbarrier." OPCODE ".parity.shared::cta.b64 p, [%1], %2;\nselp.b32 %0, 1, 0, p;\n}" \
               : "=r"(done) : "r"(__cudafix_smem(b)), "r"(phase) : "memory");                      \
  return done;
  __CUDAFIX_DM static bool test_wait(const ValueType *b, uint32_t phase, uint32_t pred) {
    if (!pred)
      return false;
    __CUDAFIX_CUTLASS_TEST("test_wait")
  }
  __CUDAFIX_DM static bool try_wait(const ValueType *b, uint32_t phase) { __CUDAFIX_CUTLASS_TEST("try_wait") }
#undef __CUDAFIX_CUTLASS_TEST
  __CUDAFIX_DM static uint32_t __cudafix_of(const void *b, uint32_t block) {
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(__cudafix_smem(b)), "r"(block));
    return there;
  }
  __CUDAFIX_DM static void arrive(const ValueType *b, uint32_t block, uint32_t pred) {
    if (pred)
      asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(__cudafix_of(b, block)) : "memory");
  }
  __CUDAFIX_DM static void arrive(const ValueType *b) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(__cudafix_smem(b)) : "memory");
  }
  __CUDAFIX_DM static void invalidate(const ValueType *b) {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(__cudafix_smem(b)) : "memory");
  }
  __CUDAFIX_DM void init(uint32_t arrivals) const { init(&barrier_, arrivals); }
  __CUDAFIX_DM void wait(uint32_t phase) const { wait(&barrier_, phase); }
  __CUDAFIX_DM bool test_wait(uint32_t phase, uint32_t pred = true) const { return test_wait(&barrier_, phase, pred); }
  __CUDAFIX_DM bool try_wait(uint32_t phase) const { return try_wait(&barrier_, phase); }
  __CUDAFIX_DM void arrive(uint32_t block, uint32_t pred = true) const { arrive(&barrier_, block, pred); }
  __CUDAFIX_DM void arrive() const { arrive(&barrier_); }
  __CUDAFIX_DM void invalidate() const { invalidate(&barrier_); }
};
struct ClusterTransactionBarrier : ClusterBarrier {
  __CUDAFIX_DM static void arrive_and_expect_tx(const ValueType *b, uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(__cudafix_smem(b)), "r"(bytes) : "memory");
  }
  __CUDAFIX_DM static void arrive_and_expect_tx(const ValueType *b, uint32_t bytes, uint32_t block, uint32_t pred) {
    if (pred)
      asm volatile("mbarrier.arrive.expect_tx.shared::cluster.b64 _, [%0], %1;" ::"r"(__cudafix_of(b, block)), "r"(bytes) : "memory");
  }
  __CUDAFIX_DM static void expect_transaction(const ValueType *b, uint32_t bytes) {
    asm volatile("mbarrier.expect_tx.shared::cta.b64 [%0], %1;" ::"r"(__cudafix_smem(b)), "r"(bytes) : "memory");
  }
  __CUDAFIX_DM static void complete_transaction(const ValueType *b, uint32_t block, uint32_t bytes, uint32_t pred = 1) {
    if (pred)
      asm volatile("mbarrier.complete_tx.shared::cluster.relaxed.cluster.b64 [%0], %1;" ::"r"(__cudafix_of(b, block)), "r"(bytes) : "memory");
  }
  __CUDAFIX_DM void arrive_and_expect_tx(uint32_t bytes) const { arrive_and_expect_tx(&barrier_, bytes); }
  __CUDAFIX_DM void arrive_and_expect_tx(uint32_t bytes, uint32_t block, uint32_t pred = 1) const { arrive_and_expect_tx(&barrier_, bytes, block, pred); }
  __CUDAFIX_DM void expect_transaction(uint32_t bytes) const { expect_transaction(&barrier_, bytes); }
  __CUDAFIX_DM void complete_transaction(uint32_t block, uint32_t bytes, uint32_t pred = 1) const { complete_transaction(&barrier_, block, bytes, pred); }
};
namespace detail {
template <class Barrier, int Stages> __CUDAFIX_D void initialize_barrier_array(Barrier *b, uint32_t arrivals) { for (int i = 0; i < Stages; ++i) b[i].init(arrivals); }
template <class Barrier, int Stages> __CUDAFIX_D void initialize_barrier_array_aligned(Barrier *b, uint32_t arrivals) {
  initialize_barrier_array<Barrier, Stages>(b, arrivals);
}
} // namespace detail

// Fences, registers, and launches that overlap.
__CUDAFIX_D void fence_barrier_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__CUDAFIX_D void fence_view_async_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__CUDAFIX_D void fence_view_async_tmem_load() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__CUDAFIX_D void fence_view_async_tmem_store() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
template <uint32_t N> __CUDAFIX_D void warpgroup_reg_alloc() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N)); }
template <uint32_t N> __CUDAFIX_D void warpgroup_reg_dealloc() { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N)); }
#if defined(CUTLASS_ENABLE_GDC_FOR_SM90) || defined(CUTLASS_ENABLE_GDC_FOR_SM100)
constexpr bool IsGdcGloballyEnabled = true;
#else
constexpr bool IsGdcGloballyEnabled = false;
#endif
#ifdef CUTLASS_GDC_ENABLED
__CUDAFIX_D void launch_dependent_grids() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
__CUDAFIX_D void wait_on_dependent_grids() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
#else
__CUDAFIX_D void launch_dependent_grids() {}
__CUDAFIX_D void wait_on_dependent_grids() {}
#endif
} // namespace arch

/// The next stage of a ring buffer, and the parity of the current pass over the ring.
template <uint32_t Stages_> struct PipelineState {
  static constexpr uint32_t Stages = Stages_;
  int index_ = 0;
  uint32_t phase_ = 0, count_ = 0;
  PipelineState() = default;
  __CUDAFIX_M PipelineState(int index, uint32_t phase, uint32_t count) : index_(index), phase_(phase), count_(count) {}
  __CUDAFIX_M int index() const { return index_; }
  __CUDAFIX_M uint32_t phase() const { return phase_; }
  __CUDAFIX_M uint32_t count() const { return count_; }
  __CUDAFIX_M void operator++() {
    if constexpr (Stages > 0) {
      ++index_;
      ++count_;
      if (index_ == int(Stages)) {
        index_ = 0;
        phase_ ^= 1;
      }
    }
  }
  __CUDAFIX_M PipelineState operator++(int) { PipelineState old = *this; ++*this; return old; }
  __CUDAFIX_M PipelineState &operator+=(uint32_t n) { return advance(n); }
  __CUDAFIX_M PipelineState &advance(uint32_t n) {
    if constexpr (Stages > 0) {
      phase_ ^= (uint32_t(index_) + n) / Stages & 1;
      index_ = int((uint32_t(index_) + n) % Stages);
      count_ += n;
    }
    return *this;
  }
  __CUDAFIX_M static PipelineState make_pipeline_state(PipelineState s, uint32_t n) { return s.advance(n); }
};
template <class Pipeline> __CUDAFIX_HD PipelineState<Pipeline::Stages> make_producer_start_state() { return {0, 1, 0}; }
} // namespace cutlass
#endif
