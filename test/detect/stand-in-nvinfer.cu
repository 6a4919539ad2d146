// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Plugins of TensorRT for its versions 7, 8 and 10, whose headers are not there: numbers that the
// library says are unknown.
#include <NvInfer.h>
#include <NvInferPlugin.h>
#include <vector>

using namespace nvinfer1;

#if NV_TENSORRT_MAJOR >= 8
#define TRT_NOEXCEPT noexcept
#else
#error "not the version that most code is written for"
#endif

__global__ void batchOk(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
__global__ void batchBad(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i / 2] = in[i]; // expect-error: intra-warp-race
}
class Old : public IPluginV2IOExt {
public:
  Old() = default;
  int getNbOutputs() const override { return 1; }
  Dims getOutputDimensions(int, const Dims *in, int) override {
    return Dims3(in[0].d[0], in->d[1], 1);
  }
  int initialize() override { return 0; }
  size_t getWorkspaceSize(int) const override { return 0; }
  int enqueue(int batchSize, const void *const *inputs, void **outputs, void *,
              cudaStream_t stream) override {
    const int n = batchSize * Size.d[0];
    batchOk<<<(n + 255) / 256, 256, 0, stream>>>((const float *)inputs[0], (float *)outputs[0], n);
    batchBad<<<(n + 255) / 256, 256, 0, stream>>>((const float *)inputs[0], (float *)outputs[0], n);
    return 0;
  }
  bool supportsFormatCombination(int at, const PluginTensorDesc *of, int, int) const override {
    return of[at].format == TensorFormat::kLINEAR && of[at].type == DataType::kFLOAT;
  }
  void configurePlugin(const PluginTensorDesc *in, int, const PluginTensorDesc *, int) override {
    Size = in->dims;
  }
  IPluginV2IOExt *clone() const override { return new Old(*this); }
  Dims Size;
};
class OldCreator : public IPluginCreator {
  PluginFieldCollection Fields{0, nullptr};
  const char *getPluginName() const TRT_NOEXCEPT override { return "Old"; }
  const PluginFieldCollection *getFieldNames() TRT_NOEXCEPT override { return &Fields; }
  IPluginV2IOExt *createPlugin(const char *, const PluginFieldCollection *) TRT_NOEXCEPT override {
    return new Old();
  }
};
REGISTER_TENSORRT_PLUGIN(OldCreator);

__global__ void shapeBad(float *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x / 2] = threadIdx.x; // expect-error: intra-warp-race
}
class Dynamic final : public IPluginV2DynamicExt {
public:
  DimsExprs getOutputDimensions(int32_t, const DimsExprs *in, int32_t,
                                IExprBuilder &make) noexcept override {
    DimsExprs out{};
    out.nbDims = 1;
    out.d[0] = make.operation(DimensionOperation::kPROD, *in[0].d[0], *make.constant(2));
    return out;
  }
  int32_t enqueue(const PluginTensorDesc *in, const PluginTensorDesc *, const void *const *,
                  void *const *outputs, void *, cudaStream_t stream) noexcept override {
    shapeBad<<<1, 32, 0, stream>>>(static_cast<float *>(outputs[0]), in[0].dims.d[1]);
    return 0;
  }
  IPluginV2DynamicExt *clone() const noexcept override { return new Dynamic(*this); }
};

__global__ void engineOk(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}
__global__ void engineBad(float *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x / 2] = threadIdx.x; // expect-error: intra-warp-race
}
class New : public IPluginV3,
            public IPluginV3OneCore,
            public IPluginV3OneBuild,
            public IPluginV3OneRuntime {
public:
  IPluginCapability *getCapabilityInterface(PluginCapabilityType type) noexcept override {
    return type == PluginCapabilityType::kCORE ? static_cast<IPluginV3OneCore *>(this) : nullptr;
  }
  IPluginV3 *clone() noexcept override { return new New(*this); }
  int32_t getNbOutputs() const noexcept override { return 1; }
  int32_t onShapeChange(const PluginTensorDesc *, int32_t, const PluginTensorDesc *,
                        int32_t) noexcept override {
    return 0;
  }
};
void run(ICudaEngine *engine, IExecutionContext &context, float *out, cudaStream_t stream) {
  context.setInputShape("in", Dims4{1, 3, 224, 224});
  context.setTensorAddress("out", out);
  context.enqueueV3(stream);
  int n = engine->getTensorShape("out").d[0];
  engineOk<<<(n + 63) / 64, 64, 0, stream>>>(out, n);
  engineBad<<<1, 32, 0, stream>>>(out, n);
}
