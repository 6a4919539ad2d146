// SPDX-License-Identifier: Apache-2.0
//
// Texture fetches, and reads and writes of surfaces: they access the memory behind the texture or
// surface.
#include "simulate/machine/Switch.h"
#include <cstring>

namespace cudafix::simulate {

/// The texture of a handle; null: there is none, which is reported.
const Texture *Machine::texture(Lane &L, uint64_t Handle, uint32_t Site) {
  auto At = C.Textures->find(Handle);
  if (At != C.Textures->end())
    return &At->second;
  Event E;
  E.Kind = EventKind::OutOfBounds;
  E.Site = Site;
  E.Thread = L.Id;
  E.Writes = Code.Sites[Site].Kind != SiteKind::Read;
  E.Text = Handle ? "through a texture or surface that was destroyed or never made"
                  : "through a texture or surface that nothing is bound to";
  note(std::move(E));
  return nullptr;
}

void Machine::fetch(Lane &L, char *To, uint64_t Handle, const Fetch &F, uint32_t Site) {
  if (--Fuel <= 0)
    refuel(L);
  if (!C.Textures) {
    // The addresses of elements are only defined for linear textures.
    if (Log.isOn() && F.Kind == FetchKind::Linear)
      log(L, Site, F.Index * F.Bytes);
    return makeUp(Handle, F, uint64_t(Threads) * Blocks, To);
  }
  if (const Texture *T = texture(L, Handle, Site))
    return simulate::fetch(*T, F, To, [&](char *Texel, uint64_t Bytes) {
      return Code.Checked ? loadWide(L, Texel, Bytes, Site) : Texel;
    });
  std::memset(To, 0, F.Bytes);
}

/// The bytes of a surface; null: they are outside, which is reported if it is an error.
char *Machine::surfaceBytes(Lane &L, const Texture &T, const SurfacePlace &At, uint32_t Site) {
  if (--Fuel <= 0)
    refuel(L);
  char *Bytes = surfaceAddress(T, At);
  if (Bytes || At.Outside == BoundaryMode::Zero)
    return Bytes;
  Event E;
  E.Kind = EventKind::OutOfBounds;
  E.Site = Site;
  E.Thread = L.Id;
  E.Writes = Code.Sites[Site].Kind != SiteKind::Read;
  E.Text = "byte " + std::to_string(At.X) + " of row " + std::to_string(At.Y) +
           (T.Depth > 1 ? " of slice " + std::to_string(At.Z) : "") + " of a surface of " +
           std::to_string(T.Width * T.texelBytes()) + " bytes by " + std::to_string(T.Height) +
           " rows";
  note(std::move(E));
  return nullptr;
}

void Machine::readSurface(Lane &L, char *To, uint64_t Handle, const SurfacePlace &At,
                          uint32_t Site) {
  const Texture *T = texture(L, Handle, Site);
  char *From = T ? surfaceBytes(L, *T, At, Site) : nullptr;
  if (From && Code.Checked)
    From = loadWide(L, From, At.Bytes, Site);
  if (From)
    std::memcpy(To, From, At.Bytes);
  else
    std::memset(To, 0, At.Bytes);
}

void Machine::writeSurface(Lane &L, const char *From, uint64_t Handle, const SurfacePlace &At,
                           uint32_t Site) {
  const Texture *T = texture(L, Handle, Site);
  char *To = T ? surfaceBytes(L, *T, At, Site) : nullptr;
  if (To && Code.Checked)
    To = storeWide(L, To, At.Bytes, From, Site);
  if (To)
    std::memcpy(To, From, At.Bytes);
}

} // namespace cudafix::simulate
