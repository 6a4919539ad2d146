// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NameStandIns.h"
#include "frontend/parse/CustomaryInstances.h"
#include "frontend/parse/NameUses.h"
#include "frontend/parse/StandIns.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

namespace cudafix::frontend {

using llvm::StringRef;
using Kind = NameStandIn::Kind;

namespace {

struct ToolkitName {
  StringRef Begin; ///< of the name
  bool Whole;      ///< the whole name, not a prefix
  StringRef Header;
};

/// Prefixes of names in the toolkit or the C library that an undeclared name may belong to.
constexpr ToolkitName ToolkitNames[] = {
    {"half", true, "cuda_fp16.h"},
    {"half2", true, "cuda_fp16.h"},
    {"__half", false, "cuda_fp16.h"},
    {"nv_bfloat16", false, "cuda_bf16.h"},
    {"__nv_bfloat16", false, "cuda_bf16.h"},
    {"__nv_fp8", false, "cuda_fp8.h"},
    {"cooperative_groups", true, "cooperative_groups.h"},
    {"cub", true, "cub/cub.cuh"},
    {"cuda", true, "cuda/std/functional"},
    {"nvcuda", true, "mma.h"},
    {"thrust", true, "thrust/device_vector.h"},
    {"curand", false, "curand_kernel.h"},
    {"cuComplex", true, "cuComplex.h"},
    {"cuFloatComplex", true, "cuComplex.h"},
    {"cuDoubleComplex", true, "cuComplex.h"},
    {"CUDART_", false, "math_constants.h"},
    {"CUtensorMap", true, "cuda.h"},
    {"FLT_", false, "float.h"},
    {"DBL_", false, "float.h"},
    {"INT_M", false, "limits.h"},
    {"UINT_M", false, "limits.h"},
    {"LONG_M", false, "limits.h"},
    {"ULONG_M", false, "limits.h"},
    {"LLONG_M", false, "limits.h"},
    {"ULLONG_M", false, "limits.h"},
    {"CHAR_BIT", true, "limits.h"},
    {"ptrdiff_t", true, "stddef.h"},
    {"size_t", true, "stddef.h"},
    {"SIZE_MAX", true, "stdint.h"},
    {"M_PI", false, "math.h"},
    {"M_SQRT", false, "math.h"},
    {"INFINITY", true, "math.h"},
    {"assert", true, "assert.h"},
};

/// Functions for which macros in capitals stand.
constexpr StringRef MathFunctions[] = {
    "abs",   "acos",  "asin", "atan", "atan2", "ceil",  "cos",  "erf", "erfc", "exp", "exp2",
    "fabs",  "floor", "fma",  "fmax", "fmin",  "log",   "log2", "max", "min",  "pow", "rint",
    "round", "rsqrt", "sin",  "sinh", "sqrt",  "trunc", "cosh", "tan", "tanh"};

/// Lines of a file.
struct Lines {
  std::string File;
  unsigned First, Last;
};

/// Functions only for the host, with their parameters.
class HostFunctions : public clang::DynamicRecursiveASTVisitor {
public:
  explicit HostFunctions(const clang::SourceManager &SM) : SM(SM) {}
  std::vector<Lines> Found;
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    if (F->hasAttr<clang::CUDADeviceAttr>() || F->hasAttr<clang::CUDAGlobalAttr>())
      return true;
    clang::PresumedLoc Begin = SM.getPresumedLoc(SM.getExpansionLoc(F->getBeginLoc())),
                       End = SM.getPresumedLoc(SM.getExpansionLoc(F->getEndLoc()));
    if (Begin.isValid() && End.isValid())
      Found.push_back({Begin.getFilename(), Begin.getLine(), End.getLine()});
    return true;
  }

private:
  const clang::SourceManager &SM;
};

bool isInCapitals(StringRef Name) {
  return Name.size() > 1 && llvm::any_of(Name, llvm::isUpper) && llvm::none_of(Name, llvm::isLower);
}

bool mentions(StringRef Name, std::initializer_list<StringRef> Words) {
  return llvm::any_of(Words, [&](StringRef W) { return Name.contains_insensitive(W); });
}

/// Returns true if the name is typical for a constant: BLOCK_SIZE, kBlockSize, c_blockSize.
bool namesConstant(StringRef Name) {
  return isInCapitals(Name) || Name.starts_with("c_") || Name == "warp_size" ||
         (Name.size() > 2 && Name[0] == 'k' && llvm::isUpper(Name[1]));
}

/// The attributes that a macro before a function or class stands for. nullopt: it is not such a
/// macro.
std::optional<std::string> attributesFor(StringRef Name) {
  if (!isInCapitals(Name))
    return std::nullopt;
  std::string Of;
  if (mentions(Name, {"DEVICE", "HOST", "GPU", "CUDA", "_HD", "CALLABLE"}))
    Of = "__attribute__((host)) __attribute__((device))";
  for (auto [Word, Specifier] :
       {std::pair("INLINE", "inline"), std::pair("CONSTEXPR", "constexpr")})
    if (Name.contains(Word) && !Name.contains("NOINLINE"))
      Of += (Of.empty() ? "" : " ") + std::string(Specifier);
  if (Of.empty() && !mentions(Name, {"EXPORT", "_API", "DEPRECATED", "NODISCARD", "NOINLINE"}))
    return std::nullopt;
  return Of;
}

/// Returns true if an error reports missing operators or constructors for CUDA's vector types,
/// which the toolkit's samples, and many copies of their header, define.
bool isVectorArithmetic(StringRef Message) {
  constexpr StringRef Vectors[] = {"float2'", "float3'", "float4'", "int2'", "int3'", "int4'"};
  return Message.starts_with("no matching function for call to 'make_") ||
         (Message.starts_with("invalid operands to binary expression") &&
          llvm::any_of(Vectors, [&](StringRef V) { return Message.contains(V); }));
}

/// Returns true for int64_t, UINT_FAST8_MAX and the like.
bool isOfStdint(StringRef Name) {
  static const llvm::Regex Type("^u?int(_fast|_least)?(8|16|32|64)_t$|^u?int(max|ptr)_t$"),
      Limit("^U?INT(_FAST|_LEAST)?(8|16|32|64)_(MIN|MAX|C)$|^U?INT(MAX|PTR)_(MIN|MAX|C)$");
  return Type.match(Name) || Limit.match(Name);
}

StringRef toolkitHeader(StringRef Name) {
  if (isOfStdint(Name))
    return "stdint.h";
  for (const ToolkitName &N : ToolkitNames)
    if (N.Whole ? Name == N.Begin : Name.starts_with(N.Begin))
      return N.Header;
  return "";
}

/// The customary type for a template parameter with this name; a vector type if the name ends in
/// its length.
std::string typeFor(StringRef Name) {
  std::string Type = namesInteger(Name) ? "int" : "float";
  const char Last = Name.back();
  if (Last >= '2' && Last <= '4' && Name.size() > 1 && !llvm::isDigit(Name[Name.size() - 2]))
    Type += Last;
  return Type;
}

/// The known function that has this name elsewhere: sqrt for SQRT, make_float3 for make_real3.
std::string aliasFor(StringRef Name) {
  if (isInCapitals(Name) && llvm::is_contained(MathFunctions, Name.lower()))
    return Name.lower();
  std::string Type = Name.consume_front("make_") && !Name.empty() ? typeFor(Name) : "";
  return !Type.empty() && llvm::isDigit(Type.back()) ? "make_" + Type : "";
}

/// The customary number for a name.
int64_t customaryNumber(StringRef Name) {
  if (mentions(Name, {"warps", "unroll", "items", "per_thread", "vec", "pack", "stages"}))
    return 4;
  if (mentions(Name, {"warp", "lane", "tile"}))
    return 32;
  if (mentions(Name, {"shift", "log"}))
    return 5;
  if (mentions(Name, {"block", "thread", "tpb", "cta"}))
    return 256;
  return mentions(Name, {"dim"}) ? 16 : 64;
}

/// The number that a static_assert gives a name, or a customary number for it.
std::string numberFor(StringRef Name, StringRef File, NameUses &Uses) {
  std::string Asserted = Uses.assertedNumber(Name, File);
  return Asserted.empty() ? llvm::itostr(customaryNumber(Name)) : Asserted;
}

/// The stand-in for an undeclared name in the file that is not a type.
std::optional<NameStandIn> standInForValue(StringRef Name, StringRef File, NameUse Use,
                                           NameUses &Uses) {
  auto Of = [&](Kind K, std::string What = "") {
    return NameStandIn{Name.str(), K, std::move(What)};
  };
  switch (Use) {
  case NameUse::Call:
    if (std::string Alias = aliasFor(Name); !Alias.empty())
      return Of(Kind::Alias, Alias);
    return Of(Kind::Function, typeFor(Name));
  case NameUse::Loop:
  case NameUse::Counter:
    return Of(Kind::Loop);
  case NameUse::Value:
    return namesConstant(Name) ? std::optional(Of(Kind::Constant)) : std::nullopt;
  case NameUse::Bound: // whatever the name looks like
    return Of(Kind::Number, numberFor(Name, File, Uses));
  case NameUse::ConstantExpression:
    return namesConstant(Name) ? std::optional(Of(Kind::Number, numberFor(Name, File, Uses)))
                               : std::nullopt;
  case NameUse::Statement:
    return isInCapitals(Name) ? std::optional(Of(Kind::Text)) : std::nullopt;
  case NameUse::StatementCall:
    return isInCapitals(Name) ? std::optional(Of(Kind::TextOf)) : std::nullopt;
  case NameUse::Attribute:
  case NameUse::Declaration:
  case NameUse::Parameter:
  case NameUse::Scope:
  case NameUse::Other:
    return std::nullopt;
  }
  llvm_unreachable("all uses are handled");
}

std::optional<NameStandIn> standInForType(StringRef Name, NameUse Use, bool TypesOnly) {
  std::optional<NameStandIn> S;
  std::optional<std::string> Of = attributesFor(Name);
  if ((Use == NameUse::Declaration && Of) || (Use == NameUse::Attribute && isInCapitals(Name)))
    S = {Name.str(), Kind::Attributes, Of.value_or("")};
  else if (Use == NameUse::Statement && isInCapitals(Name))
    S = {Name.str(), Kind::Text, ""};
  else
    return NameStandIn{Name.str(), Kind::Type, typeFor(Name)};
  return TypesOnly ? std::nullopt : S;
}

/// A name that is missing in a namespace.
struct MissingMember {
  std::string Name, Namespace;
  bool Type;
};

/// The name that is missing in a namespace other than `std`; nullopt: the error is another.
std::optional<MissingMember> missingMember(StringRef Text) {
  const bool Type = Text.consume_front("no type named '");
  if (!Type && !Text.consume_front("no member named '"))
    return std::nullopt;
  auto [Name, Rest] = Text.split('\'');
  if (!Rest.consume_front(" in namespace '"))
    return std::nullopt;
  StringRef Namespace = Rest.split('\'').first;
  if (Namespace.empty() || Namespace.contains('(') || Namespace.split("::").first == "std")
    return std::nullopt;
  return MissingMember{Name.str(), Namespace.str(), Type};
}

/// The stand-in for a name that is missing in a namespace. nullopt: there is none, because only a
/// macro could stand for it.
std::optional<NameStandIn> standInForMember(const MissingMember &M, NameUse Use, bool OfHost) {
  NameStandIn S{M.Name, Kind::Nothing, "", OfHost, M.Namespace};
  const bool Type = M.Type || Use == NameUse::Declaration;
  const bool Called = Use == NameUse::Call || Use == NameUse::StatementCall;
  if (Type || Called) {
    S.What = Type ? Kind::Type : Kind::Function;
    S.Of = typeFor(M.Name);
  } else if (!OfHost) {
    if (Use != NameUse::Value || !namesConstant(M.Name))
      return std::nullopt;
    S.What = Kind::Constant;
  }
  return S;
}

/// The stand-in for an undeclared name that only host functions use.
NameStandIn hostStandIn(StringRef Name, NameUse Use, bool Type) {
  NameStandIn S{Name.str(), Kind::Nothing, "", /*HostOnly=*/true}; // a value
  if (Type)
    S.What = Kind::Type;
  else if (Use == NameUse::Call)
    S.What = Kind::Function;
  else if (Use == NameUse::StatementCall)
    S.What = Kind::TextOf;
  else if (namesConstant(Name))
    S.What = Kind::Constant;
  return S;
}

} // namespace

std::vector<NameStandIn> standInsForNames(ParsedSide &Device, bool TypesOnly) {
  clang::ASTContext &Ctx = Device.compiler().getASTContext();
  HostFunctions Host(Ctx.getSourceManager());
  NameUses Uses(Device.compiler());
  bool Listed = false;
  auto InHost = [&](const ParseError &E) {
    if (!std::exchange(Listed, true))
      Host.TraverseAST(Ctx);
    return llvm::any_of(Host.Found, [&](const Lines &L) {
      return L.File == E.File && L.First <= E.Line && E.Line <= L.Last;
    });
  };
  llvm::StringSet<> Types; // some errors do not show that an undeclared name is a type
  for (const ParseError &E : Device.errors())
    if (StringRef Text = E.Message; Text.consume_front("unknown type name '"))
      Types.insert(Text.split('\'').first);
  llvm::MapVector<StringRef, NameStandIn> Found, OfHost;
  llvm::StringSet<> Names;
  for (const ParseError &E : Device.errors()) {
    StringRef Text = E.Message;
    std::string Name;
    std::optional<NameStandIn> S;
    if (!TypesOnly && Text == "expected ')'") {
      Name = Uses.nameAt(E.File, E.Line, E.Column);
      if (isInCapitals(Name) && Uses.of(Name, E.File, E.Line, E.Column) == NameUse::Parameter)
        S = {Name, Kind::Nothing, ""};
    } else if (!TypesOnly && isVectorArithmetic(Text)) {
      Name = "operators of vectors";
      S = {Name, Kind::Header, "helper_math.h"};
    } else if (std::optional<MissingMember> M = missingMember(Text)) {
      Name = M->Namespace + "::" + M->Name;
      if (Found.contains(Name) || OfHost.contains(Name) || (TypesOnly && !M->Type))
        continue;
      const bool InHostCode = InHost(E);
      S = standInForMember(*M, Uses.of(M->Name, E.File, E.Line, E.Column), InHostCode);
      if (S && InHostCode) {
        OfHost.insert({Names.insert(Name).first->getKey(), std::move(*S)});
        continue;
      }
    } else {
      const bool Type = Text.consume_front("unknown type name '");
      if (!Type && !Text.consume_front("use of undeclared identifier '"))
        continue;
      Name = Text.split('\'').first.str();
      if (Name.empty() || StringRef(Name).contains(':') || Found.contains(Name) ||
          (!Type && Types.contains(Name)))
        continue;
      if (StringRef Header = toolkitHeader(Name); !Header.empty())
        S = {Name, Kind::Header, Header.str()};
      else if (Type || !TypesOnly) {
        NameUse Use = Uses.of(Name, E.File, E.Line, E.Column);
        // Without its attributes, the function belongs to the host.
        if (Use == NameUse::Scope && InHost(E)) {
          for (const NameUses::Member &M : Uses.members(Name, E.File))
            if (auto Of = standInForMember({M.Name, M.Namespace, M.Use == NameUse::Declaration},
                                           M.Use, /*OfHost=*/true))
              OfHost.insert({Names.insert(Of->qualified()).first->getKey(), std::move(*Of)});
          continue;
        }
        if (Use != NameUse::Declaration && Use != NameUse::Attribute && InHost(E)) {
          OfHost.insert({Names.insert(Name).first->getKey(), hostStandIn(Name, Use, Type)});
          continue;
        }
        if (Use == NameUse::Counter)
          Name = Uses.macroAround(E.File, E.Line, E.Column);
        std::vector<std::string> Values = Uses.enumerators(Name, E.File);
        if (!Values.empty())
          S = {Name, Kind::Enum, llvm::join(Values, ", ")};
        else
          S = Type ? standInForType(Name, Use, TypesOnly)
                   : standInForValue(Name, E.File, Use, Uses);
      }
    }
    if (S)
      Found.insert({Names.insert(Name).first->getKey(), std::move(*S)});
  }
  std::vector<NameStandIn> All;
  for (auto &[Name, S] : Found)
    All.push_back(std::move(S));
  for (auto &[Name, S] : OfHost)
    if (!Found.contains(Name))
      All.push_back(std::move(S));
  return All;
}

std::map<std::string, std::string> neededNumbers(ParsedSide &Device,
                                                 llvm::ArrayRef<NameStandIn> Constants) {
  auto WantsConstant = [](StringRef Message) {
    constexpr StringRef Words[] = {"variable-length", "variable length",  "constant expression",
                                   "constant size",   "integer constant", "constant integer"};
    return llvm::any_of(Words, [&](StringRef W) { return Message.contains(W); });
  };
  NameUses Uses(Device.compiler());
  std::map<std::string, std::string> Needed;
  std::string LastFile;
  bool Hidden = false; // hidden by another constant that it initializes
  for (const ParseError &E : Device.errors()) {
    if (!WantsConstant(E.Message))
      continue;
    llvm::StringSet<> Names = Uses.namesOfLine(E.File, E.Line);
    bool Named = false;
    for (const NameStandIn &S : Constants)
      if (Names.contains(S.Name)) {
        Named = true;
        Needed.try_emplace(S.Name, numberFor(S.Name, E.File, Uses));
      }
    Hidden |= !Named;
    LastFile = E.File;
  }
  if (Hidden && Needed.empty())
    for (const NameStandIn &S : Constants)
      Needed.try_emplace(S.Name, numberFor(S.Name, LastFile, Uses));
  return Needed;
}

} // namespace cudafix::frontend
