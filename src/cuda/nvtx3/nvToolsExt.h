// SPDX-License-Identifier: Apache-2.0
//
// The NVIDIA Tools Extension, version 3: it names ranges for profilers and computes nothing.
#ifndef __CUDAFIX_NVTX_H
#define __CUDAFIX_NVTX_H
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>
#define NVTX_VERSION 3
#define NVTX_API
#define NVTX_INLINE_STATIC inline static
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_t))
typedef enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;
typedef enum {
  NVTX_MESSAGE_UNKNOWN,
  NVTX_MESSAGE_TYPE_ASCII,
  NVTX_MESSAGE_TYPE_UNICODE,
  NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;
typedef enum {
  NVTX_PAYLOAD_UNKNOWN,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
  NVTX_PAYLOAD_TYPE_INT64,
  NVTX_PAYLOAD_TYPE_DOUBLE,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
  NVTX_PAYLOAD_TYPE_INT32,
  NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;
typedef enum { NVTX_RESOURCE_TYPE_UNKNOWN, NVTX_RESOURCE_TYPE_GENERIC_POINTER } nvtxResourceGenericType_t;
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
typedef nvtxStringRegistration *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;
typedef union {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
typedef struct {
  uint16_t version, size;
  int32_t identifierType;
  union {
    const void *pIdentifier;
    uint64_t ullIdentifier;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_t;
extern "C" {
void nvtxInitialize(const void *);
int nvtxRangePushA(const char *);
int nvtxRangePushW(const wchar_t *);
int nvtxRangePushEx(const nvtxEventAttributes_t *);
int nvtxRangePop(void);
nvtxRangeId_t nvtxRangeStartA(const char *);
nvtxRangeId_t nvtxRangeStartW(const wchar_t *);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *);
void nvtxRangeEnd(nvtxRangeId_t);
void nvtxMarkA(const char *);
void nvtxMarkW(const wchar_t *);
void nvtxMarkEx(const nvtxEventAttributes_t *);
void nvtxNameCategoryA(uint32_t, const char *);
void nvtxNameCategoryW(uint32_t, const wchar_t *);
void nvtxNameOsThreadA(uint32_t, const char *);
void nvtxNameOsThreadW(uint32_t, const wchar_t *);
nvtxDomainHandle_t nvtxDomainCreateA(const char *);
nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *);
void nvtxDomainDestroy(nvtxDomainHandle_t);
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
int nvtxDomainRangePop(nvtxDomainHandle_t);
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
void nvtxDomainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t);
void nvtxDomainMarkEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
void nvtxDomainNameCategoryA(nvtxDomainHandle_t, uint32_t, const char *);
void nvtxDomainNameCategoryW(nvtxDomainHandle_t, uint32_t, const wchar_t *);
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char *);
nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t, const wchar_t *);
nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t, nvtxResourceAttributes_t *);
void nvtxDomainResourceDestroy(nvtxResourceHandle_t);
}
#ifdef UNICODE
#define nvtxRangePush nvtxRangePushW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxMark nvtxMarkW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#else
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif
#endif
