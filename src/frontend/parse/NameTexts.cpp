// SPDX-License-Identifier: Apache-2.0
//
// The stand-in for an undeclared name, as text to parse and in words.
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/NameStandIns.h"
#include "frontend/parse/StandIns.h"

namespace cudafix::frontend {

using llvm::StringRef;
using Kind = NameStandIn::Kind;

/// The declarations, enclosed in the namespace of the name.
static std::string within(const NameStandIn &S, const std::string &Declarations) {
  return S.Namespace.empty() ? Declarations
                             : "namespace " + S.Namespace + " {\n" + Declarations + "}\n";
}

/// Types and results are __cudafix_unknown, which converts to whatever host code needs.
static std::string hostText(const NameStandIn &S) {
  const std::string Any = "template <class... A> ";
  std::string Text;
  switch (S.What) {
  case Kind::Type:
    Text = "struct " + S.Name +
           " : __cudafix_unknown {\n  using __cudafix_unknown::" + "__cudafix_unknown;\n};\n";
    break;
  case Kind::Constant:
    return "extern const int " + S.Name + ";\n";
  case Kind::Function:
    Text = Any + "__cudafix_unknown " + S.Name + "(A &&...);\n";
    break;
  case Kind::TextOf:
    return Any + "void " + S.Name + "(A &&...);\n#define " + S.Name + "(...) " + S.Name +
           "(__VA_ARGS__);\n";
  default:
    Text = "extern const __cudafix_unknown " + S.Name + ";\n";
  }
  return ("#include \"" + EmbeddedRoot + "/__cudafix_unknown.h\"\n").str() + within(S, Text);
}

static std::string deviceText(const NameStandIn &S) {
  const std::string &Of = S.Of, &Name = S.Name;
  const std::string Both = "__attribute__((device)) __attribute__((host)) ";
  const std::string Any = "template <class... A> " + Both;
  switch (S.What) {
  case Kind::Header:
    return "";
  case Kind::Type:
    return "typedef " + Of + " " + Name + ";\n";
  case Kind::Enum: // X::a, without making a visible outside
    return "namespace __cudafix_of_" + Name + " { enum " + Name + " { " + Of +
           " }; }\nusing __cudafix_of_" + Name + "::" + Name + ";\n";
  case Kind::Constant:
    return "extern __attribute__((constant)) const int " + Name + ";\n";
  case Kind::Number:
    return "constexpr int " + Name + " = " + Of + ";\n";
  case Kind::Function:
    return Any + Of + " " + Name + "(A &&...);\n";
  case Kind::Alias:
    return Any + "inline auto " + Name + "(A... a) -> decltype(" + Of + "(a...)) { return " + Of +
           "(a...); }\n";
  case Kind::Loop:
    return "__attribute__((device)) inline int __cudafix_first_of_" + Name +
           "() { return blockIdx.x * blockDim.x + threadIdx.x; }\n#define " + Name +
           "(i, n) for (int i = __cudafix_first_of_" + Name +
           "(); i < (n); i += blockDim.x * gridDim.x)\n";
  case Kind::Text:
    return Both + "void " + Name + "();\n#define " + Name + " " + Name + "();\n";
  case Kind::TextOf:
    return Any + "void " + Name + "(A &&...);\n#define " + Name + "(...) " + Name +
           "(__VA_ARGS__);\n";
  case Kind::Nothing:
    return "#define " + Name + "\n";
  case Kind::Attributes:
    return "#define " + Name + " " + Of + "\n";
  }
  llvm_unreachable("all kinds are handled");
}

std::string NameStandIn::text() const {
  return HostOnly ? hostText(*this) : within(*this, deviceText(*this));
}

std::string NameStandIn::qualified() const {
  return Namespace.empty() ? Name : Namespace + "::" + Name;
}

std::string NameStandIn::folder() const {
  if (HostOnly)
    return HostFolder.str();
  switch (What) {
  case Kind::Enum:
    return "enum";
  case Kind::Constant:
    return "constant";
  case Kind::Function:
    return "function-" + Of;
  case Kind::Loop:
    return "loop";
  case Kind::Text:
  case Kind::TextOf:
    return "text";
  case Kind::Nothing:
    return "nothing";
  case Kind::Attributes:
    return "attributes";
  default:
    return Of;
  }
}

std::string NameStandIn::description(bool Several) const {
  const std::string It = Several ? " for them" : " for it",
                    Stands = Several ? " stand in" : " stands in";
  if (HostOnly)
    return "host code that uses " + std::string(Several ? "them" : "it") +
           " is read without knowing what " + (Several ? "they are" : "it is");
  switch (What) {
  case Kind::Header:
    return Of + " is included";
  case Kind::Enum:
    return (Several ? "enumerations" : "an enumeration") + Stands + It;
  case Kind::Constant:
    return (Several ? "numbers that are not known" : "a number that is not known") + Stands + It;
  case Kind::Function:
    return (Several ? "functions whose bodies are not known"
                    : "a function whose body is not known") +
           Stands + It;
  case Kind::Loop:
    return "a loop over the grid stands in" + It;
  case Kind::Text:
  case Kind::TextOf:
    return "code that is not known stands in" + It;
  case Kind::Nothing:
    return "no parameters stand in" + It;
  case Kind::Attributes:
    return (Of.empty() ? "no attributes stand in"
            : StringRef(Of).starts_with("_")
                ? "attributes of a function of host and device stand in"
                : Of + Stands) +
           It;
  default:
    return Of + " stands in" + It;
  }
}

} // namespace cudafix::frontend
