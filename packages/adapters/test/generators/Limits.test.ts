import { assert, describe, it } from "@effect/vitest"
import { Document } from "@quire/core"
import * as Containers from "../../src/generators/Containers.ts"
import { markdown } from "../markdown/roundTrip.ts"

/** Milliseconds in which every text of this file is read on a busy machine. */
const most = 5_000

const timed = (work: () => void): number => {
  const begin = performance.now()
  work()
  return performance.now() - begin
}

const size = 200_000

/** Texts of the syntax of generators that are as bad as possible for a reader that looks ahead. */
const hostile: ReadonlyArray<readonly [what: string, text: string]> = [
  ["containers that are not closed", ":::note\n".repeat(size / 8)],
  ["ends that close nothing", `::::note\n${":::\n".repeat(size / 4)}`],
  ["admonitions in each other", Array.from({ length: 600 }, (_, at) => `${"    ".repeat(at)}!!! note`).join("\n")],
  ["admonitions without a body", "!!! note\n\n".repeat(size / 10)],
  ["tabs without a body", '=== "A"\n\n'.repeat(size / 9)],
  ["fences that are not closed", "- ```js\n".repeat(size / 8)],
  ["comments that are not closed", "<!-- a\n".repeat(size / 7)],
  ["short names", ":a".repeat(size / 2)],
  ["attribute lists", "](){".repeat(size / 4)],
  ["backticks of all lengths", Array.from({ length: 600 }, (_, at) => "`".repeat(at)).join("{ ")]
]

describe("hostile syntax of generators", () => {
  for (const [what, text] of hostile) {
    it(`takes linear time to translate: ${what}`, () => {
      assert.isBelow(
        timed(() => void Containers.toTags(text, "markdown")),
        most
      )
    })
  }
})

/** Texts of MDX that no parser may take long to refuse. */
const components: ReadonlyArray<readonly [what: string, text: string]> = [
  ["elements in each other", `${"<A>\n\n".repeat(2_000)}`],
  ["elements that are closed", `${"<A>".repeat(500)}b${"</A>".repeat(500)}`],
  ["braces that are not closed", "{".repeat(5_000)],
  ["exports that never end", "export const a = {\n\n".repeat(300)],
  ["a deep expression", `{${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ["attributes", `<A ${"b={1} ".repeat(2_000)}/>`]
]

describe("hostile MDX", () => {
  for (const [what, text] of components) {
    it(`keeps a page within its limits: ${what}`, () => {
      const taken = timed(() => {
        const { document } = markdown.parse(text, { dialect: "mdx" })
        assert.isTrue(Document.findExceededLimit(document) === undefined || document.nodes.length > 0)
      })
      assert.isBelow(taken, most)
    })
  }
})
