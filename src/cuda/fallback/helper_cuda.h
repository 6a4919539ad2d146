// SPDX-License-Identifier: Apache-2.0
//
// The helpers of NVIDIA's samples, for sources that come without them.
#ifndef __CUDAFIX_HELPER_CUDA_H
#define __CUDAFIX_HELPER_CUDA_H
#include <__cudafix_runtime.h>
#include <time.h>
#ifndef checkCudaErrors
template <class T> __CUDAFIX_H void __cudafix_check(T) {}
#define checkCudaErrors(e) __cudafix_check(e)
#define getLastCudaError(m) ((void)cudaGetLastError())
#define printLastCudaError(m) ((void)cudaGetLastError())
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
inline int findCudaDevice(int, const char **) { return 0; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
int gpuDeviceInit(int);
bool checkCudaCapabilities(int major, int minor);
int _ConvertSMVer2Cores(int major, int minor);
const char *_ConvertSMVer2ArchName(int major, int minor);
inline int ftoi(float f) { return (int)(f >= 0 ? f + 0.5f : f - 0.5f); }
struct StopWatchInterface { float total, start; int runs; };
inline float __cudafix_milliseconds() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec % 100000 * 1e3f + t.tv_nsec * 1e-6f; }
inline bool sdkCreateTimer(StopWatchInterface **t) { *t = new StopWatchInterface{0, 0, 0}; return true; }
inline bool sdkDeleteTimer(StopWatchInterface **t) { delete *t; *t = nullptr; return true; }
inline bool sdkStartTimer(StopWatchInterface **t) { (*t)->start = __cudafix_milliseconds(); return true; }
inline bool sdkStopTimer(StopWatchInterface **t) { (*t)->total += __cudafix_milliseconds() - (*t)->start; ++(*t)->runs; return true; }
inline bool sdkResetTimer(StopWatchInterface **t) { (*t)->total = 0; (*t)->runs = 0; return true; }
inline float sdkGetTimerValue(StopWatchInterface **t) { return (*t)->total; }
inline float sdkGetAverageTimerValue(StopWatchInterface **t) { return (*t)->runs ? (*t)->total / (*t)->runs : 0; }
char *sdkFindFilePath(const char *, const char *);
bool checkCmdLineFlag(int argc, const char **argv, const char *name);
int getCmdLineArgumentInt(int argc, const char **argv, const char *name);
float getCmdLineArgumentFloat(int argc, const char **argv, const char *name);
bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **result);
template <class T> bool getCmdLineArgumentValue(int, const char **, const char *, T *);
template <class T> bool sdkLoadPGM(const char *, T **, unsigned *, unsigned *);
template <class T> bool sdkSavePGM(const char *, T *, unsigned, unsigned);
template <class T> bool sdkLoadPPM4(const char *, T **, unsigned *, unsigned *);
template <class T> bool sdkLoadPPM4ub(const char *, T **, unsigned *, unsigned *);
template <class T> bool sdkSavePPM4ub(const char *, T *, unsigned, unsigned);
template <class A, class B> bool compareData(A *, B *, unsigned, float, float);
bool sdkCompareL2fe(const float *, const float *, unsigned, float);
#endif
