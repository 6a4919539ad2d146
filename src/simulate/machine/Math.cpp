// SPDX-License-Identifier: Apache-2.0
//
// Implements libdevice by the host's C library: the same functions up to the last bits, with all
// rounding modes treated as round-to-nearest.
#include "simulate/machine/Calls.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>
#include <tuple>

namespace cudafix::simulate {
namespace {

template <typename F> void *address(F *Function) { return reinterpret_cast<void *>(Function); }

/// The letter for the type of a passed value.
template <typename T> constexpr char letterOf() {
  if constexpr (std::is_void_v<T>)
    return 'v';
  else if constexpr (std::is_pointer_v<T>)
    return 'p';
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? 'f' : 'd';
  else
    return sizeof(T) == 4 ? 'i' : 'l';
}
char letterOf(const llvm::Type &T) {
  switch (T.getTypeID()) {
  case llvm::Type::VoidTyID:
    return 'v';
  case llvm::Type::PointerTyID:
    return 'p';
  case llvm::Type::FloatTyID:
    return 'f';
  case llvm::Type::DoubleTyID:
    return 'd';
  default:
    return T.isIntegerTy(32) ? 'i' : T.isIntegerTy(64) ? 'l' : '?';
  }
}

/// A function of the library. Its type has a letter for the result and one for each parameter;
/// empty: only code generation may call it.
struct Entry {
  void *Address = nullptr;
  std::string Type;
};
template <typename R, typename... As> Entry entry(R (*Function)(As...)) {
  return {address(Function), {letterOf<R>(), letterOf<As>()...}};
}

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

/// Both inverses by Halley's method, from a start that is accurate to a few digits.
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

/// CUDA's conversions saturate, and convert NaN to 0.
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
    if (Select & 8) // the sign bit of the byte, repeated eight times
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
    for (auto [Name, Address] : generatedCalls())
      put(Name, {Address, ""});
  }
  const Entry *find(llvm::StringRef Name) const {
    auto At = Known.find(Name);
    return At == Known.end() ? nullptr : &At->second;
  }

private:
  void put(const llvm::Twine &Name, Entry E) { Known[Name.str()] = std::move(E); }
  template <typename R, typename... As> void put(const llvm::Twine &Name, R (*F)(As...)) {
    put(Name, entry(F));
  }
  /// `name` for double and `namef` for float, of libdevice and of the C library.
  template <typename F32, typename F64> void pair(llvm::StringRef Name, F32 *Single, F64 *Double) {
    put("__nv_" + Name + "f", Single);
    put("__nv_" + Name, Double);
    put(Name + "f", Single);
    put(Name, Double);
  }
  /// The four rounding modes.
  void rounded(const llvm::Twine &Name, const Entry &E) {
    for (const char *Mode : {"_rn", "_rz", "_ru", "_rd"})
      put("__nv_" + Name + Mode, E);
  }
  void real();
  void conversions();
  void integers();

  llvm::StringMap<Entry> Known;
};

using F = float;
using D = double;

void Library::real() {
  constexpr std::tuple<const char *, F (*)(F), D (*)(D)> Ones[] = {
      {"sin", std::sin, std::sin},
      {"cos", std::cos, std::cos},
      {"tan", std::tan, std::tan},
      {"asin", std::asin, std::asin},
      {"acos", std::acos, std::acos},
      {"atan", std::atan, std::atan},
      {"sinh", std::sinh, std::sinh},
      {"cosh", std::cosh, std::cosh},
      {"tanh", std::tanh, std::tanh},
      {"asinh", std::asinh, std::asinh},
      {"acosh", std::acosh, std::acosh},
      {"atanh", std::atanh, std::atanh},
      {"exp", std::exp, std::exp},
      {"exp2", std::exp2, std::exp2},
      {"expm1", std::expm1, std::expm1},
      {"log", std::log, std::log},
      {"log2", std::log2, std::log2},
      {"log10", std::log10, std::log10},
      {"log1p", std::log1p, std::log1p},
      {"logb", std::logb, std::logb},
      {"sqrt", std::sqrt, std::sqrt},
      {"cbrt", std::cbrt, std::cbrt},
      {"erf", std::erf, std::erf},
      {"erfc", std::erfc, std::erfc},
      {"tgamma", std::tgamma, std::tgamma},
      {"floor", std::floor, std::floor},
      {"ceil", std::ceil, std::ceil},
      {"trunc", std::trunc, std::trunc},
      {"round", std::round, std::round},
      {"rint", std::rint, std::rint},
      {"nearbyint", std::nearbyint, std::nearbyint},
      {"fabs", std::fabs, std::fabs}};
  for (auto &[Name, Single, Double] : Ones)
    pair(Name, Single, Double);
  constexpr std::tuple<const char *, F (*)(F, F), D (*)(D, D)> Twos[] = {
      {"pow", std::pow, std::pow},
      {"atan2", std::atan2, std::atan2},
      {"fmod", std::fmod, std::fmod},
      {"hypot", std::hypot, std::hypot},
      {"fdim", std::fdim, std::fdim},
      {"fmin", std::fmin, std::fmin},
      {"fmax", std::fmax, std::fmax},
      {"copysign", std::copysign, std::copysign},
      {"nextafter", std::nextafter, std::nextafter},
      {"remainder", std::remainder, std::remainder}};
  for (auto &[Name, Single, Double] : Twos)
    pair(Name, Single, Double);
  pair("rsqrt", rsqrt<F>, rsqrt<D>);
  pair("rcbrt", rcbrt<F>, rcbrt<D>);
  pair("exp10", exp10<F>, exp10<D>);
  pair("sinpi", sinpi<F>, sinpi<D>);
  pair("cospi", cospi<F>, cospi<D>);
  pair("erfcx", erfcx<F>, erfcx<D>);
  pair("normcdf", normcdf<F>, normcdf<D>);
  pair("rhypot", rhypot<F>, rhypot<D>);
  pair("norm3d", norm3<F>, norm3<D>);
  pair("rnorm3d", rnorm3<F>, rnorm3<D>);
  pair("norm4d", norm4<F>, norm4<D>);
  pair("fma", fused<F>, fused<D>);
  pair("powi", powi<F>, powi<D>);
  pair("ldexp", ldexpOf<F>, ldexpOf<D>);
  pair("scalbn", ldexpOf<F>, ldexpOf<D>);
  pair("ilogb", ilogbOf<F>, ilogbOf<D>);
  pair("lgamma", lgammaOf<F>, lgammaOf<D>);
  pair("llround", roundToLong<F>, roundToLong<D>);
  pair("llrint", rintToLong<F>, rintToLong<D>);
  pair("lround", roundToLong<F>, roundToLong<D>);
  pair("lrint", rintToLong<F>, rintToLong<D>);
  for (llvm::StringRef Name : {"sin", "cos", "tan", "exp", "exp10", "log", "log2", "log10", "pow"})
    put("__nv_fast_" + Name + "f", *find(("__nv_" + Name + "f").str()));
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
  put("__nv_fast_fdividef", divide<F>);
  put("__nv_fast_sincosf", sincosOf<F>);
  pair(
      "nan", +[](const char *) { return std::nanf(""); },
      +[](const char *) { return std::nan(""); });
  put("__nv_saturatef", saturate<F>);
  put("__nv_isinff", isInf<F>);
  put("__nv_isinfd", isInf<D>);
  put("__nv_isnanf", isNan<F>);
  put("__nv_isnand", isNan<D>);
  put("__nv_finitef", isFinite<F>);
  put("__nv_isfinited", isFinite<D>);
  put("__nv_signbitf", signBit<F>);
  put("__nv_signbitd", signBit<D>);
  put("__nv_frsqrt_rn", rsqrt<F>);
  rounded("fadd", entry(add<F>));
  rounded("fsub", entry(subtract<F>));
  rounded("fmul", entry(multiply<F>));
  rounded("fdiv", entry(divide<F>));
  rounded("frcp", entry(reciprocal<F>));
  rounded("fsqrt", *find("__nv_sqrtf"));
  rounded("fmaf", entry(fused<F>));
  rounded("fmaf_ieee", entry(fused<F>));
  rounded("dadd", entry(add<D>));
  rounded("dsub", entry(subtract<D>));
  rounded("dmul", entry(multiply<D>));
  rounded("ddiv", entry(divide<D>));
  rounded("drcp", entry(reciprocal<D>));
  rounded("dsqrt", *find("__nv_sqrt"));
  rounded("fma", entry(fused<D>));
}

void Library::conversions() {
#define TO(FROM, NAME, TYPE)                                                                       \
  put("__nv_" #FROM "2" NAME "_rn", toNearest<TYPE, FROM>);                                        \
  put("__nv_" #FROM "2" NAME "_rz", toZero<TYPE, FROM>);                                           \
  put("__nv_" #FROM "2" NAME "_ru", upwards<TYPE, FROM>);                                          \
  put("__nv_" #FROM "2" NAME "_rd", downwards<TYPE, FROM>);
  TO(float, "int", int)
  TO(float, "uint", unsigned)
  TO(float, "ll", long)
  TO(float, "ull", unsigned long)
  TO(double, "int", int)
  TO(double, "uint", unsigned)
  TO(double, "ll", long)
  TO(double, "ull", unsigned long)
#undef TO
  rounded("double2float", entry(cast<F, D>));
  rounded("int2float", entry(cast<F, int>));
  rounded("uint2float", entry(cast<F, unsigned>));
  rounded("ll2float", entry(cast<F, long>));
  rounded("ull2float", entry(cast<F, unsigned long>));
  rounded("int2double", entry(cast<D, int>));
  rounded("uint2double", entry(cast<D, unsigned>));
  rounded("ll2double", entry(cast<D, long>));
  rounded("ull2double", entry(cast<D, unsigned long>));
  put("__nv_float_as_int", bits<int, F>);
  put("__nv_float_as_uint", bits<unsigned, F>);
  put("__nv_int_as_float", bits<F, int>);
  put("__nv_uint_as_float", bits<F, unsigned>);
  put("__nv_double_as_longlong", bits<long, D>);
  put("__nv_longlong_as_double", bits<D, long>);
  put("__nv_double2hiint", highInt);
  put("__nv_double2loint", lowInt);
  put("__nv_hiloint2double", fromInts);
}

void Library::integers() {
  put("__nv_abs", absolute<int>);
  put("__nv_llabs", absolute<long>);
  put("abs", absolute<int>);
  put("labs", absolute<long>);
  put("llabs", absolute<long>);
  put("__nv_min", least<int>);
  put("__nv_umin", least<unsigned>);
  put("__nv_llmin", least<long>);
  put("__nv_ullmin", least<unsigned long>);
  put("__nv_max", most<int>);
  put("__nv_umax", most<unsigned>);
  put("__nv_llmax", most<long>);
  put("__nv_ullmax", most<unsigned long>);
  put("__nv_clz", +[](unsigned X) { return llvm::countl_zero(X); });
  put("__nv_clzll", +[](uint64_t X) { return llvm::countl_zero(X); });
  put("__nv_popc", +[](unsigned X) { return llvm::popcount(X); });
  put("__nv_popcll", +[](uint64_t X) { return llvm::popcount(X); });
  put("__nv_ffs", findFirst);
  put("__nv_ffsll", findFirst64);
  put("__nv_brev", +[](unsigned X) { return llvm::reverseBits(X); });
  put("__nv_brevll", +[](uint64_t X) { return llvm::reverseBits(X); });
  put("__nv_byte_perm", bytePerm);
  put("__nv_sad", absoluteDifference);
  put("__nv_usad", absoluteDifferenceU);
  put("__nv_mulhi", high);
  put("__nv_umulhi", highU);
  put("__nv_mul64hi", high64);
  put("__nv_umul64hi", highU64);
  put("__nv_mul24", multiply24);
  put("__nv_umul24", multiply24U);
  put("__nv_hadd", halfAdd);
  put("__nv_uhadd", halfAddU);
  put("__nv_rhadd", roundedHalfAdd);
  put("__nv_urhadd", roundedHalfAddU);
}

const Entry *find(llvm::StringRef Name) {
  static const Library All;
  return All.find(Name);
}

} // namespace

void *mathFunction(llvm::StringRef Name, const llvm::FunctionType &Type) {
  const Entry *E = find(Name);
  std::string As{letterOf(*Type.getReturnType())};
  for (const llvm::Type *T : Type.params())
    As += letterOf(*T);
  return E && E->Type == As && !Type.isVarArg() ? E->Address : nullptr;
}

void *libraryFunction(llvm::StringRef Name) {
  const Entry *E = find(Name);
  return E ? E->Address : nullptr;
}

} // namespace cudafix::simulate
