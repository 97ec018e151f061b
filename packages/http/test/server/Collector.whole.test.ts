import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import * as Collector from "../../src/server/Collector.ts"

/** The address of a module with the source, which Node cannot load itself. */
const addressOf = async (source: string) => {
  const { outputFiles } = await build({ entryPoints: [source], write: false, format: "esm", logLevel: "error" })
  return `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`
}

const source = fileURLToPath(new URL("../../src/server/Collector.ts", import.meta.url))

/** What V8 holds for new objects in a process that makes many that live for a while. */
const roomAfter = async (begin: string): Promise<number> => {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8"
    import * as Collector from ${JSON.stringify(await addressOf(source))}
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

describe("the V8 heap space for new objects", () => {
  it("grows to the limit of V8 without limitNewObjects, and to that of Quire with it", async () => {
    assert.isAbove(await roomAfter(""), Collector.limits.newObjects)
    assert.strictEqual(await roomAfter("Collector.limitNewObjects()"), Collector.limits.newObjects)
  })
})
