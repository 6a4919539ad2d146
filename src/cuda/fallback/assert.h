// SPDX-License-Identifier: Apache-2.0
#undef assert
#ifdef NDEBUG
#define assert(E) ((void)0)
#else
#ifdef __cplusplus
extern "C"
#endif
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(E) ((E) ? (void)0 : __assert_fail(#E, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
