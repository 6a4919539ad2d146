# SPDX-License-Identifier: Apache-2.0
"""Prints kernels with 1,000 races in all."""

for k in range(100):
    print(f"__global__ void many{k}(const int *in, int *out) {{")
    print("  int sum = 0;")
    for a in range(10):
        print(f"  __shared__ int s{a}[256];")
        print(f"  s{a}[threadIdx.x] = in[threadIdx.x + {a}];")
        print(f"  sum += s{a}[(threadIdx.x + 64) % 256];")
    print("  out[threadIdx.x] = sum;\n}")
print("void launch(const int *in, int *out) {")
for k in range(100):
    print(f"  many{k}<<<1, 256>>>(in, out);")
print("}")
