// SPDX-License-Identifier: Apache-2.0
//
// Part of __cudafix_thrust.h: tags of iterators, and the classes that iterators of a program derive
// from.
#ifndef __CUDAFIX_THRUST_ITERATORS_H
#define __CUDAFIX_THRUST_ITERATORS_H
namespace thrust {
struct any_system_tag {};
struct host_system_tag {};
struct device_system_tag {};
namespace system { namespace cuda { struct tag : thrust::device_system_tag {}; } }
namespace cuda { typedef system::cuda::tag tag; }
struct no_traversal_tag {};
struct incrementable_traversal_tag : no_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};
#define __CUDAFIX_TAGS(Kind)                                                                      \
  typedef std::Kind##_iterator_tag Kind##_host_iterator_tag;                                      \
  struct Kind##_device_iterator_tag : std::Kind##_iterator_tag {};                                \
  struct Kind##_universal_iterator_tag : std::Kind##_iterator_tag {};
__CUDAFIX_TAGS(input) __CUDAFIX_TAGS(output) __CUDAFIX_TAGS(forward)
__CUDAFIX_TAGS(bidirectional) __CUDAFIX_TAGS(random_access)
#undef __CUDAFIX_TAGS

struct use_default {};
template <class I> struct iterator_reference { typedef typename std::iterator_traits<I>::reference type; };
template <class I> struct iterator_pointer { typedef typename std::iterator_traits<I>::pointer type; };
template <class I> struct iterator_traversal { typedef random_access_traversal_tag type; };
template <class I> struct iterator_system { typedef device_system_tag type; };
template <class T> struct iterator_system<T *> { typedef host_system_tag type; };
template <class I> using iterator_value_t = typename iterator_value<I>::type;
template <class I> using iterator_reference_t = typename iterator_reference<I>::type;
template <class I> using iterator_difference_t = typename iterator_difference<I>::type;
template <class I> using iterator_system_t = typename iterator_system<I>::type;
template <class I> using iterator_traversal_t = typename iterator_traversal<I>::type;

/// Calls the private functions of a program's iterator, which makes this class a friend.
class iterator_core_access {
public:
  template <class I> __CUDAFIX_M static decltype(auto) dereference(const I &i) { return i.dereference(); }
  template <class I> __CUDAFIX_M static void increment(I &i) { i.increment(); }
  template <class I> __CUDAFIX_M static void decrement(I &i) { i.decrement(); }
  template <class I, class D> __CUDAFIX_M static void advance(I &i, D n) { i.advance(n); }
  template <class I> __CUDAFIX_M static bool equal(const I &i, const I &o) { return i.equal(o); }
  template <class I> __CUDAFIX_M static auto distance(const I &i, const I &o) { return i.distance_to(o); }
};
template <class I, class V, class S, class C, class R, class D = std::ptrdiff_t> class iterator_facade {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef V value_type;
  typedef D difference_type;
  typedef V *pointer;
  typedef R reference;
  __CUDAFIX_M decltype(auto) operator*() const { return iterator_core_access::dereference(own()); }
  __CUDAFIX_M decltype(auto) operator[](D n) const { return *(own() + n); }
  __CUDAFIX_M I &operator++() { iterator_core_access::increment(own()); return own(); }
  __CUDAFIX_M I operator++(int) { I was = own(); ++*this; return was; }
  __CUDAFIX_M I &operator--() { iterator_core_access::decrement(own()); return own(); }
  __CUDAFIX_M I operator--(int) { I was = own(); --*this; return was; }
  __CUDAFIX_M I &operator+=(D n) { iterator_core_access::advance(own(), n); return own(); }
  __CUDAFIX_M I &operator-=(D n) { iterator_core_access::advance(own(), -n); return own(); }
  __CUDAFIX_M friend I operator+(const I &i, D n) { I to(i); to += n; return to; }
  __CUDAFIX_M friend I operator+(D n, const I &i) { return i + n; }
  __CUDAFIX_M friend I operator-(const I &i, D n) { I to(i); to -= n; return to; }
  __CUDAFIX_M friend D operator-(const I &i, const I &o) { return iterator_core_access::distance(o, i); }
  __CUDAFIX_M friend bool operator==(const I &i, const I &o) { return iterator_core_access::equal(i, o); }
  __CUDAFIX_M friend bool operator!=(const I &i, const I &o) { return !iterator_core_access::equal(i, o); }
  __CUDAFIX_M friend bool operator<(const I &i, const I &o) { return i - o < 0; }

private:
  __CUDAFIX_M I &own() { return static_cast<I &>(*this); }
  __CUDAFIX_M const I &own() const { return static_cast<const I &>(*this); }
};
template <class T, class Else> using __cudafix_or = std::conditional_t<std::is_same<T, use_default>::value, Else, T>;
template <class I, class B, class V = use_default, class S = use_default, class C = use_default, class R = use_default, class D = use_default>
class iterator_adaptor
    : public iterator_facade<I, __cudafix_or<V, typename std::iterator_traits<B>::value_type>, S, C,
                             __cudafix_or<R, typename std::iterator_traits<B>::reference>,
                             __cudafix_or<D, typename std::iterator_traits<B>::difference_type>> {
public:
  typedef B base_type;
  typedef iterator_adaptor super_t;
  iterator_adaptor() = default;
  __CUDAFIX_M explicit iterator_adaptor(const B &i) : i(i) {}
  __CUDAFIX_M const B &base() const { return i; }

protected:
  friend class iterator_core_access;
  typedef iterator_adaptor iterator_adaptor_;
  __CUDAFIX_M B &base_reference() { return i; }
  __CUDAFIX_M const B &base_reference() const { return i; }

private:
  typedef typename iterator_adaptor::difference_type Distance;
  __CUDAFIX_M decltype(auto) dereference() const { return *i; }
  __CUDAFIX_M bool equal(const iterator_adaptor &o) const { return i == o.i; }
  __CUDAFIX_M void advance(Distance n) { i += n; }
  __CUDAFIX_M void increment() { ++i; }
  __CUDAFIX_M void decrement() { --i; }
  __CUDAFIX_M Distance distance_to(const iterator_adaptor &o) const { return o.i - i; }
  B i;
};
} // namespace thrust
#endif
