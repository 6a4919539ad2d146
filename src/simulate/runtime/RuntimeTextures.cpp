// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface objects, and the references of old toolkits, which take their settings from
// the host variable when they are bound.
#include "simulate/runtime/RuntimeCalls.h"

namespace cudafix::simulate {
namespace {

using namespace api;

static_assert(int(FetchKind::OneD) == __cudafix_tex1D && int(FetchKind::TwoD) == __cudafix_tex2D &&
              int(FetchKind::ThreeD) == __cudafix_tex3D &&
              int(FetchKind::OneDLayered) == __cudafix_tex1DLayered &&
              int(FetchKind::TwoDLayered) == __cudafix_tex2DLayered &&
              int(FetchKind::Cubemap) == __cudafix_texCubemap &&
              int(FetchKind::Gather) == __cudafix_tex2Dgather);
static_assert(int(AddressMode::Wrap) == cudaAddressModeWrap &&
              int(AddressMode::Clamp) == cudaAddressModeClamp &&
              int(AddressMode::Mirror) == cudaAddressModeMirror &&
              int(AddressMode::Border) == cudaAddressModeBorder);
static_assert(int(BoundaryMode::Zero) == cudaBoundaryModeZero &&
              int(BoundaryMode::Clamp) == cudaBoundaryModeClamp &&
              int(BoundaryMode::Trap) == cudaBoundaryModeTrap);

cudaError_t setFormat(Texture &T, const cudaChannelFormatDesc &D) {
  T.Channels = (D.x > 0) + (D.y > 0) + (D.z > 0) + (D.w > 0);
  T.ChannelBytes = D.x / 8;
  T.Kind = D.f == cudaChannelFormatKindFloat    ? ChannelKind::Float
           : D.f == cudaChannelFormatKindSigned ? ChannelKind::Signed
                                                : ChannelKind::Unsigned;
  bool Equal = (!D.y || D.y == D.x) && (!D.z || D.z == D.x) && (!D.w || D.w == D.x);
  bool Known = D.x == 32 || D.x == 16 || (D.x == 8 && T.Kind != ChannelKind::Float);
  return Equal && Known && D.f != cudaChannelFormatKindNone ? cudaSuccess
                                                            : cudaErrorInvalidChannelDescriptor;
}

/// `Bytes`, or as many of them as the object at `P` has.
cudaError_t setLinear(Texture &T, const void *P, const cudaChannelFormatDesc &Format,
                      size_t Bytes) {
  if (cudaError_t E = setFormat(T, Format); E != cudaSuccess)
    return E;
  const Object *O = Locked()->D.object(P, 1);
  if (!O)
    return cudaErrorInvalidValue;
  T.Data = static_cast<char *>(const_cast<void *>(P));
  T.Width = std::min<uint64_t>(Bytes, O->End - reinterpret_cast<uintptr_t>(P)) / T.texelBytes();
  T.Pitch = T.SlicePitch = T.Width * T.texelBytes();
  return cudaSuccess;
}

cudaError_t setPitched(Texture &T, const void *P, const cudaChannelFormatDesc &Format, size_t Width,
                       size_t Height, size_t Pitch) {
  if (cudaError_t E = setFormat(T, Format); E != cudaSuccess)
    return E;
  if (Width * T.texelBytes() > Pitch)
    return cudaErrorInvalidPitchValue;
  if (!Width || !Height || !Locked()->D.object(P, Pitch * (Height - 1) + Width * T.texelBytes()))
    return cudaErrorInvalidValue;
  T.Data = static_cast<char *>(const_cast<void *>(P));
  T.Width = Width;
  T.Height = Height;
  T.Pitch = Pitch;
  T.SlicePitch = Pitch * Height;
  return cudaSuccess;
}

cudaError_t setArray(Texture &T, const void *Handle) {
  ArrayObject *A = Locked()->array(Handle);
  if (!A)
    return cudaErrorInvalidResourceHandle;
  T.Data = A->Data;
  T.Width = A->Extent.width;
  T.Height = A->rows();
  T.Depth = std::max<size_t>(A->Extent.depth, 1);
  T.Pitch = A->rowBytes();
  T.SlicePitch = T.Pitch * T.Height;
  return setFormat(T, A->Format);
}

cudaError_t setResource(Texture &T, const cudaResourceDesc &R) {
  switch (R.resType) {
  case cudaResourceTypeArray:
    return setArray(T, R.res.array.array);
  case cudaResourceTypeLinear:
    return setLinear(T, R.res.linear.devPtr, R.res.linear.desc, R.res.linear.sizeInBytes);
  case cudaResourceTypePitch2D:
    return setPitched(T, R.res.pitch2D.devPtr, R.res.pitch2D.desc, R.res.pitch2D.width,
                      R.res.pitch2D.height, R.res.pitch2D.pitchInBytes);
  default:
    Locked()->D.note("textures of several levels (mipmaps) are not simulated");
    return cudaErrorNotSupported;
  }
}

cudaError_t setSampling(Texture &T, const cudaTextureAddressMode *Modes,
                        cudaTextureFilterMode Filter, cudaTextureReadMode Read, bool Normalized,
                        bool Srgb) {
  if (Srgb) {
    Locked()->D.note("textures with sRGB colors are not simulated");
    return cudaErrorNotSupported;
  }
  for (unsigned D = 0; D < 3; ++D)
    T.Modes[D] = static_cast<AddressMode>(Modes[D]);
  T.NormalizedCoordinates = Normalized;
  T.LinearFilter = Filter == cudaFilterModeLinear;
  T.NormalizedFloat = Read == cudaReadModeNormalizedFloat && T.Kind != ChannelKind::Float;
  if (T.NormalizedFloat && T.ChannelBytes == 4)
    return cudaErrorInvalidNormSetting;
  if (T.LinearFilter && T.Kind != ChannelKind::Float && !T.NormalizedFloat)
    return cudaErrorInvalidFilterSetting;
  return cudaSuccess;
}

cudaError_t createTexture(cudaTextureObject_t *Object, const cudaResourceDesc *Resource,
                          const cudaTextureDesc *How, const cudaResourceViewDesc *) {
  Locked R;
  Texture T;
  if (!Object || !Resource || !How)
    return R->fail(cudaErrorInvalidValue);
  if (cudaError_t E = setResource(T, *Resource); E != cudaSuccess)
    return R->fail(E);
  if (cudaError_t E = setSampling(T, How->addressMode, How->filterMode, How->readMode,
                                  How->normalizedCoords, How->sRGB);
      E != cudaSuccess)
    return R->fail(E);
  std::copy(How->borderColor, How->borderColor + 4, T.Border.begin());
  *Object = R->addTexture(T);
  return R->fail(R->Sticky);
}

cudaError_t createSurface(cudaSurfaceObject_t *Object, const cudaResourceDesc *Resource) {
  Locked R;
  Texture T;
  if (!Object || !Resource || Resource->resType != cudaResourceTypeArray)
    return R->fail(cudaErrorInvalidValue);
  if (cudaError_t E = setResource(T, *Resource); E != cudaSuccess)
    return R->fail(E);
  *Object = R->addTexture(T);
  return R->fail(R->Sticky);
}

cudaError_t destroyObject(unsigned long long Object) {
  Locked R;
  return R->fail(R->D.textures().erase(Object) ? R->Sticky : cudaErrorInvalidValue);
}

/// Binds a texture, unless `E` is an error.
cudaError_t bindReference(const textureReference *Reference, Texture &T, cudaError_t E) {
  Locked R;
  if (E == cudaSuccess)
    E = setSampling(T, Reference->addressMode, Reference->filterMode,
                    Reference->__cudafix_read_mode, Reference->normalized, Reference->sRGB);
  return E == cudaSuccess ? R->bind(Reference, &T) : R->fail(E);
}

/// Memory of any alignment can be bound, so the offset is 0.
cudaError_t bindLinear(size_t *Offset, const textureReference *Reference, const void *P,
                       const cudaChannelFormatDesc *Format, size_t Bytes) {
  Texture T;
  if (Offset)
    *Offset = 0;
  return bindReference(Reference, T,
                       setLinear(T, P, Format ? *Format : Reference->channelDesc, Bytes));
}

cudaError_t bindPitched(size_t *Offset, const textureReference *Reference, const void *P,
                        const cudaChannelFormatDesc *Format, size_t Width, size_t Height,
                        size_t Pitch) {
  Texture T;
  if (Offset)
    *Offset = 0;
  return bindReference(
      Reference, T,
      setPitched(T, P, Format ? *Format : Reference->channelDesc, Width, Height, Pitch));
}

cudaError_t bindArray(const textureReference *Reference, cudaArray_const_t A,
                      const cudaChannelFormatDesc *) {
  Texture T;
  return bindReference(Reference, T, setArray(T, A));
}

cudaError_t unbind(const textureReference *Reference) { return Locked()->bind(Reference, nullptr); }

cudaError_t bindSurface(const surfaceReference *Reference, cudaArray_const_t A,
                        const cudaChannelFormatDesc *) {
  Locked R;
  Texture T;
  if (cudaError_t E = setArray(T, A); E != cudaSuccess)
    return R->fail(E);
  return R->bind(Reference, &T);
}

cudaError_t offsetOf(size_t *Offset, const textureReference *) {
  *Offset = 0;
  return cudaSuccess;
}

/// The texture reference of a symbol.
cudaError_t referenceOf(const textureReference **Reference, const void *Symbol) {
  *Reference = static_cast<const textureReference *>(Symbol);
  return cudaSuccess;
}

} // namespace

void addTextureFunctions(RuntimeFunctions &To) {
  To.insert(To.end(), {
                          {"cudaCreateTextureObject", addressOf(createTexture)},
                          {"cudaDestroyTextureObject", addressOf(destroyObject)},
                          {"cudaCreateSurfaceObject", addressOf(createSurface)},
                          {"cudaDestroySurfaceObject", addressOf(destroyObject)},
                          {"cudaBindTexture", addressOf(bindLinear)},
                          {"cudaBindTexture2D", addressOf(bindPitched)},
                          {"cudaBindTextureToArray", addressOf(bindArray)},
                          {"cudaUnbindTexture", addressOf(unbind)},
                          {"cudaBindSurfaceToArray", addressOf(bindSurface)},
                          {"cudaGetTextureReference", addressOf(referenceOf)},
                          {"cudaGetTextureAlignmentOffset", addressOf(offsetOf)},
                      });
}

} // namespace cudafix::simulate
