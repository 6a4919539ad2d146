// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/StandIns.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/IncludeScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {
struct Contract {
  StringRef Begin; ///< of the header's name
  StringRef File;  ///< in src/cuda/contracts
};
} // namespace

// If a name begins with several of these, the first one counts.
static constexpr Contract Contracts[] = {
    {"torch/", "torch.h"},
    {"ATen/cuda/DeviceUtils", "torch_warps.h"},
    {"ATen/native/", "torch_warps.h"},
    {"ATen/", "torch.h"},
    {"c10/", "torch.h"},
    {"THC/", "torch_warps.h"},
    {"THCUNN/", "torch_warps.h"},
    {"pybind11/", "torch.h"},
    {"Eigen/", "eigen.h"},
    {"opencv2/core/cuda/common.hpp", "opencv.h"},
    {"opencv2/core/cuda/saturate_cast", "opencv_vec.h"},
    {"opencv2/core/cuda/limits", "opencv_vec.h"},
    {"opencv2/core/cuda/type_traits", "opencv_vec.h"},
    {"opencv2/core/cuda/vec_traits", "opencv_vec.h"},
    {"opencv2/core/cuda/vec_math", "opencv_vec.h"},
    {"opencv2/core/cuda/border_", "opencv_border.h"},
    {"opencv2/core/cuda/filters", "opencv_border.h"},
    {"opencv2/core/cuda/functional", "opencv_functional.h"},
    {"opencv2/core/cuda/utility", "opencv_functional.h"},
    {"opencv2/core/cuda/transform", "opencv_functional.h"},
    {"opencv2/core/cuda/color", "opencv_functional.h"},
    {"opencv2/core/cuda/", "opencv_device.h"},
    {"opencv2/gpu/device/common.hpp", "opencv.h"},
    {"opencv2/gpu/device/", "opencv_device.h"},
    {"opencv2/", "opencv.h"},
    {"opencv/", "opencv.h"},
    {"rmm/", "rmm.h"},
    {"fmt/", "fmt.h"},
    {"spdlog/", "fmt.h"},
    {"glog/", "fmt.h"},
    {"gflags/", "fmt.h"},
    {"nonstd/", "nonstd.h"},
    {"nccl.h", "nccl.h"},
    {"NvInfer", "nvinfer.h"},
    {"NvOnnx", "nvinfer.h"},
    {"hip/hip_", "hip.h"},
    {"hipcub/", "hipcub.h"},
    {"glm/", "glm.h"},
    {"cutlass/", "cutlass.h"},
    {"cute/", "cutlass.h"},
};

StandIns::StandIns(const StandIns *Like)
    : Files(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()) {
  if (!Like)
    return;
  for (const std::string &Name : Like->Names)
    add(Name);
  for (const auto &[Path, Text] : Like->OfNames)
    addFile(Path, Text, OfNames);
  for (const auto &[Path, Text] : Like->OfToolkit)
    addFile(Path, Text, OfToolkit);
}

bool StandIns::add(StringRef Header) {
  const Contract *C = llvm::find_if(
      Contracts, [&](const Contract &Each) { return Header.starts_with(Each.Begin); });
  if (C == std::end(Contracts) || llvm::is_contained(Names, Header) || isOfToolkit(Header))
    return false;
  Names.push_back(Header.str());
  Files->addFile((StandInRoot + "/" + Header).str(), 0,
                 llvm::MemoryBuffer::getMemBufferCopy(
                     ("#include \"" + EmbeddedRoot + "/contracts/" + C->File + "\"\n").str()));
  return true;
}

void StandIns::addFile(StringRef Path, StringRef Text, Texts &To) {
  if (Files->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text)) &&
      !llvm::is_contained(To, std::pair(Path.str(), Text.str())))
    To.emplace_back(Path, Text);
}

bool StandIns::isOfToolkit(StringRef Header) const {
  return llvm::any_of(OfToolkit, [&](const auto &File) {
    return StringRef(File.first).drop_front(StandInRoot.size() + 1) == Header;
  });
}

bool StandIns::addOf(StringRef Toolkit, StringRef Header, llvm::vfs::FileSystem &FS) {
  if (Toolkit.empty() || Header.contains('/') || isOfToolkit(Header) ||
      FS.exists(EmbeddedRoot + "/" + Header))
    return false;
  auto Buffer = FS.getBufferForFile(Toolkit + "/include/" + Header);
  if (!Buffer)
    return false;
  addFile((StandInRoot + "/" + Header).str(), (*Buffer)->getBuffer(), OfToolkit);
  for (StringRef Name : includesOf((*Buffer)->getBuffer()))
    addOf(Toolkit, Name.drop_front(), FS);
  return true;
}

std::string StandIns::addName(StringRef Name, StringRef Of, StringRef Text) {
  std::string Path = (NameStandInRoot + "/" + Of + "/" + Name).str();
  addFile(Path, Text, OfNames);
  return Path;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
StandIns::over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base, StringRef Directory) const {
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Base);
  Overlay->pushOverlay(Files);
  if (!Directory.empty())
    Overlay->setCurrentWorkingDirectory(Directory);
  return Overlay;
}

} // namespace cudafix::frontend
