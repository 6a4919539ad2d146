// SPDX-License-Identifier: Apache-2.0
//
// What a process may do that reads and compiles files of strangers.
#pragma once

#include "model/Options.h"
#include "sandbox/Rights.h"

namespace cudafix::cli {

/// It reads files and keeps precompiled headers. Programs that it starts, those of a toolkit or
/// git, write temporary files. With --run-program what is run writes into the working folder.
sandbox::Rights workerRights(const Options &Opts, bool AsksGit = false);

} // namespace cudafix::cli
