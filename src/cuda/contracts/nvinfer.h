// SPDX-License-Identifier: Apache-2.0
//
// Stands in for missing headers of TensorRT. The base classes of plugins are in nvinfer_plugin.h;
// nvinfer_network.h builds and runs networks. Code for versions 5 to 10 compiles with it: no
// function that programs override is noexcept, and where versions differ, it has both forms.
// Results of its functions are unknown values.
#ifndef __CUDAFIX_CONTRACT_NVINFER_H
#define __CUDAFIX_CONTRACT_NVINFER_H
#include <cstddef>
#include <cstdint>
#include <cuda.h>
#include <cuda_fp16.h>
#include <functional>
#define NV_TENSORRT_MAJOR 8
#define NV_TENSORRT_MINOR 6
#define NV_TENSORRT_PATCH 1
#define NV_TENSORRT_BUILD 6
#define NV_TENSORRT_SONAME_MAJOR 8
#define NV_TENSORRT_SONAME_MINOR 6
#define NV_TENSORRT_SONAME_PATCH 1
#define NV_TENSORRT_VERSION 8601
#define NV_TENSORRT_VERSION_INT(major, minor, patch) ((major) * 10000L + (minor) * 100L + (patch))
#define TENSORRTAPI
#define TRT_DEPRECATED
#define TRT_DEPRECATED_ENUM
#define TRT_DEPRECATED_API
#define TRT_NODISCARD
#define _TENSORRT_FINAL final
struct cublasContext;
struct cudnnContext;
// Unknown numbers and unknown memory.
extern "C" long __cudafix_nvinfer_ask(void);
extern "C" void *__cudafix_nvinfer_memory(void);

namespace nvinfer1 {
using char_t = char;
using AsciiChar = char;
constexpr int32_t kPLUGIN_VERSION = 13;
template <class T> constexpr int32_t EnumMax() { return 64; }

enum class DataType : int32_t { kFLOAT, kHALF, kINT8, kINT32, kBOOL, kUINT8, kFP8, kBF16, kINT64, kINT4, kFP4, kE8M0 };
enum class TensorFormat : int32_t {
  kLINEAR, kCHW2, kHWC8, kCHW4, kCHW16, kCHW32, kDHWC8, kCDHW32, kHWC, kDLA_LINEAR, kDLA_HWC4, kHWC16, kDHWC,
  kNCHW = kLINEAR, kNC2HW2 = kCHW2, kNHWC8 = kHWC8
};
using PluginFormat = TensorFormat;
using TensorFormats = uint32_t;
enum class DimensionType : int32_t { kSPATIAL, kCHANNEL, kINDEX, kSEQUENCE };
enum class DimensionOperation : int32_t { kSUM, kPROD, kMAX, kMIN, kSUB, kEQUAL, kLESS, kFLOOR_DIV, kCEIL_DIV };
enum class TensorLocation : int32_t { kDEVICE, kHOST };
enum class TensorIOMode : int32_t { kNONE, kINPUT, kOUTPUT };
enum class DeviceType : int32_t { kGPU, kDLA };
enum class ErrorCode : int32_t {
  kSUCCESS, kUNSPECIFIED_ERROR, kINTERNAL_ERROR, kINVALID_ARGUMENT, kINVALID_CONFIG, kFAILED_ALLOCATION,
  kFAILED_INITIALIZATION, kFAILED_EXECUTION, kFAILED_COMPUTATION, kINVALID_STATE, kUNSUPPORTED_STATE
};

class Dims {
public:
  static constexpr int32_t MAX_DIMS = 8;
  int32_t nbDims;
  int32_t d[MAX_DIMS];
  DimensionType type[MAX_DIMS]; // until version 7
};
using Dims32 = Dims;
using Dims64 = Dims;
class Dims2 : public Dims {
public:
  Dims2() : Dims2(0, 0) {}
  Dims2(int64_t a, int64_t b) : Dims{2, {int32_t(a), int32_t(b)}, {}} {}
};
class DimsHW : public Dims2 {
public:
  using Dims2::Dims2;
  int32_t &h() { return d[0]; }
  int32_t h() const { return d[0]; }
  int32_t &w() { return d[1]; }
  int32_t w() const { return d[1]; }
};
class Dims3 : public Dims {
public:
  Dims3() : Dims3(0, 0, 0) {}
  Dims3(int64_t a, int64_t b, int64_t c) : Dims{3, {int32_t(a), int32_t(b), int32_t(c)}, {}} {}
};
class DimsCHW : public Dims3 {
public:
  using Dims3::Dims3;
  int32_t &c() { return d[0]; }
  int32_t c() const { return d[0]; }
  int32_t &h() { return d[1]; }
  int32_t h() const { return d[1]; }
  int32_t &w() { return d[2]; }
  int32_t w() const { return d[2]; }
};
class Dims4 : public Dims {
public:
  Dims4() : Dims4(0, 0, 0, 0) {}
  Dims4(int64_t a, int64_t b, int64_t c, int64_t e) : Dims{4, {int32_t(a), int32_t(b), int32_t(c), int32_t(e)}, {}} {}
};
class DimsNCHW : public Dims4 {
public:
  using Dims4::Dims4;
  int32_t &n() { return d[0]; }
  int32_t n() const { return d[0]; }
  int32_t &c() { return d[1]; }
  int32_t c() const { return d[1]; }
  int32_t &h() { return d[2]; }
  int32_t h() const { return d[2]; }
  int32_t &w() { return d[3]; }
  int32_t w() const { return d[3]; }
};
struct Weights {
  DataType type;
  const void *values;
  int64_t count;
};
struct Permutation { int32_t order[Dims::MAX_DIMS]; };
struct InterfaceInfo { const char *kind; int32_t major, minor; };

struct IVersionedInterface {
  virtual ~IVersionedInterface() = default;
  virtual InterfaceInfo getInterfaceInfo() const { return {}; }
};
struct ILogger {
  enum class Severity : int32_t { kINTERNAL_ERROR, kERROR, kWARNING, kINFO, kVERBOSE };
  ILogger() = default;
  virtual ~ILogger() = default;
  virtual void log(Severity severity, const char *message) = 0;
};
struct IErrorRecorder : IVersionedInterface {
  using ErrorDesc = const char *;
  using RefCount = int32_t;
  virtual int32_t getNbErrors() const { return __cudafix_nvinfer_ask(); }
  virtual ErrorCode getErrorCode(int32_t) const { return ErrorCode(__cudafix_nvinfer_ask()); }
  virtual ErrorDesc getErrorDesc(int32_t) const { return ""; }
  virtual bool hasOverflowed() const { return __cudafix_nvinfer_ask(); }
  virtual void clear() {}
  virtual bool reportError(ErrorCode, ErrorDesc) { return __cudafix_nvinfer_ask(); }
  virtual RefCount incRefCount() { return __cudafix_nvinfer_ask(); }
  virtual RefCount decRefCount() { return __cudafix_nvinfer_ask(); }
};
using AllocatorFlags = uint32_t;
struct IGpuAllocator : IVersionedInterface {
  virtual void *allocate(uint64_t, uint64_t, AllocatorFlags) { return __cudafix_nvinfer_memory(); }
  virtual void *reallocate(void *, uint64_t, uint64_t) { return __cudafix_nvinfer_memory(); }
  virtual bool deallocate(void *) { return __cudafix_nvinfer_ask(); }
  virtual void *allocateAsync(uint64_t, uint64_t, AllocatorFlags, cudaStream_t) { return __cudafix_nvinfer_memory(); }
  virtual bool deallocateAsync(void *, cudaStream_t) { return __cudafix_nvinfer_ask(); }
  virtual void free(void *) {}
};
struct IGpuAsyncAllocator : IGpuAllocator {};
struct IProfiler {
  virtual ~IProfiler() = default;
  virtual void reportLayerTime(const char *layer, float milliseconds) = 0;
};
} // namespace nvinfer1

#include "nvinfer_plugin.h"
#include "nvinfer_network.h"
#endif
