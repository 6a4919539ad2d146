// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/AnalysisInvocation.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"

namespace cudafix::frontend {

/// The arguments may come from an untrusted tree. Whatever they say, no file is written, and no
/// plugin, module or precompiled header that they name is loaded.
static void confine(clang::CompilerInvocation &Inv) {
  Inv.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  clang::DiagnosticOptions &Diags = Inv.getDiagnosticOpts();
  Diags.DiagnosticLogFile.clear();
  Diags.DiagnosticSerializationFile.clear();
  clang::FrontendOptions &Front = Inv.getFrontendOpts();
  for (std::string *Path :
       {&Front.OutputFile, &Front.StatsFile, &Front.TimeTracePath, &Front.ModuleOutputPath,
        &Front.DumpMinimizationHintsPath, &Front.SymbolGraphOutputDir, &Front.ActionName,
        &Front.OverrideRecordLayoutsFile})
    Path->clear();
  for (auto *List : {&Front.Plugins, &Front.AddPluginActions, &Front.LLVMArgs, &Front.ModuleFiles,
                     &Front.ModulesEmbedFiles, &Front.ASTMergeFiles, &Front.ModuleMapFiles})
    List->clear();
  Inv.getCodeGenOpts().PassPlugins.clear();
  Inv.getLangOpts().Modules = Inv.getLangOpts().ImplicitModules = false;
  clang::HeaderSearchOptions &Headers = Inv.getHeaderSearchOpts();
  Headers.ModuleCachePath.clear();
  Headers.PrebuiltModuleFiles.clear();
  Headers.PrebuiltModulePaths.clear();
  clang::PreprocessorOptions &PP = Inv.getPreprocessorOpts();
  PP.ChainedIncludes.clear();
  // The driver uses a file next to a header included in this way as its precompiled form.
  llvm::StringRef Header = PP.ImplicitPCHInclude;
  if (Header.consume_back(".pch") || Header.consume_back(".gch"))
    PP.Includes.insert(PP.Includes.begin(), Header.str());
  PP.ImplicitPCHInclude.clear();
  PP.SourceDateEpoch = 0; // __DATE__ and __TIME__ are the same in each run.
}

std::shared_ptr<clang::CompilerInvocation>
createAnalysisInvocation(const std::vector<std::string> &Args,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, std::string &Problem) {
  std::vector<const char *> Raw;
  for (const std::string &A : Args)
    Raw.push_back(A.c_str());
  clang::DiagnosticOptions DiagOpts;
  struct Keep : clang::DiagnosticConsumer {
    std::string First;
    void HandleDiagnostic(clang::DiagnosticsEngine::Level L, const clang::Diagnostic &D) override {
      llvm::SmallString<128> Text;
      D.FormatDiagnostic(Text);
      if (L >= clang::DiagnosticsEngine::Error && First.empty())
        First = Text.str().str();
    }
  } Client;
  auto Diags = clang::CompilerInstance::createDiagnostics(*FS, DiagOpts, &Client, false);
  clang::CreateInvocationOptions Opts;
  Opts.Diags = Diags;
  Opts.VFS = FS;
  Opts.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> Inv = clang::createInvocation(Raw, Opts);
  if (!Inv) {
    Problem = Client.First.empty() ? "clang does not understand the arguments" : Client.First;
    return nullptr;
  }
  confine(*Inv);
  // Debian's driver looks for the folder of Clang's headers on the disk, and names another one if
  // it does not exist.
  for (clang::HeaderSearchOptions::Entry &E : Inv->getHeaderSearchOpts().UserEntries)
    if (llvm::StringRef(E.Path).starts_with("/usr/include/clang/"))
      E.Path = (ClangRoot + "/include").str();
  clang::CodeGenOptions &Gen = Inv->getCodeGenOpts();
  Gen.OptimizationLevel = 0;
  Gen.DisableO0ImplyOptNone = true;
  Gen.DisableLLVMPasses = true;
  Gen.DiscardValueNames = false;
  Gen.DebugColumnInfo = true;
  Gen.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  Gen.DwarfVersion = 5;
  Gen.LinkBitcodeFiles.clear();
  // Launches take today's form, whatever toolkit the driver finds.
  Inv->getTargetOpts().SDKVersion = llvm::VersionTuple(12, 8);
  Inv->getFrontendOpts().DisableFree = false;
  Inv->getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
  Inv->getDiagnosticOpts().ErrorLimit = 0;
  return Inv;
}

} // namespace cudafix::frontend
