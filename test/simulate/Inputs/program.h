// A counter of each unit's own, although both call it by one name.
#pragma once
static __device__ int calls;
int countCalls();
void scaleOnDevice(float *data, int n, float by);
int plain(int n);
extern "C" int sumInC(int n);
