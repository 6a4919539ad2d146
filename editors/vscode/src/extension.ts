// SPDX-License-Identifier: Apache-2.0
// Starts `cuda-fix lsp` for CUDA files, and again when a setting changes.

import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { Settings, serverArguments } from "./arguments";

let client: LanguageClient | undefined;

function inWorkspace(file: string): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return folder ? path.resolve(folder, file) : file;
}

function settings(): Settings {
  const all = vscode.workspace.getConfiguration("cuda-fix");
  return {
    buildPath: all.get("buildPath", ""),
    checks: all.get("checks", ""),
    arch: all.get("arch", []),
    level: all.get("level", "normal"),
    show: all.get("show", []),
    cudaPath: all.get("cudaPath", ""),
    assume: all.get("assume", []),
    launch: all.get("launch", []),
    repair: all.get("repair", true),
    replay: all.get("replay", true),
    debounce: all.get("debounce", 300),
    arguments: all.get("arguments", []),
  };
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration("cuda-fix").get("path", "cuda-fix");
  const patterns = ["**/*.cu", "**/*.cuh"];
  client = new LanguageClient(
    "cuda-fix",
    "cuda-fix",
    { command, args: serverArguments(settings(), inWorkspace) },
    { documentSelector: patterns.map((pattern) => ({ scheme: "file", pattern })) },
  );
  try {
    await client.start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`cuda-fix: '${command}' does not start: ${why}. See the setting cuda-fix.path.`);
  }
}

async function restart(): Promise<void> {
  await client?.dispose();
  await start();
}

async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand("editor.action.codeAction", {
    kind: "source.fixAll.cuda-fix",
    apply: "first",
  });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("cuda-fix.restart", restart),
    vscode.commands.registerCommand("cuda-fix.fixAll", fixAll),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cuda-fix")) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}
