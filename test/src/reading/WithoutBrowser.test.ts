import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { isWhole } from "../support/depth.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The last lines of a run of a suite that needs a browser, where none can be started. */
const run = (depth: { readonly [name: string]: string }): Promise<string> =>
  new Promise((done, fail) => {
    const { QUIRE_TEST_TIER: _, ...env } = process.env
    const child = spawn(process.execPath, ["scripts/run.mjs", "test", "test/src/reading/Script.test.ts"], {
      cwd: root,
      env: { ...env, ...depth, NO_COLOR: "1", QUIRE_TEST_CHROMIUM: "/nowhere/chromium" },
      stdio: ["ignore", "pipe", "ignore"]
    })
    let text = ""
    child.stdout.on("data", (part: Buffer) => (text += part.toString()))
    child.on("error", fail)
    child.on("close", () => done(text.trimEnd().split("\n").slice(-3).join("\n")))
  })

describe.runIf(isWhole)("without a browser", () => {
  it("the tests in one are left out, which is said", async () => {
    assert.match(
      await run({}),
      /^left out, as Chromium does not run here: (\d+) tests in a browser\n.*\n0 passed, 0 failed, \1 skipped$/
    )
  })

  it("none is left out in continuous integration: they fail", async () => {
    assert.match(await run({ QUIRE_TEST_TIER: "whole" }), /\n\d+ passed, [1-9]\d* failed(?:, \d+ skipped)?$/)
  })
})
