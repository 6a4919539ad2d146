// SPDX-License-Identifier: Apache-2.0
//
// Stands in for missing logging and formatting libraries: nothing is printed.
#ifndef __CUDAFIX_CONTRACT_FMT_H
#define __CUDAFIX_CONTRACT_FMT_H
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
namespace fmt {
using std::string_view;
struct format_parse_context { const char *begin() const { return ""; } const char *end() const { return ""; } };
struct format_context { char *out() { return nullptr; } };
using context = format_context;
template <class T, class Char = char, class = void> struct formatter {
  template <class C> constexpr auto parse(C &c) { return c.begin(); }
  template <class U, class C> auto format(const U &, C &c) const { return c.out(); }
};
template <class T> struct __cudafix_same { typedef T type; };
template <class... A> struct basic_format_string { template <class S> constexpr basic_format_string(const S &) {} };
template <class... A> using format_string = basic_format_string<typename __cudafix_same<A>::type...>;
template <class... A> std::string format(A &&...) { return {}; }
template <class... A> char *format_to(A &&...) { return nullptr; }
template <class... A> char *format_to_n(A &&...) { return nullptr; }
struct format_args { template <class... A> format_args(A &&...) {} };
template <class... A> format_args make_format_args(A &&...) { return {}; }
template <class... A> std::string vformat(A &&...) { return {}; }
template <class... A> void vprint(A &&...) {}
template <class... A> void println(A &&...) {}
template <class... A> std::string to_string(A &&...) { return {}; }
template <class S> string_view runtime(const S &) { return {}; }
struct format_error : std::runtime_error { using std::runtime_error::runtime_error; };
struct memory_buffer {
  const char *data() const { return ""; }
  size_t size() const { return 0; }
};
template <class... A> std::string join(A &&...) { return {}; }
template <class... A> void print(A &&...) {}
template <class T> const T &underlying(const T &t) { return t; }
template <class T> const void *ptr(T p) { return p; }
} // namespace fmt
namespace spdlog {
namespace fmt_lib = fmt;
#define __CUDAFIX_LOGS(Name) template <class... A> void Name(A &&...) {}
#define __CUDAFIX_ALL_LOGS __CUDAFIX_LOGS(trace) __CUDAFIX_LOGS(debug) __CUDAFIX_LOGS(info) __CUDAFIX_LOGS(warn) __CUDAFIX_LOGS(error) __CUDAFIX_LOGS(critical)
__CUDAFIX_ALL_LOGS
struct logger {
  template <class... A> logger(A &&...) {}
  __CUDAFIX_ALL_LOGS
  __CUDAFIX_LOGS(log) __CUDAFIX_LOGS(set_level) __CUDAFIX_LOGS(set_pattern) __CUDAFIX_LOGS(flush)
};
inline std::shared_ptr<logger> get(const std::string &) { return {}; }
} // namespace spdlog
struct __cudafix_sink { template <class T> __cudafix_sink &operator<<(const T &) { return *this; } };
#ifndef CHECK
#define __CUDAFIX_CHECK(cond) if (cond) {} else throw std::runtime_error(""), __cudafix_sink()
#define CHECK(cond) __CUDAFIX_CHECK(cond)
#define CHECK_EQ(a, b) __CUDAFIX_CHECK((a) == (b))
#define CHECK_NE(a, b) __CUDAFIX_CHECK((a) != (b))
#define CHECK_LT(a, b) __CUDAFIX_CHECK((a) < (b))
#define CHECK_LE(a, b) __CUDAFIX_CHECK((a) <= (b))
#define CHECK_GT(a, b) __CUDAFIX_CHECK((a) > (b))
#define CHECK_GE(a, b) __CUDAFIX_CHECK((a) >= (b))
#define CHECK_NOTNULL(p) (p)
#define DCHECK(cond) CHECK(cond)
#define DCHECK_EQ(a, b) CHECK_EQ(a, b)
#define DCHECK_NE(a, b) CHECK_NE(a, b)
#define DCHECK_LT(a, b) CHECK_LT(a, b)
#define DCHECK_LE(a, b) CHECK_LE(a, b)
#define DCHECK_GT(a, b) CHECK_GT(a, b)
#define DCHECK_GE(a, b) CHECK_GE(a, b)
#define CHECK_OP_LOG(name, op, a, b, log) __CUDAFIX_CHECK((a) op (b))
#define CHECK_STREQ(a, b) CHECK((a) && (b))
#define PCHECK(cond) CHECK(cond)
#define GOOGLE_PREDICT_BRANCH_NOT_TAKEN(x) (x)
#define LOG_IF(level, cond) if (!(cond)) {} else __cudafix_sink()
#define LOG_EVERY_N(level, n) __cudafix_sink()
#define LOG_FIRST_N(level, n) __cudafix_sink()
#define DLOG(level) __cudafix_sink()
#define LOG(level) __cudafix_sink()
#define VLOG(level) __cudafix_sink()
namespace google {
typedef int LogSeverity;
enum { GLOG_INFO, GLOG_WARNING, GLOG_ERROR, GLOG_FATAL };
struct CheckOpString { std::string *str_ = nullptr; };
struct LogMessage {
  template <class... A> LogMessage(A &&...) {}
  std::ostream &stream() { return std::cerr; }
  void Flush() {}
};
struct LogMessageFatal : LogMessage { using LogMessage::LogMessage; };
inline void InitGoogleLogging(const char *) {}
inline void InstallFailureSignalHandler() {}
template <class T, class U> std::string *MakeCheckOpString(const T &, const U &, const char *) { return nullptr; }
} // namespace google
#endif
#endif
