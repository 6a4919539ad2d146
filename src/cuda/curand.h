// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_CURAND_H
#define __CUDAFIX_CURAND_H
#define CURAND_H_
#include <__cudafix_runtime.h>
typedef struct curandGenerator_st *curandGenerator_t;
typedef struct curandDistribution_st *curandDiscreteDistribution_t;
enum curandStatus { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH, CURAND_STATUS_INTERNAL_ERROR = 999 };
typedef enum curandStatus curandStatus_t;
enum curandRngType { CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 };
typedef enum curandRngType curandRngType_t;
enum curandOrdering { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED, CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_DYNAMIC, CURAND_ORDERING_QUASI_DEFAULT = 201 };
typedef enum curandOrdering curandOrdering_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
enum curandDirectionVectorSet { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 };
typedef enum curandDirectionVectorSet curandDirectionVectorSet_t;
#define __CUDAFIX_LIB(NAME) template <class... A> curandStatus_t curand##NAME(A &&...);
__CUDAFIX_LIB(CreateGenerator) __CUDAFIX_LIB(CreateGeneratorHost) __CUDAFIX_LIB(DestroyGenerator) __CUDAFIX_LIB(SetStream) __CUDAFIX_LIB(SetPseudoRandomGeneratorSeed) __CUDAFIX_LIB(SetGeneratorOffset) __CUDAFIX_LIB(SetGeneratorOrdering) __CUDAFIX_LIB(SetQuasiRandomGeneratorDimensions) __CUDAFIX_LIB(Generate) __CUDAFIX_LIB(GenerateLongLong) __CUDAFIX_LIB(GenerateUniform) __CUDAFIX_LIB(GenerateUniformDouble) __CUDAFIX_LIB(GenerateNormal) __CUDAFIX_LIB(GenerateNormalDouble) __CUDAFIX_LIB(GenerateLogNormal) __CUDAFIX_LIB(GeneratePoisson) __CUDAFIX_LIB(GenerateSeeds) __CUDAFIX_LIB(GetDirectionVectors32) __CUDAFIX_LIB(MakeMTGP32Constants) __CUDAFIX_LIB(MakeMTGP32KernelState)
#undef __CUDAFIX_LIB
#endif
