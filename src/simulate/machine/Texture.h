// SPDX-License-Identifier: Apache-2.0
//
// How a texture or a surface interprets memory: where its texels are, and how coordinates select
// texels and texels become a result. The rules are in the CUDA programming guide's appendix on
// texture fetching.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>

namespace cudafix::simulate {

/// The type of a texel's channels, which are equally wide.
enum class ChannelKind : uint8_t { Signed, Unsigned, Float };

/// The handling of coordinates outside of a texture; values of cudaTextureAddressMode.
enum class AddressMode : uint8_t { Wrap, Clamp, Mirror, Border };

/// The handling of coordinates outside of a surface; values of cudaSurfaceBoundaryMode.
enum class BoundaryMode : uint8_t { Zero, Clamp, Trap };

/// The kind of a fetch; values of __cudafix_texture_kind.
enum class FetchKind : uint8_t {
  Linear,
  OneD,
  TwoD,
  ThreeD,
  OneDLayered,
  TwoDLayered,
  Cubemap,
  Gather,
};

struct Texture {
  char *Data = nullptr;
  uint64_t Width = 0, Height = 1, Depth = 1; ///< in texels; for layers, the depth is their number
  uint64_t Pitch = 0, SlicePitch = 0;        ///< bytes from row to row, from slice to slice
  unsigned Channels = 1, ChannelBytes = 4;
  ChannelKind Kind = ChannelKind::Float;
  std::array<AddressMode, 3> Modes{AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
  bool LinearFilter = false;
  bool NormalizedCoordinates = false;
  bool NormalizedFloat = false; ///< integers are converted to floats in [0, 1] or [-1, 1]
  std::array<float, 4> Border{};

  uint64_t texelBytes() const { return uint64_t(Channels) * ChannelBytes; }
  char *texel(uint64_t X, uint64_t Y, uint64_t Z) const {
    return Data + Z * SlicePitch + Y * Pitch + X * texelBytes();
  }
};

/// One fetch, and the type of its result.
struct Fetch {
  FetchKind Kind = FetchKind::Linear;
  unsigned ChannelBytes = 4; ///< of the result
  bool Float = true;         ///< the result's channels are floats
  uint64_t Bytes = 4;        ///< of the result
  float X = 0, Y = 0, Z = 0; ///< Z is also the layer, and the component of a gather
  int64_t Index = 0;         ///< of a linear fetch
};

/// Bytes of a surface: X counts bytes; Z may be a layer.
struct SurfacePlace {
  int X = 0, Y = 0, Z = 0;
  uint64_t Bytes = 4;
  BoundaryMode Outside = BoundaryMode::Trap;
};

/// Announces the read of a texel, and returns the address from which to read it.
using TexelReader = llvm::function_ref<const char *(char *Texel, uint64_t Bytes)>;

/// The address of these bytes; null: they are outside, and nothing is read or written.
char *surfaceAddress(const Texture &T, const SurfacePlace &At);

/// Writes the result of a fetch to `To`.
void fetch(const Texture &T, const Fetch &F, char *To, TexelReader Read);

/// A result for a texture that nobody has bound: deterministic for the texture and coordinates;
/// floats in [0, 1) and integers below `Below`.
void makeUp(uint64_t Handle, const Fetch &F, uint64_t Below, char *To);

} // namespace cudafix::simulate
