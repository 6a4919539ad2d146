// SPDX-License-Identifier: Apache-2.0
__global__ void backward(const float4 *in, const float4 *grad, float4 *out, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4)
    return;
  float4 x = in[i], g = grad[i];
  out[i] = make_float4(x.x > 0 ? g.x : 0, x.y > 0 ? g.y : 0, x.z > 0 ? g.z : 0, x.w > 0 ? g.w : 0);
}

void run(const float *in, const float *grad, float *out, int n) {
  backward<<<(n / 4 + 255) / 256, 256>>>((const float4 *)in, (const float4 *)grad, (float4 *)out,
                                        n / 4);
}
