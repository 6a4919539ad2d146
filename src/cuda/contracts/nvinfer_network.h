// SPDX-License-Identifier: Apache-2.0
//
// Part of nvinfer.h: how host code builds TensorRT's networks, and runs them. Nothing has a body:
// what runs is unknown.
#ifndef __CUDAFIX_CONTRACT_NVINFER_NETWORK_H
#define __CUDAFIX_CONTRACT_NVINFER_NETWORK_H
namespace nvinfer1 {
enum class ActivationType : int32_t { kRELU, kSIGMOID, kTANH, kLEAKY_RELU, kELU, kSELU, kSOFTSIGN, kSOFTPLUS, kCLIP, kHARD_SIGMOID, kSCALED_TANH, kTHRESHOLDED_RELU, kGELU_ERF, kGELU_TANH };
enum class PoolingType : int32_t { kMAX, kAVERAGE, kMAX_AVERAGE_BLEND };
enum class PaddingMode : int32_t { kEXPLICIT_ROUND_DOWN, kEXPLICIT_ROUND_UP, kSAME_UPPER, kSAME_LOWER, kCAFFE_ROUND_DOWN, kCAFFE_ROUND_UP };
enum class ScaleMode : int32_t { kUNIFORM, kCHANNEL, kELEMENTWISE };
enum class ElementWiseOperation : int32_t { kSUM, kPROD, kMAX, kMIN, kSUB, kDIV, kPOW, kFLOOR_DIV, kAND, kOR, kXOR, kEQUAL, kGREATER, kLESS };
enum class UnaryOperation : int32_t {
  kEXP, kLOG, kSQRT, kRECIP, kABS, kNEG, kSIN, kCOS, kTAN, kSINH, kCOSH, kASIN, kACOS, kATAN, kASINH, kACOSH, kATANH,
  kCEIL, kFLOOR, kERF, kNOT, kSIGN, kROUND, kISINF, kISNAN
};
enum class ReduceOperation : int32_t { kSUM, kPROD, kMAX, kMIN, kAVG };
enum class TopKOperation : int32_t { kMAX, kMIN };
enum class MatrixOperation : int32_t { kNONE, kTRANSPOSE, kVECTOR };
enum class InterpolationMode : int32_t { kNEAREST, kLINEAR, kCUBIC };
using ResizeMode = InterpolationMode;
enum class ResizeCoordinateTransformation : int32_t { kALIGN_CORNERS, kASYMMETRIC, kHALF_PIXEL };
enum class ResizeSelector : int32_t { kFORMULA, kUPPER };
enum class ResizeRoundMode : int32_t { kHALF_UP, kHALF_DOWN, kFLOOR, kCEIL };
enum class SampleMode : int32_t { kSTRICT_BOUNDS, kWRAP, kCLAMP, kFILL, kREFLECT, kDEFAULT = kSTRICT_BOUNDS };
using SliceMode = SampleMode;
enum class GatherMode : int32_t { kDEFAULT, kELEMENT, kND };
enum class RNNOperation : int32_t { kRELU, kTANH, kLSTM, kGRU };
enum class RNNDirection : int32_t { kUNIDIRECTION, kBIDIRECTION };
enum class RNNInputMode : int32_t { kLINEAR, kSKIP };
enum class RNNGateType : int32_t { kINPUT, kOUTPUT, kFORGET, kUPDATE, kRESET, kCELL, kHIDDEN };
enum class TripLimit : int32_t { kCOUNT, kWHILE };
enum class LoopOutput : int32_t { kLAST_VALUE, kCONCATENATE, kREVERSE };
enum class FillOperation : int32_t { kLINSPACE, kRANDOM_UNIFORM, kRANDOM_NORMAL };
enum class LayerType : int32_t { kCONVOLUTION, kFULLY_CONNECTED, kACTIVATION, kPOOLING, kLRN, kSCALE, kSOFTMAX, kDECONVOLUTION, kCONCATENATION, kELEMENTWISE, kPLUGIN, kUNARY, kPADDING, kSHUFFLE, kREDUCE, kTOPK, kGATHER, kMATRIX_MULTIPLY, kCONSTANT, kPLUGIN_V2, kSLICE, kSHAPE, kRESIZE, kCAST };
enum class WeightsRole : int32_t { kKERNEL, kBIAS, kSHIFT, kSCALE, kCONSTANT, kANY };
enum class OptProfileSelector : int32_t { kMIN, kOPT, kMAX };
enum class BuilderFlag : int32_t { kFP16, kINT8, kDEBUG, kGPU_FALLBACK, kSTRICT_TYPES, kREFIT, kDISABLE_TIMING_CACHE, kTF32, kSPARSE_WEIGHTS, kSAFETY_SCOPE, kOBEY_PRECISION_CONSTRAINTS, kPREFER_PRECISION_CONSTRAINTS, kDIRECT_IO, kREJECT_EMPTY_ALGORITHMS, kVERSION_COMPATIBLE, kFP8, kBF16 };
using BuilderFlags = uint32_t;
enum class MemoryPoolType : int32_t { kWORKSPACE, kDLA_MANAGED_SRAM, kDLA_LOCAL_DRAM, kDLA_GLOBAL_DRAM, kTACTIC_DRAM, kTACTIC_SHARED_MEMORY };
enum class NetworkDefinitionCreationFlag : int32_t { kEXPLICIT_BATCH, kEXPLICIT_PRECISION, kSTRONGLY_TYPED };
using NetworkDefinitionCreationFlags = uint32_t;
enum class EngineCapability : int32_t { kSTANDARD, kSAFETY, kDLA_STANDALONE, kDEFAULT = kSTANDARD };
enum class ProfilingVerbosity : int32_t { kLAYER_NAMES_ONLY, kNONE, kDETAILED, kDEFAULT = kLAYER_NAMES_ONLY, kVERBOSE = kDETAILED };
enum class HardwareCompatibilityLevel : int32_t { kNONE, kAMPERE_PLUS };
enum class PreviewFeature : int32_t { kFASTER_DYNAMIC_SHAPES_0805, kDISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805, kPROFILE_SHARING_0806 };
enum class TacticSource : int32_t { kCUBLAS, kCUBLAS_LT, kCUDNN, kEDGE_MASK_CONVOLUTIONS, kJIT_CONVOLUTIONS };
using TacticSources = uint32_t;
enum class CalibrationAlgoType : int32_t { kLEGACY_CALIBRATION, kENTROPY_CALIBRATION, kENTROPY_CALIBRATION_2, kMINMAX_CALIBRATION };
enum class LayerInformationFormat : int32_t { kONELINE, kJSON };
enum class ExecutionContextAllocationStrategy : int32_t { kSTATIC, kON_PROFILE_CHANGE, kUSER_MANAGED };

/// Base of all objects that builders and runtimes make; until version 9 programs call `destroy`.
struct INoCopy {
  INoCopy(const INoCopy &) = delete;
  INoCopy &operator=(const INoCopy &) = delete;
  virtual ~INoCopy() = default;
  void destroy();

protected:
  INoCopy() = default;
};
struct ITensor : INoCopy {
  void setName(const char *);
  const char *getName() const;
  void setDimensions(const Dims &);
  Dims getDimensions() const;
  void setType(DataType);
  DataType getType() const;
  bool setDynamicRange(float, float);
  bool isNetworkInput() const;
  bool isNetworkOutput() const;
  void setBroadcastAcrossBatch(bool);
  bool getBroadcastAcrossBatch() const;
  TensorLocation getLocation() const;
  void setLocation(TensorLocation);
  bool dynamicRangeIsSet() const;
  void setAllowedFormats(TensorFormats);
  TensorFormats getAllowedFormats() const;
  bool isShapeTensor() const;
  bool isExecutionTensor() const;
};
struct ILayer : INoCopy {
  LayerType getType() const;
  void setName(const char *);
  const char *getName() const;
  int32_t getNbInputs() const;
  ITensor *getInput(int32_t) const;
  int32_t getNbOutputs() const;
  ITensor *getOutput(int32_t) const;
  void setInput(int32_t, ITensor &);
  void setPrecision(DataType);
  DataType getPrecision() const;
  bool precisionIsSet() const;
  void resetPrecision();
  void setOutputType(int32_t, DataType);
  DataType getOutputType(int32_t) const;
  void resetOutputType(int32_t);
};
/// Base of layers that move a window over their input.
struct __WindowLayer : ILayer {
  void setKernelSize(DimsHW);
  void setKernelSizeNd(const Dims &);
  void setWindowSize(DimsHW);
  void setWindowSizeNd(const Dims &);
  void setStride(DimsHW);
  void setStrideNd(const Dims &);
  void setPadding(DimsHW);
  void setPaddingNd(const Dims &);
  void setPaddingMode(PaddingMode);
  void setPrePadding(const Dims &);
  void setPostPadding(const Dims &);
  void setDilation(DimsHW);
  void setDilationNd(const Dims &);
  void setNbGroups(int32_t);
  void setNbOutputMaps(int64_t);
  void setKernelWeights(Weights);
  void setBiasWeights(Weights);
  DimsHW getStride() const;
  DimsHW getPadding() const;
  DimsHW getKernelSize() const;
};
struct IConvolutionLayer : __WindowLayer {};
struct IDeconvolutionLayer : __WindowLayer {};
struct IPoolingLayer : __WindowLayer { void setPoolingType(PoolingType); void setBlendFactor(float); void setAverageCountExcludesPadding(bool); };
struct IFullyConnectedLayer : ILayer { void setNbOutputChannels(int32_t); void setKernelWeights(Weights); void setBiasWeights(Weights); };
struct IActivationLayer : ILayer { void setActivationType(ActivationType); void setAlpha(float); void setBeta(float); };
struct ILRNLayer : ILayer {};
struct IScaleLayer : ILayer { void setMode(ScaleMode); void setShift(Weights); void setScale(Weights); void setPower(Weights); void setChannelAxis(int32_t); };
struct ISoftMaxLayer : ILayer { void setAxes(uint32_t); };
struct IConcatenationLayer : ILayer { void setAxis(int32_t); };
struct IElementWiseLayer : ILayer { void setOperation(ElementWiseOperation); };
struct IUnaryLayer : ILayer { void setOperation(UnaryOperation); };
struct IReduceLayer : ILayer { void setKeepDimensions(bool); void setReduceAxes(uint32_t); };
struct IPaddingLayer : ILayer { void setPrePaddingNd(const Dims &); void setPostPaddingNd(const Dims &); };
struct IShuffleLayer : ILayer { void setFirstTranspose(Permutation); void setSecondTranspose(Permutation); void setReshapeDimensions(const Dims &); void setZeroIsPlaceholder(bool); };
struct ISliceLayer : ILayer { void setStart(const Dims &); void setSize(const Dims &); void setStride(const Dims &); void setMode(SampleMode); void setAxes(const Dims &); };
struct IShapeLayer : ILayer {};
struct ITopKLayer : ILayer { void setK(int32_t); void setReduceAxes(uint32_t); };
struct IGatherLayer : ILayer { void setGatherAxis(int32_t); void setNbElementWiseDims(int32_t); void setMode(GatherMode); };
struct IMatrixMultiplyLayer : ILayer { void setOperation(int32_t, MatrixOperation); };
struct IConstantLayer : ILayer { void setWeights(Weights); void setDimensions(const Dims &); };
struct IIdentityLayer : ILayer {};
struct ICastLayer : ILayer { void setToType(DataType); };
struct ISelectLayer : ILayer {};
struct INonZeroLayer : ILayer {};
struct IEinsumLayer : ILayer {};
struct IFillLayer : ILayer { void setAlpha(double); void setBeta(double); void setDimensions(const Dims &); };
struct IParametricReLULayer : ILayer {};
struct IQuantizeLayer : ILayer { void setAxis(int32_t); };
struct IDequantizeLayer : ILayer { void setAxis(int32_t); };
struct INormalizationLayer : ILayer { void setEpsilon(float); void setNbGroups(int64_t); void setComputePrecision(DataType); };
struct IResizeLayer : ILayer {
  void setOutputDimensions(const Dims &);
  void setScales(const float *, int32_t);
  void setResizeMode(InterpolationMode);
  void setAlignCorners(bool);
  void setCoordinateTransformation(ResizeCoordinateTransformation);
  void setSelectorForSinglePixel(ResizeSelector);
  void setNearestRounding(ResizeRoundMode);
};
struct IRNNv2Layer : ILayer {
  void setOperation(RNNOperation);
  void setInputMode(RNNInputMode);
  void setDirection(RNNDirection);
  void setWeightsForGate(int32_t, RNNGateType, bool, Weights);
  void setBiasForGate(int32_t, RNNGateType, bool, Weights);
  void setHiddenState(ITensor &);
  void setCellState(ITensor &);
};
struct IPluginLayer : ILayer { IPlugin &getPlugin(); };
struct IPluginV2Layer : ILayer { IPluginV2 &getPlugin(); };
struct IPluginV3Layer : ILayer { IPluginV3 &getPlugin(); };
struct IRecurrenceLayer : ILayer {};
struct ITripLimitLayer : ILayer {};
struct ILoopOutputLayer : ILayer {};
struct ILoop : INoCopy {
  IRecurrenceLayer *addRecurrence(ITensor &);
  ITripLimitLayer *addTripLimit(ITensor &, TripLimit);
  ILoopOutputLayer *addLoopOutput(ITensor &, LoopOutput, int32_t = 0);
};
struct IHostMemory : INoCopy {
  void *data() const;
  size_t size() const;
  DataType type() const;
};
struct IBuilder;
struct INetworkDefinition : INoCopy {
  ITensor *addInput(const char *, DataType, const Dims &);
  void markOutput(ITensor &);
  void unmarkOutput(ITensor &);
  IConvolutionLayer *addConvolution(ITensor &, int32_t, DimsHW, Weights, Weights);
  IConvolutionLayer *addConvolutionNd(ITensor &, int64_t, const Dims &, Weights, Weights);
  IDeconvolutionLayer *addDeconvolution(ITensor &, int32_t, DimsHW, Weights, Weights);
  IDeconvolutionLayer *addDeconvolutionNd(ITensor &, int64_t, const Dims &, Weights, Weights);
  IFullyConnectedLayer *addFullyConnected(ITensor &, int32_t, Weights, Weights);
  IActivationLayer *addActivation(ITensor &, ActivationType);
  IPoolingLayer *addPooling(ITensor &, PoolingType, DimsHW);
  IPoolingLayer *addPoolingNd(ITensor &, PoolingType, const Dims &);
  ILRNLayer *addLRN(ITensor &, int64_t, float, float, float);
  IScaleLayer *addScale(ITensor &, ScaleMode, Weights, Weights, Weights);
  IScaleLayer *addScaleNd(ITensor &, ScaleMode, Weights, Weights, Weights, int32_t);
  ISoftMaxLayer *addSoftMax(ITensor &);
  IConcatenationLayer *addConcatenation(ITensor *const *, int32_t);
  IElementWiseLayer *addElementWise(ITensor &, ITensor &, ElementWiseOperation);
  IUnaryLayer *addUnary(ITensor &, UnaryOperation);
  IPaddingLayer *addPadding(ITensor &, DimsHW, DimsHW);
  IPaddingLayer *addPaddingNd(ITensor &, const Dims &, const Dims &);
  IShuffleLayer *addShuffle(ITensor &);
  ISliceLayer *addSlice(ITensor &, const Dims &, const Dims &, const Dims &);
  IShapeLayer *addShape(ITensor &);
  IReduceLayer *addReduce(ITensor &, ReduceOperation, uint32_t, bool);
  ITopKLayer *addTopK(ITensor &, TopKOperation, int32_t, uint32_t);
  IGatherLayer *addGather(ITensor &, ITensor &, int32_t);
  IGatherLayer *addGatherV2(ITensor &, ITensor &, GatherMode);
  IMatrixMultiplyLayer *addMatrixMultiply(ITensor &, MatrixOperation, ITensor &, MatrixOperation);
  IMatrixMultiplyLayer *addMatrixMultiply(ITensor &, bool, ITensor &, bool);
  IConstantLayer *addConstant(const Dims &, Weights);
  IIdentityLayer *addIdentity(ITensor &);
  ICastLayer *addCast(ITensor &, DataType);
  ISelectLayer *addSelect(ITensor &, ITensor &, ITensor &);
  INonZeroLayer *addNonZero(ITensor &);
  IEinsumLayer *addEinsum(ITensor *const *, int32_t, const char *);
  IFillLayer *addFill(const Dims &, FillOperation);
  IParametricReLULayer *addParametricReLU(ITensor &, ITensor &);
  IQuantizeLayer *addQuantize(ITensor &, ITensor &);
  IDequantizeLayer *addDequantize(ITensor &, ITensor &);
  INormalizationLayer *addNormalization(ITensor &, ITensor &, ITensor &, uint32_t);
  IResizeLayer *addResize(ITensor &);
  IRNNv2Layer *addRNNv2(ITensor &, int32_t, int32_t, int32_t, RNNOperation);
  IPluginLayer *addPlugin(ITensor *const *, int32_t, IPlugin &);
  IPluginLayer *addPluginExt(ITensor *const *, int32_t, IPluginExt &);
  IPluginV2Layer *addPluginV2(ITensor *const *, int32_t, IPluginV2 &);
  IPluginV3Layer *addPluginV3(ITensor *const *, int32_t, ITensor *const *, int32_t, IPluginV3 &);
  ILoop *addLoop();
  void setName(const char *);
  const char *getName() const;
  int32_t getNbLayers() const;
  ILayer *getLayer(int32_t) const;
  int32_t getNbInputs() const;
  ITensor *getInput(int32_t) const;
  int32_t getNbOutputs() const;
  ITensor *getOutput(int32_t) const;
  void removeTensor(ITensor &);
  bool hasImplicitBatchDimension() const;
  void setErrorRecorder(IErrorRecorder *);
  IBuilder &getBuilder() const;
};

// ---- calibration
struct IInt8Calibrator {
  virtual ~IInt8Calibrator() = default;
  virtual int32_t getBatchSize() const { return __cudafix_nvinfer_ask(); }
  virtual bool getBatch(void *[], const char *[], int32_t) { return __cudafix_nvinfer_ask(); }
  virtual const void *readCalibrationCache(size_t &) { return nullptr; }
  virtual void writeCalibrationCache(const void *, size_t) {}
  virtual CalibrationAlgoType getAlgorithm() { return CalibrationAlgoType::kENTROPY_CALIBRATION_2; }
};
struct IInt8EntropyCalibrator : IInt8Calibrator {};
struct IInt8EntropyCalibrator2 : IInt8Calibrator {};
struct IInt8MinMaxCalibrator : IInt8Calibrator {};
struct IInt8LegacyCalibrator : IInt8Calibrator {
  virtual double getQuantile() const { return 0; }
  virtual double getRegressionCutoff() const { return 0; }
  virtual const void *readHistogramCache(size_t &) { return nullptr; }
  virtual void writeHistogramCache(const void *, size_t) {}
};

// ---- builders
struct IOptimizationProfile : INoCopy {
  bool setDimensions(const char *, OptProfileSelector, const Dims &);
  Dims getDimensions(const char *, OptProfileSelector) const;
  bool setShapeValues(const char *, OptProfileSelector, const int32_t *, int32_t);
  bool setExtraMemoryTarget(float);
  bool isValid() const;
};
struct ITimingCache : INoCopy {
  IHostMemory *serialize() const;
  bool combine(const ITimingCache &, bool);
  bool reset();
};
struct IBuilderConfig : INoCopy {
  void setMaxWorkspaceSize(size_t);
  size_t getMaxWorkspaceSize() const;
  void setMemoryPoolLimit(MemoryPoolType, size_t);
  size_t getMemoryPoolLimit(MemoryPoolType) const;
  void setFlag(BuilderFlag);
  void clearFlag(BuilderFlag);
  bool getFlag(BuilderFlag) const;
  void setFlags(BuilderFlags);
  BuilderFlags getFlags() const;
  void setInt8Calibrator(IInt8Calibrator *);
  void setMinTimingIterations(int32_t);
  void setAvgTimingIterations(int32_t);
  void setDeviceType(const ILayer *, DeviceType);
  void setDefaultDeviceType(DeviceType);
  bool canRunOnDLA(const ILayer *) const;
  void setDLACore(int32_t);
  int32_t getDLACore() const;
  void setProfileStream(cudaStream_t);
  int32_t addOptimizationProfile(const IOptimizationProfile *);
  int32_t getNbOptimizationProfiles() const;
  bool setCalibrationProfile(const IOptimizationProfile *);
  void setProfilingVerbosity(ProfilingVerbosity);
  void setEngineCapability(EngineCapability);
  bool setTacticSources(TacticSources);
  TacticSources getTacticSources() const;
  ITimingCache *createTimingCache(const void *, size_t) const;
  bool setTimingCache(const ITimingCache &, bool);
  const ITimingCache *getTimingCache() const;
  void setPreviewFeature(PreviewFeature, bool);
  void setBuilderOptimizationLevel(int32_t);
  void setHardwareCompatibilityLevel(HardwareCompatibilityLevel);
  void setMaxAuxStreams(int32_t);
  void reset();
};
struct ICudaEngine;
struct IBuilder : INoCopy {
  void setMaxBatchSize(int32_t);
  int32_t getMaxBatchSize() const;
  void setMaxWorkspaceSize(size_t);
  bool platformHasFastFp16() const;
  bool platformHasFastInt8() const;
  bool platformHasTf32() const;
  void setFp16Mode(bool);
  void setHalf2Mode(bool);
  void setInt8Mode(bool);
  void setInt8Calibrator(IInt8Calibrator *);
  void setStrictTypeConstraints(bool);
  int32_t getMaxDLABatchSize() const;
  int32_t getNbDLACores() const;
  void setGpuAllocator(IGpuAllocator *);
  IBuilderConfig *createBuilderConfig();
  INetworkDefinition *createNetwork();
  INetworkDefinition *createNetworkV2(NetworkDefinitionCreationFlags);
  IOptimizationProfile *createOptimizationProfile();
  ICudaEngine *buildCudaEngine(INetworkDefinition &);
  ICudaEngine *buildEngineWithConfig(INetworkDefinition &, IBuilderConfig &);
  IHostMemory *buildSerializedNetwork(INetworkDefinition &, IBuilderConfig &);
  bool isNetworkSupported(const INetworkDefinition &, const IBuilderConfig &) const;
  void setErrorRecorder(IErrorRecorder *);
  ILogger *getLogger() const;
  bool setMaxThreads(int32_t);
  IPluginRegistry &getPluginRegistry();
  void reset();
};

// ---- runs
struct IOutputAllocator : IVersionedInterface {
  virtual void *reallocateOutput(const char *, void *, uint64_t, uint64_t) { return __cudafix_nvinfer_memory(); }
  virtual void *reallocateOutputAsync(const char *, void *, uint64_t, uint64_t, cudaStream_t) { return __cudafix_nvinfer_memory(); }
  virtual void notifyShape(const char *, const Dims &) {}
};
struct IStreamReader : IVersionedInterface {
  virtual int64_t read(void *, int64_t) { return __cudafix_nvinfer_ask(); }
};
struct IExecutionContext : INoCopy {
  bool execute(int32_t, void *const *);
  bool executeV2(void *const *);
  bool enqueue(int32_t, void *const *, cudaStream_t, cudaEvent_t *);
  bool enqueueV2(void *const *, cudaStream_t, cudaEvent_t *);
  bool enqueueV3(cudaStream_t);
  void setDebugSync(bool);
  void setProfiler(IProfiler *);
  const ICudaEngine &getEngine() const;
  void setName(const char *);
  void setDeviceMemory(void *);
  void setDeviceMemoryV2(void *, int64_t);
  bool setOptimizationProfile(int32_t);
  bool setOptimizationProfileAsync(int32_t, cudaStream_t);
  int32_t getOptimizationProfile() const;
  bool setBindingDimensions(int32_t, const Dims &);
  Dims getBindingDimensions(int32_t) const;
  bool setInputShapeBinding(int32_t, const int32_t *);
  bool allInputDimensionsSpecified() const;
  bool allInputShapesSpecified() const;
  Dims getStrides(int32_t) const;
  bool setInputShape(const char *, const Dims &);
  Dims getTensorShape(const char *) const;
  Dims getTensorStrides(const char *) const;
  bool setTensorAddress(const char *, void *);
  const void *getTensorAddress(const char *) const;
  bool setInputTensorAddress(const char *, const void *);
  bool setOutputTensorAddress(const char *, void *);
  void *getOutputTensorAddress(const char *) const;
  bool setOutputAllocator(const char *, IOutputAllocator *);
  int32_t inferShapes(int32_t, const char **);
  bool setInputConsumedEvent(cudaEvent_t);
  void setErrorRecorder(IErrorRecorder *);
  void setEnqueueEmitsProfile(bool);
  bool reportToProfiler() const;
  void setAuxStreams(cudaStream_t *, int32_t);
};
struct IEngineInspector : INoCopy {
  bool setExecutionContext(const IExecutionContext *);
  const char *getLayerInformation(int32_t, LayerInformationFormat) const;
  const char *getEngineInformation(LayerInformationFormat) const;
};
struct ICudaEngine : INoCopy {
  int32_t getNbBindings() const;
  int32_t getBindingIndex(const char *) const;
  const char *getBindingName(int32_t) const;
  bool bindingIsInput(int32_t) const;
  Dims getBindingDimensions(int32_t) const;
  DataType getBindingDataType(int32_t) const;
  TensorFormat getBindingFormat(int32_t) const;
  int32_t getBindingVectorizedDim(int32_t) const;
  int32_t getBindingBytesPerComponent(int32_t) const;
  int32_t getBindingComponentsPerElement(int32_t) const;
  bool isShapeBinding(int32_t) const;
  bool isExecutionBinding(int32_t) const;
  TensorLocation getLocation(int32_t) const;
  int32_t getMaxBatchSize() const;
  int32_t getNbLayers() const;
  size_t getWorkspaceSize() const;
  size_t getDeviceMemorySize() const;
  int64_t getDeviceMemorySizeV2() const;
  bool isRefittable() const;
  bool hasImplicitBatchDimension() const;
  const char *getName() const;
  IHostMemory *serialize() const;
  IExecutionContext *createExecutionContext(ExecutionContextAllocationStrategy = ExecutionContextAllocationStrategy::kSTATIC);
  IExecutionContext *createExecutionContextWithoutDeviceMemory();
  int32_t getNbOptimizationProfiles() const;
  Dims getProfileDimensions(int32_t, int32_t, OptProfileSelector) const;
  Dims getProfileShape(const char *, int32_t, OptProfileSelector) const;
  int32_t getNbIOTensors() const;
  const char *getIOTensorName(int32_t) const;
  TensorIOMode getTensorIOMode(const char *) const;
  Dims getTensorShape(const char *) const;
  DataType getTensorDataType(const char *) const;
  TensorLocation getTensorLocation(const char *) const;
  TensorFormat getTensorFormat(const char *) const;
  const char *getTensorFormatDesc(const char *) const;
  int32_t getTensorVectorizedDim(const char *) const;
  int32_t getTensorBytesPerComponent(const char *) const;
  int32_t getTensorComponentsPerElement(const char *) const;
  bool isShapeInferenceIO(const char *) const;
  void setErrorRecorder(IErrorRecorder *);
  IEngineInspector *createEngineInspector() const;
};
struct IRuntime : INoCopy {
  ICudaEngine *deserializeCudaEngine(const void *, size_t, IPluginFactory *);
  ICudaEngine *deserializeCudaEngine(const void *, size_t);
  ICudaEngine *deserializeCudaEngine(IStreamReader &);
  void setDLACore(int32_t);
  int32_t getDLACore() const;
  int32_t getNbDLACores() const;
  void setGpuAllocator(IGpuAllocator *);
  void setErrorRecorder(IErrorRecorder *);
  ILogger *getLogger() const;
  bool setMaxThreads(int32_t);
  IPluginRegistry &getPluginRegistry();
};
struct IRefitter : INoCopy {
  bool setWeights(const char *, WeightsRole, Weights);
  bool setNamedWeights(const char *, Weights);
  bool refitCudaEngine();
  int32_t getMissing(int32_t, const char **, WeightsRole *);
  int32_t getAll(int32_t, const char **, WeightsRole *);
};
IBuilder *createInferBuilder(ILogger &);
IRuntime *createInferRuntime(ILogger &);
IRefitter *createInferRefitter(ICudaEngine &, ILogger &);
} // namespace nvinfer1
extern "C" void *createInferBuilder_INTERNAL(void *logger, int32_t version);
extern "C" void *createInferRuntime_INTERNAL(void *logger, int32_t version);
extern "C" void *createInferRefitter_INTERNAL(void *engine, void *logger, int32_t version);

namespace nvonnxparser {
struct IParserError : nvinfer1::INoCopy {
  int code() const;
  const char *desc() const;
  const char *file() const;
  int line() const;
  const char *func() const;
  int node() const;
};
struct IParser : nvinfer1::INoCopy {
  bool parse(const void *, size_t, const char * = nullptr);
  bool parseFromFile(const char *, int);
  int getNbErrors() const;
  const IParserError *getError(int) const;
  void clearErrors();
};
IParser *createParser(nvinfer1::INetworkDefinition &, nvinfer1::ILogger &);
} // namespace nvonnxparser
#endif
