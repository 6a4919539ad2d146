// SPDX-License-Identifier: Apache-2.0
//
// What the unit tests use beside the precompiled header of their folder. No file includes it.
#pragma once

#include <gtest/gtest.h>
