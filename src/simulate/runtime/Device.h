// SPDX-License-Identifier: Apache-2.0
//
// A device that exists as long as the application: its memory, the variables and kernels of every
// unit of the program, and what the checks found in all launches.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "simulate/machine/Compiled.h"
#include "simulate/machine/Machine.h"
#include <set>

namespace cudafix::simulate {

struct DeviceOptions {
  uint64_t Bytes = 16ull << 30;       ///< size of memory; only touched pages cost anything
  uint64_t MaxAccesses = 400'000'000; ///< of one launch
  uint64_t Seed = 0;                  ///< 0: warp by warp; otherwise a random order
  bool Checked = true;
  bool Counters = false; ///< measured in the same run; merged accesses are then reported as one
};

/// A kernel of a unit, and what was seen in its launches.
struct DeviceKernel {
  unsigned Unit = 0;
  std::string MangledName;
  uint64_t Launches = 0, Accesses = 0;
  Counters Counted; ///< of all launches
  uint64_t DynamicSharedLimit = 48 << 10;
  std::unique_ptr<CompiledKernel> Code; ///< null before its first launch
  std::string Problem;                  ///< why there is no code
};

enum class LaunchResult : uint8_t { Done, BadConfiguration, TooMuchShared, NoCode, Failed, GaveUp };

/// Which blocks run at the same time.
struct LaunchTogether {
  bool Cooperative = false; ///< all of them
  std::array<uint32_t, 3> Cluster{1, 1, 1};
};

struct LaunchRequest {
  std::array<uint32_t, 3> Grid{1, 1, 1}, Block{1, 1, 1};
  uint64_t DynamicShared = 0;
  LaunchTogether Together;
  void **Arguments = nullptr;
};

class Device {
public:
  explicit Device(const DeviceOptions &Opts);
  ~Device();
  Device(const Device &) = delete;

  /// Adds the device side of a unit: places its variables. `P` must outlive this.
  llvm::Error addUnit(frontend::Program &P);
  size_t units() const { return Units.size(); }
  /// The address of a variable by its mangled name, or null.
  char *variable(unsigned Unit, llvm::StringRef Name);
  /// The address of the variable that has this name in the source of some unit, or null.
  char *variableOfSource(llvm::StringRef Name);
  /// The kernel of a unit by its mangled name; null: it has none of that name.
  DeviceKernel *kernel(unsigned Unit, llvm::StringRef MangledName);
  /// The code of a kernel, compiled if necessary; null: it cannot be run.
  const CompiledKernel *code(DeviceKernel &K);

  /// Runs a launch to its end. Device output goes to standard output.
  LaunchResult launch(DeviceKernel &K, const LaunchRequest &Request);

  Memory &memory() { return Mem; }
  /// Textures and surfaces that kernels may use, by handle.
  std::map<uint64_t, Texture> &textures() { return Textures; }
  /// Returns true if a variable holds the handle of a texture or surface reference.
  bool isTextureReference(unsigned Unit, llvm::StringRef Name) const;
  /// The object that contains all these bytes, or null.
  const Object *object(const void *P, uint64_t Bytes);

  const std::vector<Finding> &findings() const { return Findings; }
  const std::vector<std::string> &notes() const { return Notes; }
  void note(std::string Text);
  const std::vector<std::unique_ptr<DeviceKernel>> &kernels() const { return Kernels; }
  /// The unit's model of a kernel; null: there is none.
  frontend::KernelUnit *model(const DeviceKernel &K);
  uint64_t launches() const { return Launches; }
  uint64_t accesses() const { return Accesses; }

private:
  struct Unit;
  void tell(DeviceKernel &K, const LaunchRequest &Request, const std::vector<Event> &Events);

  DeviceOptions Opts;
  Memory Mem;
  std::map<uint64_t, Texture> Textures;
  std::vector<std::unique_ptr<Unit>> Units;
  std::vector<std::unique_ptr<DeviceKernel>> Kernels;
  std::vector<Finding> Findings;
  std::set<std::string> Told; ///< keys of the findings reported so far
  std::vector<std::string> Notes;
  StackPool Stacks;
  uint32_t Epoch = 1;
  uint64_t Launches = 0, Accesses = 0;
};

} // namespace cudafix::simulate
