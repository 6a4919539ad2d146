// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/StandIns.h"
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

static constexpr Contract Contracts[] = {
    {"torch/", "torch.h"}, {"ATen/", "torch.h"},     {"c10/", "torch.h"},
    {"THC/", "torch.h"},   {"THCUNN/", "torch.h"},   {"pybind11/", "torch.h"},
    {"Eigen/", "eigen.h"}, {"opencv2/", "opencv.h"}, {"opencv/", "opencv.h"},
    {"rmm/", "rmm.h"},     {"fmt/", "fmt.h"},        {"spdlog/", "fmt.h"},
    {"glog/", "fmt.h"},    {"gflags/", "fmt.h"},     {"nccl.h", "nccl.h"},
};

StandIns::StandIns(const StandIns *Like)
    : Files(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()) {
  if (!Like)
    return;
  for (const std::string &Name : Like->Names)
    add(Name);
  for (const auto &[Name, Type] : Like->Types)
    addType(Name, Type);
}

bool StandIns::add(StringRef Header) {
  const Contract *C = llvm::find_if(
      Contracts, [&](const Contract &Each) { return Header.starts_with(Each.Begin); });
  if (C == std::end(Contracts) || llvm::is_contained(Names, Header))
    return false;
  Names.push_back(Header.str());
  Files->addFile(
      (StandInRoot + "/" + Header).str(), 0,
      llvm::MemoryBuffer::getMemBufferCopy(("#include <contracts/" + C->File + ">\n").str()));
  return true;
}

std::string StandIns::addType(StringRef Name, StringRef Type) {
  std::string Path = (NameStandInRoot + "/" + Type + "/" + Name).str();
  if (Files->addFile(
          Path, 0,
          llvm::MemoryBuffer::getMemBufferCopy(("typedef " + Type + " " + Name + ";\n").str())) &&
      !llvm::is_contained(Types, std::pair(Name.str(), Type.str())))
    Types.emplace_back(Name, Type);
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
