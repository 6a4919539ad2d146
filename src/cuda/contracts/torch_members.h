// SPDX-License-Identifier: Apache-2.0
//
// Part of torch.h: the members of a tensor that make another one, view its memory in another way,
// or change it. torch.h includes this file in the class.
#define __CUDAFIX_MAKES(Name)                                                                     \
  template <class... A> Tensor Name(A &&...) const { return {}; }                                 \
  template <class... A> Tensor Name(std::initializer_list<int64_t>, A &&...) const { return {}; }
// The result shares the memory from the same start.
#define __CUDAFIX_VIEWS(Name)                                                                     \
  template <class... A> Tensor Name(A &&...) const { return Tensor(__cudafix_tensor_view(impl)); } \
  Tensor Name(IntArrayRef) const { return Tensor(__cudafix_tensor_view(impl)); }
// The result is the same tensor.
#define __CUDAFIX_CHANGES(Name)                                                                   \
  template <class... A> Tensor &Name(A &&...) const { return const_cast<Tensor &>(*this); }
// The tensor gets other sizes.
#define __CUDAFIX_REMAKES(Name)                                                                   \
  template <class... A> Tensor &Name(A &&...) const {                                             \
    const_cast<Tensor *>(this)->impl = __cudafix_tensor_new();                                    \
    return const_cast<Tensor &>(*this);                                                           \
  }                                                                                               \
  Tensor &Name(IntArrayRef) const { return Name(0); }
#define __CUDAFIX_FINDS(Name)                                                                     \
  Tensor Name() const { return {}; }                                                              \
  Tensor Name(const Tensor &) const { return {}; }                                                \
  std::tuple<Tensor, Tensor> Name(int64_t, bool = false) const { return {}; }
#define __CUDAFIX_PAIR(Name) template <class... A> std::tuple<Tensor, Tensor> Name(A &&...) const { return {}; }
#define __CUDAFIX_LIST(Name)                                                                      \
  template <class... A> std::vector<Tensor> Name(A &&...) const { return {}; }                    \
  template <class... A> std::vector<Tensor> Name(std::initializer_list<int64_t>, A &&...) const { return {}; }
#define __CUDAFIX_IS(Name)                                                                        \
  template <class... A> bool Name(A &&...) const { return __cudafix_tensor_ask(impl, 100 + __COUNTER__); }
#define __CUDAFIX_COUNT(Name) int64_t Name() const { return __cudafix_tensor_ask(impl, 100 + __COUNTER__); }
  __CUDAFIX_VIEWS(contiguous) __CUDAFIX_VIEWS(expect_contiguous) __CUDAFIX_VIEWS(view) __CUDAFIX_VIEWS(reshape)
  __CUDAFIX_VIEWS(transpose) __CUDAFIX_VIEWS(permute) __CUDAFIX_VIEWS(t) __CUDAFIX_VIEWS(unsqueeze)
  __CUDAFIX_VIEWS(squeeze) __CUDAFIX_VIEWS(expand) __CUDAFIX_VIEWS(flatten) __CUDAFIX_VIEWS(expand_as)
  __CUDAFIX_VIEWS(view_as) __CUDAFIX_VIEWS(reshape_as) __CUDAFIX_VIEWS(unflatten) __CUDAFIX_VIEWS(swapaxes)
  __CUDAFIX_VIEWS(swapdims) __CUDAFIX_VIEWS(moveaxis) __CUDAFIX_VIEWS(movedim) __CUDAFIX_VIEWS(broadcast_to)
  __CUDAFIX_VIEWS(ravel) __CUDAFIX_VIEWS(adjoint) __CUDAFIX_VIEWS(numpy_T) __CUDAFIX_VIEWS(mT) __CUDAFIX_VIEWS(mH)
  __CUDAFIX_VIEWS(matrix_H) __CUDAFIX_VIEWS(alias) __CUDAFIX_VIEWS(positive) __CUDAFIX_VIEWS(variable_data)
  __CUDAFIX_VIEWS(tensor_data) __CUDAFIX_VIEWS(resolve_conj) __CUDAFIX_VIEWS(resolve_neg) __CUDAFIX_VIEWS(unfold)
  __CUDAFIX_VIEWS(refine_names) __CUDAFIX_VIEWS(rename) __CUDAFIX_VIEWS(align_to)
  __CUDAFIX_MAKES(clone) __CUDAFIX_MAKES(to) __CUDAFIX_MAKES(sum) __CUDAFIX_MAKES(narrow) __CUDAFIX_MAKES(slice)
  __CUDAFIX_MAKES(select) __CUDAFIX_MAKES(cuda) __CUDAFIX_MAKES(cpu) __CUDAFIX_MAKES(mean) __CUDAFIX_MAKES(add)
  __CUDAFIX_MAKES(mul) __CUDAFIX_MAKES(div) __CUDAFIX_MAKES(sub) __CUDAFIX_MAKES(index) __CUDAFIX_MAKES(index_select)
  __CUDAFIX_MAKES(cumsum) __CUDAFIX_MAKES(new_empty) __CUDAFIX_MAKES(new_zeros) __CUDAFIX_MAKES(matmul)
  __CUDAFIX_MAKES(grad) __CUDAFIX_MAKES(toType) __CUDAFIX_MAKES(abs) __CUDAFIX_MAKES(nonzero)
  __CUDAFIX_MAKES(bernoulli) __CUDAFIX_MAKES(exp) __CUDAFIX_MAKES(log) __CUDAFIX_MAKES(sqrt) __CUDAFIX_MAKES(rsqrt)
  __CUDAFIX_MAKES(pow) __CUDAFIX_MAKES(clamp) __CUDAFIX_MAKES(neg) __CUDAFIX_MAKES(floor) __CUDAFIX_MAKES(ceil)
  __CUDAFIX_MAKES(round) __CUDAFIX_MAKES(relu) __CUDAFIX_MAKES(sigmoid) __CUDAFIX_MAKES(tanh) __CUDAFIX_MAKES(softmax)
  __CUDAFIX_MAKES(log_softmax) __CUDAFIX_MAKES(norm) __CUDAFIX_MAKES(prod) __CUDAFIX_MAKES(var)
  __CUDAFIX_MAKES(argmax) __CUDAFIX_MAKES(argmin) __CUDAFIX_MAKES(argsort) __CUDAFIX_MAKES(amax) __CUDAFIX_MAKES(amin)
  __CUDAFIX_MAKES(all) __CUDAFIX_MAKES(any) __CUDAFIX_MAKES(eq) __CUDAFIX_MAKES(ne) __CUDAFIX_MAKES(lt)
  __CUDAFIX_MAKES(gt) __CUDAFIX_MAKES(le) __CUDAFIX_MAKES(ge) __CUDAFIX_MAKES(logical_not)
  __CUDAFIX_MAKES(logical_and) __CUDAFIX_MAKES(where) __CUDAFIX_MAKES(gather) __CUDAFIX_MAKES(scatter)
  __CUDAFIX_MAKES(masked_select) __CUDAFIX_MAKES(masked_fill) __CUDAFIX_MAKES(repeat)
  __CUDAFIX_MAKES(repeat_interleave) __CUDAFIX_MAKES(roll) __CUDAFIX_MAKES(flip) __CUDAFIX_MAKES(diagonal)
  __CUDAFIX_MAKES(tril) __CUDAFIX_MAKES(triu) __CUDAFIX_MAKES(remainder) __CUDAFIX_MAKES(cumprod)
  __CUDAFIX_MAKES(bincount) __CUDAFIX_MAKES(pin_memory) __CUDAFIX_MAKES(as_strided) __CUDAFIX_MAKES(coalesce)
  __CUDAFIX_MAKES(to_dense) __CUDAFIX_MAKES(_values) __CUDAFIX_MAKES(_indices) __CUDAFIX_MAKES(values)
  __CUDAFIX_MAKES(indices) __CUDAFIX_MAKES(swap) __CUDAFIX_MAKES(mm) __CUDAFIX_MAKES(bmm) __CUDAFIX_MAKES(dot)
  __CUDAFIX_MAKES(new_ones) __CUDAFIX_MAKES(true_divide) __CUDAFIX_MAKES(floor_divide) __CUDAFIX_MAKES(new_full)
  __CUDAFIX_MAKES(toBackend) __CUDAFIX_MAKES(nansum) __CUDAFIX_MAKES(absolute) __CUDAFIX_MAKES(angle)
  __CUDAFIX_MAKES(sgn) __CUDAFIX_MAKES(conj) __CUDAFIX_MAKES(conj_physical) __CUDAFIX_MAKES(acos)
  __CUDAFIX_MAKES(arccos) __CUDAFIX_MAKES(acosh) __CUDAFIX_MAKES(arccosh) __CUDAFIX_MAKES(asin)
  __CUDAFIX_MAKES(arcsin) __CUDAFIX_MAKES(asinh) __CUDAFIX_MAKES(arcsinh) __CUDAFIX_MAKES(atan)
  __CUDAFIX_MAKES(arctan) __CUDAFIX_MAKES(atanh) __CUDAFIX_MAKES(arctanh) __CUDAFIX_MAKES(addmv) __CUDAFIX_MAKES(addr)
  __CUDAFIX_MAKES(addbmm) __CUDAFIX_MAKES(addmm) __CUDAFIX_MAKES(baddbmm) __CUDAFIX_MAKES(bitwise_not)
  __CUDAFIX_MAKES(bitwise_and) __CUDAFIX_MAKES(bitwise_or) __CUDAFIX_MAKES(bitwise_xor)
  __CUDAFIX_MAKES(bitwise_left_shift) __CUDAFIX_MAKES(bitwise_right_shift) __CUDAFIX_MAKES(copysign)
  __CUDAFIX_MAKES(logical_xor) __CUDAFIX_MAKES(logical_or) __CUDAFIX_MAKES(clamp_min) __CUDAFIX_MAKES(clamp_max)
  __CUDAFIX_MAKES(clip) __CUDAFIX_MAKES(cos) __CUDAFIX_MAKES(cosh) __CUDAFIX_MAKES(count_nonzero) __CUDAFIX_MAKES(cov)
  __CUDAFIX_MAKES(corrcoef) __CUDAFIX_MAKES(diag) __CUDAFIX_MAKES(diag_embed) __CUDAFIX_MAKES(diagflat)
  __CUDAFIX_MAKES(diff) __CUDAFIX_MAKES(divide) __CUDAFIX_MAKES(vdot) __CUDAFIX_MAKES(new_empty_strided)
  __CUDAFIX_MAKES(erf) __CUDAFIX_MAKES(erfc) __CUDAFIX_MAKES(erfinv) __CUDAFIX_MAKES(exp2) __CUDAFIX_MAKES(expm1)
  __CUDAFIX_MAKES(frac) __CUDAFIX_MAKES(gcd) __CUDAFIX_MAKES(lcm) __CUDAFIX_MAKES(index_copy)
  __CUDAFIX_MAKES(index_put) __CUDAFIX_MAKES(index_add) __CUDAFIX_MAKES(index_fill) __CUDAFIX_MAKES(index_reduce)
  __CUDAFIX_MAKES(isclose) __CUDAFIX_MAKES(isnan) __CUDAFIX_MAKES(isfinite) __CUDAFIX_MAKES(isinf)
  __CUDAFIX_MAKES(isposinf) __CUDAFIX_MAKES(isneginf) __CUDAFIX_MAKES(isreal) __CUDAFIX_MAKES(kron)
  __CUDAFIX_MAKES(nan_to_num) __CUDAFIX_MAKES(ldexp) __CUDAFIX_MAKES(log10) __CUDAFIX_MAKES(log1p)
  __CUDAFIX_MAKES(log2) __CUDAFIX_MAKES(logaddexp) __CUDAFIX_MAKES(logaddexp2) __CUDAFIX_MAKES(xlogy)
  __CUDAFIX_MAKES(logcumsumexp) __CUDAFIX_MAKES(logsumexp) __CUDAFIX_MAKES(logdet) __CUDAFIX_MAKES(logit)
  __CUDAFIX_MAKES(matrix_power) __CUDAFIX_MAKES(matrix_exp) __CUDAFIX_MAKES(nanmean) __CUDAFIX_MAKES(fmin)
  __CUDAFIX_MAKES(fmax) __CUDAFIX_MAKES(minimum) __CUDAFIX_MAKES(maximum) __CUDAFIX_MAKES(multiply)
  __CUDAFIX_MAKES(mv) __CUDAFIX_MAKES(mvlgamma) __CUDAFIX_MAKES(narrow_copy) __CUDAFIX_MAKES(pinverse)
  __CUDAFIX_MAKES(rad2deg) __CUDAFIX_MAKES(deg2rad) __CUDAFIX_MAKES(reciprocal) __CUDAFIX_MAKES(negative)
  __CUDAFIX_MAKES(prelu) __CUDAFIX_MAKES(hardshrink) __CUDAFIX_MAKES(sin) __CUDAFIX_MAKES(sinc) __CUDAFIX_MAKES(sinh)
  __CUDAFIX_MAKES(slice_scatter) __CUDAFIX_MAKES(select_scatter) __CUDAFIX_MAKES(diagonal_scatter)
  __CUDAFIX_MAKES(as_strided_scatter) __CUDAFIX_MAKES(smm) __CUDAFIX_MAKES(sspaddmm) __CUDAFIX_MAKES(stft)
  __CUDAFIX_MAKES(istft) __CUDAFIX_MAKES(sum_to_size) __CUDAFIX_MAKES(square) __CUDAFIX_MAKES(std)
  __CUDAFIX_MAKES(tan) __CUDAFIX_MAKES(tile) __CUDAFIX_MAKES(fliplr) __CUDAFIX_MAKES(flipud) __CUDAFIX_MAKES(rot90)
  __CUDAFIX_MAKES(trunc) __CUDAFIX_MAKES(fix) __CUDAFIX_MAKES(type_as) __CUDAFIX_MAKES(subtract)
  __CUDAFIX_MAKES(heaviside) __CUDAFIX_MAKES(sparse_mask) __CUDAFIX_MAKES(crow_indices) __CUDAFIX_MAKES(col_indices)
  __CUDAFIX_MAKES(ccol_indices) __CUDAFIX_MAKES(row_indices) __CUDAFIX_MAKES(to_sparse) __CUDAFIX_MAKES(to_sparse_csr)
  __CUDAFIX_MAKES(to_sparse_coo) __CUDAFIX_MAKES(to_mkldnn) __CUDAFIX_MAKES(dequantize) __CUDAFIX_MAKES(int_repr)
  __CUDAFIX_MAKES(masked_scatter) __CUDAFIX_MAKES(put) __CUDAFIX_MAKES(scatter_add) __CUDAFIX_MAKES(scatter_reduce)
  __CUDAFIX_MAKES(lerp) __CUDAFIX_MAKES(cross) __CUDAFIX_MAKES(trace) __CUDAFIX_MAKES(not_equal)
  __CUDAFIX_MAKES(greater_equal) __CUDAFIX_MAKES(less_equal) __CUDAFIX_MAKES(greater) __CUDAFIX_MAKES(less)
  __CUDAFIX_MAKES(take) __CUDAFIX_MAKES(take_along_dim) __CUDAFIX_MAKES(argwhere) __CUDAFIX_MAKES(addcmul)
  __CUDAFIX_MAKES(addcdiv) __CUDAFIX_MAKES(cholesky) __CUDAFIX_MAKES(cholesky_solve) __CUDAFIX_MAKES(cholesky_inverse)
  __CUDAFIX_MAKES(orgqr) __CUDAFIX_MAKES(ormqr) __CUDAFIX_MAKES(lu_solve) __CUDAFIX_MAKES(multinomial)
  __CUDAFIX_MAKES(lgamma) __CUDAFIX_MAKES(digamma) __CUDAFIX_MAKES(polygamma) __CUDAFIX_MAKES(i0)
  __CUDAFIX_MAKES(sign) __CUDAFIX_MAKES(signbit) __CUDAFIX_MAKES(dist) __CUDAFIX_MAKES(atan2) __CUDAFIX_MAKES(arctan2)
  __CUDAFIX_MAKES(histc) __CUDAFIX_MAKES(fmod) __CUDAFIX_MAKES(hypot) __CUDAFIX_MAKES(igamma) __CUDAFIX_MAKES(igammac)
  __CUDAFIX_MAKES(nextafter) __CUDAFIX_MAKES(quantile) __CUDAFIX_MAKES(nanquantile) __CUDAFIX_MAKES(msort)
  __CUDAFIX_MAKES(renorm) __CUDAFIX_MAKES(float_power) __CUDAFIX_MAKES(det) __CUDAFIX_MAKES(inverse)
  __CUDAFIX_MAKES(inner) __CUDAFIX_MAKES(outer) __CUDAFIX_MAKES(ger) __CUDAFIX_MAKES(to_padded_tensor)
  __CUDAFIX_MAKES(real) __CUDAFIX_MAKES(imag) __CUDAFIX_MAKES(__and__) __CUDAFIX_MAKES(__or__)
  __CUDAFIX_MAKES(__xor__) __CUDAFIX_MAKES(__lshift__) __CUDAFIX_MAKES(__rshift__)
  __CUDAFIX_CHANGES(zero_) __CUDAFIX_CHANGES(fill_) __CUDAFIX_CHANGES(copy_) __CUDAFIX_CHANGES(add_)
  __CUDAFIX_CHANGES(mul_) __CUDAFIX_CHANGES(masked_fill_) __CUDAFIX_CHANGES(clamp_) __CUDAFIX_CHANGES(scatter_)
  __CUDAFIX_CHANGES(scatter_add_) __CUDAFIX_CHANGES(index_add_) __CUDAFIX_CHANGES(index_fill_)
  __CUDAFIX_CHANGES(index_copy_) __CUDAFIX_CHANGES(sub_) __CUDAFIX_CHANGES(div_) __CUDAFIX_CHANGES(random_)
  __CUDAFIX_CHANGES(uniform_) __CUDAFIX_CHANGES(normal_) __CUDAFIX_CHANGES(true_divide_)
  __CUDAFIX_CHANGES(floor_divide_) __CUDAFIX_CHANGES(detach) __CUDAFIX_CHANGES(detach_)
  __CUDAFIX_CHANGES(requires_grad_) __CUDAFIX_CHANGES(set_requires_grad) __CUDAFIX_CHANGES(abs_)
  __CUDAFIX_CHANGES(absolute_) __CUDAFIX_CHANGES(sgn_) __CUDAFIX_CHANGES(conj_physical_) __CUDAFIX_CHANGES(acos_)
  __CUDAFIX_CHANGES(acosh_) __CUDAFIX_CHANGES(asin_) __CUDAFIX_CHANGES(asinh_) __CUDAFIX_CHANGES(atan_)
  __CUDAFIX_CHANGES(atanh_) __CUDAFIX_CHANGES(addmv_) __CUDAFIX_CHANGES(addr_) __CUDAFIX_CHANGES(addbmm_)
  __CUDAFIX_CHANGES(addmm_) __CUDAFIX_CHANGES(baddbmm_) __CUDAFIX_CHANGES(bernoulli_) __CUDAFIX_CHANGES(bitwise_not_)
  __CUDAFIX_CHANGES(bitwise_and_) __CUDAFIX_CHANGES(bitwise_or_) __CUDAFIX_CHANGES(bitwise_xor_)
  __CUDAFIX_CHANGES(bitwise_left_shift_) __CUDAFIX_CHANGES(bitwise_right_shift_) __CUDAFIX_CHANGES(copysign_)
  __CUDAFIX_CHANGES(logical_not_) __CUDAFIX_CHANGES(logical_and_) __CUDAFIX_CHANGES(logical_or_)
  __CUDAFIX_CHANGES(logical_xor_) __CUDAFIX_CHANGES(ceil_) __CUDAFIX_CHANGES(clamp_min_) __CUDAFIX_CHANGES(clamp_max_)
  __CUDAFIX_CHANGES(clip_) __CUDAFIX_CHANGES(cos_) __CUDAFIX_CHANGES(cosh_) __CUDAFIX_CHANGES(cumprod_)
  __CUDAFIX_CHANGES(cumsum_) __CUDAFIX_CHANGES(fill_diagonal_) __CUDAFIX_CHANGES(divide_) __CUDAFIX_CHANGES(erf_)
  __CUDAFIX_CHANGES(erfc_) __CUDAFIX_CHANGES(erfinv_) __CUDAFIX_CHANGES(exp_) __CUDAFIX_CHANGES(exp2_)
  __CUDAFIX_CHANGES(expm1_) __CUDAFIX_CHANGES(floor_) __CUDAFIX_CHANGES(frac_) __CUDAFIX_CHANGES(gcd_)
  __CUDAFIX_CHANGES(lcm_) __CUDAFIX_CHANGES(index_put_) __CUDAFIX_CHANGES(index_reduce_)
  __CUDAFIX_CHANGES(nan_to_num_) __CUDAFIX_CHANGES(ldexp_) __CUDAFIX_CHANGES(log_) __CUDAFIX_CHANGES(log10_)
  __CUDAFIX_CHANGES(log1p_) __CUDAFIX_CHANGES(log2_) __CUDAFIX_CHANGES(xlogy_) __CUDAFIX_CHANGES(logit_)
  __CUDAFIX_CHANGES(multiply_) __CUDAFIX_CHANGES(neg_) __CUDAFIX_CHANGES(negative_) __CUDAFIX_CHANGES(pow_)
  __CUDAFIX_CHANGES(float_power_) __CUDAFIX_CHANGES(prelu_) __CUDAFIX_CHANGES(rad2deg_) __CUDAFIX_CHANGES(deg2rad_)
  __CUDAFIX_CHANGES(reciprocal_) __CUDAFIX_CHANGES(relu_) __CUDAFIX_CHANGES(remainder_) __CUDAFIX_CHANGES(round_)
  __CUDAFIX_CHANGES(rsqrt_) __CUDAFIX_CHANGES(sqrt_) __CUDAFIX_CHANGES(square_) __CUDAFIX_CHANGES(sigmoid_)
  __CUDAFIX_CHANGES(sign_) __CUDAFIX_CHANGES(sin_) __CUDAFIX_CHANGES(sinc_) __CUDAFIX_CHANGES(sinh_)
  __CUDAFIX_CHANGES(subtract_) __CUDAFIX_CHANGES(tan_) __CUDAFIX_CHANGES(tanh_) __CUDAFIX_CHANGES(trunc_)
  __CUDAFIX_CHANGES(fix_) __CUDAFIX_CHANGES(heaviside_) __CUDAFIX_CHANGES(masked_scatter_) __CUDAFIX_CHANGES(put_)
  __CUDAFIX_CHANGES(scatter_reduce_) __CUDAFIX_CHANGES(lerp_) __CUDAFIX_CHANGES(cauchy_)
  __CUDAFIX_CHANGES(log_normal_) __CUDAFIX_CHANGES(exponential_) __CUDAFIX_CHANGES(geometric_)
  __CUDAFIX_CHANGES(tril_) __CUDAFIX_CHANGES(triu_) __CUDAFIX_CHANGES(eq_) __CUDAFIX_CHANGES(ne_)
  __CUDAFIX_CHANGES(ge_) __CUDAFIX_CHANGES(le_) __CUDAFIX_CHANGES(gt_) __CUDAFIX_CHANGES(lt_)
  __CUDAFIX_CHANGES(addcmul_) __CUDAFIX_CHANGES(addcdiv_) __CUDAFIX_CHANGES(lgamma_) __CUDAFIX_CHANGES(digamma_)
  __CUDAFIX_CHANGES(polygamma_) __CUDAFIX_CHANGES(i0_) __CUDAFIX_CHANGES(atan2_) __CUDAFIX_CHANGES(fmod_)
  __CUDAFIX_CHANGES(hypot_) __CUDAFIX_CHANGES(igamma_) __CUDAFIX_CHANGES(nextafter_) __CUDAFIX_CHANGES(renorm_)
  __CUDAFIX_CHANGES(transpose_) __CUDAFIX_CHANGES(t_) __CUDAFIX_CHANGES(squeeze_) __CUDAFIX_CHANGES(unsqueeze_)
  __CUDAFIX_CHANGES(swapaxes_) __CUDAFIX_CHANGES(swapdims_) __CUDAFIX_CHANGES(retain_grad)
  __CUDAFIX_REMAKES(resize_) __CUDAFIX_REMAKES(resize_as_) __CUDAFIX_REMAKES(set_) __CUDAFIX_REMAKES(as_strided_)
  __CUDAFIX_REMAKES(sparse_resize_)
  __CUDAFIX_FINDS(max) __CUDAFIX_FINDS(min) __CUDAFIX_FINDS(median) __CUDAFIX_FINDS(nanmedian) __CUDAFIX_FINDS(mode)
  __CUDAFIX_PAIR(sort) __CUDAFIX_PAIR(topk) __CUDAFIX_PAIR(cummax) __CUDAFIX_PAIR(cummin) __CUDAFIX_PAIR(kthvalue)
  __CUDAFIX_PAIR(frexp) __CUDAFIX_PAIR(aminmax) __CUDAFIX_PAIR(slogdet) __CUDAFIX_PAIR(qr) __CUDAFIX_PAIR(geqrf)
  __CUDAFIX_PAIR(triangular_solve) __CUDAFIX_PAIR(histogram)
  __CUDAFIX_LIST(split) __CUDAFIX_LIST(split_with_sizes) __CUDAFIX_LIST(unsafe_split)
  __CUDAFIX_LIST(unsafe_split_with_sizes) __CUDAFIX_LIST(chunk) __CUDAFIX_LIST(unsafe_chunk) __CUDAFIX_LIST(hsplit)
  __CUDAFIX_LIST(vsplit) __CUDAFIX_LIST(dsplit) __CUDAFIX_LIST(tensor_split) __CUDAFIX_LIST(unbind)
  __CUDAFIX_LIST(nonzero_numpy)
  __CUDAFIX_IS(is_pinned) __CUDAFIX_IS(is_same) __CUDAFIX_IS(is_complex) __CUDAFIX_IS(is_signed) __CUDAFIX_IS(is_leaf)
  __CUDAFIX_IS(is_nonzero) __CUDAFIX_IS(is_coalesced) __CUDAFIX_IS(is_set_to) __CUDAFIX_IS(is_same_size)
  __CUDAFIX_IS(is_alias_of) __CUDAFIX_IS(is_inference) __CUDAFIX_IS(is_conj) __CUDAFIX_IS(is_neg) __CUDAFIX_IS(equal)
  __CUDAFIX_IS(allclose) __CUDAFIX_IS(retains_grad) __CUDAFIX_IS(has_storage) __CUDAFIX_IS(has_names)
  __CUDAFIX_COUNT(sparse_dim) __CUDAFIX_COUNT(dense_dim) __CUDAFIX_COUNT(_nnz) __CUDAFIX_COUNT(_dimI)
  __CUDAFIX_COUNT(_dimV) __CUDAFIX_COUNT(q_zero_point) __CUDAFIX_COUNT(output_nr) __CUDAFIX_COUNT(_version)
  __CUDAFIX_COUNT(use_count) __CUDAFIX_COUNT(weak_use_count)
  template <class... A> std::tuple<Tensor, Tensor, Tensor> svd(A &&...) const { return {}; }
  template <class T> void record_stream(const T &) const {}
  template <class... A> void backward(A &&...) const {}
  void set_data(const Tensor &) const {}
  void reset() { impl = __cudafix_tensor_new(); }
  double q_scale() const { return __cudafix_tensor_ask(impl, 14); }
  bool is_quantized() const { return false; }
  bool is_sparse_csr() const { return false; }
  bool is_meta() const { return false; }
  bool is_hip() const { return false; }
  bool is_xpu() const { return false; }
  bool is_mps() const { return false; }
  bool is_mkldnn() const { return false; }
  Layout layout() const { return {}; }
  MemoryFormat suggest_memory_format(bool = false) const { return {}; }
  std::string toString() const { return {}; }
  std::string name() const { return {}; }
  void print() const {}
  Tensor data() const { return Tensor(__cudafix_tensor_view(impl)); }
  Tensor &mutable_grad() const { return *new Tensor(); }
  const void *unsafeGetTensorImpl() const { return impl; }
  Storage storage() const { return {impl}; }
  SymInt sym_size(int64_t i) const { return size(i); }
  SymInt sym_stride(int64_t i) const { return stride(i); }
  SymInt sym_numel() const { return numel(); }
  SymInt sym_storage_offset() const { return storage_offset(); }
  IntArrayRef sym_sizes() const { return sizes(); }
  IntArrayRef sym_strides() const { return strides(); }
  Tensor index(std::initializer_list<indexing::TensorIndex>) const { return {}; }
  template <class T> Tensor &index_put_(std::initializer_list<indexing::TensorIndex>, T &&) const { return const_cast<Tensor &>(*this); }
