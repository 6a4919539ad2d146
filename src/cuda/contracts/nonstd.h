// SPDX-License-Identifier: Apache-2.0
//
// Stands in for missing libraries that provide types of later C++ standards.
#ifndef __CUDAFIX_CONTRACT_NONSTD_H
#define __CUDAFIX_CONTRACT_NONSTD_H
#include <any>
#include <optional>
#include <string_view>
#include <variant>
namespace nonstd {
using std::any;
using std::any_cast;
using std::bad_any_cast;
using std::bad_optional_access;
using std::bad_variant_access;
using std::get;
using std::get_if;
using std::holds_alternative;
using std::in_place;
using std::in_place_t;
using std::make_any;
using std::make_optional;
using std::monostate;
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;
using std::variant;
using std::visit;
} // namespace nonstd
#endif
