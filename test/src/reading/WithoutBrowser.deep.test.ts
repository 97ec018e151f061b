import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The last lines of a run of a suite that needs a browser, where none can be started. */
const run = (file: string): Promise<string> =>
  new Promise((done, fail) => {
    const { QUIRE_TEST_TIER: _, ...env } = process.env
    const child = spawn(process.execPath, ["scripts/run.mjs", "test", `test/src/reading/${file}`], {
      cwd: root,
      env: { ...env, NO_COLOR: "1", QUIRE_TEST_CHROMIUM: "/nowhere/chromium" },
      stdio: ["ignore", "pipe", "ignore"]
    })
    let text = ""
    child.stdout.on("data", (part: Buffer) => (text += part.toString()))
    child.on("error", fail)
    child.on("close", () => done(text.trimEnd().split("\n").slice(-3).join("\n")))
  })

describe("a run of tests without a browser", () => {
  it("skips those of the fast tier that need one, and reports them", async () => {
    assert.match(
      await run("Page.test.ts"),
      /^left out, as Chromium does not run here: (\d+) tests in a browser\n.*\n0 passed, 0 failed, \1 skipped$/
    )
  })

  it("fails in the whole tier", async () => {
    assert.match(await run("IntegrationBlocks.whole.test.ts"), /\n\d+ passed, [1-9]\d* failed(?:, \d+ skipped)?$/)
  })
})
