// SPDX-License-Identifier: Apache-2.0
// From the settings to the command line of the server.

/** The settings of the extension, as package.json describes them. */
export interface Settings {
  buildPath: string;
  checks: string;
  arch: string[];
  level: string;
  show: string[];
  cudaPath: string;
  assume: string[];
  launch: string[];
  repair: boolean;
  replay: boolean;
  debounce: number;
  arguments: string[];
}

/** The arguments of `cuda-fix`; what the settings leave open is left to .cuda-fix.yaml. */
export function serverArguments(s: Settings, resolve: (path: string) => string): string[] {
  const own = ["lsp", `--debounce=${String(s.debounce)}`];
  if (s.buildPath) own.push("-p", resolve(s.buildPath));
  if (s.checks) own.push(`--checks=${s.checks}`);
  if (s.arch.length > 0) own.push(`--arch=${s.arch.join(",")}`);
  if (s.level !== "normal") own.push(`--level=${s.level}`);
  if (s.show.length > 0) own.push(`--show=${s.show.join(",")}`);
  if (s.cudaPath) own.push(`--cuda-path=${s.cudaPath}`);
  own.push(...s.assume.map((text) => `--assume=${text}`), ...s.launch.map((text) => `--launch=${text}`));
  if (!s.repair) own.push("--no-repair");
  if (!s.replay) own.push("--no-replay");
  return [...own, ...s.arguments];
}
