// SPDX-License-Identifier: Apache-2.0
//
// Divides the solver's budget of a unit among its kernels (often many template instances), so that
// the unit still ends soon; later kernels get what earlier ones leave. No question is solved twice.
#pragma once

#include "smt/Workspace.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

namespace cudafix::detect {

class SolverShare {
public:
  /// `Units`: the kernels. `Known`: answers of the same unit before a repair, which are reused.
  template <typename KernelUnits>
  explicit SolverShare(const KernelUnits &Units, smt::Workspace *Known = nullptr) : Known(Known) {
    for (const auto &K : Units)
      Kernels += counts(K.primaryTemplate());
    Left = OfUnit - std::min(PerKernel * Kernels, OfUnit / 2);
    Instances.clear();
  }

  /// To be called before the questions of the next kernel, an instance of `Template` (null: of
  /// none), are asked in `W`. The first instances get a generous share. Once one of them has used
  /// it up, the others get an even share, which shrinks with the number of exhausted instances:
  /// they are as hard, and other kernels need a share, too.
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

  /// To be called after them.
  void end(const smt::Workspace &W, const void *Template) {
    Kernels -= Kernels > 0 && counts(Template);
    if (Template && W.left() == 0)
      ++Exhausted[Template];
    Left -= std::min(Left, W.spent() - Before);
  }

  /// Returns true if a further instance of the template would be asked in vain: the unit's budget
  /// is spent, and several instances have already used up more than the least share.
  bool isInVain(const void *Template) const {
    constexpr unsigned Enough = 12;
    return Template && Left < Least && Exhausted.lookup(Template) >= Enough;
  }

  /// To be called after the last kernel, before `Open` kernels are asked about again with the
  /// remaining budget. Returns false if nothing remains.
  bool beginAgain(size_t Open) {
    Kernels = Open;
    Instances.clear();
    Exhausted.clear();
    return Open > 0 && Left >= Least;
  }

  /// To be called before asking again about a kernel whose findings depend on an undecided
  /// question: a few such kernels get a share that a kernel would have alone.
  void beginShown(smt::Workspace &W) {
    Before = W.spent();
    W.Limit = Before + OfShown;
    W.Refining = OfShown / 4;
  }
  static constexpr unsigned MostShown = 3; ///< the most kernels of a unit that get it

private:
  static constexpr uint64_t OfShown = 6'000'000;
  static constexpr uint64_t OfUnit = 28'000'000, Least = 200'000, Generous = 4;
  static constexpr uint64_t PerKernel = 100'000; ///< accounts for time outside of the solver

  /// Returns true for the first instances of a template: further ones ask mostly the same.
  bool counts(const void *Template) {
    constexpr unsigned Most = 24;
    return !Template || Instances[Template]++ < Most;
  }

  smt::Workspace *Known;
  uint64_t Left;                                    ///< solver resource units
  uint64_t Before = 0;                              ///< units that were already spent at `begin`
  size_t Kernels = 0;                               ///< kernels that count and have not been judged
  llvm::DenseMap<const void *, unsigned> Instances; ///< instances examined so far, by template
  llvm::DenseMap<const void *, unsigned> Exhausted; ///< instances that used up their share
};

} // namespace cudafix::detect
