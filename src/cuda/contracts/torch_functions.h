// SPDX-License-Identifier: Apache-2.0
//
// Part of torch.h: functions that make tensors of others, or of sizes.
#ifndef __CUDAFIX_CONTRACT_TORCH_FUNCTIONS_H
#define __CUDAFIX_CONTRACT_TORCH_FUNCTIONS_H
namespace at {
#define __CUDAFIX_FACTORY(Name) template <class... A> Tensor Name(A &&...) { return {}; } template <class... A> Tensor Name(std::initializer_list<int64_t>, A &&...) { return {}; } inline Tensor Name(std::initializer_list<Tensor>, int64_t = 0) { return {}; }
__CUDAFIX_FACTORY(empty) __CUDAFIX_FACTORY(zeros) __CUDAFIX_FACTORY(ones) __CUDAFIX_FACTORY(full)
__CUDAFIX_FACTORY(empty_like) __CUDAFIX_FACTORY(zeros_like) __CUDAFIX_FACTORY(ones_like) __CUDAFIX_FACTORY(full_like)
__CUDAFIX_FACTORY(cat) __CUDAFIX_FACTORY(stack) __CUDAFIX_FACTORY(from_blob) __CUDAFIX_FACTORY(tensor)
__CUDAFIX_FACTORY(arange) __CUDAFIX_FACTORY(empty_strided) __CUDAFIX_FACTORY(rand) __CUDAFIX_FACTORY(randn)
__CUDAFIX_FACTORY(cat_out) __CUDAFIX_FACTORY(linspace) __CUDAFIX_FACTORY(eye) __CUDAFIX_FACTORY(randint)
__CUDAFIX_FACTORY(rand_like) __CUDAFIX_FACTORY(randn_like) __CUDAFIX_FACTORY(einsum) __CUDAFIX_FACTORY(scalar_tensor)
__CUDAFIX_FACTORY(empty_symint)
// Not what device code calls by the same name.
#define __CUDAFIX_OF_TENSOR(Name) template <class... A> Tensor Name(const Tensor &, A &&...) { return {}; }
__CUDAFIX_OF_TENSOR(cumsum) __CUDAFIX_OF_TENSOR(sum) __CUDAFIX_OF_TENSOR(max) __CUDAFIX_OF_TENSOR(mean)
__CUDAFIX_OF_TENSOR(matmul) __CUDAFIX_OF_TENSOR(mm) __CUDAFIX_OF_TENSOR(bmm) __CUDAFIX_OF_TENSOR(where)
__CUDAFIX_OF_TENSOR(cumsum_out) __CUDAFIX_OF_TENSOR(sort) __CUDAFIX_OF_TENSOR(prod) __CUDAFIX_OF_TENSOR(sum_out)
__CUDAFIX_OF_TENSOR(mul_out) __CUDAFIX_OF_TENSOR(add_out) __CUDAFIX_OF_TENSOR(sub_out) __CUDAFIX_OF_TENSOR(div_out)
__CUDAFIX_OF_TENSOR(mm_out) __CUDAFIX_OF_TENSOR(bmm_out) __CUDAFIX_OF_TENSOR(matmul_out) __CUDAFIX_OF_TENSOR(exp)
__CUDAFIX_OF_TENSOR(log) __CUDAFIX_OF_TENSOR(sqrt) __CUDAFIX_OF_TENSOR(abs) __CUDAFIX_OF_TENSOR(pow)
__CUDAFIX_OF_TENSOR(clamp) __CUDAFIX_OF_TENSOR(softmax) __CUDAFIX_OF_TENSOR(relu) __CUDAFIX_OF_TENSOR(sigmoid)
__CUDAFIX_OF_TENSOR(tanh) __CUDAFIX_OF_TENSOR(norm) __CUDAFIX_OF_TENSOR(minimum) __CUDAFIX_OF_TENSOR(maximum)
__CUDAFIX_OF_TENSOR(min) __CUDAFIX_OF_TENSOR(argmax) __CUDAFIX_OF_TENSOR(argsort) __CUDAFIX_OF_TENSOR(addmm)
__CUDAFIX_OF_TENSOR(nonzero) __CUDAFIX_OF_TENSOR(index_select) __CUDAFIX_OF_TENSOR(gather)
__CUDAFIX_OF_TENSOR(masked_select) __CUDAFIX_OF_TENSOR(repeat_interleave) __CUDAFIX_OF_TENSOR(any)
__CUDAFIX_OF_TENSOR(all) __CUDAFIX_OF_TENSOR(isnan) __CUDAFIX_OF_TENSOR(logical_and) __CUDAFIX_OF_TENSOR(tril)
__CUDAFIX_OF_TENSOR(triu) __CUDAFIX_OF_TENSOR(flip) __CUDAFIX_OF_TENSOR(bincount) __CUDAFIX_OF_TENSOR(sub)
__CUDAFIX_OF_TENSOR(add) __CUDAFIX_OF_TENSOR(mul)
template <class T> TensorOptions dtype(T) { return {}; }
template <class T> TensorOptions device(T) { return {}; }
template <class T, class... A> Tensor from_blob(T *, std::initializer_list<int64_t>, A &&...) { return {}; }
template <class T> Tensor &operator+=(Tensor &a, const T &) { return a; }
template <class T> Tensor &operator-=(Tensor &a, const T &) { return a; }
template <class T> Tensor &operator*=(Tensor &a, const T &) { return a; }
template <class T> Tensor &operator/=(Tensor &a, const T &) { return a; }
} // namespace at
#endif
