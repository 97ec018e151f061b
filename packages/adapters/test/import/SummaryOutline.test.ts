import { assert, describe, it } from "@effect/vitest"
import * as Outline from "../../src/import/Outline.ts"
import * as Summary from "../../src/import/Summary.ts"
import * as SummaryOutline from "../../src/import/SummaryOutline.ts"
import * as Targets from "../../src/import/Targets.ts"

const pages = ["a.md", "b.md"]

/** The outline of a text, and the number of resolved targets. */
const read = (text: string, most: number) => {
  const lead = Targets.make(new Set(pages), new Set())
  let lookups = 0
  const resolve: Targets.Resolve = (from, target) => {
    lookups++
    return lead(from, target)
  }
  const { parts, take } = Summary.makeParser()
  for (const line of Summary.linesOf(text)) take(line)
  const outline = SummaryOutline.make("SUMMARY.md", parts, pages, resolve, most)
  return { outline, lookups }
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

  it("has the items without a target", () => {
    const { outline } = read(nested(1_000).replaceAll("a.md", "c.md"), 5_000)
    assert.isDefined(outline)
  })
})
