// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A launch whose conditions exclude each other decides nothing where the kernel has another one.

/// Blocks that differ along y write one cell.
#define KERNEL(name) template <typename T> __global__ void name(T *sum)
#define BODY                                                                                       \
  if (threadIdx.x == 0)                                                                            \
  sum[blockIdx.x] = blockIdx.y

#define DISPATCH(type, ...)                                                                        \
  [&] {                                                                                            \
    if (type == 0) {                                                                               \
      using T = double;                                                                            \
      __VA_ARGS__();                                                                               \
    } else if (type == 1) {                                                                        \
      using T = float;                                                                             \
      __VA_ARGS__();                                                                               \
    }                                                                                              \
  }()

KERNEL(nestedOk) { BODY; }
void nested(int type, void *sum, int n) {
  const dim3 blocks(n);
  if (type == 1)
    DISPATCH(type, [&] { nestedOk<T><<<blocks, 64>>>((T *)sum); });
  else
    DISPATCH(type, [&] { nestedOk<T><<<blocks, 64>>>((T *)sum); });
}

/// The type is another one by then.
KERNEL(changedBad) { BODY; } // expect: inter-block-race
int next(int *type);
void changed(int type, void *sum, dim3 blocks) {
  if (type == 0) {
    next(&type);
    DISPATCH(type, [&] { changedBad<T><<<blocks, 64>>>((T *)sum); });
  } else {
    DISPATCH(type, [&] { changedBad<T><<<64, 64>>>((T *)sum); });
  }
}

/// In the function itself.
__global__ void plainOk(float *sum) { BODY; }
void plain(int type, float *sum, dim3 blocks) {
  if (type > 3 && type < 2)
    plainOk<<<blocks, 64>>>(sum);
  plainOk<<<64, 64>>>(sum);
}

/// A function of the unit is called in another place, too.
__global__ void calledBad(float *sum) { BODY; } // expect: inter-block-race
static void call(float *sum, dim3 blocks) { calledBad<<<blocks, 64>>>(sum); }
void calls(int type, float *sum, dim3 blocks) {
  if (type > 3 && type < 2)
    call(sum, blocks);
  call(sum, dim3(64));
}
void callsAgain(float *sum, dim3 blocks) { call(sum, blocks); }

/// Its address is known elsewhere.
__global__ void passedBad(float *sum) { BODY; } // expect: inter-block-race
static void pass(float *sum, dim3 blocks) { passedBad<<<blocks, 64>>>(sum); }
void keep(void (*)(float *, dim3));
void passes(int type, float *sum, dim3 blocks) {
  if (type > 3 && type < 2)
    pass(sum, blocks);
  keep(pass);
  passedBad<<<64, 64>>>(sum);
}

/// Others may call it.
__global__ void sharedBad(float *sum) { BODY; } // expect: inter-block-race
void share(float *sum, dim3 blocks) { sharedBad<<<blocks, 64>>>(sum); }
void shares(int type, float *sum, dim3 blocks) {
  if (type > 3 && type < 2)
    share(sum, blocks);
  sharedBad<<<64, 64>>>(sum);
}

/// A function of the unit, which one that others may call calls.
__global__ void deeperBad(float *sum) { BODY; } // expect: inter-block-race
static void deep(float *sum, dim3 blocks) { deeperBad<<<blocks, 64>>>(sum); }
void deeper(float *sum, dim3 blocks) { deep(sum, blocks); }
void deepest(int type, float *sum, dim3 blocks) {
  if (type > 3 && type < 2)
    deeper(sum, blocks);
  deeperBad<<<64, 64>>>(sum);
}
