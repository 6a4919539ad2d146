// SPDX-License-Identifier: Apache-2.0
//
// libdevice by the host's C library: the same functions to within the last bits, with the
// rounding modes taken as round-to-nearest.
#include "simulate/Calls.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>

namespace cudafix::simulate {
namespace {

template <typename F> void *address(F *Function) { return reinterpret_cast<void *>(Function); }

template <typename T> T rsqrt(T X) { return T(1) / std::sqrt(X); }
template <typename T> T rcbrt(T X) { return T(1) / std::cbrt(X); }
template <typename T> T exp10(T X) { return std::pow(T(10), X); }
template <typename T> T sinpi(T X) { return std::sin(T(M_PI) * std::remainder(X, T(2))); }
template <typename T> T cospi(T X) { return std::cos(T(M_PI) * std::remainder(X, T(2))); }
template <typename T> T erfcx(T X) { return std::exp(X * X) * std::erfc(X); }
template <typename T> T normcdf(T X) { return std::erfc(-X * T(M_SQRT1_2)) / 2; }
template <typename T> T rhypot(T X, T Y) { return T(1) / std::hypot(X, Y); }
template <typename T> T norm3(T X, T Y, T Z) { return std::hypot(X, Y, Z); }
template <typename T> T rnorm3(T X, T Y, T Z) { return T(1) / std::hypot(X, Y, Z); }
template <typename T> T norm4(T X, T Y, T Z, T W) {
  return std::hypot(std::hypot(X, Y), std::hypot(Z, W));
}
template <typename T> T add(T X, T Y) { return X + Y; }
template <typename T> T subtract(T X, T Y) { return X - Y; }
template <typename T> T multiply(T X, T Y) { return X * Y; }
template <typename T> T divide(T X, T Y) { return X / Y; }
template <typename T> T reciprocal(T X) { return T(1) / X; }
template <typename T> T fused(T X, T Y, T Z) { return std::fma(X, Y, Z); }
template <typename T> T saturate(T X) { return X > 0 ? (X < 1 ? X : T(1)) : T(0); }
template <typename T> T powi(T X, int N) { return std::pow(X, T(N)); }
template <typename T> int isInf(T X) { return std::isinf(X); }
template <typename T> int isNan(T X) { return std::isnan(X); }
template <typename T> int isFinite(T X) { return std::isfinite(X); }
template <typename T> int signBit(T X) { return std::signbit(X); }
template <typename T> long roundToLong(T X) { return std::llround(X); }
template <typename T> long rintToLong(T X) { return std::llrint(X); }
template <typename T> T ldexpOf(T X, int N) { return std::ldexp(X, N); }
template <typename T> int ilogbOf(T X) { return std::ilogb(X); }
template <typename T> T frexpOf(T X, int *Exponent) { return std::frexp(X, Exponent); }
template <typename T> T modfOf(T X, T *Whole) { return std::modf(X, Whole); }
template <typename T> T remquoOf(T X, T Y, int *Quotient) { return std::remquo(X, Y, Quotient); }
template <typename T> void sincosOf(T X, T *Sine, T *Cosine) {
  *Sine = std::sin(X);
  *Cosine = std::cos(X);
}
template <typename T> void sincospiOf(T X, T *Sine, T *Cosine) {
  *Sine = sinpi(X);
  *Cosine = cospi(X);
}
template <typename T> T norm(int N, const T *X) {
  T Length = 0;
  for (int I = 0; I < N; ++I)
    Length = std::hypot(Length, X[I]);
  return Length;
}
template <typename T> T rnorm(int N, const T *X) { return T(1) / norm(N, X); }
template <typename T> T rnorm4(T X, T Y, T Z, T W) { return T(1) / norm4(X, Y, Z, W); }

/// Both inverses by Halley's method, from a start that is good to some digits.
double erfcInverse(double X) {
  if (X > 1)
    return -erfcInverse(2 - X);
  if (!(X > 0))
    return X == 0 ? HUGE_VAL : NAN;
  double T = std::sqrt(-2 * std::log(X / 2)), Y = T * M_SQRT1_2 - 1 / (T + 1);
  for (int Step = 0; Step < 8; ++Step) {
    double Error = std::erfc(Y) - X;
    Y += Error / (M_2_SQRTPI * std::exp(-Y * Y) - Y * Error);
  }
  return Y;
}
double erfInverse(double X) {
  if (std::fabs(X) > 0.5)
    return X > 0 ? erfcInverse(1 - X) : -erfcInverse(1 + X);
  double Y = X / M_2_SQRTPI;
  for (int Step = 0; Step < 5; ++Step) {
    double Error = std::erf(Y) - X;
    Y -= Error / (M_2_SQRTPI * std::exp(-Y * Y) + Y * Error);
  }
  return Y;
}
template <typename T> T erfinv(T X) { return erfInverse(X); }
template <typename T> T erfcinv(T X) { return erfcInverse(X); }
template <typename T> T normcdfinv(T X) { return -M_SQRT2 * erfcInverse(2 * double(X)); }
template <typename T> T besselI0(T X) { return std::cyl_bessel_i(0.0, std::fabs(double(X))); }
template <typename T> T besselI1(T X) {
  return std::copysign(std::cyl_bessel_i(1.0, std::fabs(double(X))), double(X));
}
template <typename T> T besselJ0(T X) { return ::j0(X); }
template <typename T> T besselJ1(T X) { return ::j1(X); }
template <typename T> T besselJn(int N, T X) { return ::jn(N, X); }
template <typename T> T besselY0(T X) { return ::y0(X); }
template <typename T> T besselY1(T X) { return ::y1(X); }
template <typename T> T besselYn(int N, T X) { return ::yn(N, X); }
template <typename T> T lgammaOf(T X) {
  int Sign; // std::lgamma writes a global variable
  if constexpr (sizeof(T) == 4)
    return ::lgammaf_r(X, &Sign);
  else
    return ::lgamma_r(X, &Sign);
}

/// A 16-bit number in the register that the ABI passes it in, the low half of a vector's first
/// element.
using Half = float;
uint16_t bitsOf(Half H) { return static_cast<uint16_t>(llvm::bit_cast<uint32_t>(H)); }
Half withBits(uint16_t Bits) { return llvm::bit_cast<float>(uint32_t(Bits)); }

uint16_t narrow(double X, const llvm::fltSemantics &To) {
  llvm::APFloat F(X);
  bool Lost;
  F.convert(To, llvm::APFloat::rmNearestTiesToEven, &Lost);
  return F.bitcastToAPInt().getZExtValue();
}
float widen(uint16_t Bits, const llvm::fltSemantics &From) {
  llvm::APFloat F(From, llvm::APInt(16, Bits));
  bool Lost;
  F.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &Lost);
  return F.convertToFloat();
}
Half floatToHalf(float X) { return withBits(narrow(X, llvm::APFloat::IEEEhalf())); }
Half doubleToHalf(double X) { return withBits(narrow(X, llvm::APFloat::IEEEhalf())); }
float halfToFloat(Half X) { return widen(bitsOf(X), llvm::APFloat::IEEEhalf()); }
Half floatToBrain(float X) { return withBits(narrow(X, llvm::APFloat::BFloat())); }
Half doubleToBrain(double X) { return withBits(narrow(X, llvm::APFloat::BFloat())); }

/// CUDA's conversions saturate, and make 0 of what is no number.
template <typename To, typename From, typename Round> To convert(From X, Round R) {
  if (std::isnan(X))
    return 0;
  From Rounded = R(X);
  if (Rounded <= static_cast<From>(std::numeric_limits<To>::min()))
    return std::numeric_limits<To>::min();
  if (Rounded >= static_cast<From>(std::numeric_limits<To>::max()))
    return std::numeric_limits<To>::max();
  return static_cast<To>(Rounded);
}
template <typename To, typename From> To toNearest(From X) {
  return convert<To>(X, [](From V) { return std::nearbyint(V); });
}
template <typename To, typename From> To toZero(From X) {
  return convert<To>(X, [](From V) { return std::trunc(V); });
}
template <typename To, typename From> To upwards(From X) {
  return convert<To>(X, [](From V) { return std::ceil(V); });
}
template <typename To, typename From> To downwards(From X) {
  return convert<To>(X, [](From V) { return std::floor(V); });
}
template <typename To, typename From> To cast(From X) { return static_cast<To>(X); }
template <typename To, typename From> To bits(From X) {
  static_assert(sizeof(To) == sizeof(From));
  To Result;
  std::memcpy(&Result, &X, sizeof(To));
  return Result;
}

unsigned bytePerm(unsigned X, unsigned Y, unsigned S) {
  uint64_t Both = uint64_t(Y) << 32 | X;
  unsigned Result = 0;
  for (unsigned I = 0; I < 4; ++I) {
    unsigned Select = S >> 4 * I & 15, Byte = Both >> 8 * (Select & 7) & 255;
    if (Select & 8) // the sign of the byte, eight times
      Byte = Byte & 128 ? 255 : 0;
    Result |= Byte << 8 * I;
  }
  return Result;
}
int findFirst(unsigned X) { return X ? llvm::countr_zero(X) + 1 : 0; }
int findFirst64(uint64_t X) { return X ? llvm::countr_zero(X) + 1 : 0; }
unsigned absoluteDifference(int X, int Y, unsigned Z) {
  return (X > Y ? unsigned(X) - unsigned(Y) : unsigned(Y) - unsigned(X)) + Z;
}
unsigned absoluteDifferenceU(unsigned X, unsigned Y, unsigned Z) {
  return (X > Y ? X - Y : Y - X) + Z;
}
int high(int X, int Y) { return int64_t(X) * Y >> 32; }
unsigned highU(unsigned X, unsigned Y) { return uint64_t(X) * Y >> 32; }
long high64(long X, long Y) { return static_cast<__int128>(X) * Y >> 64; }
unsigned long highU64(unsigned long X, unsigned long Y) {
  return static_cast<unsigned __int128>(X) * Y >> 64;
}
int multiply24(int X, int Y) { return (X << 8 >> 8) * (Y << 8 >> 8); }
unsigned multiply24U(unsigned X, unsigned Y) { return (X & 0xffffff) * (Y & 0xffffff); }
int halfAdd(int X, int Y) { return (int64_t(X) + Y) >> 1; }
unsigned halfAddU(unsigned X, unsigned Y) { return (uint64_t(X) + Y) >> 1; }
int roundedHalfAdd(int X, int Y) { return (int64_t(X) + Y + 1) >> 1; }
unsigned roundedHalfAddU(unsigned X, unsigned Y) { return (uint64_t(X) + Y + 1) >> 1; }
int highInt(double X) { return bits<uint64_t>(X) >> 32; }
int lowInt(double X) { return static_cast<int>(bits<uint64_t>(X)); }
double fromInts(int High, int Low) {
  return bits<double>(uint64_t(unsigned(High)) << 32 | unsigned(Low));
}
template <typename T> T absolute(T X) { return X < 0 ? T(0) - X : X; }
template <typename T> T least(T X, T Y) { return X < Y ? X : Y; }
template <typename T> T most(T X, T Y) { return X > Y ? X : Y; }

class Library {
public:
  Library() {
    real();
    conversions();
    integers();
  }
  void *find(llvm::StringRef Name) const { return Known.lookup(Name); }

private:
  void put(const llvm::Twine &Name, void *F) { Known[Name.str()] = F; }
  /// `name` for double and `namef` for float, of libdevice and of the C library.
  template <typename F32, typename F64> void pair(llvm::StringRef Name, F32 *Single, F64 *Double) {
    put("__nv_" + Name + "f", address(Single));
    put("__nv_" + Name, address(Double));
    put(Name + "f", address(Single));
    put(Name, address(Double));
  }
  /// The four rounding modes.
  void rounded(const llvm::Twine &Name, void *F) {
    for (const char *Mode : {"_rn", "_rz", "_ru", "_rd"})
      put("__nv_" + Name + Mode, F);
  }
  void real();
  void conversions();
  void integers();

  llvm::StringMap<void *> Known;
};

using F = float;
using D = double;

void Library::real() {
#define ONE(NAME) pair(#NAME, static_cast<F (*)(F)>(std::NAME), static_cast<D (*)(D)>(std::NAME));
  ONE(sin)
  ONE(cos)
  ONE(tan)
  ONE(asin)
  ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh) ONE(exp) ONE(
      exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb) ONE(sqrt) ONE(cbrt)
      ONE(erf) ONE(erfc) ONE(tgamma) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(
          nearbyint) ONE(fabs)
#undef ONE
#define TWO(NAME)                                                                                  \
  pair(#NAME, static_cast<F (*)(F, F)>(std::NAME), static_cast<D (*)(D, D)>(std::NAME));
          TWO(pow) TWO(atan2) TWO(fmod) TWO(hypot) TWO(fdim) TWO(fmin) TWO(fmax) TWO(copysign)
              TWO(nextafter) TWO(remainder)
#undef TWO
#define OWN(NAME, FUNCTION) pair(NAME, FUNCTION<F>, FUNCTION<D>);
                  OWN("rsqrt", rsqrt) OWN("rcbrt", rcbrt) OWN("exp10", exp10) OWN("sinpi", sinpi)
                      OWN("cospi", cospi) OWN("erfcx", erfcx) OWN("normcdf", normcdf)
                          OWN("rhypot", rhypot) OWN("norm3d", norm3) OWN("rnorm3d", rnorm3)
                              OWN("norm4d", norm4) OWN("fma", fused) OWN("powi", powi)
                                  OWN("ldexp", ldexpOf) OWN("scalbn", ldexpOf) OWN("ilogb", ilogbOf)
                                      OWN("lgamma", lgammaOf) OWN("llround", roundToLong)
                                          OWN("llrint", rintToLong) OWN("lround", roundToLong)
                                              OWN("lrint", rintToLong)
#undef OWN
                                                  for (llvm::StringRef Name :
                                                       {"sin", "cos", "tan", "exp", "exp10", "log",
                                                        "log2", "log10", "pow"})
                                                      put("__nv_fast_" + Name + "f",
                                                          find(("__nv_" + Name + "f").str()));
  pair("frexp", frexpOf<F>, frexpOf<D>);
  pair("modf", modfOf<F>, modfOf<D>);
  pair("remquo", remquoOf<F>, remquoOf<D>);
  pair("sincos", sincosOf<F>, sincosOf<D>);
  pair("sincospi", sincospiOf<F>, sincospiOf<D>);
  pair("norm", norm<F>, norm<D>);
  pair("rnorm", rnorm<F>, rnorm<D>);
  pair("rnorm4d", rnorm4<F>, rnorm4<D>);
  pair("erfinv", erfinv<F>, erfinv<D>);
  pair("erfcinv", erfcinv<F>, erfcinv<D>);
  pair("normcdfinv", normcdfinv<F>, normcdfinv<D>);
  pair("cyl_bessel_i0", besselI0<F>, besselI0<D>);
  pair("cyl_bessel_i1", besselI1<F>, besselI1<D>);
  pair("j0", besselJ0<F>, besselJ0<D>);
  pair("j1", besselJ1<F>, besselJ1<D>);
  pair("jn", besselJn<F>, besselJn<D>);
  pair("y0", besselY0<F>, besselY0<D>);
  pair("y1", besselY1<F>, besselY1<D>);
  pair("yn", besselYn<F>, besselYn<D>);
  put("__nv_fast_fdividef", address(divide<F>));
  put("__nv_fast_sincosf", address(sincosOf<F>));
  pair(
      "nan", +[](const char *) { return std::nanf(""); },
      +[](const char *) { return std::nan(""); });
  put("__nv_saturatef", address(saturate<F>));
  put("__nv_isinff", address(isInf<F>));
  put("__nv_isinfd", address(isInf<D>));
  put("__nv_isnanf", address(isNan<F>));
  put("__nv_isnand", address(isNan<D>));
  put("__nv_finitef", address(isFinite<F>));
  put("__nv_isfinited", address(isFinite<D>));
  put("__nv_signbitf", address(signBit<F>));
  put("__nv_signbitd", address(signBit<D>));
  put("__nv_frsqrt_rn", address(rsqrt<F>));
  rounded("fadd", address(add<F>));
  rounded("fsub", address(subtract<F>));
  rounded("fmul", address(multiply<F>));
  rounded("fdiv", address(divide<F>));
  rounded("frcp", address(reciprocal<F>));
  rounded("fsqrt", find("__nv_sqrtf"));
  rounded("fmaf", address(fused<F>));
  rounded("fmaf_ieee", address(fused<F>));
  rounded("dadd", address(add<D>));
  rounded("dsub", address(subtract<D>));
  rounded("dmul", address(multiply<D>));
  rounded("ddiv", address(divide<D>));
  rounded("drcp", address(reciprocal<D>));
  rounded("dsqrt", find("__nv_sqrt"));
  rounded("fma", address(fused<D>));
}

void Library::conversions() {
#define TO(FROM, NAME, TYPE)                                                                       \
  put("__nv_" #FROM "2" NAME "_rn", address(toNearest<TYPE, FROM>));                               \
  put("__nv_" #FROM "2" NAME "_rz", address(toZero<TYPE, FROM>));                                  \
  put("__nv_" #FROM "2" NAME "_ru", address(upwards<TYPE, FROM>));                                 \
  put("__nv_" #FROM "2" NAME "_rd", address(downwards<TYPE, FROM>));
  TO(float, "int", int)
  TO(float, "uint", unsigned)
  TO(float, "ll", long)
  TO(float, "ull", unsigned long)
  TO(double, "int", int) TO(double, "uint", unsigned) TO(double, "ll", long)
      TO(double, "ull", unsigned long)
#undef TO
          rounded("double2float", address(cast<F, D>));
  rounded("int2float", address(cast<F, int>));
  rounded("uint2float", address(cast<F, unsigned>));
  rounded("ll2float", address(cast<F, long>));
  rounded("ull2float", address(cast<F, unsigned long>));
  rounded("int2double", address(cast<D, int>));
  rounded("uint2double", address(cast<D, unsigned>));
  rounded("ll2double", address(cast<D, long>));
  rounded("ull2double", address(cast<D, unsigned long>));
  put("__nv_float_as_int", address(bits<int, F>));
  put("__nv_float_as_uint", address(bits<unsigned, F>));
  put("__nv_int_as_float", address(bits<F, int>));
  put("__nv_uint_as_float", address(bits<F, unsigned>));
  put("__nv_double_as_longlong", address(bits<long, D>));
  put("__nv_longlong_as_double", address(bits<D, long>));
  put("__nv_double2hiint", address(highInt));
  put("__nv_double2loint", address(lowInt));
  put("__nv_hiloint2double", address(fromInts));
}

void Library::integers() {
  put("__nv_abs", address(absolute<int>));
  put("__nv_llabs", address(absolute<long>));
  put("abs", address(absolute<int>));
  put("labs", address(absolute<long>));
  put("llabs", address(absolute<long>));
  put("__nv_min", address(least<int>));
  put("__nv_umin", address(least<unsigned>));
  put("__nv_llmin", address(least<long>));
  put("__nv_ullmin", address(least<unsigned long>));
  put("__nv_max", address(most<int>));
  put("__nv_umax", address(most<unsigned>));
  put("__nv_llmax", address(most<long>));
  put("__nv_ullmax", address(most<unsigned long>));
  put("__nv_clz", address(+[](unsigned X) { return llvm::countl_zero(X); }));
  put("__nv_clzll", address(+[](uint64_t X) { return llvm::countl_zero(X); }));
  put("__nv_popc", address(+[](unsigned X) { return llvm::popcount(X); }));
  put("__nv_popcll", address(+[](uint64_t X) { return llvm::popcount(X); }));
  put("__nv_ffs", address(findFirst));
  put("__nv_ffsll", address(findFirst64));
  put("__nv_brev", address(+[](unsigned X) { return llvm::reverseBits(X); }));
  put("__nv_brevll", address(+[](uint64_t X) { return llvm::reverseBits(X); }));
  put("__nv_byte_perm", address(bytePerm));
  put("__nv_sad", address(absoluteDifference));
  put("__nv_usad", address(absoluteDifferenceU));
  put("__nv_mulhi", address(high));
  put("__nv_umulhi", address(highU));
  put("__nv_mul64hi", address(high64));
  put("__nv_umul64hi", address(highU64));
  put("__nv_mul24", address(multiply24));
  put("__nv_umul24", address(multiply24U));
  put("__nv_hadd", address(halfAdd));
  put("__nv_uhadd", address(halfAddU));
  put("__nv_rhadd", address(roundedHalfAdd));
  put("__nv_urhadd", address(roundedHalfAddU));
}

} // namespace

void *mathFunction(llvm::StringRef Name) {
  static const Library All;
  return All.find(Name);
}

std::vector<std::pair<llvm::StringRef, void *>> conversionFunctions() {
  return {{"__truncsfhf2", address(floatToHalf)},   {"__truncdfhf2", address(doubleToHalf)},
          {"__extendhfsf2", address(halfToFloat)},  {"__gnu_f2h_ieee", address(floatToHalf)},
          {"__gnu_h2f_ieee", address(halfToFloat)}, {"__truncsfbf2", address(floatToBrain)},
          {"__truncdfbf2", address(doubleToBrain)}};
}

} // namespace cudafix::simulate
