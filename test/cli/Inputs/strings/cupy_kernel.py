"""Kernels in strings; this one is none: __global__ void doc()."""
import cupy

shift = cupy.RawKernel(r'''
extern "C" __global__ void shiftBad(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}
''', 'shiftBad')  # __global__

lines = (
    "extern \"C\" __global__ void turnBad(const int *in, int *out) {\n"
    "  __shared__ int t[256];\n"
    "  t[threadIdx.x] = in[threadIdx.x];\n"
    "  out[threadIdx.x] = t[(threadIdx.x + 64) % 256];\n"
    "}\n"
)
turn = cupy.RawKernel(lines, 'turnBad')
