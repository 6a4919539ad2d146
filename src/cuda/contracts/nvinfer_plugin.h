// SPDX-License-Identifier: Apache-2.0
//
// Part of nvinfer.h: the base classes of TensorRT's plugins, and their registration.
#ifndef __CUDAFIX_CONTRACT_NVINFER_PLUGIN_H
#define __CUDAFIX_CONTRACT_NVINFER_PLUGIN_H
namespace nvinfer1 {
enum class PluginFieldType : int32_t { kFLOAT16, kFLOAT32, kFLOAT64, kINT8, kINT16, kINT32, kCHAR, kDIMS, kUNKNOWN, kBF16, kINT64, kFP8, kINT4, kFP4 };
class PluginField {
public:
  const char *name;
  const void *data;
  PluginFieldType type;
  int32_t length;
  PluginField(const char *n = nullptr, const void *d = nullptr, PluginFieldType t = PluginFieldType::kUNKNOWN, int32_t l = 0)
      : name(n), data(d), type(t), length(l) {}
};
struct PluginFieldCollection {
  int32_t nbFields;
  const PluginField *fields;
};
struct PluginTensorDesc {
  Dims dims;
  DataType type;
  TensorFormat format;
  float scale;
};
struct DynamicPluginTensorDesc {
  PluginTensorDesc desc;
  Dims min, max, opt;
};
class IDimensionExpr {
public:
  bool isConstant() const;
  int64_t getConstantValue() const;
  bool isSizeTensor() const;
};
class DimsExprs {
public:
  int32_t nbDims;
  const IDimensionExpr *d[Dims::MAX_DIMS];
};
class IExprBuilder {
public:
  const IDimensionExpr *constant(int64_t);
  const IDimensionExpr *operation(DimensionOperation, const IDimensionExpr &, const IDimensionExpr &);
  const IDimensionExpr *declareSizeTensor(int32_t, const IDimensionExpr &, const IDimensionExpr &);
};
enum class PluginVersion : uint8_t { kV2, kV2_EXT, kV2_IOEXT, kV2_DYNAMICEXT };
enum class PluginCreatorVersion : int32_t { kV1, kV1_PYTHON = 127 };
enum class PluginType : int32_t { kFULLY_CONNECTED, kSOFTMAX };
enum class TensorRTPhase : int32_t { kBUILD, kRUNTIME };
enum class PluginCapabilityType : int32_t { kCORE, kBUILD, kRUNTIME };

// ---- until version 7
class IPlugin {
public:
  virtual ~IPlugin() = default;
  virtual int getNbOutputs() const { return __cudafix_nvinfer_ask(); }
  virtual Dims getOutputDimensions(int, const Dims *, int) { return {}; }
  virtual void configure(const Dims *, int, const Dims *, int, int) {}
  virtual int initialize() { return __cudafix_nvinfer_ask(); }
  virtual void terminate() {}
  virtual size_t getWorkspaceSize(int) const { return __cudafix_nvinfer_ask(); }
  virtual int enqueue(int, const void *const *, void **, void *, cudaStream_t) { return __cudafix_nvinfer_ask(); }
  virtual size_t getSerializationSize() { return __cudafix_nvinfer_ask(); }
  virtual void serialize(void *) {}
};
class IPluginExt : public IPlugin {
public:
  virtual int getTensorRTVersion() const { return NV_TENSORRT_VERSION; }
  virtual bool supportsFormat(DataType, PluginFormat) const { return __cudafix_nvinfer_ask(); }
  virtual void configureWithFormat(const Dims *, int, const Dims *, int, DataType, PluginFormat, int) {}
};
class IPluginFactory {
public:
  virtual ~IPluginFactory() = default;
  virtual IPlugin *createPlugin(const char *layer, const void *data, size_t length) = 0;
};

// ---- with a batch size that is not a dimension
class IPluginV2 {
public:
  virtual ~IPluginV2() = default;
  virtual int32_t getTensorRTVersion() const { return NV_TENSORRT_VERSION; }
  virtual const char *getPluginType() const { return ""; }
  virtual const char *getPluginVersion() const { return ""; }
  virtual int32_t getNbOutputs() const { return __cudafix_nvinfer_ask(); }
  virtual Dims getOutputDimensions(int32_t, const Dims *, int32_t) { return {}; }
  virtual bool supportsFormat(DataType, PluginFormat) const { return __cudafix_nvinfer_ask(); }
  virtual void configureWithFormat(const Dims *, int32_t, const Dims *, int32_t, DataType, PluginFormat, int32_t) {}
  virtual int32_t initialize() { return __cudafix_nvinfer_ask(); }
  virtual void terminate() {}
  virtual size_t getWorkspaceSize(int32_t) const { return __cudafix_nvinfer_ask(); }
  virtual int32_t enqueue(int32_t, const void *const *, void *const *, void *, cudaStream_t) { return __cudafix_nvinfer_ask(); }
  virtual int32_t enqueue(int32_t, const void *const *, void **, void *, cudaStream_t) { return __cudafix_nvinfer_ask(); }
  virtual size_t getSerializationSize() const { return __cudafix_nvinfer_ask(); }
  virtual void serialize(void *) const {}
  virtual void destroy() {}
  virtual IPluginV2 *clone() const { return nullptr; }
  virtual void setPluginNamespace(const char *) {}
  virtual const char *getPluginNamespace() const { return ""; }
};
class IPluginV2Ext : public IPluginV2 {
public:
  virtual DataType getOutputDataType(int32_t, const DataType *, int32_t) const { return DataType(__cudafix_nvinfer_ask()); }
  virtual bool isOutputBroadcastAcrossBatch(int32_t, const bool *, int32_t) const { return __cudafix_nvinfer_ask(); }
  virtual bool canBroadcastInputAcrossBatch(int32_t) const { return __cudafix_nvinfer_ask(); }
  virtual void configurePlugin(const Dims *, int32_t, const Dims *, int32_t, const DataType *, const DataType *, const bool *, const bool *, PluginFormat, int32_t) {}
  virtual void attachToContext(cudnnContext *, cublasContext *, IGpuAllocator *) {}
  virtual void detachFromContext() {}
  IPluginV2Ext *clone() const override { return nullptr; }
};
class IPluginV2IOExt : public IPluginV2Ext {
public:
  using IPluginV2Ext::configurePlugin;
  virtual void configurePlugin(const PluginTensorDesc *, int32_t, const PluginTensorDesc *, int32_t) {}
  virtual bool supportsFormatCombination(int32_t, const PluginTensorDesc *, int32_t, int32_t) const { return __cudafix_nvinfer_ask(); }
};

// ---- with shapes that are known only at run time
class IPluginV2DynamicExt : public IPluginV2Ext {
public:
  using IPluginV2Ext::configurePlugin;
  using IPluginV2Ext::enqueue;
  using IPluginV2Ext::getOutputDimensions;
  using IPluginV2Ext::getWorkspaceSize;
  static constexpr int32_t kFORMAT_COMBINATION_LIMIT = 100;
  virtual DimsExprs getOutputDimensions(int32_t, const DimsExprs *, int32_t, IExprBuilder &) { return {}; }
  virtual bool supportsFormatCombination(int32_t, const PluginTensorDesc *, int32_t, int32_t) { return __cudafix_nvinfer_ask(); }
  virtual void configurePlugin(const DynamicPluginTensorDesc *, int32_t, const DynamicPluginTensorDesc *, int32_t) {}
  virtual size_t getWorkspaceSize(const PluginTensorDesc *, int32_t, const PluginTensorDesc *, int32_t) const { return __cudafix_nvinfer_ask(); }
  virtual int32_t enqueue(const PluginTensorDesc *, const PluginTensorDesc *, const void *const *, void *const *, void *, cudaStream_t) { return __cudafix_nvinfer_ask(); }
  IPluginV2DynamicExt *clone() const override { return nullptr; }
};
class IPluginResource : public IVersionedInterface {
public:
  virtual int32_t release() { return __cudafix_nvinfer_ask(); }
  virtual IPluginResource *clone() { return nullptr; }
};
class IPluginResourceContext {
public:
  virtual ~IPluginResourceContext() = default;
  virtual IGpuAllocator *getGpuAllocator() const { return nullptr; }
  virtual IErrorRecorder *getErrorRecorder() const { return nullptr; }
};

// ---- since version 10
class IPluginCapability : public IVersionedInterface {};
class IPluginV3 : public IVersionedInterface {
public:
  virtual IPluginCapability *getCapabilityInterface(PluginCapabilityType) { return nullptr; }
  virtual IPluginV3 *clone() { return nullptr; }
};
class IPluginV3OneCore : public IPluginCapability {
public:
  virtual const char *getPluginName() const { return ""; }
  virtual const char *getPluginVersion() const { return ""; }
  virtual const char *getPluginNamespace() const { return ""; }
};
class IPluginV3OneBuild : public IPluginCapability {
public:
  static constexpr int32_t kDEFAULT_FORMAT_COMBINATION_LIMIT = 100;
  virtual int32_t configurePlugin(const DynamicPluginTensorDesc *, int32_t, const DynamicPluginTensorDesc *, int32_t) { return __cudafix_nvinfer_ask(); }
  virtual int32_t getOutputDataTypes(DataType *, int32_t, const DataType *, int32_t) const { return __cudafix_nvinfer_ask(); }
  virtual int32_t getOutputShapes(const DimsExprs *, int32_t, const DimsExprs *, int32_t, DimsExprs *, int32_t, IExprBuilder &) { return __cudafix_nvinfer_ask(); }
  virtual bool supportsFormatCombination(int32_t, const DynamicPluginTensorDesc *, int32_t, int32_t) { return __cudafix_nvinfer_ask(); }
  virtual int32_t getNbOutputs() const { return __cudafix_nvinfer_ask(); }
  virtual size_t getWorkspaceSize(const DynamicPluginTensorDesc *, int32_t, const DynamicPluginTensorDesc *, int32_t) const { return __cudafix_nvinfer_ask(); }
  virtual int32_t getValidTactics(int32_t *, int32_t) { return __cudafix_nvinfer_ask(); }
  virtual int32_t getNbTactics() { return __cudafix_nvinfer_ask(); }
  virtual const char *getTimingCacheID() { return nullptr; }
  virtual int32_t getFormatCombinationLimit() { return __cudafix_nvinfer_ask(); }
  virtual const char *getMetadataString() { return nullptr; }
};
class IPluginV3OneBuildV2 : public IPluginV3OneBuild {
public:
  virtual int32_t getAliasedInput(int32_t) { return __cudafix_nvinfer_ask(); }
};
class IPluginV3OneRuntime : public IPluginCapability {
public:
  virtual int32_t setTactic(int32_t) { return __cudafix_nvinfer_ask(); }
  virtual int32_t onShapeChange(const PluginTensorDesc *, int32_t, const PluginTensorDesc *, int32_t) { return __cudafix_nvinfer_ask(); }
  virtual int32_t enqueue(const PluginTensorDesc *, const PluginTensorDesc *, const void *const *, void *const *, void *, cudaStream_t) { return __cudafix_nvinfer_ask(); }
  virtual IPluginV3 *attachToContext(IPluginResourceContext *) { return nullptr; }
  virtual const PluginFieldCollection *getFieldsToSerialize() { return nullptr; }
};
namespace v_1_0 {
using nvinfer1::IPluginCapability;
using nvinfer1::IPluginResource;
using nvinfer1::IPluginV3OneBuild;
using nvinfer1::IPluginV3OneCore;
using nvinfer1::IPluginV3OneRuntime;
} // namespace v_1_0

// ---- creators
class IPluginCreatorInterface : public IVersionedInterface {};
class IPluginCreator : public IPluginCreatorInterface {
public:
  virtual int32_t getTensorRTVersion() const { return NV_TENSORRT_VERSION; }
  virtual const char *getPluginName() const { return ""; }
  virtual const char *getPluginVersion() const { return ""; }
  virtual const PluginFieldCollection *getFieldNames() { return nullptr; }
  virtual IPluginV2 *createPlugin(const char *, const PluginFieldCollection *) { return nullptr; }
  virtual IPluginV2 *deserializePlugin(const char *, const void *, size_t) { return nullptr; }
  virtual void setPluginNamespace(const char *) {}
  virtual const char *getPluginNamespace() const { return ""; }
};
class IPluginCreatorV3One : public IPluginCreatorInterface {
public:
  virtual IPluginV3 *createPlugin(const char *, const PluginFieldCollection *, TensorRTPhase) { return nullptr; }
  virtual const PluginFieldCollection *getFieldNames() { return nullptr; }
  virtual const char *getPluginName() const { return ""; }
  virtual const char *getPluginVersion() const { return ""; }
  virtual const char *getPluginNamespace() const { return ""; }
};
class IPluginRegistry {
public:
  using PluginLibraryHandle = void *;
  bool registerCreator(IPluginCreatorInterface &, const char *);
  bool deregisterCreator(const IPluginCreatorInterface &);
  IPluginCreator *const *getPluginCreatorList(int32_t *) const;
  IPluginCreatorInterface *const *getAllCreators(int32_t *) const;
  IPluginCreator *getPluginCreator(const char *, const char *, const char * = "");
  IPluginCreatorInterface *getCreator(const char *, const char *, const char * = "");
  void setErrorRecorder(IErrorRecorder *);
  IErrorRecorder *getErrorRecorder() const;
  PluginLibraryHandle loadLibrary(const char *);
  void deregisterLibrary(PluginLibraryHandle);
  bool isParentSearchEnabled() const;
  void setParentSearchEnabled(bool);
  IPluginResource *acquirePluginResource(const char *, IPluginResource *);
  int32_t releasePluginResource(const char *);
};
template <class T> class PluginRegistrar {
  T instance{};
};
} // namespace nvinfer1

extern "C" nvinfer1::IPluginRegistry *getPluginRegistry();
extern "C" bool initLibNvInferPlugins(void *logger, const char *space);
extern "C" nvinfer1::ILogger *getLogger();
extern "C" int32_t getInferLibVersion();
namespace nvinfer1 {
using ::getPluginRegistry;
}
#define REGISTER_TENSORRT_PLUGIN(Name) static nvinfer1::PluginRegistrar<Name> pluginRegistrar##Name{}
#define REGISTER_SAFE_TENSORRT_PLUGIN(Name) REGISTER_TENSORRT_PLUGIN(Name)
#endif
