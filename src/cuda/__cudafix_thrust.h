// SPDX-License-Identifier: Apache-2.0
//
// Thrust as declarations: containers, iterators, functors, and algorithms that take anything.
// Algorithms called in device code are external calls.
#ifndef __CUDAFIX_THRUST_H
#define __CUDAFIX_THRUST_H
#include <__cudafix_runtime.h>
#include <cstddef>
#include <iterator>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#define THRUST_VERSION 200800
#define THRUST_MAJOR_VERSION 2

namespace thrust {
template <class... T> struct tuple;
}
template <class... T> struct std::tuple_size<thrust::tuple<T...>> : std::tuple_size<std::tuple<T...>> {};
template <std::size_t I, class... T> struct std::tuple_element<I, thrust::tuple<T...>> : std::tuple_element<I, std::tuple<T...>> {};

namespace thrust {
// The exceptions of the real library; the functions of this header throw none.
using std::error_category;
using std::error_code;
using std::system_error;
inline const error_category &cuda_category() { return std::generic_category(); }

template <class T> class device_ptr;

template <class T> class device_reference {
public:
  __CUDAFIX_M explicit device_reference(T *p) : p(p) {}
  __CUDAFIX_M operator T() const { return *p; }
  template <class U> __CUDAFIX_M device_reference &operator=(const U &v) { *p = v; return *this; }
  __CUDAFIX_M device_reference &operator=(const device_reference &o) { *p = T(o); return *this; }
  template <class U> __CUDAFIX_M device_reference &operator+=(const U &v) { *p += v; return *this; }
  __CUDAFIX_M device_ptr<T> operator&() const;

private:
  T *p;
};

template <class T> class device_ptr {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef device_reference<T> reference;
  __CUDAFIX_M device_ptr() : p(nullptr) {}
  __CUDAFIX_M explicit device_ptr(T *p) : p(p) {}
  template <class U> __CUDAFIX_M device_ptr(const device_ptr<U> &o) : p(o.get()) {}
  __CUDAFIX_M T *get() const { return p; }
  __CUDAFIX_M reference operator*() const { return reference(p); }
  __CUDAFIX_M reference operator[](difference_type i) const { return reference(p + i); }
  __CUDAFIX_M device_ptr operator+(difference_type n) const { return device_ptr(p + n); }
  __CUDAFIX_M device_ptr operator-(difference_type n) const { return device_ptr(p - n); }
  __CUDAFIX_M difference_type operator-(device_ptr o) const { return p - o.p; }
  __CUDAFIX_M device_ptr &operator+=(difference_type n) { p += n; return *this; }
  __CUDAFIX_M device_ptr &operator++() { ++p; return *this; }
  __CUDAFIX_M device_ptr operator++(int) { return device_ptr(p++); }
  __CUDAFIX_M device_ptr &operator--() { --p; return *this; }
  __CUDAFIX_M bool operator==(device_ptr o) const { return p == o.p; }
  __CUDAFIX_M bool operator!=(device_ptr o) const { return p != o.p; }
  __CUDAFIX_M bool operator<(device_ptr o) const { return p < o.p; }
  __CUDAFIX_M explicit operator bool() const { return p; }

private:
  T *p;
};
template <class T> __CUDAFIX_M device_ptr<T> device_reference<T>::operator&() const { return device_ptr<T>(p); }
template <class T> __CUDAFIX_HD device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> __CUDAFIX_HD device_ptr<T> device_pointer_cast(device_ptr<T> p) { return p; }
template <class T> __CUDAFIX_HD T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> __CUDAFIX_HD T *raw_pointer_cast(T *p) { return p; }
template <class T> __CUDAFIX_HD T &raw_reference_cast(T &r) { return r; }
template <class T> device_ptr<T> device_malloc(std::size_t n);
template <class T> void device_free(device_ptr<T> p);

template <class T> class device_allocator {
public:
  typedef T value_type;
  typedef device_ptr<T> pointer;
};
template <class T> using device_malloc_allocator = device_allocator<T>;

template <class T, class It, class Ref> class __cudafix_vector {
public:
  typedef T value_type;
  typedef It iterator;
  typedef It const_iterator;
  typedef It pointer;
  typedef Ref reference;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  __cudafix_vector();
  explicit __cudafix_vector(size_type n);
  __cudafix_vector(size_type n, const T &v);
  __cudafix_vector(const __cudafix_vector &);
  __cudafix_vector(std::initializer_list<T>);
  template <class U> __cudafix_vector(const std::vector<U> &);
  template <class U, class I, class R> __cudafix_vector(const __cudafix_vector<U, I, R> &);
  template <class I, class = typename std::iterator_traits<I>::value_type> __cudafix_vector(I first, I last);
  ~__cudafix_vector();
  __cudafix_vector &operator=(const __cudafix_vector &);
  template <class U> __cudafix_vector &operator=(const std::vector<U> &);
  template <class U, class I, class R> __cudafix_vector &operator=(const __cudafix_vector<U, I, R> &);
  iterator begin() const { return data(); }
  iterator end() const { return data() + size(); }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  std::reverse_iterator<iterator> rbegin() const;
  std::reverse_iterator<iterator> rend() const;
  iterator data() const;
  reference operator[](size_type i) const { return data()[i]; }
  reference front() const { return data()[0]; }
  reference back() const { return data()[size() - 1]; }
  size_type size() const;
  size_type capacity() const;
  bool empty() const;
  void resize(size_type n);
  void resize(size_type n, const T &v);
  void reserve(size_type n);
  void clear();
  void shrink_to_fit();
  void push_back(const T &v);
  void pop_back();
  void swap(__cudafix_vector &);
  void assign(size_type n, const T &v);
  template <class I> void assign(I first, I last);
  iterator erase(iterator first, iterator last);
  iterator erase(iterator at);
  iterator insert(iterator at, const T &v);
  template <class I> void insert(iterator at, I first, I last);
};
template <class T, class A = device_allocator<T>>
class device_vector : public __cudafix_vector<T, device_ptr<T>, device_reference<T>> {
public:
  using __cudafix_vector<T, device_ptr<T>, device_reference<T>>::__cudafix_vector;
  template <class C> device_vector &operator=(const C &);
  device_vector() = default;
  device_vector(const device_vector &) = default;
  device_vector &operator=(const device_vector &) = default;
};
template <class T, class A = std::allocator<T>>
class host_vector : public __cudafix_vector<T, T *, T &> {
public:
  using __cudafix_vector<T, T *, T &>::__cudafix_vector;
  template <class C> host_vector &operator=(const C &);
  host_vector() = default;
  host_vector(const host_vector &) = default;
  host_vector &operator=(const host_vector &) = default;
};
template <class T> using universal_vector = host_vector<T>;
template <class T, class A, class V> bool operator==(const host_vector<T, A> &, const V &);
template <class T, class A, class V> bool operator!=(const host_vector<T, A> &, const V &);
template <class T, class A, class V> bool operator==(const device_vector<T, A> &, const V &);
template <class T, class A, class V> bool operator!=(const device_vector<T, A> &, const V &);

// ---- tuples, pairs, functors
/// Unlike std::tuple, device code may assign to it.
template <class... T> struct tuple : std::tuple<T...> {
  constexpr tuple() = default;
  constexpr tuple(const tuple &) = default;
  template <class... U, class = std::enable_if_t<sizeof...(U) == sizeof...(T) && std::is_constructible<std::tuple<T...>, U &&...>::value>>
  __CUDAFIX_M constexpr tuple(U &&...v) : std::tuple<T...>(static_cast<U &&>(v)...) {}
  template <class... U, class = std::enable_if_t<sizeof...(U) == sizeof...(T)>>
  __CUDAFIX_M constexpr tuple(const std::tuple<U...> &o) : std::tuple<T...>(o) {}
  __CUDAFIX_M tuple &operator=(const tuple &o) { return assign(o, std::index_sequence_for<T...>()); }
  template <class... U> __CUDAFIX_M tuple &operator=(const std::tuple<U...> &o) { return assign(o, std::index_sequence_for<T...>()); }
  template <class A, class B> __CUDAFIX_M tuple &operator=(const std::pair<A, B> &o) {
    std::get<0>(*this) = o.first;
    std::get<1>(*this) = o.second;
    return *this;
  }

private:
  template <class O, std::size_t... I> __CUDAFIX_M tuple &assign(const O &o, std::index_sequence<I...>) {
    (void)std::initializer_list<int>{(std::get<I>(*this) = std::get<I>(o), 0)...};
    return *this;
  }
};
template <class A, class B> using pair = std::pair<A, B>;
using std::get;
using std::make_pair;
template <class... T> __CUDAFIX_HD tuple<std::decay_t<T>...> make_tuple(T &&...v) { return tuple<std::decay_t<T>...>(static_cast<T &&>(v)...); }
template <class... T> __CUDAFIX_HD tuple<T &...> tie(T &...v) { return tuple<T &...>(v...); }
template <std::size_t I, class T> using tuple_element = std::tuple_element<I, T>;
template <class T> using tuple_size = std::tuple_size<T>;
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
#define __CUDAFIX_FUNCTOR(NAME, EXPR)                                                              \
  template <class T = void> struct NAME { typedef T result_type; __CUDAFIX_M auto operator()(const T &a, const T &b) const { return EXPR; } }; \
  template <> struct NAME<void> { template <class A, class B> __CUDAFIX_M auto operator()(const A &a, const B &b) const { return EXPR; } };
__CUDAFIX_FUNCTOR(plus, a + b)
__CUDAFIX_FUNCTOR(minus, a - b)
__CUDAFIX_FUNCTOR(multiplies, a * b)
__CUDAFIX_FUNCTOR(divides, a / b)
__CUDAFIX_FUNCTOR(modulus, a % b)
__CUDAFIX_FUNCTOR(minimum, a < b ? a : b)
__CUDAFIX_FUNCTOR(maximum, a < b ? b : a)
__CUDAFIX_FUNCTOR(less, a < b)
__CUDAFIX_FUNCTOR(greater, a > b)
__CUDAFIX_FUNCTOR(less_equal, a <= b)
__CUDAFIX_FUNCTOR(greater_equal, a >= b)
__CUDAFIX_FUNCTOR(equal_to, a == b)
__CUDAFIX_FUNCTOR(not_equal_to, a != b)
__CUDAFIX_FUNCTOR(logical_and, a && b)
__CUDAFIX_FUNCTOR(logical_or, a || b)
__CUDAFIX_FUNCTOR(bit_and, a & b)
__CUDAFIX_FUNCTOR(bit_or, a | b)
__CUDAFIX_FUNCTOR(bit_xor, a ^ b)
#undef __CUDAFIX_FUNCTOR
template <class T = void> struct negate { template <class A> __CUDAFIX_M auto operator()(const A &a) const { return -a; } };
template <class T = void> struct square { template <class A> __CUDAFIX_M auto operator()(const A &a) const { return a * a; } };
template <class T = void> struct identity { template <class A> __CUDAFIX_M A operator()(const A &a) const { return a; } };
template <class A = void, class B = void> struct project1st { template <class X, class Y> __CUDAFIX_M X operator()(const X &x, const Y &) const { return x; } };
template <class A = void, class B = void> struct project2nd { template <class X, class Y> __CUDAFIX_M Y operator()(const X &, const Y &y) const { return y; } };
/// Calls a function of several arguments with the elements of one tuple.
template <class F> class zip_function {
public:
  __CUDAFIX_M zip_function(F f) : f(f) {}
  template <class T> __CUDAFIX_M auto operator()(const T &t) const { return call(t, std::make_index_sequence<std::tuple_size<T>::value>()); }

private:
  template <class T, std::size_t... I> __CUDAFIX_M auto call(const T &t, std::index_sequence<I...>) const { return f(thrust::get<I>(t)...); }
  F f;
};
template <class F> __CUDAFIX_HD zip_function<F> make_zip_function(F f) { return zip_function<F>(f); }
template <class T = void> struct logical_not { template <class A> __CUDAFIX_M bool operator()(const A &a) const { return !a; } };

// ---- iterators
template <class T> struct __cudafix_iterator {
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef const T *pointer;
  typedef T reference;
};
template <class T> class counting_iterator : public __cudafix_iterator<T> {
public:
  __CUDAFIX_M counting_iterator() = default;
  __CUDAFIX_M explicit counting_iterator(T v) : v(v) {}
  __CUDAFIX_M T operator*() const { return v; }
  __CUDAFIX_M T operator[](std::ptrdiff_t i) const { return v + i; }
  __CUDAFIX_M counting_iterator operator+(std::ptrdiff_t n) const { return counting_iterator(v + n); }
  __CUDAFIX_M counting_iterator &operator++() { ++v; return *this; }
  __CUDAFIX_M bool operator!=(counting_iterator o) const { return v != o.v; }
  __CUDAFIX_M std::ptrdiff_t operator-(counting_iterator o) const { return v - o.v; }

private:
  T v;
};
template <class T> class constant_iterator : public __cudafix_iterator<T> {
public:
  __CUDAFIX_M explicit constant_iterator(T v) : v(v) {}
  __CUDAFIX_M T operator*() const { return v; }
  __CUDAFIX_M T operator[](std::ptrdiff_t) const { return v; }
  __CUDAFIX_M constant_iterator operator+(std::ptrdiff_t) const { return *this; }

private:
  T v;
};
template <class F, class I> class transform_iterator : public __cudafix_iterator<decltype(std::declval<F>()(*std::declval<I>()))> {
public:
  __CUDAFIX_M transform_iterator(I i, F f) : i(i), f(f) {}
  __CUDAFIX_M auto operator*() const { return f(*i); }
  __CUDAFIX_M auto operator[](std::ptrdiff_t n) const { return f(i[n]); }
  __CUDAFIX_M transform_iterator operator+(std::ptrdiff_t n) const { return transform_iterator(i + n, f); }

private:
  I i;
  F f;
};
template <class E, class I> class permutation_iterator : public __cudafix_iterator<typename std::iterator_traits<E>::value_type> {
public:
  __CUDAFIX_M permutation_iterator(E e, I i) : e(e), i(i) {}
  __CUDAFIX_M auto operator*() const { return e[*i]; }
  __CUDAFIX_M permutation_iterator operator+(std::ptrdiff_t n) const { return permutation_iterator(e, i + n); }

private:
  E e;
  I i;
};
template <class T> class zip_iterator : public __cudafix_iterator<T> {
public:
  __CUDAFIX_M zip_iterator(T t) : t(t) {}
  __CUDAFIX_M zip_iterator operator+(std::ptrdiff_t) const { return *this; }
  __CUDAFIX_M zip_iterator operator-(std::ptrdiff_t) const { return *this; }
  std::ptrdiff_t operator-(const zip_iterator &) const;
  __CUDAFIX_M T get_iterator_tuple() const { return t; }
  T operator*() const;

private:
  T t;
};
template <class T> class discard_iterator {};
template <class T> __CUDAFIX_HD counting_iterator<T> make_counting_iterator(T v) { return counting_iterator<T>(v); }
template <class T> __CUDAFIX_HD constant_iterator<T> make_constant_iterator(T v) { return constant_iterator<T>(v); }
template <class I, class F> __CUDAFIX_HD transform_iterator<F, I> make_transform_iterator(I i, F f) { return transform_iterator<F, I>(i, f); }
template <class E, class I> __CUDAFIX_HD permutation_iterator<E, I> make_permutation_iterator(E e, I i) { return permutation_iterator<E, I>(e, i); }
template <class T> __CUDAFIX_HD zip_iterator<T> make_zip_iterator(T t) { return zip_iterator<T>(t); }
template <class A, class B, class... R> __CUDAFIX_HD auto make_zip_iterator(A a, B b, R... r) { return zip_iterator<tuple<A, B, R...>>(thrust::make_tuple(a, b, r...)); }
template <class I = std::ptrdiff_t> __CUDAFIX_HD auto make_discard_iterator(I = 0) { return discard_iterator<I>(); }
template <class I> __CUDAFIX_HD auto make_reverse_iterator(I i) { return std::reverse_iterator<I>(i); }
template <class I> using reverse_iterator = std::reverse_iterator<I>;
template <class I> struct iterator_traits : std::iterator_traits<I> {};
template <class I> struct iterator_value { typedef typename std::iterator_traits<I>::value_type type; };
template <class I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };

// ---- policies
struct __cudafix_policy {
  template <class T> __CUDAFIX_M __cudafix_policy on(T) const { return *this; }
  template <class T> __CUDAFIX_M __cudafix_policy operator()(const T &) const { return *this; }
};
static const __cudafix_policy device{}, host{}, seq{};
namespace cuda { static const __cudafix_policy par{}, par_nosync{}; }
namespace cuda { namespace experimental {
/// The allocator of containers in the host's memory.
template <class T> struct pinned_allocator : std::allocator<T> {
  pinned_allocator() = default;
  template <class U> pinned_allocator(const pinned_allocator<U> &) {}
  template <class U> struct rebind { typedef pinned_allocator<U> other; };
};
}} // namespace cuda::experimental
namespace system {
using thrust::cuda::par;
namespace cuda { using namespace thrust::cuda; }
} // namespace system
struct device_execution_policy {};

// ---- algorithms
// Static, because an instance for a lambda's type could not be defined in any other file.
#define __CUDAFIX_ALGORITHM static __attribute__((host, device))
#define __CUDAFIX_VOID(NAME) template <class... A> __CUDAFIX_ALGORITHM void NAME(A &&...);
__CUDAFIX_VOID(fill) __CUDAFIX_VOID(sort) __CUDAFIX_VOID(sort_by_key) __CUDAFIX_VOID(stable_sort)
__CUDAFIX_VOID(stable_sort_by_key) __CUDAFIX_VOID(sequence)
__CUDAFIX_VOID(generate) __CUDAFIX_VOID(replace) __CUDAFIX_VOID(replace_if) __CUDAFIX_VOID(shuffle)
__CUDAFIX_VOID(tabulate) __CUDAFIX_VOID(reverse) __CUDAFIX_VOID(gather) __CUDAFIX_VOID(scatter)
__CUDAFIX_VOID(scatter_if) __CUDAFIX_VOID(uninitialized_fill) __CUDAFIX_VOID(uninitialized_fill_n)
#undef __CUDAFIX_VOID
// The result's type depends on the arguments; the type of the first iterator is close enough.
template <class P, class... R> struct __cudafix_first { typedef P type; };
template <class I, class... R> struct __cudafix_first<__cudafix_policy, I, R...> { typedef I type; };
#define __CUDAFIX_ITERATOR(NAME)                                                                   \
  template <class... A> __CUDAFIX_ALGORITHM typename __cudafix_first<std::decay_t<A>...>::type NAME(A &&...);
#define __CUDAFIX_VALUE(NAME)                                                                      \
  template <class... A> __CUDAFIX_ALGORITHM typename std::iterator_traits<typename __cudafix_first<std::decay_t<A>...>::type>::value_type NAME(A &&...);
#define __CUDAFIX_COUNT(NAME) template <class... A> __CUDAFIX_ALGORITHM std::ptrdiff_t NAME(A &&...);
__CUDAFIX_ITERATOR(find) __CUDAFIX_ITERATOR(find_if) __CUDAFIX_ITERATOR(find_if_not) __CUDAFIX_ITERATOR(min_element)
__CUDAFIX_ITERATOR(max_element) __CUDAFIX_ITERATOR(unique) __CUDAFIX_ITERATOR(remove) __CUDAFIX_ITERATOR(remove_if)
__CUDAFIX_ITERATOR(partition) __CUDAFIX_ITERATOR(stable_partition) __CUDAFIX_ITERATOR(lower_bound) __CUDAFIX_ITERATOR(upper_bound)
__CUDAFIX_ITERATOR(for_each) __CUDAFIX_ITERATOR(for_each_n) __CUDAFIX_ITERATOR(fill_n) __CUDAFIX_ITERATOR(generate_n)
__CUDAFIX_ITERATOR(is_sorted_until) __CUDAFIX_ITERATOR(partition_point) __CUDAFIX_ITERATOR(swap_ranges)
__CUDAFIX_VALUE(reduce) __CUDAFIX_COUNT(count) __CUDAFIX_COUNT(count_if) __CUDAFIX_COUNT(distance)
__CUDAFIX_COUNT(is_sorted) __CUDAFIX_COUNT(equal) __CUDAFIX_COUNT(any_of) __CUDAFIX_COUNT(all_of)
__CUDAFIX_COUNT(none_of) __CUDAFIX_COUNT(binary_search) __CUDAFIX_COUNT(unique_count) __CUDAFIX_COUNT(is_partitioned)
#undef __CUDAFIX_ITERATOR
#undef __CUDAFIX_VALUE
#undef __CUDAFIX_COUNT
#define __CUDAFIX_OUTPUT(NAME)                                                                     \
  template <class I, class O> __CUDAFIX_ALGORITHM O NAME(I, I, O);                       \
  template <class I, class O, class A> __CUDAFIX_ALGORITHM O NAME(I, I, O, A);           \
  template <class I, class O, class A, class B> __CUDAFIX_ALGORITHM O NAME(I, I, O, A, B); \
  template <class I, class O> __CUDAFIX_ALGORITHM O NAME(__cudafix_policy, I, I, O);     \
  template <class I, class O, class A> __CUDAFIX_ALGORITHM O NAME(__cudafix_policy, I, I, O, A); \
  template <class I, class O, class A, class B> __CUDAFIX_ALGORITHM O NAME(__cudafix_policy, I, I, O, A, B); \
  template <class I, class O, class A, class B, class C> __CUDAFIX_ALGORITHM O NAME(I, I, O, A, B, C); \
  template <class I, class O, class A, class B, class C> __CUDAFIX_ALGORITHM O NAME(__cudafix_policy, I, I, O, A, B, C);
__CUDAFIX_OUTPUT(copy) __CUDAFIX_OUTPUT(copy_n) __CUDAFIX_OUTPUT(inclusive_scan)
__CUDAFIX_OUTPUT(exclusive_scan) __CUDAFIX_OUTPUT(transform_if) __CUDAFIX_OUTPUT(unique_copy)
__CUDAFIX_OUTPUT(adjacent_difference) __CUDAFIX_OUTPUT(set_intersection) __CUDAFIX_OUTPUT(merge)
__CUDAFIX_OUTPUT(inclusive_scan_by_key) __CUDAFIX_OUTPUT(exclusive_scan_by_key) __CUDAFIX_OUTPUT(set_difference)
__CUDAFIX_OUTPUT(set_union) __CUDAFIX_OUTPUT(set_symmetric_difference) __CUDAFIX_OUTPUT(reverse_copy) __CUDAFIX_OUTPUT(remove_copy)
__CUDAFIX_OUTPUT(replace_copy) __CUDAFIX_OUTPUT(replace_copy_if) __CUDAFIX_OUTPUT(transform_inclusive_scan)
__CUDAFIX_OUTPUT(transform_exclusive_scan) __CUDAFIX_OUTPUT(gather_if)
#undef __CUDAFIX_OUTPUT
#define __CUDAFIX_OUTPUT(NAME) /* one range, or two of which the second is a stencil or operand */ \
  template <class I, class O, class F> __CUDAFIX_ALGORITHM O NAME(I, I, O, F);           \
  template <class I, class J, class O, class F> __CUDAFIX_ALGORITHM O NAME(I, I, J, O, F); \
  template <class I, class O, class F> __CUDAFIX_ALGORITHM O NAME(__cudafix_policy, I, I, O, F); \
  template <class I, class J, class O, class F> __CUDAFIX_ALGORITHM O NAME(__cudafix_policy, I, I, J, O, F);
__CUDAFIX_OUTPUT(copy_if) __CUDAFIX_OUTPUT(remove_copy_if) __CUDAFIX_OUTPUT(transform)
#undef __CUDAFIX_OUTPUT
template <class I, class F, class T, class O> static T transform_reduce(I, I, F, T, O);
template <class I, class F, class T, class O> static T transform_reduce(__cudafix_policy, I, I, F, T, O);
template <class I, class J, class T> static T inner_product(I, I, J, T);
template <class I, class J, class T, class F, class G> static T inner_product(I, I, J, T, F, G);
template <class... A> static std::pair<typename __cudafix_first<std::decay_t<A>...>::type, typename __cudafix_first<std::decay_t<A>...>::type> unique_by_key(A &&...);
template <class... A> static std::pair<typename __cudafix_first<std::decay_t<A>...>::type, typename __cudafix_first<std::decay_t<A>...>::type> minmax_element(A &&...);
template <class... A> static std::pair<typename __cudafix_first<std::decay_t<A>...>::type, typename __cudafix_first<std::decay_t<A>...>::type> equal_range(A &&...);
template <class... A> static std::pair<typename __cudafix_first<std::decay_t<A>...>::type, typename __cudafix_first<std::decay_t<A>...>::type> mismatch(A &&...);
template <class... A> static std::pair<typename __cudafix_first<std::decay_t<A>...>::type, typename __cudafix_first<std::decay_t<A>...>::type> partition_copy(A &&...);
// The ends of output keys (K) and values (L), which follow two iterators of keys and one of values.
template <class... A> struct __cudafix_ends_by_key;
template <class I, class V, class K, class L, class... R> struct __cudafix_ends_by_key<I, I, V, K, L, R...> { typedef std::pair<K, L> type; };
template <class P, class I, class V, class K, class L, class... R> struct __cudafix_ends_by_key<P, I, I, V, K, L, R...> { typedef std::pair<K, L> type; };
template <class... A> static typename __cudafix_ends_by_key<std::decay_t<A>...>::type unique_by_key_copy(A &&...);
template <class P, class... A> static void merge_by_key(P, A &&...);
template <class P, class... A> static void set_union_by_key(P, A &&...);
template <class P, class... A> static void set_difference_by_key(P, A &&...);
template <class P, class... A> static void set_intersection_by_key(P, A &&...);
template <class... A> static typename __cudafix_ends_by_key<std::decay_t<A>...>::type reduce_by_key(A &&...);
#undef __CUDAFIX_ALGORITHM
// Functions written as expressions, `_1 * a + _2`; their results are not modelled.
namespace placeholders {
struct __cudafix_term {
  template <class T> __CUDAFIX_M __cudafix_term operator=(const T &) const { return {}; }
  __CUDAFIX_M __cudafix_term operator-() const { return {}; }
  __CUDAFIX_M __cudafix_term operator!() const { return {}; }
  __CUDAFIX_M __cudafix_term operator~() const { return {}; }
  template <class T, class... More> __attribute__((host, device)) T operator()(const T &, const More &...) const;
};
template <class A, class B> using __cudafix_terms = std::enable_if_t<std::is_same<A, __cudafix_term>::value || std::is_same<B, __cudafix_term>::value, __cudafix_term>;
#define __CUDAFIX_TERMS(OP) template <class A, class B> __CUDAFIX_HD __cudafix_terms<A, B> operator OP(const A &, const B &) { return {}; }
__CUDAFIX_TERMS(+) __CUDAFIX_TERMS(-) __CUDAFIX_TERMS(*) __CUDAFIX_TERMS(/) __CUDAFIX_TERMS(%)
__CUDAFIX_TERMS(==) __CUDAFIX_TERMS(!=) __CUDAFIX_TERMS(<) __CUDAFIX_TERMS(<=) __CUDAFIX_TERMS(>) __CUDAFIX_TERMS(>=)
__CUDAFIX_TERMS(&&) __CUDAFIX_TERMS(||) __CUDAFIX_TERMS(&) __CUDAFIX_TERMS(|) __CUDAFIX_TERMS(^) __CUDAFIX_TERMS(<<) __CUDAFIX_TERMS(>>)
__CUDAFIX_TERMS(+=) __CUDAFIX_TERMS(-=) __CUDAFIX_TERMS(*=) __CUDAFIX_TERMS(/=)
#undef __CUDAFIX_TERMS
static const __cudafix_term _1{}, _2{}, _3{}, _4{}, _5{}, _6{}, _7{}, _8{}, _9{}, _10{};
} // namespace placeholders
template <class I> __CUDAFIX_HD void advance(I &i, std::ptrdiff_t n) { i += n; }
template <class T> __CUDAFIX_HD void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <class T> __CUDAFIX_HD T min(T a, T b) { return b < a ? b : a; }
template <class T> __CUDAFIX_HD T max(T a, T b) { return a < b ? b : a; }

class default_random_engine {
public:
  typedef unsigned result_type;
  __attribute__((host, device)) default_random_engine(unsigned = 1) {}
  __attribute__((host, device)) void discard(unsigned long long);
  __attribute__((host, device)) void seed(unsigned);
  __attribute__((host, device)) unsigned operator()();
};
typedef default_random_engine minstd_rand;
namespace random { using thrust::default_random_engine; }
template <class T> struct uniform_int_distribution { __attribute__((host, device)) uniform_int_distribution(T = 0, T = 1) {} template <class G> __attribute__((host, device)) T operator()(G &); };
template <class T> struct uniform_real_distribution { __attribute__((host, device)) uniform_real_distribution(T = 0, T = 1) {} template <class G> __attribute__((host, device)) T operator()(G &); };
template <class T> struct normal_distribution { __attribute__((host, device)) normal_distribution(T = 0, T = 1) {} template <class G> __attribute__((host, device)) T operator()(G &); };
} // namespace thrust
#include <__cudafix_thrust_iterators.h>
#endif
