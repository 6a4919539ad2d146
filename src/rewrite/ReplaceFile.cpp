// SPDX-License-Identifier: Apache-2.0
#include "rewrite/Rewrite.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;

namespace cudafix::rewrite {
namespace {

Error failure(StringRef File, const Twine &What, std::error_code EC) {
  return createStringError(EC, File + ": " + What + ": " + EC.message());
}

/// Writes the new bytes beside the file and onto the disk, so that the rename that
/// follows can never leave a half-written file behind.
Error writeBeside(int FD, StringRef File, StringRef After) {
  raw_fd_ostream OS(FD, /*shouldClose=*/false);
  OS << After;
  OS.flush();
  if (OS.has_error()) {
    std::error_code EC = OS.error();
    OS.clear_error();
    return failure(File, "cannot write", EC);
  }
  if (::fsync(FD) != 0)
    return failure(File, "cannot write", std::error_code(errno, std::generic_category()));
  return Error::success();
}

} // namespace

Error replaceFile(StringRef File, StringRef Before, StringRef After) {
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(File, Real))
    return failure(File, "cannot open", EC);
  auto Now = MemoryBuffer::getFile(Real, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Now)
    return failure(File, "cannot read", Now.getError());
  if ((*Now)->getBuffer() != Before)
    return createStringError(File + ": changed since it was analysed; nothing was written");
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Real, Status))
    return failure(File, "cannot read", EC);
  if (!sys::fs::can_write(Real))
    return failure(File, "cannot write", std::make_error_code(std::errc::permission_denied));
  Expected<sys::fs::TempFile> Temp = sys::fs::TempFile::create(Real + ".cuda-fix-%%%%%%");
  if (!Temp)
    return createStringError(File + ": cannot write: " + toString(Temp.takeError()));
  Error Failed = writeBeside(Temp->FD, File, After);
  if (!Failed)
    if (std::error_code EC = sys::fs::setPermissions(Temp->FD, Status.permissions()))
      Failed = failure(File, "cannot keep the permissions", EC);
  if (!Failed)
    Failed = Temp->keep(Real);
  if (!Failed)
    return Error::success();
  return joinErrors(std::move(Failed), Temp->discard());
}

} // namespace cudafix::rewrite
