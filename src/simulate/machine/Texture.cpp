// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Texture.h"
#include "simulate/machine/SmallFloats.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace cudafix::simulate {
namespace {

/// The channels of a texel: floats, or 32-bit integers.
struct Texel {
  bool Float = false;
  std::array<float, 4> F{};
  std::array<uint32_t, 4> I{};
};

class Sampler {
public:
  Sampler(const Texture &T, TexelReader Read) : T(T), Read(Read) {}
  Texel at(int64_t X, int64_t Y, int64_t Z);
  Texel sample(const std::array<float, 3> &At, unsigned Dimensions, int64_t Layer);
  Texel cubemap(float X, float Y, float Z);
  Texel gather(float X, float Y, unsigned Component);

private:
  struct Place {
    int64_t Texel;  ///< the lower one
    float Fraction; ///< weight of the upper one
  };
  Place place(float Coordinate, unsigned D, bool Filtered) const;
  int64_t addressed(int64_t I, unsigned D) const;
  Texel decode(const char *From) const;
  int64_t size(unsigned D) const { return D == 0 ? T.Width : D == 1 ? T.Height : T.Depth; }

  const Texture &T;
  TexelReader Read;
};

} // namespace

Texel Sampler::decode(const char *From) const {
  Texel Result;
  Result.Float = T.NormalizedFloat || T.Kind == ChannelKind::Float;
  for (unsigned C = 0; C < T.Channels; ++C, From += T.ChannelBytes) {
    uint32_t Raw = 0;
    std::memcpy(&Raw, From, T.ChannelBytes);
    unsigned Unused = 32 - 8 * T.ChannelBytes;
    if (T.Kind == ChannelKind::Float) {
      if (T.ChannelBytes == 2)
        Result.F[C] = fromHalf(Raw);
      else
        std::memcpy(&Result.F[C], &Raw, sizeof(float));
      continue;
    }
    if (T.Kind == ChannelKind::Signed)
      Raw = static_cast<int32_t>(Raw << Unused) >> Unused;
    if (!T.NormalizedFloat)
      Result.I[C] = Raw;
    else if (T.Kind == ChannelKind::Signed)
      Result.F[C] = std::max(static_cast<int32_t>(Raw) / float(0x7fffffffu >> Unused), -1.0f);
    else
      Result.F[C] = Raw / float(0xffffffffu >> Unused);
  }
  return Result;
}

/// The texel that is used for this index in its dimension; negative: the border color.
int64_t Sampler::addressed(int64_t I, unsigned D) const {
  int64_t N = size(D);
  AddressMode Mode = T.Modes[D];
  // The guide defines the other two modes for normalized coordinates only.
  if (!T.NormalizedCoordinates && (Mode == AddressMode::Wrap || Mode == AddressMode::Mirror))
    Mode = AddressMode::Clamp;
  switch (Mode) {
  case AddressMode::Clamp:
    return std::clamp<int64_t>(I, 0, N - 1);
  case AddressMode::Border:
    return I < 0 || I >= N ? -1 : I;
  case AddressMode::Wrap:
    return (I % N + N) % N;
  case AddressMode::Mirror:
    I = (I % (2 * N) + 2 * N) % (2 * N);
    return I < N ? I : 2 * N - 1 - I;
  }
  return 0;
}

Texel Sampler::at(int64_t X, int64_t Y, int64_t Z) {
  if (X < 0 || Y < 0 || Z < 0) {
    Texel Outside;
    Outside.Float = T.NormalizedFloat || T.Kind == ChannelKind::Float;
    Outside.F = T.Border;
    for (unsigned C = 0; C < 4; ++C)
      Outside.I[C] = static_cast<int64_t>(T.Border[C]);
    return Outside;
  }
  return decode(Read(T.texel(X, Y, Z), T.texelBytes()));
}

/// Rounds a fraction to the eight bits of the hardware.
Sampler::Place Sampler::place(float Coordinate, unsigned D, bool Filtered) const {
  float X = T.NormalizedCoordinates ? Coordinate * size(D) : Coordinate;
  constexpr float Far = 1 << 30; // beyond every array; a NaN is no position either
  X = X != X ? 0 : std::clamp(X, -Far, Far);
  if (!Filtered)
    return {static_cast<int64_t>(std::floor(X)), 0};
  float Shifted = X - 0.5f, Lower = std::floor(Shifted);
  return {static_cast<int64_t>(Lower), std::round((Shifted - Lower) * 256) / 256};
}

/// `Layer`: of a layered texture, clamped; otherwise 0.
Texel Sampler::sample(const std::array<float, 3> &At, unsigned Dimensions, int64_t Layer) {
  bool Filtered = T.LinearFilter && (T.NormalizedFloat || T.Kind == ChannelKind::Float);
  std::array<Place, 3> P{};
  for (unsigned D = 0; D < Dimensions; ++D)
    P[D] = place(At[D], D, Filtered);
  Layer = std::clamp<int64_t>(Layer, 0, T.Depth - 1);
  auto Corner = [&](unsigned Upper) {
    std::array<int64_t, 3> I{0, 0, Layer};
    for (unsigned D = 0; D < Dimensions; ++D)
      I[D] = addressed(P[D].Texel + (Upper >> D & 1), D);
    return at(I[0], I[1], I[2]);
  };
  if (!Filtered)
    return Corner(0);
  Texel Sum;
  Sum.Float = true;
  for (unsigned Upper = 0; Upper < 1u << Dimensions; ++Upper) {
    float Weight = 1;
    for (unsigned D = 0; D < Dimensions; ++D)
      Weight *= Upper >> D & 1 ? P[D].Fraction : 1 - P[D].Fraction;
    if (Weight == 0)
      continue;
    Texel Each = Corner(Upper);
    for (unsigned C = 0; C < 4; ++C)
      Sum.F[C] += Weight * Each.F[C];
  }
  return Sum;
}

/// The face is that of the axis with the largest magnitude; the coordinates on it are the other
/// two, divided by that one (programming guide, "Cubemap Textures").
Texel Sampler::cubemap(float X, float Y, float Z) {
  float Ax = std::fabs(X), Ay = std::fabs(Y), Az = std::fabs(Z);
  float M, S, V;
  int64_t Face;
  if (Ax >= Ay && Ax >= Az) {
    Face = X >= 0 ? 0 : 1;
    M = Ax, S = X >= 0 ? -Z : Z, V = -Y;
  } else if (Ay >= Az) {
    Face = Y >= 0 ? 2 : 3;
    M = Ay, S = X, V = Y >= 0 ? Z : -Z;
  } else {
    Face = Z >= 0 ? 4 : 5;
    M = Az, S = Z >= 0 ? X : -X, V = -Y;
  }
  float Scale = T.NormalizedCoordinates ? 1 : T.Width;
  return sample({(S / M + 1) / 2 * Scale, (V / M + 1) / 2 * Scale, 0}, 2, Face);
}

/// One channel of the four texels that a filter would mix, counterclockwise from the lower left.
Texel Sampler::gather(float X, float Y, unsigned Component) {
  Place Px = place(X, 0, true), Py = place(Y, 1, true);
  constexpr std::array<std::pair<int, int>, 4> Corners{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  Texel Result;
  for (unsigned C = 0; C < 4; ++C) {
    Texel Each = at(addressed(Px.Texel + Corners[C].first, 0),
                    addressed(Py.Texel + Corners[C].second, 1), 0);
    Result.Float = Each.Float;
    Result.F[C] = Each.F[Component & 3];
    Result.I[C] = Each.I[Component & 3];
  }
  return Result;
}

/// Writes channels in the width of the program's type.
static void encode(const Texel &From, const Fetch &F, char *To) {
  std::memset(To, 0, F.Bytes);
  uint64_t Channels = std::min<uint64_t>(F.Bytes / F.ChannelBytes, 4);
  for (uint64_t C = 0; C < Channels; ++C) {
    uint32_t Bits = From.I[C];
    if (From.Float && F.ChannelBytes == 2)
      Bits = toHalf(From.F[C]);
    else if (From.Float)
      std::memcpy(&Bits, &From.F[C], sizeof(Bits));
    std::memcpy(To + C * F.ChannelBytes, &Bits, std::min(F.ChannelBytes, 4u));
  }
}

void fetch(const Texture &T, const Fetch &F, char *To, TexelReader Read) {
  Sampler S(T, Read);
  Texel Result;
  switch (F.Kind) {
  case FetchKind::Linear:
    if (F.Index >= 0 && static_cast<uint64_t>(F.Index) < T.Width)
      Result = S.at(F.Index, 0, 0);
    break;
  case FetchKind::OneD:
    Result = S.sample({F.X, 0, 0}, 1, 0);
    break;
  case FetchKind::TwoD:
    Result = S.sample({F.X, F.Y, 0}, 2, 0);
    break;
  case FetchKind::ThreeD:
    Result = S.sample({F.X, F.Y, F.Z}, 3, 0);
    break;
  case FetchKind::OneDLayered:
    Result = S.sample({F.X, 0, 0}, 1, static_cast<int64_t>(F.Z));
    break;
  case FetchKind::TwoDLayered:
    Result = S.sample({F.X, F.Y, 0}, 2, static_cast<int64_t>(F.Z));
    break;
  case FetchKind::Cubemap:
    Result = S.cubemap(F.X, F.Y, F.Z);
    break;
  case FetchKind::Gather:
    Result = S.gather(F.X, F.Y, static_cast<unsigned>(F.Z));
    break;
  }
  encode(Result, F, To);
}

char *surfaceAddress(const Texture &T, const SurfacePlace &At) {
  std::array<int64_t, 3> I{At.X, At.Y, At.Z};
  std::array<int64_t, 3> Last{static_cast<int64_t>(T.Width * T.texelBytes() - At.Bytes),
                              static_cast<int64_t>(T.Height) - 1,
                              static_cast<int64_t>(T.Depth) - 1};
  for (unsigned D = 0; D < 3; ++D) {
    if (I[D] >= 0 && I[D] <= Last[D])
      continue;
    if (At.Outside != BoundaryMode::Clamp || Last[D] < 0)
      return nullptr;
    I[D] = std::clamp<int64_t>(I[D], 0, Last[D]);
  }
  return T.Data + I[2] * T.SlicePitch + I[1] * T.Pitch + I[0];
}

void makeUp(uint64_t Handle, const Fetch &F, uint64_t Below, char *To) {
  uint64_t Bits = 0;
  std::array<float, 3> At{F.X, F.Y, F.Z};
  auto Mix = [&](uint64_t V) {
    Bits = (Bits ^ V) * 0x9e3779b97f4a7c15;
    Bits ^= Bits >> 29;
  };
  Mix(Handle + 1);
  Mix(static_cast<uint64_t>(F.Index));
  for (float Each : At) {
    uint32_t Raw;
    std::memcpy(&Raw, &Each, sizeof(Raw));
    Mix(Raw);
  }
  Texel Result;
  Result.Float = F.Float;
  for (unsigned C = 0; C < 4; ++C) {
    Mix(C);
    Result.F[C] = (Bits >> 40) * 0x1p-24f;
    Result.I[C] = (Bits >> 32) % std::max<uint64_t>(Below, 1);
  }
  encode(Result, F, To);
}

} // namespace cudafix::simulate
