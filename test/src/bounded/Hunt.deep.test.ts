import { assert, beforeAll, describe, it } from "@effect/vitest"
import { program } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import { isMeasurable } from "./Attacked.ts"
import * as Gene from "./Gene.ts"
import * as Hunt from "./Hunt.ts"
import { targets } from "./targets.ts"

/** How long a deep run looks for slow texts, in minutes. */
const minutes = Number(process.env["QUIRE_TEST_MINUTES"] ?? 60)

describe("generated texts", () => {
  it("repeats for the same seed and keeps to its size limit", () => {
    for (const target of targets) {
      const text = Gene.print(Hunt.made(target, [seed, 1, 2, 3]), 1_000)
      assert.strictEqual(text, Gene.print(Hunt.made(target, [seed, 1, 2, 3]), 1_000))
      assert.isAtMost(text.length, 1_000)
    }
  })
})

describe.skipIf(!isMeasurable)("a hunt for slow texts", () => {
  let measuring = ""
  beforeAll(async () => {
    measuring = (
      await program({
        measured: "test/src/bounded/measured.ts",
        TextWorker: "packages/adapters/src/text-process/TextWorker.ts"
      })
    ).path
  })

  it(
    "finds no text that delays others or fails to parse",
    async () => {
      const end = performance.now() + minutes * 60_000
      const { failures, slowest, tried } = await Hunt.hunt(measuring, targets, seed, () => performance.now() > end)
      note(tried)
      console.log(`${tried} texts; the slowest:\n${slowest.slice(0, 10).map(Hunt.line).join("\n")}`)
      assert.deepStrictEqual(failures.map(Hunt.line), [])
    },
    (minutes + 5) * 60_000
  )
})
