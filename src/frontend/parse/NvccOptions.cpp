// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NvccOptions.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

constexpr bool Both = true;

/// The options of nvcc 13.0 and of older versions.
constexpr NvccOption Table[] = {
    {"gpu-architecture", "arch", Nvcc::Arch},
    {"gpu-code", "code", Nvcc::Code},
    {"generate-code", "gencode", Nvcc::Gencode},
    {"compiler-options", "Xcompiler", Nvcc::Host},
    {"options-file", "optf", Nvcc::File},
    {"std", "std", Nvcc::Std, "", Both},
    {"include-path", "I", Nvcc::ForwardList, "-I", Both},
    {"system-include", "isystem", Nvcc::ForwardList, "-isystem", Both},
    {"define-macro", "D", Nvcc::ForwardList, "-D", Both},
    {"undefine-macro", "U", Nvcc::ForwardList, "-U", Both},
    {"pre-include", "include", Nvcc::Include, "", Both},
    {"machine", "m", Nvcc::DropValue, "", Both},
    {"m32", "m32", Nvcc::Drop, "", Both},
    {"m64", "m64", Nvcc::Drop, "", Both},
    {"compiler-bindir", "ccbin", Nvcc::DropValue},
    {"ptxas-options", "Xptxas", Nvcc::DropValue},
    {"linker-options", "Xlinker", Nvcc::DropValue, "", Both},
    {"archive-options", "Xarchive", Nvcc::DropValue},
    {"nvlink-options", "Xnvlink", Nvcc::DropValue},
    {"cudafe-options", "Xcudafe", Nvcc::DropValue},
    {"fatbinary-options", "Xfatbin", Nvcc::DropValue},
    {"nvvm-options", "Xnvvm", Nvcc::DropValue},
    {"output-file", "o", Nvcc::DropValue, "", Both},
    {"output-directory", "odir", Nvcc::DropValue},
    {"dependency-output", "MF", Nvcc::DropValue, "", Both},
    {"dependency-target-name", "MT", Nvcc::DropValue, "", Both},
    {"dependency-quoted-target", "MQ", Nvcc::DropValue, "", Both},
    {"library", "l", Nvcc::DropValue, "", Both},
    {"library-path", "L", Nvcc::DropValue, "", Both},
    {"cudart", "cudart", Nvcc::DropValue},
    {"cudadevrt", "cudadevrt", Nvcc::DropValue},
    {"libdevice-directory", "ldir", Nvcc::DropValue},
    {"target-directory", "target-dir", Nvcc::DropValue},
    {"default-stream", "default-stream", Nvcc::Stream},
    {"maxrregcount", "maxrregcount", Nvcc::DropValue},
    {"relocatable-device-code", "rdc", Nvcc::Rdc},
    {"diag-suppress", "diag-suppress", Nvcc::DropValue},
    {"diag-error", "diag-error", Nvcc::DropValue},
    {"diag-warn", "diag-warn", Nvcc::DropValue},
    {"optimize", "O", Nvcc::DropValue, "", Both},
    {"dopt", "dopt", Nvcc::DropValue},
    {"Werror", "Werror", Nvcc::DropValue, "", Both},
    {"x", "x", Nvcc::DropValue, "", Both},
    {"threads", "t", Nvcc::DropValue, "", Both},
    {"split-compile", "split-compile", Nvcc::DropValue},
    {"split-compile-extended", "split-compile-extended", Nvcc::DropValue},
    {"drive-prefix", "dp", Nvcc::DropValue},
    {"cuda-path", "cuda-path", Nvcc::DropValue, "", Both},
    {"prec-div", "prec-div", Nvcc::DropValue},
    {"prec-sqrt", "prec-sqrt", Nvcc::DropValue},
    {"ftz", "ftz", Nvcc::DropValue},
    {"fmad", "fmad", Nvcc::DropValue},
    {"time", "time", Nvcc::DropValue, "", Both},
    {"fdevice-time-trace", "fdevice-time-trace", Nvcc::DropValue},
    {"allow-unsupported-compiler", "allow-unsupported-compiler", Nvcc::Drop},
    {"compile", "c", Nvcc::Drop, "", Both},
    {"device-c", "dc", Nvcc::Relocatable},
    {"device-w", "dw", Nvcc::Drop},
    {"device-link", "dlink", Nvcc::Drop},
    {"link", "link", Nvcc::Drop},
    {"lib", "lib", Nvcc::Drop},
    {"run", "run", Nvcc::Drop},
    {"cuda", "cuda", Nvcc::Drop},
    {"ptx", "ptx", Nvcc::Drop},
    {"cubin", "cubin", Nvcc::Drop},
    {"fatbin", "fatbin", Nvcc::Drop},
    {"optix-ir", "optix-ir", Nvcc::Drop},
    {"preprocess", "E", Nvcc::Drop, "", Both},
    {"generate-dependencies", "M", Nvcc::Drop, "", Both},
    {"generate-nonsystem-dependencies", "MM", Nvcc::Drop, "", Both},
    {"generate-dependencies-with-compile", "MD", Nvcc::Drop, "", Both},
    {"generate-nonsystem-dependencies-with-compile", "MMD", Nvcc::Drop, "", Both},
    {"generate-dependency-targets", "MP", Nvcc::Drop, "", Both},
    {"shared", "shared", Nvcc::Drop, "", Both},
    {"profile", "pg", Nvcc::Drop, "", Both},
    {"debug", "g", Nvcc::Drop, "", Both},
    {"device-debug", "G", Nvcc::Drop},
    {"generate-line-info", "lineinfo", Nvcc::Drop},
    {"source-in-ptx", "src-in-ptx", Nvcc::Drop},
    {"use_fast_math", "use_fast_math", Nvcc::Drop},
    {"extra-device-vectorization", "extra-device-vectorization", Nvcc::Drop},
    {"restrict", "restrict", Nvcc::Drop},
    {"dlink-time-opt", "dlto", Nvcc::Relocatable},
    {"lto", "lto", Nvcc::Relocatable},
    {"gen-opt-lto", "gen-opt-lto", Nvcc::Drop},
    {"keep", "keep", Nvcc::Drop},
    {"keep-dir", "keep-dir", Nvcc::DropValue},
    {"save-temps", "save-temps", Nvcc::Drop, "", Both},
    {"clean-targets", "clean", Nvcc::Drop},
    {"dryrun", "dryrun", Nvcc::Drop},
    {"verbose", "v", Nvcc::Drop, "", Both},
    {"disable-warnings", "w", Nvcc::Drop, "", Both},
    {"resource-usage", "res-usage", Nvcc::Drop},
    {"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Nvcc::Drop},
    {"forward-unknown-to-host-linker", "forward-unknown-to-host-linker", Nvcc::Drop},
    {"forward-unknown-opts", "forward-unknown-opts", Nvcc::Drop},
    {"expt-relaxed-constexpr", "expt-relaxed-constexpr", Nvcc::Drop},
    {"expt-extended-lambda", "expt-extended-lambda", Nvcc::Drop},
    {"extended-lambda", "extended-lambda", Nvcc::Drop},
    {"device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Nvcc::DropValue},
    {"static-global-template-stub", "static-global-template-stub", Nvcc::DropValue},
    {"no-exceptions", "noeh", Nvcc::Forward, "-fno-exceptions"},
    {"no-host-device-initializer-list", "nohdinitlist", Nvcc::Drop},
    {"no-host-device-move-forward", "nohdmoveforward", Nvcc::Drop},
    {"no-compress", "no-compress", Nvcc::Drop},
    {"no-align-double", "no-align-double", Nvcc::Drop},
    {"no-device-link", "nodlink", Nvcc::Drop},
    {"display-error-number", "err-no", Nvcc::Drop},
    {"no-display-error-number", "no-err-no", Nvcc::Drop},
    {"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Nvcc::Drop},
    {"Wno-deprecated-declarations", "Wno-deprecated-declarations", Nvcc::Drop, "", Both},
    {"Wreorder", "Wreorder", Nvcc::Drop, "", Both},
    {"Wdefault-stream-launch", "Wdefault-stream-launch", Nvcc::Drop},
    {"Wmissing-launch-bounds", "Wmissing-launch-bounds", Nvcc::Drop},
    {"Wext-lambda-captures-this", "Wext-lambda-captures-this", Nvcc::Drop},
    {"brief-diagnostics", "brief-diag", Nvcc::DropValue},
    {"list-gpu-arch", "arch-ls", Nvcc::Drop},
    {"list-gpu-code", "code-ls", Nvcc::Drop},
    {"no-cudadevrt", "no-cudadevrt", Nvcc::Drop},
    {"fast-compile", "fast-compile", Nvcc::Drop},
    {"minimal", "minimal", Nvcc::Drop},
    {"Ofast-compile", "Ofc", Nvcc::DropValue},
    {"ltoir", "ltoir", Nvcc::Drop},
    {"objdir-as-tempdir", "objtemp", Nvcc::Drop},
    {"archiver-binary", "arbin", Nvcc::DropValue},
    {"use-local-env", "use-local-env", Nvcc::Drop},
    {"force-cl-env-setup", "force-cl-env-setup", Nvcc::Drop},
    {"optimization-info", "opt-info", Nvcc::DropValue},
    {"ftemplate-backtrace-limit", "ftemplate-backtrace-limit", Nvcc::DropValue, "", Both},
    {"ftemplate-depth", "ftemplate-depth", Nvcc::ForwardValue, "-ftemplate-depth=", Both},
    {"dont-use-profile", "noprof", Nvcc::Drop},
    {"fdevice-syntax-only", "fdevice-syntax-only", Nvcc::Drop},
    {"run-args", "run-args", Nvcc::DropValue},
    {"input-drive-prefix", "idp", Nvcc::DropValue},
    {"dependency-drive-prefix", "ddp", Nvcc::DropValue},
    {"entries", "e", Nvcc::DropValue, "", Both},
    {"keep-device-functions", "keep-device-functions", Nvcc::Drop},
    {"extensible-whole-program", "ewp", Nvcc::Relocatable},
    {"qpp-config", "qpp-config", Nvcc::DropValue},
    {"compile-as-tools-patch", "astoolspatch", Nvcc::Drop},
    {"host-linker-script", "hls", Nvcc::DropValue},
    {"augment-host-linker-script", "aug-hls", Nvcc::Drop},
    {"relocatable-link", "r", Nvcc::Drop, "", Both},
    {"jump-table-density", "jtd", Nvcc::DropValue},
    {"relocatable-ptx", "reloc-ptx", Nvcc::Drop},
    {"device-stack-protector", "device-stack-protector", Nvcc::DropValue},
    {"compress-mode", "compress-mode", Nvcc::DropValue},
    {"frandom-seed", "frandom-seed", Nvcc::DropValue, "", Both},
    {"sanitize", "sanitize", Nvcc::DropValue},
    {"jobserver", "jobserver", Nvcc::Drop},
    {"help", "h", Nvcc::Drop, "", Both},
    {"version", "V", Nvcc::Drop, "", Both},
};

/// Short options whose value may follow without '=' or blank: -Idir, -DX, -lm, -O3, -ofile.
bool joinsValue(StringRef Short) {
  return Short.size() == 1 && StringRef("IDUlLOoxt").contains(Short);
}

} // namespace

NvccMatch findNvccOption(StringRef Arg) {
  StringRef Name = Arg.drop_front(Arg.starts_with("--") ? 2 : 1);
  auto [Head, Tail] = Name.split('=');
  bool Equals = Name.contains('=');
  for (const NvccOption &O : Table)
    if (Head == O.Long || (Head == O.Short && !Arg.starts_with("--")))
      return {&O, Tail, Equals};
  if (Arg.starts_with("--"))
    return {};
  for (const NvccOption &O : Table)
    if ((joinsValue(O.Short) || O.Short == "isystem") && Name.starts_with(O.Short))
      return {&O, Name.drop_front(O.Short.size()), true};
  return {};
}

} // namespace cudafix::frontend
