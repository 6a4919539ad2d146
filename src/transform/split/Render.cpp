// SPDX-License-Identifier: Apache-2.0
//
// Prints an OutTree as text in the layout of the function around it.
#include "transform/split/HoistLocals.h"
#include "transform/split/OutTree.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

class Renderer {
public:
  explicit Renderer(const OutContext &C) : C(C) {}
  void list(const Nodes &List, const std::string &Indent);
  std::string Out;

private:
  void node(const Node &N, const std::string &Indent);
  void lead(const Node &N, const std::string &Indent);
  void line(const std::string &Indent, const std::string &Text, StringRef Trail = "");
  void head(const std::string &Indent, const std::string &Text, const Node &N);
  void guard(const Node &N, const std::string &Indent);
  void elsePart(const Node &N, const std::string &Indent);
  std::string condition(const Node &N) const;
  bool unbraced(const Node &N) const;
  bool labelsStandAtSwitch(const Node &N) const;
  const OutContext &C;
};

void Renderer::line(const std::string &Indent, const std::string &Text, StringRef Trail) {
  Out += Indent + Text;
  if (!Trail.empty())
    Out += (" " + Trail).str();
  Out += '\n';
}

void Renderer::lead(const Node &N, const std::string &Indent) {
  std::string Raw = C.Source.copy(N.LeadBegin, N.LeadEnd, {});
  StringRef Text = Raw;
  if (Text.trim().empty() && Text.count('\n') < 2)
    return;
  // The end of the previous line and the statement's indentation are not part of it.
  if (Text.split('\n').first.trim().empty())
    Text = Text.split('\n').second;
  StringRef From = C.Source.indent(N.Origin);
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  if (Lines.back().trim().empty())
    Lines.pop_back();
  bool First = Out.empty() || StringRef(Out).ends_with("{\n");
  for (StringRef Line : Lines) {
    if (Line.trim().empty()) {
      if (!First && !StringRef(Out).ends_with("\n\n"))
        Out += '\n';
      continue;
    }
    First = false;
    if (Line.consume_front(From))
      line(Indent, Line.rtrim().str());
    else
      line(Line.ltrim().starts_with("#") ? "" : Indent, Line.trim().str());
  }
}

void Renderer::head(const std::string &Indent, const std::string &Text, const Node &N) {
  if (C.Style.BraceOnOwnLine) {
    line(Indent, Text, N.Trail);
    line(Indent, "{");
  } else {
    line(Indent, Text + (C.Style.SpaceBeforeBrace ? " {" : "{"), N.Trail);
  }
}

std::string Renderer::condition(const Node &N) const {
  if (!N.Text.empty())
    return text(C, N.Text);
  std::string Out;
  for (const Literal &L : N.Cond)
    Out += (Out.empty() ? "" : " && ") + std::string(L.Negated ? "!" : "") + C.Flags[L.Flag].Name;
  return Out;
}

/// Returns true for one simple statement on one line, if the user's `if` had no braces either.
bool Renderer::unbraced(const Node &N) const {
  if (!N.MayUnbrace || !N.Else.empty() || N.Kids.size() != 1)
    return false;
  const Node &Kid = N.Kids.front();
  if (Kid.K == Node::Kind::Line || (Kid.K == Node::Kind::Save && Kid.Assign))
    return true;
  return Kid.K == Node::Kind::Code && Kid.Stmts.size() == 1 && !Kid.Assign &&
         !isa<DeclStmt>(Kid.Stmts[0]) && !C.Source.slice(Kid.Begin, Kid.End).contains('\n') &&
         C.Source.slice(Kid.LeadBegin, Kid.LeadEnd).trim().empty();
}

void Renderer::guard(const Node &N, const std::string &Indent) {
  std::string Head = C.Style.keyword("if") + condition(N) + ")";
  if (unbraced(N)) {
    line(Indent, Head);
    size_t End = Out.size() - 1;
    list(N.Kids, Indent + C.Style.Unit);
    if (N.OneLine)
      Out = Out.substr(0, End) + " " + StringRef(Out).drop_front(End).ltrim().str();
    return;
  }
  head(Indent, Head, N);
  list(N.Kids, Indent + C.Style.Unit);
  if (N.Else.empty())
    return line(Indent, "}", N.Closing);
  elsePart(N, Indent);
}

void Renderer::elsePart(const Node &N, const std::string &Indent) {
  const Node &Only = N.Else.front();
  const auto *If = Only.K == Node::Kind::Code && Only.Stmts.size() == 1
                       ? dyn_cast<IfStmt>(Only.Stmts[0])
                       : nullptr;
  bool Chain =
      N.Else.size() == 1 && C.Source.slice(Only.LeadBegin, Only.LeadEnd).trim().empty() &&
      (Only.K == Node::Kind::Guard || (If && (N.MayUnbrace || isa<CompoundStmt>(If->getThen()))));
  std::string Else = C.Style.BraceOnOwnLine ? "else" : "} else";
  if (C.Style.BraceOnOwnLine)
    line(Indent, "}");
  if (!Chain) {
    line(Indent, C.Style.BraceOnOwnLine ? Else : Else + " {");
    if (C.Style.BraceOnOwnLine)
      line(Indent, "{");
    list(N.Else, Indent + C.Style.Unit);
    return line(Indent, "}", N.Closing);
  }
  size_t At = Out.size();
  list(N.Else, Indent);
  Out = Out.substr(0, At) + Indent + Else + " " + StringRef(Out).drop_front(At).ltrim().str();
}

/// Returns true if the user writes `case` in the column of its `switch`.
bool Renderer::labelsStandAtSwitch(const Node &N) const {
  return !N.Kids.empty() && N.Kids.front().K == Node::Kind::Case &&
         C.Source.indent(N.Kids.front().Origin) == C.Source.indent(N.Origin);
}

void Renderer::node(const Node &N, const std::string &Indent) {
  lead(N, Indent);
  switch (N.K) {
  case Node::Kind::Code: {
    if (N.Begin == N.End)
      return;
    std::string Text = N.Assign ? assignmentText(C, N) : C.Source.copy(N.Begin, N.End, N.Stmts);
    if (!N.Assign)
      Text += text(C, N.Tail);
    if (!Text.empty())
      line(Indent, reindent(Text, C.Source.indent(N.Origin), Indent), N.Trail);
    return;
  }
  case Node::Kind::Save: {
    const Flag &F = C.Flags[N.Var];
    std::string Type = N.Assign ? "" : (F.Assigned ? "" : "const ") + F.Type + " ";
    return line(Indent, Type + F.Name + " = " + text(C, N.Text) + ";", N.Trail);
  }
  case Node::Kind::Line:
  case Node::Kind::Barrier:
    return line(Indent, reindent(text(C, N.Text), "", Indent), N.Trail);
  case Node::Kind::Guard:
    return guard(N, Indent);
  case Node::Kind::Case:
    line(Indent, reindent(text(C, N.Text), C.Source.indent(N.Origin), Indent));
    return list(N.Kids, Indent + C.Style.Unit);
  case Node::Kind::Block: {
    const std::string Head = reindent(text(C, N.Text), C.Source.indent(N.Origin), Indent);
    if (!Head.empty() && N.Tail.empty() && unbraced(N)) {
      line(Indent, Head, N.Trail);
      return list(N.Kids, Indent + C.Style.Unit);
    }
    if (Head.empty())
      line(Indent, "{");
    else
      head(Indent, Head, N);
    list(N.Kids, labelsStandAtSwitch(N) ? Indent : Indent + C.Style.Unit);
    return line(Indent, "}" + text(C, N.Tail), N.Closing);
  }
  }
}

void Renderer::list(const Nodes &List, const std::string &Indent) {
  for (const Node &N : List)
    node(N, Indent);
}

} // namespace

std::string render(const OutContext &C, const Nodes &List, const std::string &Indent) {
  Renderer R(C);
  R.list(List, Indent);
  return R.Out;
}

} // namespace cudafix::transform
