// SPDX-License-Identifier: Apache-2.0
//
// Part of torch.h: checks, registrations, and dispatch over types, in whose code launches are read.
#ifndef __CUDAFIX_CONTRACT_TORCH_MACROS_H
#define __CUDAFIX_CONTRACT_TORCH_MACROS_H
#define TORCH_CHECK(cond, ...) if (!(cond)) { throw c10::Error(""); }
#define TORCH_INTERNAL_ASSERT(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_ARG(cond, n, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK(cond)
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ASSERT(cond, ...) TORCH_CHECK(cond)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond)
#define AT_CHECK(cond, ...) TORCH_CHECK(cond)
#define AT_ERROR(...) throw c10::Error("")
#define CUDA_KERNEL_ASSERT(cond) ((void)(cond))
#define CUDA_KERNEL_ASSERT2(cond) ((void)(cond))
#define CUDA_KERNEL_ASSERT_MSG(cond, ...) ((void)(cond))
#define AT_CUDA_CHECK(e) ((void)(e))
#define C10_CUDA_CHECK(e) ((void)(e))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define C10_CUDA_ERROR_HANDLED(e) (e)
#define TORCH_CUDABLAS_CHECK(e) ((void)(e))
#define THCudaCheck(e) ((void)(e))
#define TORCH_EXTENSION_NAME extension
#define PYBIND11_MODULE(name, m) static void __cudafix_module_##name(pybind11::module_ &m)
// A file may have several blocks of one library.
#define __CUDAFIX_LIBRARY_AT(at, m) static void __cudafix_library_##at(torch::Library &m)
#define __CUDAFIX_LIBRARY(at, m) __CUDAFIX_LIBRARY_AT(at, m)
#define TORCH_LIBRARY(ns, m) __CUDAFIX_LIBRARY(__COUNTER__, m)
#define TORCH_LIBRARY_IMPL(ns, k, m) __CUDAFIX_LIBRARY(__COUNTER__, m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) __CUDAFIX_LIBRARY(__COUNTER__, m)
#define TORCH_FN(f) (f)
#define TORCH_BOX(f) (f)
#define STABLE_TORCH_LIBRARY(ns, m) TORCH_LIBRARY(ns, m)
#define STABLE_TORCH_LIBRARY_IMPL(ns, k, m) TORCH_LIBRARY_IMPL(ns, k, m)
#define STABLE_TORCH_LIBRARY_FRAGMENT(ns, m) TORCH_LIBRARY_FRAGMENT(ns, m)
#define STD_TORCH_CHECK(cond, ...) TORCH_CHECK(cond)
#define STD_CUDA_CHECK(e) ((void)(e))
#define STD_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define TORCH_ERROR_CODE_CHECK(e) ((void)(e))
#define TORCH_ABI_VERSION 0
#define TORCH_FEATURE_VERSION 0
#define TORCH_SELECTIVE_NAME(s) s
#define CUDA_KERNEL_LOOP_TYPE(i, n, T) for (T i = T(blockIdx.x) * blockDim.x + threadIdx.x; i < (n); i += T(blockDim.x) * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)

// Like PyTorch's: a switch over the type, with the code of each case as the body of a lambda.
#define AT_DISPATCH_CASE(kind, ...) case kind: { using scalar_t = typename __cudafix_type<kind>::type; (void)sizeof(scalar_t); return __VA_ARGS__(); }
#define AT_PRIVATE_CASE_TYPE_USING_HINT(kind, hint, ...) case kind: { using hint = typename __cudafix_type<kind>::type; (void)sizeof(hint); return __VA_ARGS__(); }
#define AT_DISPATCH_SWITCH(type, name, ...) [&] { switch (__cudafix_scalar(type)) { __VA_ARGS__ default: throw c10::Error(name); } }()
inline c10::ScalarType __cudafix_scalar(c10::ScalarType t) { return t; }
template <c10::ScalarType> struct __cudafix_type { using type = float; };
#define __CUDAFIX_TYPE(K, T) template <> struct __cudafix_type<c10::ScalarType::K> { using type = T; };
__CUDAFIX_TYPE(Byte, uint8_t) __CUDAFIX_TYPE(Char, int8_t) __CUDAFIX_TYPE(Short, int16_t) __CUDAFIX_TYPE(Int, int)
__CUDAFIX_TYPE(Long, int64_t) __CUDAFIX_TYPE(Half, c10::Half) __CUDAFIX_TYPE(Double, double) __CUDAFIX_TYPE(Bool, bool)
__CUDAFIX_TYPE(BFloat16, c10::BFloat16) __CUDAFIX_TYPE(ComplexFloat, c10::complex<float>) __CUDAFIX_TYPE(ComplexDouble, c10::complex<double>)
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Byte, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Char, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::ComplexDouble, __VA_ARGS__) AT_DISPATCH_CASE(at::ScalarType::ComplexFloat, __VA_ARGS__)
#define __CUDAFIX_CASE(kind, ...) AT_DISPATCH_CASE(kind, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(a, t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) __CUDAFIX_CASE(a, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(a, b, t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) __CUDAFIX_CASE(a, __VA_ARGS__) __CUDAFIX_CASE(b, __VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, __CUDAFIX_CASE(at::ScalarType::Half, __VA_ARGS__) __CUDAFIX_CASE(at::ScalarType::BFloat16, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(a, t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) __CUDAFIX_CASE(a, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(a, b, t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) __CUDAFIX_CASE(a, __VA_ARGS__) __CUDAFIX_CASE(b, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(a, b, c, t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) __CUDAFIX_CASE(a, __VA_ARGS__) __CUDAFIX_CASE(b, __VA_ARGS__) __CUDAFIX_CASE(c, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_HALF(t, n, ...) AT_DISPATCH_ALL_TYPES_AND(at::ScalarType::Half, t, n, __VA_ARGS__)
#define AT_DISPATCH_COMPLEX_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(t, n, ...) AT_DISPATCH_SWITCH(t, n, AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Int, index_t, __VA_ARGS__) AT_PRIVATE_CASE_TYPE_USING_HINT(at::ScalarType::Long, index_t, __VA_ARGS__))
#endif
