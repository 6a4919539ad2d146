// SPDX-License-Identifier: Apache-2.0
//
// The helpers of the SDK of CUDA 2 to 4.
#ifndef __CUDAFIX_CUTIL_H
#define __CUDAFIX_CUTIL_H
#include <helper_cuda.h>
#define CUDA_SAFE_CALL(e) __cudafix_check(e)
#define CUDA_SAFE_CALL_NO_SYNC(e) __cudafix_check(e)
#define CUFFT_SAFE_CALL(e) __cudafix_check(e)
#define CUT_SAFE_CALL(e) __cudafix_check(e)
#define CUT_SAFE_MALLOC(e) (e)
#define CUT_CHECK_ERROR(m) ((void)cudaGetLastError())
#define CUT_DEVICE_INIT(...)
#define CUT_DEVICE_INIT_DRV(...)
#define CUT_EXIT(...)
#define CUT_BANK_CHECKER(a, i) a[i]
#define CUT_CONDITION(c) ((void)(c))
#define cutilSafeCall(e) __cudafix_check(e)
#define cutilSafeCallNoSync(e) __cudafix_check(e)
#define cutilSafeThreadSync() cudaThreadSynchronize()
#define cutilCheckError(e) __cudafix_check(e)
#define cutilCheckMsg(m) ((void)cudaGetLastError())
#define cutilSafeMalloc(e) (e)
#define cutilExit(...)
typedef bool CUTBoolean;
enum { CUTFalse, CUTTrue };
extern "C" {
CUTBoolean cutCreateTimer(unsigned *);
CUTBoolean cutDeleteTimer(unsigned);
CUTBoolean cutStartTimer(unsigned);
CUTBoolean cutStopTimer(unsigned);
CUTBoolean cutResetTimer(unsigned);
float cutGetTimerValue(unsigned);
float cutGetAverageTimerValue(unsigned);
CUTBoolean cutCheckCmdLineFlag(int, const char **, const char *);
CUTBoolean cutGetCmdLineArgumenti(int, const char **, const char *, int *);
CUTBoolean cutGetCmdLineArgumentf(int, const char **, const char *, float *);
CUTBoolean cutGetCmdLineArgumentstr(int, const char **, const char *, char **);
CUTBoolean cutComparef(const float *, const float *, unsigned);
CUTBoolean cutComparefe(const float *, const float *, unsigned, float);
CUTBoolean cutCompareL2fe(const float *, const float *, unsigned, float);
CUTBoolean cutReadFilef(const char *, float **, unsigned *, bool);
CUTBoolean cutWriteFilef(const char *, const float *, unsigned, float, bool);
CUTBoolean cutLoadPGMub(const char *, unsigned char **, unsigned *, unsigned *);
CUTBoolean cutSavePGMub(const char *, unsigned char *, unsigned, unsigned);
char *cutFindFilePath(const char *, const char *);
void cutFree(void *);
int cutGetMaxGflopsDeviceId();
}
#endif
