import { assert, describe, it } from "@effect/vitest"
import { Slices } from "@quire/core"
import * as Outline from "../../src/import/Outline.ts"
import * as Summary from "../../src/import/Summary.ts"
import * as SummaryOutline from "../../src/import/SummaryOutline.ts"
import * as Targets from "../../src/import/Targets.ts"

const pages = ["a.md", "b.md"]

/** The outline of a text, the work done for it, and the number of resolved targets. */
const read = (text: string, most: number) => {
  const lead = Targets.make(new Set(pages), new Set())
  let lookups = 0
  const resolve: Targets.Resolve = (from, target) => {
    lookups++
    return lead(from, target)
  }
  const parts = Slices.finish(Summary.parse(text))
  const steps = SummaryOutline.make("SUMMARY.md", parts, pages, resolve, most)
  let reported = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { outline: step.value, reported, lookups }
    reported += step.value
  }
}

const nested = (count: number) =>
  Array.from({ length: count }, (_, at) => `${"  ".repeat(at % 30)}* [T${at}](a.md)\n`).join("")

describe("a table of contents", () => {
  it("stops one entry after the maximum", () => {
    const most = 100
    for (const text of [nested(most), `# T\n\n## G\n\n${nested(most - 1)}`]) {
      const { outline } = read(text, most)
      assert.strictEqual(Array.from(Outline.walk(outline?.entries.slice(0, -1) ?? [])).length, most)
    }
    for (const count of [most + 1, 10 * most]) {
      const { lookups, outline } = read(nested(count), most)
      assert.isUndefined(outline)
      assert.strictEqual(lookups, most + 1)
    }
  })

  it("reports progress for every item, even without a target", () => {
    const { outline, reported } = read(nested(1_000).replaceAll("a.md", "c.md"), 5_000)
    assert.isDefined(outline)
    assert.isAtLeast(reported, 1_000)
  })

  it("yields line by line", () => {
    assert.strictEqual(Array.from(Summary.parse(nested(1_000))).length, 1_001)
    assert.deepStrictEqual(Array.from(Summary.parse("a".repeat(1_000))), [11])
  })
})
