// SPDX-License-Identifier: Apache-2.0
//
// The rights of a process that reads and compiles untrusted files.
#pragma once

#include "model/Options.h"
#include "sandbox/Rights.h"

namespace cudafix::cli {

/// It may read files and write precompiled headers. Programs that it starts, from a toolkit or git,
/// may write temporary files. With --run-program, the program may write into the working folder.
sandbox::Rights workerRights(const Options &Opts, bool AsksGit = false);

} // namespace cudafix::cli
