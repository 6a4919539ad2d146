#include <string>
/* "__global__ void no() {" is a comment */
static const char *Source = R"cuda(
extern "C" __global__ void rawBad(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}
)cuda";
int digits = 1'000; char quote = '"';
static const char *Good = "extern \"C\" __global__ void goodOk(int *out) {\n"
                          "  out[threadIdx.x] = 1;\n"
                          "}\n";
std::string name() { return std::string("not ") + Source; }
