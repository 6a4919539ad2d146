// RUN: %check-findings %s
// RUN: %cuda-fix %s --checks=synchronization --kernel=givenLengthUnknown | FileCheck %s --check-prefix=LENGTH
// LENGTH: note: kernel 'givenLengthUnknown': free for launches with most != 0, others not decided
// A counter that grows where data says so, and that a comparison keeps below the length of a row.

// It stops when the row is full: `cnt` is below `most` in each iteration but the first.
__global__ void breakOk(const float *p, int n, int *hits, int *counts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k)
    if (p[k] - p[row] < 1.0f) {
      hits[row * 16 + cnt] = k;
      if (++cnt >= 16)
        break;
    }
  counts[row] = cnt;
}

// The same, counted up to the length exactly.
__global__ void hitLimitOk(const float *p, int n, int *hits, int *counts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k)
    if (p[k] - p[row] < 1.0f) {
      hits[row * 16 + cnt] = k;
      if (++cnt == 16)
        break;
    }
  counts[row] = cnt;
}

// The comparison follows in each iteration.
__global__ void laterOk(const float *p, int n, int *hits) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k) {
    if (p[k] - p[row] < 1.0f) {
      hits[row * 16 + cnt] = k;
      cnt++;
    }
    if (cnt > 15)
      break;
  }
}

// One cell too many.
__global__ void afterRowUnknown(const float *p, int n, int *hits) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k)
    if (p[k] - p[row] < 1.0f) {
      hits[row * 16 + cnt] = k;
      if (++cnt > 16)
        break;
    }
}

// It starts behind the limit that it would have to hit.
__global__ void pastLimitUnknown(const float *p, int n, int *hits) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 17;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k)
    if (p[k] - p[row] < 1.0f) {
      hits[row * 16 + cnt] = k;
      if (++cnt == 16)
        break;
    }
}

// It steps over the limit.
__global__ void oddStepsUnknown(const float *p, int n, int *hits) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k)
    if (p[k] - p[row] < 1.0f) {
      hits[row * 15 + cnt] = k;
      cnt += 2;
      if (cnt == 15)
        break;
    }
}

// Only one of the two ways to count is compared.
__global__ void otherWayUnknown(const float *p, int n, int *hits) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k) {
    hits[row * 16 + cnt] = k;
    if (p[k] - p[row] < 1.0f) {
      if (++cnt == 16)
        break;
    } else if (p[k] < 0.0f) {
      ++cnt;
    }
  }
}

// The row may have no cell at all.
__global__ void givenLengthUnknown(const float *p, int n, int *hits, int most) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, cnt = 0;
  if (row >= n)
    return;
  for (int k = 0; k < n; ++k)
    if (p[k] - p[row] < 1.0f) {
      if (cnt == 0)
        for (int c = 0; c < most; ++c)
          hits[row * most + c] = k;
      hits[row * most + cnt] = k;
      if (++cnt >= most)
        break;
    }
}

void run(const float *p, int n, int *hits, int *counts) {
  breakOk<<<(n + 127) / 128, 128>>>(p, n, hits, counts);
  hitLimitOk<<<(n + 127) / 128, 128>>>(p, n, hits, counts);
  laterOk<<<(n + 127) / 128, 128>>>(p, n, hits);
  afterRowUnknown<<<(n + 127) / 128, 128>>>(p, n, hits);
  pastLimitUnknown<<<(n + 127) / 128, 128>>>(p, n, hits);
  oddStepsUnknown<<<(n + 127) / 128, 128>>>(p, n, hits);
  otherWayUnknown<<<(n + 127) / 128, 128>>>(p, n, hits);
}
