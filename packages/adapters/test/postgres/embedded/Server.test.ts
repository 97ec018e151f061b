import { assert, describe, it } from "@effect/vitest"
import { hasSyncfs } from "../../../src/postgres/embedded/Server.ts"

describe("Server", () => {
  it.each([
    ["linux", "5.8.0", true],
    ["linux", "5.7.19-generic", false],
    ["linux", "5.10.0-8-amd64", true],
    ["linux", "4.18.0-553.el8_10.x86_64", false],
    ["linux", "6.1.0", true],
    ["linux", "?", false],
    ["darwin", "23.1.0", false],
    ["win32", "10.0.22631", false]
  ] as const)("detects whether %s %s can sync a whole file system at once: %s", (platform, kernel, does) => {
    assert.strictEqual(hasSyncfs(platform, kernel), does)
  })
})
