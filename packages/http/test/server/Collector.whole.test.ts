import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Collector from "../../src/server/Collector.ts"

const built = fileURLToPath(new URL("../../dist/server/Collector.js", import.meta.url))

/** What V8 holds for new objects in a process that makes many that live for a while. */
const roomAfter = async (begin: string): Promise<number> => {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8"
    import * as Collector from ${JSON.stringify(built)}
    ${begin}
    const kept = []
    for (let at = 0; at < 3_000_000; at++) {
      kept.push({ at })
      if (kept.length > 300_000) kept.splice(0, 100_000)
    }
    console.log(getHeapSpaceStatistics().find((each) => each.space_name === "new_space").space_size)`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program])
  return Number(stdout)
}

describe("what V8 holds for new objects", () => {
  it("grows to its limit without us, and to ours with us", async () => {
    assert.isAbove(await roomAfter(""), Collector.limits.newObjects)
    assert.strictEqual(await roomAfter("Collector.limitNewObjects()"), Collector.limits.newObjects)
  })
})
