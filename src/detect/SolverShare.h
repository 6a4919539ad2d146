// SPDX-License-Identifier: Apache-2.0
//
// A unit of many kernels (template instances, mostly) still ends soon: they share what the
// solver may spend, and what one leaves the next ones have. No question is solved twice.
#pragma once

#include "smt/Workspace.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

namespace cudafix::detect {

class SolverShare {
public:
  /// `Units`: the kernels. What `Known` remembers, of the same unit before a repair, is known.
  template <typename KernelUnits>
  explicit SolverShare(const KernelUnits &Units, smt::Workspace *Known = nullptr) : Known(Known) {
    for (const auto &K : Units)
      Kernels += counts(K.primaryTemplate());
    Left = OfUnit - std::min(PerKernel * Kernels, OfUnit / 2);
    Instances.clear();
  }

  /// Before the questions of the next kernel are asked in `W`, an instance of `Template` (null: of
  /// none). Once one instance has used up a generous share, the others get an even one, and the
  /// less the more of them have used up theirs: they are as hard, and further kernels shall have
  /// theirs.
  void begin(smt::Workspace &W, const void *Template) {
    const uint64_t Even = Left / std::max<size_t>(Kernels, 1);
    const unsigned InVain = Template ? Exhausted.lookup(Template) : 0;
    const uint64_t Share =
        std::clamp(InVain > 0 ? Even / InVain : Generous * Even, Least, smt::Workspace::OfKernel);
    Before = W.spent();
    W.Limit = Before + Share;
    W.Refining = Share / 4;
    if (!Known)
      Known = &W;
    else
      W.share(*Known);
  }

  /// After them.
  void end(const smt::Workspace &W, const void *Template) {
    Kernels -= Kernels > 0 && counts(Template);
    if (Template && W.left() == 0)
      ++Exhausted[Template];
    Left -= std::min(Left, W.spent() - Before);
  }

  /// Returns true if a further instance of the template would be asked in vain: the unit has
  /// nothing left, and several instances have had more than the least share and used it up.
  bool isInVain(const void *Template) const {
    constexpr unsigned Enough = 12;
    return Template && Left < Least && Exhausted.lookup(Template) >= Enough;
  }

  /// After the last kernel, before so many are asked about once more, with what is left. Returns
  /// false if nothing is.
  bool beginAgain(size_t Open) {
    Kernels = Open;
    Instances.clear();
    Exhausted.clear();
    return Open > 0 && Left >= Least;
  }

  /// Before the questions about a kernel are asked once more whose findings rest on one that the
  /// solver has not decided: a few get a share that a kernel alone would have.
  void beginShown(smt::Workspace &W) {
    Before = W.spent();
    W.Limit = Before + OfShown;
    W.Refining = OfShown / 4;
  }
  static constexpr unsigned MostShown = 3; ///< kernels of a unit that get it

private:
  static constexpr uint64_t OfShown = 6'000'000;
  static constexpr uint64_t OfUnit = 28'000'000, Least = 200'000, Generous = 4;
  static constexpr uint64_t PerKernel = 100'000; ///< for what takes time beside the solver

  /// Of the many instances of a template, which ask the same for the most part, only some count.
  bool counts(const void *Template) {
    constexpr unsigned Most = 24;
    return !Template || Instances[Template]++ < Most;
  }

  smt::Workspace *Known;
  uint64_t Left;                                    ///< solver resource units
  uint64_t Before = 0;                              ///< that the kernel of `begin` had spent
  size_t Kernels = 0;                               ///< that count and are not judged yet
  llvm::DenseMap<const void *, unsigned> Instances; ///< that were looked at, by template
  llvm::DenseMap<const void *, unsigned> Exhausted; ///< those that used up their share
};

} // namespace cudafix::detect
