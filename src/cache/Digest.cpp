// SPDX-License-Identifier: Apache-2.0
#include "cache/Digest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

namespace cudafix::cache {

using llvm::StringRef;
namespace endian = llvm::support::endian;

llvm_blake3_hasher Digest::fresh() {
  llvm_blake3_hasher H;
  llvm_blake3_hasher_init(&H);
  return H;
}

Digest::Digest(StringRef Secret) {
  std::string Key = digestOf(Secret); // as long as the hash requires
  llvm_blake3_hasher_init_keyed(&Hasher, reinterpret_cast<const uint8_t *>(Key.data()));
}

Digest &Digest::add(uint64_t Number) {
  uint8_t Bytes[sizeof(Number)];
  endian::write64le(Bytes, Number);
  llvm_blake3_hasher_update(&Hasher, Bytes, sizeof(Bytes));
  return *this;
}

Digest &Digest::add(StringRef Part) {
  add(Part.size());
  llvm_blake3_hasher_update(&Hasher, Part.data(), Part.size());
  return *this;
}

std::string Digest::bytes() {
  std::string Out(LLVM_BLAKE3_OUT_LEN, 0);
  llvm_blake3_hasher_finalize(&Hasher, reinterpret_cast<uint8_t *>(Out.data()), Out.size());
  return Out;
}

std::string Digest::hex() { return llvm::toHex(bytes(), /*LowerCase=*/true); }

void put(std::string &Out, StringRef Text) {
  char Size[sizeof(uint64_t)];
  endian::write64le(Size, Text.size());
  Out.append(Size, sizeof(Size));
  Out += Text;
}

bool take(StringRef &In, StringRef &Text) {
  if (In.size() < sizeof(uint64_t))
    return false;
  uint64_t Size = endian::read64le(In.data());
  if (Size > In.size() - sizeof(uint64_t))
    return false;
  Text = In.substr(sizeof(uint64_t), Size);
  In = In.drop_front(sizeof(uint64_t) + Size);
  return true;
}

} // namespace cudafix::cache
