// SPDX-License-Identifier: Apache-2.0
#include "host/LaunchAttributes.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

LaunchAttributes host::launchAttributes(CallBase &C, HostMemory &Memory, HostTerms &Terms) {
  constexpr unsigned AttributesAt = 40, CountAt = 48, Bytes = 72, ValueAt = 8;
  constexpr uint64_t ClusterDimension = 4, ProgrammaticSerialization = 6, Most = 16;
  LaunchAttributes Found;
  Place Config = Memory.place(C.getArgOperand(0));
  Expr Count = Terms.memory({Config.Base, Config.Offset + CountAt}, 32, C);
  const bool IsCounted = Count && Count->isConst() && Count->value() <= Most;
  if (IsCounted && !Count->value()) {
    Found.Cluster = {1, 1, 1};
    return Found;
  }
  Content List = Memory.find({Config.Base, Config.Offset + AttributesAt}, 8, C);
  if (List.What != Content::Kind::Value || List.Byte || !List.Stored->getType()->isPointerTy())
    return Found;
  const Place First = Memory.place(List.Stored);
  std::array<unsigned, 3> Is{1, 1, 1};
  // If the number of attributes is not constant, all attributes that exist may apply.
  for (unsigned I = 0; I < (IsCounted ? Count->value() : Most); ++I) {
    const int64_t At = First.Offset + int64_t(Bytes) * I;
    auto Read = [&](unsigned Offset) { return Terms.memory({First.Base, At + Offset}, 32, C); };
    Expr Id = Read(0);
    if (!Id || !Id->isConst())
      return Found;
    if (Id->value() == ProgrammaticSerialization) {
      Expr Allowed = Read(ValueAt);
      Found.Overlaps |= Allowed && !(Allowed->isConst() && !Allowed->value());
    }
    if (Id->value() != ClusterDimension)
      continue;
    for (unsigned D = 0; D < 3; ++D) {
      Expr Size = Read(ValueAt + 4 * D);
      if (!Size || !Size->isConst() || !Size->value())
        return Found;
      Is[D] = Size->value();
    }
  }
  if (IsCounted)
    Found.Cluster = Is;
  return Found;
}
