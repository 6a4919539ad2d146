// SPDX-License-Identifier: Apache-2.0
//
// Part of torch.h: functions that make tensors from others, or from sizes.
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
__CUDAFIX_FACTORY(empty_symint) __CUDAFIX_FACTORY(zeros_symint) __CUDAFIX_FACTORY(randperm) __CUDAFIX_FACTORY(randint_like)
__CUDAFIX_FACTORY(range) __CUDAFIX_FACTORY(logspace) __CUDAFIX_FACTORY(concat) __CUDAFIX_FACTORY(sparse_coo_tensor)
__CUDAFIX_FACTORY(sparse_csr_tensor) __CUDAFIX_FACTORY(polar) __CUDAFIX_FACTORY(hann_window)
// The first argument must be a tensor, since device code calls other functions of these names.
#define __CUDAFIX_OF_TENSOR(Name) template <class... A> Tensor Name(const Tensor &, A &&...) { return {}; } template <class... A> Tensor Name(const Tensor &, std::initializer_list<int64_t>, A &&...) { return {}; }
__CUDAFIX_OF_TENSOR(cumsum) __CUDAFIX_OF_TENSOR(sum) __CUDAFIX_OF_TENSOR(mean) __CUDAFIX_OF_TENSOR(matmul)
__CUDAFIX_OF_TENSOR(mm) __CUDAFIX_OF_TENSOR(bmm) __CUDAFIX_OF_TENSOR(where) __CUDAFIX_OF_TENSOR(cumsum_out)
__CUDAFIX_OF_TENSOR(prod) __CUDAFIX_OF_TENSOR(sum_out) __CUDAFIX_OF_TENSOR(mul_out) __CUDAFIX_OF_TENSOR(add_out)
__CUDAFIX_OF_TENSOR(sub_out) __CUDAFIX_OF_TENSOR(div_out) __CUDAFIX_OF_TENSOR(mm_out) __CUDAFIX_OF_TENSOR(bmm_out)
__CUDAFIX_OF_TENSOR(matmul_out) __CUDAFIX_OF_TENSOR(exp) __CUDAFIX_OF_TENSOR(log) __CUDAFIX_OF_TENSOR(sqrt)
__CUDAFIX_OF_TENSOR(abs) __CUDAFIX_OF_TENSOR(pow) __CUDAFIX_OF_TENSOR(clamp) __CUDAFIX_OF_TENSOR(softmax)
__CUDAFIX_OF_TENSOR(relu) __CUDAFIX_OF_TENSOR(sigmoid) __CUDAFIX_OF_TENSOR(tanh) __CUDAFIX_OF_TENSOR(norm)
__CUDAFIX_OF_TENSOR(minimum) __CUDAFIX_OF_TENSOR(maximum) __CUDAFIX_OF_TENSOR(argmax) __CUDAFIX_OF_TENSOR(argsort)
__CUDAFIX_OF_TENSOR(addmm) __CUDAFIX_OF_TENSOR(nonzero) __CUDAFIX_OF_TENSOR(index_select) __CUDAFIX_OF_TENSOR(gather)
__CUDAFIX_OF_TENSOR(masked_select) __CUDAFIX_OF_TENSOR(repeat_interleave) __CUDAFIX_OF_TENSOR(any)
__CUDAFIX_OF_TENSOR(all) __CUDAFIX_OF_TENSOR(isnan) __CUDAFIX_OF_TENSOR(logical_and) __CUDAFIX_OF_TENSOR(tril)
__CUDAFIX_OF_TENSOR(triu) __CUDAFIX_OF_TENSOR(flip) __CUDAFIX_OF_TENSOR(bincount) __CUDAFIX_OF_TENSOR(sub)
__CUDAFIX_OF_TENSOR(add) __CUDAFIX_OF_TENSOR(mul) __CUDAFIX_OF_TENSOR(absolute) __CUDAFIX_OF_TENSOR(angle)
__CUDAFIX_OF_TENSOR(sgn) __CUDAFIX_OF_TENSOR(conj) __CUDAFIX_OF_TENSOR(acos) __CUDAFIX_OF_TENSOR(acosh)
__CUDAFIX_OF_TENSOR(asin) __CUDAFIX_OF_TENSOR(asinh) __CUDAFIX_OF_TENSOR(atan) __CUDAFIX_OF_TENSOR(atanh)
__CUDAFIX_OF_TENSOR(atan2) __CUDAFIX_OF_TENSOR(arctan2) __CUDAFIX_OF_TENSOR(addmv) __CUDAFIX_OF_TENSOR(addr)
__CUDAFIX_OF_TENSOR(addbmm) __CUDAFIX_OF_TENSOR(baddbmm) __CUDAFIX_OF_TENSOR(addcmul) __CUDAFIX_OF_TENSOR(addcdiv)
__CUDAFIX_OF_TENSOR(as_strided) __CUDAFIX_OF_TENSOR(bitwise_not) __CUDAFIX_OF_TENSOR(bitwise_and)
__CUDAFIX_OF_TENSOR(bitwise_or) __CUDAFIX_OF_TENSOR(bitwise_xor) __CUDAFIX_OF_TENSOR(broadcast_to)
__CUDAFIX_OF_TENSOR(ceil) __CUDAFIX_OF_TENSOR(clamp_min) __CUDAFIX_OF_TENSOR(clamp_max) __CUDAFIX_OF_TENSOR(clip)
__CUDAFIX_OF_TENSOR(contiguous) __CUDAFIX_OF_TENSOR(cos) __CUDAFIX_OF_TENSOR(cosh) __CUDAFIX_OF_TENSOR(count_nonzero)
__CUDAFIX_OF_TENSOR(cov) __CUDAFIX_OF_TENSOR(cumprod) __CUDAFIX_OF_TENSOR(cross) __CUDAFIX_OF_TENSOR(constant_pad_nd)
__CUDAFIX_OF_TENSOR(diag) __CUDAFIX_OF_TENSOR(diag_embed) __CUDAFIX_OF_TENSOR(diagonal) __CUDAFIX_OF_TENSOR(diff)
__CUDAFIX_OF_TENSOR(div) __CUDAFIX_OF_TENSOR(divide) __CUDAFIX_OF_TENSOR(dot) __CUDAFIX_OF_TENSOR(conv1d)
__CUDAFIX_OF_TENSOR(conv2d) __CUDAFIX_OF_TENSOR(conv3d) __CUDAFIX_OF_TENSOR(convolution)
__CUDAFIX_OF_TENSOR(avg_pool2d) __CUDAFIX_OF_TENSOR(max_pool2d) __CUDAFIX_OF_TENSOR(adaptive_avg_pool2d)
__CUDAFIX_OF_TENSOR(dropout) __CUDAFIX_OF_TENSOR(embedding) __CUDAFIX_OF_TENSOR(eq) __CUDAFIX_OF_TENSOR(erf)
__CUDAFIX_OF_TENSOR(erfc) __CUDAFIX_OF_TENSOR(erfinv) __CUDAFIX_OF_TENSOR(exp2) __CUDAFIX_OF_TENSOR(expm1)
__CUDAFIX_OF_TENSOR(expand_copy) __CUDAFIX_OF_TENSOR(fft_fft) __CUDAFIX_OF_TENSOR(fft_ifft)
__CUDAFIX_OF_TENSOR(fft_rfft) __CUDAFIX_OF_TENSOR(fft_irfft) __CUDAFIX_OF_TENSOR(flatten) __CUDAFIX_OF_TENSOR(floor)
__CUDAFIX_OF_TENSOR(floor_divide) __CUDAFIX_OF_TENSOR(fmax) __CUDAFIX_OF_TENSOR(fmin) __CUDAFIX_OF_TENSOR(fmod)
__CUDAFIX_OF_TENSOR(frac) __CUDAFIX_OF_TENSOR(gelu) __CUDAFIX_OF_TENSOR(gt) __CUDAFIX_OF_TENSOR(ge)
__CUDAFIX_OF_TENSOR(group_norm) __CUDAFIX_OF_TENSOR(hardtanh) __CUDAFIX_OF_TENSOR(hypot) __CUDAFIX_OF_TENSOR(index)
__CUDAFIX_OF_TENSOR(index_add) __CUDAFIX_OF_TENSOR(index_copy) __CUDAFIX_OF_TENSOR(index_fill)
__CUDAFIX_OF_TENSOR(index_put) __CUDAFIX_OF_TENSOR(inverse) __CUDAFIX_OF_TENSOR(isclose) __CUDAFIX_OF_TENSOR(isfinite)
__CUDAFIX_OF_TENSOR(isinf) __CUDAFIX_OF_TENSOR(kron) __CUDAFIX_OF_TENSOR(layer_norm) __CUDAFIX_OF_TENSOR(batch_norm)
__CUDAFIX_OF_TENSOR(leaky_relu) __CUDAFIX_OF_TENSOR(lerp) __CUDAFIX_OF_TENSOR(le) __CUDAFIX_OF_TENSOR(lt)
__CUDAFIX_OF_TENSOR(linear) __CUDAFIX_OF_TENSOR(log10) __CUDAFIX_OF_TENSOR(log1p) __CUDAFIX_OF_TENSOR(log2)
__CUDAFIX_OF_TENSOR(log_softmax) __CUDAFIX_OF_TENSOR(logaddexp) __CUDAFIX_OF_TENSOR(logcumsumexp)
__CUDAFIX_OF_TENSOR(logical_not) __CUDAFIX_OF_TENSOR(logical_or) __CUDAFIX_OF_TENSOR(logical_xor)
__CUDAFIX_OF_TENSOR(logsumexp) __CUDAFIX_OF_TENSOR(masked_fill) __CUDAFIX_OF_TENSOR(masked_scatter)
__CUDAFIX_OF_TENSOR(movedim) __CUDAFIX_OF_TENSOR(multiply) __CUDAFIX_OF_TENSOR(mv) __CUDAFIX_OF_TENSOR(nan_to_num)
__CUDAFIX_OF_TENSOR(nansum) __CUDAFIX_OF_TENSOR(nanmean) __CUDAFIX_OF_TENSOR(narrow) __CUDAFIX_OF_TENSOR(ne)
__CUDAFIX_OF_TENSOR(neg) __CUDAFIX_OF_TENSOR(negative) __CUDAFIX_OF_TENSOR(outer) __CUDAFIX_OF_TENSOR(inner)
__CUDAFIX_OF_TENSOR(pad) __CUDAFIX_OF_TENSOR(permute) __CUDAFIX_OF_TENSOR(pixel_shuffle)
__CUDAFIX_OF_TENSOR(pixel_unshuffle) __CUDAFIX_OF_TENSOR(real) __CUDAFIX_OF_TENSOR(imag)
__CUDAFIX_OF_TENSOR(reciprocal) __CUDAFIX_OF_TENSOR(remainder) __CUDAFIX_OF_TENSOR(renorm) __CUDAFIX_OF_TENSOR(repeat)
__CUDAFIX_OF_TENSOR(reshape) __CUDAFIX_OF_TENSOR(roll) __CUDAFIX_OF_TENSOR(rot90) __CUDAFIX_OF_TENSOR(round)
__CUDAFIX_OF_TENSOR(rsqrt) __CUDAFIX_OF_TENSOR(rsub) __CUDAFIX_OF_TENSOR(searchsorted) __CUDAFIX_OF_TENSOR(bucketize)
__CUDAFIX_OF_TENSOR(select) __CUDAFIX_OF_TENSOR(scatter) __CUDAFIX_OF_TENSOR(scatter_add)
__CUDAFIX_OF_TENSOR(scatter_reduce) __CUDAFIX_OF_TENSOR(segment_reduce) __CUDAFIX_OF_TENSOR(sign)
__CUDAFIX_OF_TENSOR(silu) __CUDAFIX_OF_TENSOR(sin) __CUDAFIX_OF_TENSOR(sinh) __CUDAFIX_OF_TENSOR(slice)
__CUDAFIX_OF_TENSOR(square) __CUDAFIX_OF_TENSOR(squeeze) __CUDAFIX_OF_TENSOR(std) __CUDAFIX_OF_TENSOR(subtract)
__CUDAFIX_OF_TENSOR(swapaxes) __CUDAFIX_OF_TENSOR(swapdims) __CUDAFIX_OF_TENSOR(t) __CUDAFIX_OF_TENSOR(take)
__CUDAFIX_OF_TENSOR(tan) __CUDAFIX_OF_TENSOR(tensordot) __CUDAFIX_OF_TENSOR(tile) __CUDAFIX_OF_TENSOR(trace)
__CUDAFIX_OF_TENSOR(transpose) __CUDAFIX_OF_TENSOR(tril_indices) __CUDAFIX_OF_TENSOR(triu_indices)
__CUDAFIX_OF_TENSOR(true_divide) __CUDAFIX_OF_TENSOR(trunc) __CUDAFIX_OF_TENSOR(unsqueeze)
__CUDAFIX_OF_TENSOR(upsample_nearest2d) __CUDAFIX_OF_TENSOR(var) __CUDAFIX_OF_TENSOR(view_as_complex)
__CUDAFIX_OF_TENSOR(view_as_real) __CUDAFIX_OF_TENSOR(vstack) __CUDAFIX_OF_TENSOR(hstack) __CUDAFIX_OF_TENSOR(xlogy)
__CUDAFIX_OF_TENSOR(multinomial) __CUDAFIX_OF_TENSOR(bernoulli) __CUDAFIX_OF_TENSOR(normal) __CUDAFIX_OF_TENSOR(histc)
__CUDAFIX_OF_TENSOR(index_add_out) __CUDAFIX_OF_TENSOR(index_select_out) __CUDAFIX_OF_TENSOR(cat_outf)
__CUDAFIX_OF_TENSOR(exp_out) __CUDAFIX_OF_TENSOR(sqrt_out) __CUDAFIX_OF_TENSOR(baddbmm_out)
__CUDAFIX_OF_TENSOR(addmm_out) __CUDAFIX_OF_TENSOR(linalg_norm) __CUDAFIX_OF_TENSOR(linalg_vector_norm)
__CUDAFIX_OF_TENSOR(linalg_inv) __CUDAFIX_OF_TENSOR(linalg_cholesky) __CUDAFIX_OF_TENSOR(linalg_solve)
__CUDAFIX_OF_TENSOR(linalg_cross) __CUDAFIX_OF_TENSOR(linalg_det) __CUDAFIX_OF_TENSOR(linalg_matrix_norm)
__CUDAFIX_OF_TENSOR(amax) __CUDAFIX_OF_TENSOR(amin) __CUDAFIX_OF_TENSOR(one_hot)
__CUDAFIX_OF_TENSOR(cholesky) __CUDAFIX_OF_TENSOR(cholesky_solve) __CUDAFIX_OF_TENSOR(cholesky_inverse)
inline Tensor index(const Tensor &, std::initializer_list<indexing::TensorIndex>) { return {}; }
#define __CUDAFIX_PAIR_OF(Name) template <class... A> std::tuple<Tensor, Tensor> Name(const Tensor &, A &&...) { return {}; }
__CUDAFIX_PAIR_OF(sort) __CUDAFIX_PAIR_OF(topk) __CUDAFIX_PAIR_OF(_unique) __CUDAFIX_PAIR_OF(cummax)
__CUDAFIX_PAIR_OF(cummin) __CUDAFIX_PAIR_OF(kthvalue) __CUDAFIX_PAIR_OF(mode) __CUDAFIX_PAIR_OF(frexp)
__CUDAFIX_PAIR_OF(aminmax) __CUDAFIX_PAIR_OF(std_mean) __CUDAFIX_PAIR_OF(var_mean) __CUDAFIX_PAIR_OF(slogdet)
__CUDAFIX_PAIR_OF(linalg_qr) __CUDAFIX_PAIR_OF(linalg_eigh) __CUDAFIX_PAIR_OF(linalg_slogdet)
__CUDAFIX_PAIR_OF(sort_out) __CUDAFIX_PAIR_OF(linalg_cholesky_ex) __CUDAFIX_PAIR_OF(linalg_inv_ex)
#define __CUDAFIX_THREE_OF(Name) template <class... A> std::tuple<Tensor, Tensor, Tensor> Name(const Tensor &, A &&...) { return {}; }
__CUDAFIX_THREE_OF(_unique2) __CUDAFIX_THREE_OF(unique_dim) __CUDAFIX_THREE_OF(unique_consecutive)
__CUDAFIX_THREE_OF(unique_dim_consecutive) __CUDAFIX_THREE_OF(svd) __CUDAFIX_THREE_OF(linalg_svd)
__CUDAFIX_THREE_OF(native_layer_norm) __CUDAFIX_THREE_OF(native_batch_norm)
#define __CUDAFIX_LIST_OF(Name) template <class... A> std::vector<Tensor> Name(A &&...) { return {}; }
__CUDAFIX_LIST_OF(split) __CUDAFIX_LIST_OF(chunk) __CUDAFIX_LIST_OF(unbind) __CUDAFIX_LIST_OF(tensor_split)
__CUDAFIX_LIST_OF(split_with_sizes) __CUDAFIX_LIST_OF(meshgrid) __CUDAFIX_LIST_OF(broadcast_tensors)
#define __CUDAFIX_FIND_OF(Name)                                                                    \
  inline Tensor Name(const Tensor &) { return {}; }                                                \
  inline Tensor Name(const Tensor &, const Tensor &) { return {}; }                                \
  inline std::tuple<Tensor, Tensor> Name(const Tensor &, int64_t, bool = false) { return {}; }
__CUDAFIX_FIND_OF(max) __CUDAFIX_FIND_OF(min) __CUDAFIX_FIND_OF(median) __CUDAFIX_FIND_OF(nanmedian)
template <class... A> bool equal(const Tensor &t, A &&...a) { return t.equal(a...); }
template <class... A> bool allclose(const Tensor &t, A &&...a) { return t.allclose(a...); }
inline bool is_floating_point(const Tensor &t) { return t.is_floating_point(); }
inline bool is_complex(const Tensor &t) { return t.is_complex(); }
template <class T> TensorOptions dtype(T) { return {}; }
template <class T> TensorOptions device(T) { return {}; }
template <class T, class... A> Tensor from_blob(T *, std::initializer_list<int64_t>, A &&...) { return {}; }
template <class T> Tensor &operator+=(Tensor &a, const T &) { return a; }
template <class T> Tensor &operator-=(Tensor &a, const T &) { return a; }
template <class T> Tensor &operator*=(Tensor &a, const T &) { return a; }
template <class T> Tensor &operator/=(Tensor &a, const T &) { return a; }
} // namespace at
#endif
