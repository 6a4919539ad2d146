// SPDX-License-Identifier: Apache-2.0
//
// Format version 1, which is stable: fields are added, never renamed or removed. It is documented
// in docs/json.md.
#include "llvm/Support/JSON.h"
#include "model/Convention.h"
#include "report/Report.h"

namespace cudafix::report {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

/// Source text and paths can be in any encoding; JSON is UTF-8.
void text(OStream &J, StringRef Key, StringRef Value) {
  J.attribute(Key, llvm::json::fixUTF8(Value));
}

template <typename Range> void texts(OStream &J, StringRef Key, const Range &Values) {
  J.attributeArray(Key, [&] {
    for (const std::string &V : Values)
      J.value(llvm::json::fixUTF8(V));
  });
}

void place(OStream &J, const SourceLoc &L, bool Column) {
  text(J, "file", L.File);
  J.attribute("line", L.Line);
  if (Column)
    J.attribute("column", L.Column);
}

void triple(OStream &J, StringRef Key, const std::array<uint64_t, 3> &T) {
  J.attributeArray(Key, [&] {
    for (uint64_t V : T)
      J.value(V);
  });
}

template <typename Pairs> void measures(OStream &J, StringRef Key, const Pairs &Values) {
  J.attributeObject(Key, [&] {
    for (const auto &[Name, Value] : Values)
      J.attribute(llvm::json::fixUTF8(Name), Value);
  });
}

void unit(OStream &J, const UnitReport &U) {
  J.object([&] {
    text(J, "file", U.File);
    J.attribute("status", toString(U.Status));
    text(J, "reason", U.Reason);
    J.attributeObject("seconds", [&] {
      J.attribute("parse", U.Seconds.Parse);
      J.attribute("model", U.Seconds.Model);
      J.attribute("detect", U.Seconds.Detect);
      J.attribute("repair", U.Seconds.Repair);
      J.attribute("verify", U.Seconds.Verify);
    });
  });
}

/// "file:line"; empty if there is no place.
std::vector<std::string> places(llvm::ArrayRef<SourceLoc> Locs) {
  std::vector<std::string> Texts;
  for (const SourceLoc &L : Locs)
    Texts.push_back(L.Line ? L.File + ":" + std::to_string(L.Line) : "");
  return Texts;
}

void launch(OStream &J, const PrintedLaunch &L) {
  J.object([&] {
    place(J, L.Loc, /*Column=*/false);
    texts(J, "grid", L.Grid);
    texts(J, "block", L.Block);
    texts(J, "facts", L.Facts);
    texts(J, "fact_places", places(L.FactPlaces));
    texts(J, "callers", places(L.Callers));
  });
}

void premises(OStream &J, llvm::ArrayRef<Premise> All) {
  if (!All.empty())
    J.attributeArray("premises", [&] {
      for (const Premise &P : All)
        J.object([&] {
          text(J, "id", toString(P.Of));
          text(J, "text", P.Text);
        });
    });
}

void kernel(OStream &J, const KernelReport &K) {
  J.object([&] {
    text(J, "name", K.Name);
    place(J, K.Loc, /*Column=*/false);
    J.attributeArray("launches", [&] {
      for (const PrintedLaunch &L : K.Printed)
        launch(J, L);
    });
    J.attributeObject("verdicts", [&] {
      J.attribute("race", freeFor(K).empty() ? toString(K.Race) : "free-for-shapes");
      J.attribute("barrier-divergence", toString(K.Divergence));
    });
    if (!freeFor(K).empty())
      text(J, "free_for", freeFor(K));
    texts(J, "unknown", K.Unknowns);
    if (!K.Assumed.empty())
      texts(J, "assumed", K.Assumed);
    premises(J, K.Premises);
    if (!K.Questions.empty())
      measures(J, "questions", K.Questions);
    if (!K.Traffic.empty())
      measures(J, "traffic", K.Traffic);
    if (!K.Passes.empty())
      J.attributeArray("passes", [&] {
        for (const PassReport &R : K.Passes)
          J.object([&] {
            text(J, "pass", R.Pass);
            measures(J, "before", R.Before);
            measures(J, "after", R.After);
            J.attribute("taken_back", R.TakenBack);
            if (!R.Generic.empty())
              texts(J, "generic", R.Generic);
          });
      });
    if (K.Measures.empty())
      return;
    measures(J, "busiest_warp", K.BusiestWarp);
    J.attributeArray("measures", [&] {
      for (const Measure &M : K.Measures)
        J.object([&] {
          place(J, M.Loc, /*Column=*/true);
          text(J, "what", toString(M.What));
          measures(J, "values", M.Values);
        });
    });
  });
}

void witness(OStream &J, const Witness &W) {
  J.attributeObject("witness", [&] {
    triple(J, "block", W.BlockDim);
    triple(J, "grid", W.GridDim);
    J.attributeArray("threads", [&] {
      for (const Witness::Thread &T : W.Threads)
        J.object([&] {
          triple(J, "block", T.Block);
          triple(J, "thread", T.Thread);
        });
    });
    auto Values = printedValues(W.Values, W.ClusterDim);
    llvm::append_range(Values, W.Iterations);
    measures(J, "values", Values);
  });
}

void verification(OStream &J, const Verification &V) {
  J.attributeObject("verification", [&] {
    J.attribute("parses", V.Parses);
    J.attribute("finding_gone", V.FindingGone);
    J.attribute("new_findings", V.NewFindings);
    J.attribute("ir_verified", V.IRVerified);
    J.attribute("simulated", toString(V.Result));
    if (!V.SimulatedReason.empty())
      text(J, "simulated_reason", V.SimulatedReason);
    measures(J, "cost_before", V.Before);
    measures(J, "cost_after", V.After);
    if (!V.Formulas.empty())
      J.attributeArray("formulas", [&] {
        for (const FormulaChange &C : V.Formulas)
          J.object([&] {
            text(J, "metric", C.Metric);
            text(J, "before", C.Before);
            text(J, "after", C.After);
          });
      });
  });
}

void repair(OStream &J, const Repair &R) {
  J.object([&] {
    text(J, "id", R.Id);
    J.attribute("applicability", toString(R.How));
    texts(J, "assumptions", R.Assumptions);
    text(J, "title", R.Title);
    if (!R.Notes.empty())
      texts(J, "notes", llvm::map_range(R.Notes, [](const RepairNote &N) { return N.Text; }));
    J.attributeArray("edits", [&] {
      for (const Edit &E : R.Edits)
        J.object([&] {
          text(J, "file", E.File);
          J.attribute("offset", E.Offset);
          J.attribute("length", E.Length);
          text(J, "text", E.Text);
        });
    });
    J.attribute("ir", R.HasIR);
    verification(J, R.Check);
  });
}

void finding(OStream &J, const Finding &F) {
  J.object([&] {
    text(J, "id", F.Id);
    J.attribute("level", toString(F.Severity));
    J.attribute("confidence", toString(F.How));
    text(J, "kernel", F.KernelName);
    place(J, F.Loc, /*Column=*/true);
    text(J, "message", F.Message);
    J.attributeArray("related", [&] {
      for (const Related &R : F.RelatedPlaces)
        J.object([&] {
          place(J, R.Loc, /*Column=*/true);
          text(J, "role", toString(R.What));
          if (!R.Text.empty())
            text(J, "message", R.Text);
        });
    });
    if (F.Example)
      witness(J, *F.Example);
    if (!F.Repeat.empty())
      text(J, "repeat", F.Repeat);
    if (!F.Facts.empty())
      texts(J, "facts", F.Facts);
    premises(J, F.Premises);
    measures(J, "metrics", F.Metrics);
    J.attributeArray("repairs", [&] {
      for (const Repair &R : F.Repairs)
        repair(J, R);
    });
  });
}

void hazard(OStream &J, const AnsweredHazard &H) {
  J.object([&] {
    J.attribute("log_line", H.LogLine);
    J.attribute("times", H.Times);
    text(J, "what", H.What);
    text(J, "answer", H.Answer);
    text(J, "why", H.Why);
  });
}

} // namespace

void writeJson(llvm::raw_ostream &OS, const RunReport &R, const Style &) {
  OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("version", 1);
    text(J, "tool", R.Tool);
    J.attributeArray("units", [&] {
      for (const UnitReport &U : R.Units)
        unit(J, U);
    });
    J.attributeArray("kernels", [&] {
      for (const KernelReport &K : R.Kernels)
        kernel(J, K);
    });
    J.attributeArray("findings", [&] {
      for (const Finding &F : R.Findings)
        finding(J, F);
    });
    if (!R.HazardLog.empty())
      J.attributeArray("hazards", [&] {
        for (const AnsweredHazard &H : R.Hazards)
          hazard(J, H);
      });
  });
  OS << '\n';
}

} // namespace cudafix::report
