// Graphs that are captured, built and updated, against what the host computes.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

int wrong = 0;
void expect(bool ok, const char *what) {
  if (!ok && ++wrong)
    printf("FAILED: %s\n", what);
}

struct Line { double a; int b; };
__device__ int scale = 1;
__global__ void apply(int *v, Line l, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = int(l.a * v[i]) + l.b * scale;
}
__global__ void add(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] += from[i];
}
__global__ void sum(const int *v, int *out) { atomicAdd(out, v[threadIdx.x]); }

const int n = 100;
struct Counter { int calls; int *seen; };
void CUDART_CB count(void *data) {
  auto *c = (Counter *)data;
  ++c->calls;
  if (c->seen)
    *c->seen = 7;
}

void captured() {
  std::vector<int> in(n), out(n);
  int *v, *w, factor = 3;
  cudaMalloc(&v, n * sizeof(int));
  cudaMalloc(&w, n * sizeof(int));
  cudaStream_t s, other;
  cudaStreamCreate(&s);
  cudaStreamCreate(&other);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  Counter calls = {0, nullptr};

  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaStreamCaptureStatus status;
  expect(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess, "begin");
  cudaStreamIsCapturing(s, &status);
  expect(status == cudaStreamCaptureStatusActive, "status");
  cudaMemcpyAsync(v, in.data(), n * sizeof(int), cudaMemcpyHostToDevice, s);
  cudaMemcpyToSymbolAsync(scale, &factor, sizeof(int), 0, cudaMemcpyHostToDevice, s);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(other, fork);
  cudaMemsetAsync(w, 0, n * sizeof(int), other);
  {
    Line l = {2, 5};
    apply<<<2, 64, 0, s>>>(v, l, n);
    l = {0, 0}; // the graph has the values of the launch
  }
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(s, join);
  add<<<2, 64, 0, s>>>(v, w, n);
  cudaLaunchHostFunc(s, count, &calls);
  cudaMemcpyAsync(out.data(), w, n * sizeof(int), cudaMemcpyDeviceToHost, s);
  expect(cudaStreamEndCapture(other, &graph) == cudaErrorStreamCaptureUnmatched, "end of another stream");
  expect(cudaStreamEndCapture(s, &graph) == cudaSuccess, "end");
  expect(calls.calls == 0, "nothing runs while it is captured");
  cudaStreamIsCapturing(other, &status);
  expect(status == cudaStreamCaptureStatusNone, "status after");
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  expect(nodes == 7, "number of nodes");
  expect(cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0) == cudaSuccess, "instantiate");
  expect(cudaGraphDestroy(graph) == cudaSuccess, "destroy");
  for (int round = 1; round <= 3; ++round) {
    for (int i = 0; i < n; ++i)
      in[i] = i * round;
    expect(cudaGraphLaunch(run, s) == cudaSuccess && cudaStreamSynchronize(s) == cudaSuccess, "launch");
    for (int i = 0; i < n; ++i)
      expect(out[i] == 2 * i * round + 15, "captured values");
  }
  expect(calls.calls == 3, "host function");
  expect(cudaGraphExecDestroy(run) == cudaSuccess, "destroy executable");
  expect(cudaGraphLaunch(run, s) == cudaErrorInvalidValue, "launch what is gone");
  cudaGetLastError();
}

void built() {
  int *v, *total, size = 32, result = 0, seen = 0;
  Counter calls = {0, &seen};
  cudaMalloc(&v, size * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  int one = 1;
  cudaMemcpyToSymbol(scale, &one, sizeof(int));

  cudaGraph_t graph, clone;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t fill, zero, change, reduce, fetch, call;
  // Added in an order that the dependencies forbid.
  cudaGraphAddMemcpyNode1D(&fetch, graph, nullptr, 0, &result, total, sizeof(int), cudaMemcpyDeviceToHost);
  void *sumArguments[] = {&v, &total};
  cudaKernelNodeParams k = {};
  k.func = (void *)sum;
  k.gridDim = dim3(1);
  k.blockDim = dim3(size);
  k.kernelParams = sumArguments;
  cudaGraphAddKernelNode(&reduce, graph, nullptr, 0, &k);
  cudaMemsetParams m = {};
  m.dst = v;
  m.elementSize = 4;
  m.value = 10;
  m.width = size;
  m.height = 1;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &m);
  m.dst = total;
  m.value = 0;
  m.width = 1;
  cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &m);
  Line l = {3, 2};
  void *applyArguments[] = {&v, &l, &size};
  k.func = (void *)apply;
  k.kernelParams = applyArguments;
  cudaGraphAddKernelNode(&change, graph, &fill, 1, &k);
  cudaHostNodeParams h = {count, &calls};
  cudaGraphAddHostNode(&call, graph, &fetch, 1, &h);
  cudaGraphNode_t from[] = {change, zero, reduce}, to[] = {reduce, reduce, fetch};
  expect(cudaGraphAddDependencies(graph, from, to, 3) == cudaSuccess, "dependencies");

  cudaGraphExec_t run;
  expect(cudaGraphInstantiate(&run, graph) == cudaSuccess, "instantiate");
  cudaGraphLaunch(run, 0);
  cudaDeviceSynchronize();
  expect(result == 32 * size && calls.calls == 1 && seen == 7, "built graph");

  // One launch of it differs.
  l.b = 4;
  expect(cudaGraphExecKernelNodeSetParams(run, change, &k) == cudaSuccess, "set parameters");
  cudaGraphLaunch(run, 0);
  expect(result == 34 * size, "changed kernel");

  // The executable becomes what the graph is now.
  l.b = 6;
  cudaGraphKernelNodeSetParams(change, &k);
  cudaGraphLaunch(run, 0);
  expect(result == 34 * size, "not yet updated");
  cudaGraphExecUpdateResultInfo info;
  expect(cudaGraphExecUpdate(run, graph, &info) == cudaSuccess && info.result == cudaGraphExecUpdateSuccess, "update");
  cudaGraphLaunch(run, 0);
  expect(result == 36 * size, "updated");

  cudaGraphClone(&clone, graph);
  cudaGraphNode_t more;
  cudaGraphAddEmptyNode(&more, clone, nullptr, 0);
  expect(cudaGraphExecUpdate(run, clone, &info) == cudaErrorGraphExecUpdateFailure &&
         info.result == cudaGraphExecUpdateErrorTopologyChanged, "another form");

  cudaGraph_t outer;
  cudaGraphCreate(&outer, 0);
  cudaGraphNode_t first, second;
  cudaGraphAddChildGraphNode(&first, outer, nullptr, 0, graph);
  cudaGraphAddChildGraphNode(&second, outer, &first, 1, clone);
  cudaGraphExec_t nested;
  cudaGraphInstantiate(&nested, outer, 0);
  cudaGraphLaunch(nested, 0);
  expect(calls.calls == 6, "child graphs");

  cudaGraphNode_t a[] = {first}, b[] = {second};
  cudaGraphAddDependencies(outer, b, a, 1);
  expect(cudaGraphInstantiate(&nested, outer, 0) == cudaErrorInvalidValue, "a cycle");
  cudaGetLastError();
}

void memory() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams p = {};
  p.bytesize = 32 * sizeof(int);
  cudaGraphNode_t allocate, fill, reduce, release;
  cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &p);
  cudaMemsetParams m = {p.dptr, 0, 1, 1, p.bytesize, 1};
  cudaGraphAddMemsetNode(&fill, graph, &allocate, 1, &m);
  int *total, result = 0;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  void *arguments[] = {&p.dptr, &total};
  cudaKernelNodeParams k = {(void *)sum, dim3(1), dim3(32), 0, arguments, nullptr};
  cudaGraphAddKernelNode(&reduce, graph, &fill, 1, &k);
  cudaGraphAddMemFreeNode(&release, graph, &reduce, 1, p.dptr);
  cudaGraphExec_t run;
  cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(run, 0);
  cudaGraphLaunch(run, 0);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  expect(result == 2 * 32 * 0x01010101, "memory of a graph");
}

int main() {
  captured();
  built();
  memory();
  expect(cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess, "errors");
  printf(wrong ? "%d FAILED\n" : "PASSED\n", wrong);
  return wrong != 0;
}
