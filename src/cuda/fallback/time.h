// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FALLBACK_TIME_H
#define __CUDAFIX_FALLBACK_TIME_H
#include <stddef.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#ifdef __cplusplus
extern "C" {
#endif
typedef long time_t;
typedef long clock_t;
struct timespec { time_t tv_sec; long tv_nsec; };
time_t time(time_t *);
clock_t clock(void);
double difftime(time_t, time_t);
int clock_gettime(int, struct timespec *);
#ifdef __cplusplus
}
#endif
#endif
