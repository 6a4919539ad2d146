// SPDX-License-Identifier: Apache-2.0
//
// Conventions by name: assumptions that programs keep although no source states them. A verdict
// that needs some of them lists them as premises (model/Premise.h).
#pragma once

#include "model/Premise.h"

namespace cudafix {

enum class Convention : uint8_t {
#define CONVENTION(Name) Name,
#include "model/Conventions.def"
#undef CONVENTION
};

constexpr unsigned NumConventions = 0
#define CONVENTION(Name) +1
#include "model/Conventions.def"
#undef CONVENTION
    ;

/// The name that users see: "loops-turn".
std::string toString(Convention C);

} // namespace cudafix
