// SPDX-License-Identifier: Apache-2.0
//
// Device memory with contents, and one number for what a program leaves in it.
#pragma once

#include <cstdio>
#include <vector>

/// Sides of matrices are so many times longer, other arrays that many times squared: 1 for a
/// simulator, more for a GPU.
#ifndef SCALE
#define SCALE 1
#endif

/// `n` values that repeat late.
template <typename T> std::vector<T> contents(int n) {
  std::vector<T> host(n);
  unsigned state = 12345;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    host[i] = T(int(state >> 16) - 32768) / 16;
  }
  return host;
}

/// Gives `n` elements such values.
template <typename T> void fill(T *device, int n) {
  std::vector<T> host = contents<T>(n);
  cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
}

/// Prints a checksum of all bytes.
template <typename T> void print(const char *name, const std::vector<T> &host) {
  unsigned long long sum = 14695981039346656037ull;
  const unsigned char *bytes = reinterpret_cast<const unsigned char *>(host.data());
  for (size_t i = 0; i < host.size() * sizeof(T); ++i)
    sum = (sum ^ bytes[i]) * 1099511628211ull;
  std::printf("%s %016llx\n", name, sum);
}

/// Prints that of device memory.
template <typename T> void report(const char *name, const T *device, int n) {
  std::vector<T> host(n);
  cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  print(name, host);
}
