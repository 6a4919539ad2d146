// SPDX-License-Identifier: Apache-2.0
#include "simulate/MemoryRun.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

bool MemoryRun::isRacy() const {
  return llvm::any_of(Ran.Events, [](const Event &E) {
    return (E.Kind == EventKind::Race && !E.SameValue) || E.Kind == EventKind::MissedBarrier ||
           E.Kind == EventKind::MixedBarriers;
  });
}

MemoryRun runForMemory(const CompiledKernel &Code, const Inputs &In, Configuration C) {
  C.Grid = In.Grid;
  C.Block = In.Block;
  C.Cluster = In.Cluster;
  C.DynamicShared = In.DynamicShared;
  if (Code.UsesGridBarrier)
    C.MaxResident = UINT64_MAX;
  LoadedInputs Loaded(In, Code, C);
  Machine M(Code, Loaded.memory(), C);
  MemoryRun R;
  R.Ran = M.run(Loaded.arguments());
  for (unsigned I = 0; I < In.Buffers.size(); ++I)
    R.Memory.push_back({In.Buffers[I].Name, Loaded.contents(I).vec()});
  for (const Variable &V : Code.Globals)
    if (!V.Constant)
      R.Memory.push_back(
          {V.Name, std::vector<char>(M.globals() + V.Offset, M.globals() + V.Offset + V.Bytes)});
  return R;
}

} // namespace cudafix::simulate
