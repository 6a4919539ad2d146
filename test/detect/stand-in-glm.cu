// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Vectors and matrices of GLM, whose headers are not there.
#include <glm/glm.hpp>
#include <glm/gtc/type_ptr.hpp>

__device__ glm::mat3 covariance(const glm::vec3 scale, const glm::vec4 rotation, float modifier) {
  glm::mat3 S = glm::mat3(1.0f);
  for (int i = 0; i < 3; ++i)
    S[i][i] = modifier * scale[i];
  const glm::vec4 q = rotation / glm::length(rotation);
  const float r = q.x, x = q.y, y = q.z, z = q.w;
  const glm::mat3 R = glm::mat3(1.f - 2.f * (y * y + z * z), 2.f * (x * y - r * z), 2.f * (x * z + r * y),
                                2.f * (x * y + r * z), 1.f - 2.f * (x * x + z * z), 2.f * (y * z - r * x),
                                2.f * (x * z - r * y), 2.f * (y * z + r * x), 1.f - 2.f * (x * x + y * y));
  const glm::mat3 M = S * R;
  return glm::transpose(M) * M;
}

__global__ void projectOk(int n, const float *means, const glm::vec3 *scales, const glm::vec4 *rotations,
                          const float *view, glm::vec2 *centers, float *covariances, int *tiles, glm::vec3 eye) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const glm::vec3 mean = glm::make_vec3(means + 3 * i);
  const glm::mat4 V = glm::make_mat4(view);
  const glm::vec4 at = V * glm::vec4(mean, 1.f);
  const glm::vec3 direction = glm::normalize(mean - eye);
  const glm::mat3 Sigma = covariance(scales[i], rotations[i], glm::max(1.f, direction.z));
  centers[i] = glm::vec2(at) / at.z * 0.5f + glm::vec2(0.5f);
  covariances[3 * i] = Sigma[0][0];
  covariances[3 * i + 1] = Sigma[0][1];
  covariances[3 * i + 2] = Sigma[1][1];
  const glm::ivec2 low = glm::max(glm::ivec2(at), glm::ivec2(0));
  tiles[i] = low.x * low.y;
}

__global__ void normalsBad(int n, glm::vec3 *normals, const glm::uvec3 *faces, const glm::vec3 *points) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const glm::uvec3 f = faces[i];
  const glm::vec3 normal = glm::cross(points[f.y] - points[f.x], points[f.z] - points[f.x]);
  normals[i % 16] += normal; // expect: global-race inter-block-race
}

void launch(int n, const float *m, const glm::vec3 *s, const glm::vec4 *r, const float *v, glm::vec2 *c, float *o,
            int *t, const glm::uvec3 *f, glm::vec3 *p) {
  projectOk<<<(n + 255) / 256, 256>>>(n, m, s, r, v, c, o, t, glm::vec3(0.f));
  normalsBad<<<(n + 255) / 256, 256>>>(n, p, f, s);
}
