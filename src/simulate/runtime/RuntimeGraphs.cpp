// SPDX-License-Identifier: Apache-2.0
//
// Graphs and the capture of streams.
#include "simulate/runtime/RuntimeCalls.h"
#include <cstring>

namespace cudafix::simulate {

using namespace api;

/// Appends the node after everything captured so far.
static void append(Capture &Into, GraphNode Node) {
  if (!Into.G->Nodes.empty())
    Node.After = {Into.G->Nodes.back().get()};
  Into.G->Nodes.push_back(std::make_unique<GraphNode>(std::move(Node)));
}

static Capture *captureOf(cudaStream_t S) {
  Locked R;
  auto At = R->Graphs.Streams.find(S);
  return At == R->Graphs.Streams.end() ? nullptr : At->second.get();
}

bool isCaptured(cudaStream_t S) { return captureOf(S); }

cudaError_t enqueue(cudaStream_t S, cudaGraphNodeType Type, std::function<cudaError_t()> Do) {
  Capture *Into = captureOf(S);
  if (!Into)
    return Do();
  GraphNode Node;
  Node.Type = Type;
  Node.Run = std::move(Do);
  append(*Into, std::move(Node));
  return cudaSuccess;
}

cudaError_t allocateForGraph(void **P, size_t Bytes) {
  Locked R;
  cudaError_t E = R->allocate(P, Bytes);
  R->Graphs.Memory.insert(*P);
  return E;
}

/// Sets the launch of a node. Arguments are copied by the sizes of the kernel's parameters.
static cudaError_t setLaunch(GraphNode &Node, StoredLaunch Launch, void **Arguments) {
  Locked R;
  DeviceKernel *K = R->kernel(Launch.Stub);
  if (!K)
    return R->fail(cudaErrorInvalidDeviceFunction);
  const CompiledKernel *Code = R->D.code(*K);
  if (!Code)
    return R->fail(cudaErrorNoKernelImageForDevice);
  Launch.Values.clear();
  for (size_t I = 0; I < Code->Parameters.size(); ++I) {
    auto *From = static_cast<const char *>(Arguments[I]);
    Launch.Values.emplace_back(From, From + Code->Parameters[I].Bytes);
  }
  auto Kept = std::make_shared<StoredLaunch>(std::move(Launch));
  Kept->Arguments.clear();
  for (std::vector<char> &V : Kept->Values)
    Kept->Arguments.push_back(V.data());
  Node.Type = cudaGraphNodeTypeKernel;
  Node.Launch = Kept;
  Node.Run = [Kept] {
    return Locked()->launch(Kept->Stub, Kept->Grid, Kept->Block, Kept->Arguments.data(),
                            Kept->Shared, Kept->Together);
  };
  return R->fail(R->Sticky);
}

cudaError_t launchOn(cudaStream_t S, const void *Stub, dim3 Grid, dim3 Block, void **Arguments,
                     size_t Shared, const LaunchTogether &Together) {
  Capture *Into = captureOf(S);
  if (!Into)
    return Locked()->launch(Stub, Grid, Block, Arguments, Shared, Together);
  GraphNode Node;
  if (cudaError_t E = setLaunch(Node, {Stub, Grid, Block, Shared, Together, {}, {}}, Arguments);
      E != cudaSuccess)
    return E;
  append(*Into, std::move(Node));
  return cudaSuccess;
}

namespace {

//===-- Capture -------------------------------------------------------------------------===//

cudaError_t beginCapture(cudaStream_t S, cudaStreamCaptureMode) {
  Locked R;
  if (captureOf(S))
    return R->fail(cudaErrorIllegalState);
  if (!S)
    return R->fail(cudaErrorStreamCaptureUnsupported);
  auto New = std::make_shared<Capture>();
  New->Begun = S;
  R->Graphs.Streams[S] = New;
  return R->fail(R->Sticky);
}

cudaError_t endCapture(cudaStream_t S, cudaGraph_t *Out) {
  Locked R;
  auto At = R->Graphs.Streams.find(S);
  if (At == R->Graphs.Streams.end())
    return R->fail(cudaErrorIllegalState);
  std::shared_ptr<Capture> Ended = At->second;
  if (Ended->Begun != S)
    return R->fail(cudaErrorStreamCaptureUnmatched);
  for (auto *Of : {&R->Graphs.Streams, &R->Graphs.Events})
    for (auto Each = Of->begin(); Each != Of->end();)
      Each = Each->second == Ended ? Of->erase(Each) : std::next(Each);
  *Out = reinterpret_cast<cudaGraph_t>(Ended->G.get());
  R->Graphs.Graphs[Ended->G.get()] = std::move(Ended->G);
  return R->fail(R->Sticky);
}

cudaError_t isCapturing(cudaStream_t S, cudaStreamCaptureStatus *Status) {
  *Status = captureOf(S) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

cudaError_t captureInfo(cudaStream_t S, cudaStreamCaptureStatus *Status, unsigned long long *Id,
                        cudaGraph_t *Out, const cudaGraphNode_t **Nodes, size_t *Count) {
  Capture *C = captureOf(S);
  if (Id)
    *Id = reinterpret_cast<uintptr_t>(C);
  if (Out)
    *Out = reinterpret_cast<cudaGraph_t>(C ? C->G.get() : nullptr);
  if (Nodes)
    *Nodes = nullptr;
  if (Count)
    *Count = 0;
  return isCapturing(S, Status);
}

//===-- Making graphs -------------------------------------------------------------------===//

cudaError_t createGraph(cudaGraph_t *Out, unsigned) {
  Locked R;
  auto New = std::make_unique<Graph>();
  *Out = reinterpret_cast<cudaGraph_t>(New.get());
  R->Graphs.Graphs[New.get()] = std::move(New);
  return R->fail(R->Sticky);
}

Graph *graphOf(const void *Handle) {
  Locked R;
  auto At = R->Graphs.Graphs.find(Handle);
  return At == R->Graphs.Graphs.end() ? nullptr : At->second.get();
}

Graph *executableOf(const void *Handle) {
  Locked R;
  auto At = R->Graphs.Executables.find(Handle);
  return At == R->Graphs.Executables.end() ? nullptr : At->second.get();
}

cudaError_t add(cudaGraphNode_t *Out, cudaGraph_t Handle, const cudaGraphNode_t *After,
                size_t Count, GraphNode Node) {
  Locked R;
  Graph *G = graphOf(Handle);
  if (!G || !Out)
    return R->fail(cudaErrorInvalidValue);
  for (size_t I = 0; I < Count; ++I) {
    GraphNode *Before = G->find(After[I]);
    if (!Before)
      return R->fail(cudaErrorInvalidValue);
    Node.After.push_back(Before);
  }
  G->Nodes.push_back(std::make_unique<GraphNode>(std::move(Node)));
  *Out = reinterpret_cast<cudaGraphNode_t>(G->Nodes.back().get());
  return R->fail(R->Sticky);
}

cudaError_t add(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                cudaGraphNodeType Type, std::function<cudaError_t()> Run) {
  GraphNode Node;
  Node.Type = Type;
  Node.Run = std::move(Run);
  return add(Out, G, After, Count, std::move(Node));
}

cudaError_t setKernel(GraphNode &Node, const cudaKernelNodeParams &P) {
  if (!P.kernelParams)
    return Locked()->fail(cudaErrorNotSupported); // arguments in one buffer are not supported
  return setLaunch(Node, {P.func, P.gridDim, P.blockDim, P.sharedMemBytes, {}, {}, {}},
                   P.kernelParams);
}

cudaError_t addKernel(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                      size_t Count, const cudaKernelNodeParams *P) {
  GraphNode Node;
  if (cudaError_t E = setKernel(Node, *P); E != cudaSuccess)
    return E;
  return add(Out, G, After, Count, std::move(Node));
}

/// Fills elements of one, two or four bytes, row by row.
std::function<cudaError_t()> filling(const cudaMemsetParams &P) {
  return [P]() -> cudaError_t {
    std::vector<char> Row(P.width * P.elementSize);
    for (size_t I = 0; I < P.width; ++I)
      std::memcpy(&Row[I * P.elementSize], &P.value, std::min(P.elementSize, 4u));
    for (size_t Y = 0; Y < P.height; ++Y)
      if (cudaError_t E =
              Locked()->copy(static_cast<char *>(P.dst) + Y * P.pitch, Row.data(), Row.size());
          E != cudaSuccess)
        return E;
    return cudaSuccess;
  };
}

std::function<cudaError_t()> copying(const cudaMemcpy3DParms &P) {
  return [P] { return copy3D(&P); };
}

std::function<cudaError_t()> copying(void *To, const void *From, size_t Bytes) {
  return [=] { return Locked()->copy(To, From, Bytes); };
}

std::function<cudaError_t()> calling(const cudaHostNodeParams &P) {
  return [P] {
    P.fn(P.userData);
    return cudaSuccess;
  };
}

cudaError_t addCopy(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                    const cudaMemcpy3DParms *P) {
  return add(Out, G, After, Count, cudaGraphNodeTypeMemcpy, copying(*P));
}
cudaError_t addCopy1D(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                      size_t Count, void *To, const void *From, size_t Bytes, cudaMemcpyKind) {
  return add(Out, G, After, Count, cudaGraphNodeTypeMemcpy, copying(To, From, Bytes));
}
cudaError_t addFill(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                    const cudaMemsetParams *P) {
  return add(Out, G, After, Count, cudaGraphNodeTypeMemset, filling(*P));
}
cudaError_t addHost(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                    const cudaHostNodeParams *P) {
  return add(Out, G, After, Count, cudaGraphNodeTypeHost, calling(*P));
}
cudaError_t addEmpty(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                     size_t Count) {
  return add(Out, G, After, Count, cudaGraphNodeTypeEmpty, nullptr);
}
cudaError_t addChild(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                     size_t Count, cudaGraph_t Child) {
  Graph *Of = graphOf(Child);
  if (!Of)
    return Locked()->fail(cudaErrorInvalidValue);
  std::shared_ptr<Graph> Kept = Of->copy();
  return add(Out, G, After, Count, cudaGraphNodeTypeGraph, [Kept] { return Kept->run(); });
}
cudaError_t addRecord(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                      size_t Count, cudaEvent_t E) {
  return add(Out, G, After, Count, cudaGraphNodeTypeEventRecord, [E] { return recordNow(E); });
}
cudaError_t addWait(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                    cudaEvent_t) {
  return add(Out, G, After, Count, cudaGraphNodeTypeWaitEvent, nullptr);
}
/// The address is the same in every launch, so the memory must not be reused in between.
cudaError_t addAllocation(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After,
                          size_t Count, cudaMemAllocNodeParams *P) {
  if (cudaError_t E = allocateForGraph(&P->dptr, P->bytesize); E != cudaSuccess)
    return E;
  return add(Out, G, After, Count, cudaGraphNodeTypeMemAlloc, nullptr);
}
cudaError_t addFree(cudaGraphNode_t *Out, cudaGraph_t G, const cudaGraphNode_t *After, size_t Count,
                    void *) {
  return add(Out, G, After, Count, cudaGraphNodeTypeMemFree, nullptr);
}

cudaError_t addDependencies(cudaGraph_t Handle, const cudaGraphNode_t *From,
                            const cudaGraphNode_t *To, size_t Count) {
  Locked R;
  Graph *G = graphOf(Handle);
  for (size_t I = 0; I < Count; ++I) {
    GraphNode *Before = G ? G->find(From[I]) : nullptr, *Behind = G ? G->find(To[I]) : nullptr;
    if (!Before || !Behind)
      return R->fail(cudaErrorInvalidValue);
    Behind->After.push_back(Before);
  }
  return R->fail(G ? R->Sticky : cudaErrorInvalidValue);
}

cudaError_t cloneGraph(cudaGraph_t *Out, cudaGraph_t Handle) {
  Locked R;
  Graph *G = graphOf(Handle);
  if (!G)
    return R->fail(cudaErrorInvalidValue);
  std::unique_ptr<Graph> New = G->copy();
  *Out = reinterpret_cast<cudaGraph_t>(New.get());
  R->Graphs.Graphs[New.get()] = std::move(New);
  return R->fail(R->Sticky);
}

cudaError_t destroyGraph(cudaGraph_t Handle) {
  Locked R;
  return R->fail(R->Graphs.Graphs.erase(Handle) ? R->Sticky : cudaErrorInvalidValue);
}

/// Writes at most `*Count` nodes to `Nodes`, if it is given.
cudaError_t listNodes(const std::vector<GraphNode *> &All, cudaGraphNode_t *Nodes, size_t *Count) {
  for (size_t I = 0; Nodes && I < std::min(*Count, All.size()); ++I)
    Nodes[I] = reinterpret_cast<cudaGraphNode_t>(All[I]);
  *Count = Nodes ? std::min(*Count, All.size()) : All.size();
  return cudaSuccess;
}
cudaError_t allNodes(cudaGraph_t Handle, cudaGraphNode_t *Nodes, size_t *Count) {
  Graph *G = graphOf(Handle);
  if (!G)
    return Locked()->fail(cudaErrorInvalidValue);
  std::vector<GraphNode *> All;
  for (const std::unique_ptr<GraphNode> &N : G->Nodes)
    All.push_back(N.get());
  return listNodes(All, Nodes, Count);
}
cudaError_t rootNodes(cudaGraph_t Handle, cudaGraphNode_t *Nodes, size_t *Count) {
  Graph *G = graphOf(Handle);
  if (!G)
    return Locked()->fail(cudaErrorInvalidValue);
  std::vector<GraphNode *> Roots;
  for (const std::unique_ptr<GraphNode> &N : G->Nodes)
    if (N->After.empty())
      Roots.push_back(N.get());
  return listNodes(Roots, Nodes, Count);
}

//===-- Running graphs ------------------------------------------------------------------===//

cudaError_t instantiate(cudaGraphExec_t *Out, cudaGraph_t Handle, unsigned long long) {
  Locked R;
  Graph *G = graphOf(Handle);
  if (!G || (!G->Nodes.empty() && G->ordered().empty()))
    return R->fail(cudaErrorInvalidValue);
  std::unique_ptr<Graph> New = G->copy();
  *Out = reinterpret_cast<cudaGraphExec_t>(New.get());
  R->Graphs.Executables[New.get()] = std::move(New);
  return R->fail(R->Sticky);
}

cudaError_t launchGraph(cudaGraphExec_t Handle, cudaStream_t S) {
  Graph *G = executableOf(Handle);
  if (!G)
    return Locked()->fail(cudaErrorInvalidValue);
  if (!captureOf(S))
    return G->run();
  std::shared_ptr<Graph> Kept = G->copy();
  return enqueue(S, cudaGraphNodeTypeGraph, [Kept] { return Kept->run(); });
}

cudaError_t destroyExecutable(cudaGraphExec_t Handle) {
  Locked R;
  return R->fail(R->Graphs.Executables.erase(Handle) ? R->Sticky : cudaErrorInvalidValue);
}

/// Copies the work of the nodes of a graph with the same structure.
cudaError_t update(cudaGraphExec_t Executable, cudaGraph_t From,
                   cudaGraphExecUpdateResultInfo *Info) {
  Locked R;
  Graph *Old = executableOf(Executable), *G = graphOf(From);
  *Info = {cudaGraphExecUpdateError, nullptr, nullptr};
  if (!Old || !G)
    return R->fail(cudaErrorInvalidValue);
  std::unique_ptr<Graph> New = G->copy();
  Info->result = cudaGraphExecUpdateErrorTopologyChanged;
  if (New->Nodes.size() != Old->Nodes.size())
    return R->fail(cudaErrorGraphExecUpdateFailure);
  for (size_t I = 0; I < New->Nodes.size(); ++I) {
    Info->errorNode = reinterpret_cast<cudaGraphNode_t>(G->Nodes[I].get());
    if (New->Nodes[I]->After.size() != Old->Nodes[I]->After.size())
      return R->fail(cudaErrorGraphExecUpdateFailure);
    if (New->Nodes[I]->Type != Old->Nodes[I]->Type) {
      Info->result = cudaGraphExecUpdateErrorNodeTypeChanged;
      return R->fail(cudaErrorGraphExecUpdateFailure);
    }
    New->Nodes[I]->Origin = Old->Nodes[I]->Origin;
  }
  Old->Nodes = std::move(New->Nodes);
  *Info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  return R->fail(R->Sticky);
}

//===-- Nodes ---------------------------------------------------------------------------===//

/// A node of any graph that is not executable.
GraphNode *nodeOf(const void *Handle) {
  Locked R;
  for (const auto &[Key, G] : R->Graphs.Graphs)
    for (const std::unique_ptr<GraphNode> &N : G->Nodes)
      if (N.get() == Handle)
        return N.get();
  return nullptr;
}

GraphNode *nodeOf(cudaGraphExec_t Executable, const void *Handle, cudaGraphNodeType Type) {
  Graph *G = executableOf(Executable);
  GraphNode *N = G ? G->find(Handle) : nullptr;
  return N && N->Type == Type ? N : nullptr;
}

cudaError_t setNode(cudaGraphExec_t Executable, cudaGraphNode_t Handle, cudaGraphNodeType Type,
                    std::function<cudaError_t()> Run) {
  GraphNode *N = nodeOf(Executable, Handle, Type);
  if (!N)
    return Locked()->fail(cudaErrorInvalidValue);
  N->Run = std::move(Run);
  return cudaSuccess;
}

cudaError_t setKernelNode(cudaGraphNode_t Handle, const cudaKernelNodeParams *P) {
  GraphNode *N = nodeOf(Handle);
  return N && N->Launch ? setKernel(*N, *P) : Locked()->fail(cudaErrorInvalidValue);
}
cudaError_t setExecutableKernel(cudaGraphExec_t G, cudaGraphNode_t Handle,
                                const cudaKernelNodeParams *P) {
  GraphNode *N = nodeOf(G, Handle, cudaGraphNodeTypeKernel);
  return N ? setKernel(*N, *P) : Locked()->fail(cudaErrorInvalidValue);
}
cudaError_t getKernelNode(cudaGraphNode_t Handle, cudaKernelNodeParams *P) {
  GraphNode *N = nodeOf(Handle);
  if (!N || !N->Launch)
    return Locked()->fail(cudaErrorInvalidValue);
  StoredLaunch &L = *N->Launch;
  P->func = const_cast<void *>(L.Stub);
  P->gridDim = L.Grid;
  P->blockDim = L.Block;
  P->sharedMemBytes = L.Shared;
  P->kernelParams = L.Arguments.data();
  P->extra = nullptr;
  return cudaSuccess;
}
cudaError_t setCopyNode(cudaGraphExec_t G, cudaGraphNode_t N, const cudaMemcpy3DParms *P) {
  return setNode(G, N, cudaGraphNodeTypeMemcpy, copying(*P));
}
cudaError_t setCopyNode1D(cudaGraphExec_t G, cudaGraphNode_t N, void *To, const void *From,
                          size_t Bytes, cudaMemcpyKind) {
  return setNode(G, N, cudaGraphNodeTypeMemcpy, copying(To, From, Bytes));
}
cudaError_t setFillNode(cudaGraphExec_t G, cudaGraphNode_t N, const cudaMemsetParams *P) {
  return setNode(G, N, cudaGraphNodeTypeMemset, filling(*P));
}
cudaError_t setHostNode(cudaGraphExec_t G, cudaGraphNode_t N, const cudaHostNodeParams *P) {
  return setNode(G, N, cudaGraphNodeTypeHost, calling(*P));
}
cudaError_t typeOf(cudaGraphNode_t Handle, cudaGraphNodeType *Type) {
  GraphNode *N = nodeOf(Handle);
  if (!N)
    return Locked()->fail(cudaErrorInvalidValue);
  *Type = N->Type;
  return cudaSuccess;
}

} // namespace

void addGraphFunctions(RuntimeFunctions &To) {
  To.insert(To.end(), {
                          {"cudaStreamBeginCapture", addressOf(beginCapture)},
                          {"cudaStreamEndCapture", addressOf(endCapture)},
                          {"cudaStreamIsCapturing", addressOf(isCapturing)},
                          {"cudaStreamGetCaptureInfo", addressOf(captureInfo)},
                          {"cudaGraphCreate", addressOf(createGraph)},
                          {"cudaGraphClone", addressOf(cloneGraph)},
                          {"cudaGraphDestroy", addressOf(destroyGraph)},
                          {"cudaGraphAddKernelNode", addressOf(addKernel)},
                          {"cudaGraphAddMemcpyNode", addressOf(addCopy)},
                          {"cudaGraphAddMemcpyNode1D", addressOf(addCopy1D)},
                          {"cudaGraphAddMemsetNode", addressOf(addFill)},
                          {"cudaGraphAddHostNode", addressOf(addHost)},
                          {"cudaGraphAddEmptyNode", addressOf(addEmpty)},
                          {"cudaGraphAddChildGraphNode", addressOf(addChild)},
                          {"cudaGraphAddEventRecordNode", addressOf(addRecord)},
                          {"cudaGraphAddEventWaitNode", addressOf(addWait)},
                          {"cudaGraphAddMemAllocNode", addressOf(addAllocation)},
                          {"cudaGraphAddMemFreeNode", addressOf(addFree)},
                          {"cudaGraphAddDependencies", addressOf(addDependencies)},
                          {"cudaGraphGetNodes", addressOf(allNodes)},
                          {"cudaGraphGetRootNodes", addressOf(rootNodes)},
                          {"cudaGraphNodeGetType", addressOf(typeOf)},
                          {"cudaGraphKernelNodeSetParams", addressOf(setKernelNode)},
                          {"cudaGraphKernelNodeGetParams", addressOf(getKernelNode)},
                          {"cudaGraphInstantiateWithFlags", addressOf(instantiate)},
                          {"cudaGraphUpload", addressOf(succeed<cudaGraphExec_t, cudaStream_t>)},
                          {"cudaGraphLaunch", addressOf(launchGraph)},
                          {"cudaGraphExecDestroy", addressOf(destroyExecutable)},
                          {"__cudafix_graph_update", addressOf(update)},
                          {"cudaGraphExecKernelNodeSetParams", addressOf(setExecutableKernel)},
                          {"cudaGraphExecMemcpyNodeSetParams", addressOf(setCopyNode)},
                          {"cudaGraphExecMemcpyNodeSetParams1D", addressOf(setCopyNode1D)},
                          {"cudaGraphExecMemsetNodeSetParams", addressOf(setFillNode)},
                          {"cudaGraphExecHostNodeSetParams", addressOf(setHostNode)},
                      });
}

} // namespace cudafix::simulate
