// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { Settings, serverArguments } from "../arguments";

const plain: Settings = {
  buildPath: "", checks: "", arch: [], level: "normal", show: [], cudaPath: "", assume: [], launch: [],
  repair: true, replay: true, debounce: 300, arguments: [],
};

test("settings left open are left to the configuration file", () => {
  assert.deepEqual(serverArguments(plain, (file) => file), ["lsp", "--debounce=300"]);
});

test("every setting becomes its option", () => {
  const all: Settings = {
    buildPath: "build", checks: "performance", arch: ["sm_80", "sm_90"], level: "fast", show: ["note"],
    cudaPath: "/cuda", assume: ["k: n > 0"], launch: ["k: block=(32)"], repair: false, replay: false,
    debounce: 50, arguments: ["--", "-DX"],
  };
  assert.deepEqual(serverArguments(all, (file) => `/w/${file}`), [
    "lsp", "--debounce=50", "-p", "/w/build", "--checks=performance", "--arch=sm_80,sm_90", "--level=fast",
    "--show=note", "--cuda-path=/cuda", "--assume=k: n > 0", "--launch=k: block=(32)", "--no-repair",
    "--no-replay", "--", "-DX",
  ]);
});
