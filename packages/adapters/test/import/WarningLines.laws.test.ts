import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as MarkdownPage from "../../src/markdown/MarkdownPage.ts"

type Lines = ReadonlyArray<string>

const indented = (lines: Lines): Lines => lines.map((line) => (line === "" ? "" : `    ${line}`))

const around = (before: Lines, lines: Lines, after: Lines): Lines => [...before, "", ...lines, "", ...after]

const common: ReadonlyArray<Lines> = [
  ["Text.", "text."],
  ["- a", "", "  b"],
  ["```js", "", "::: x", "```"],
  ["| a | b |", "|---|---|", "| c | d |"]
]

const dialects: ReadonlyArray<{
  readonly dialect: "generators" | "mdx" | "python"
  readonly leaves: ReadonlyArray<Lines>
  readonly nests: ReadonlyArray<(lines: Lines) => Lines>
}> = [
  {
    dialect: "generators",
    leaves: [...common, ["a {% NAME %} b", "c"], ["{% hint", 'NAME="1" %}', "Same", "{% endhint %}"]],
    nests: [
      (lines) => around(["::: tip Title"], lines, [":::"]),
      (lines) => around(["::: NAME"], lines, [":::"]),
      (lines) => around(["{% tabs %}", '{% tab title="A" %}'], lines, ["{% endtab %}", "{% endtabs %}"])
    ]
  },
  {
    dialect: "python",
    leaves: [
      ...common,
      ["*[HTML]: meaning"],
      ["a {% NAME %} b", "c"],
      ['{% hint NAME="1" %}', "Same", "{% endhint %}"]
    ],
    nests: [
      (lines) => around(['!!! note "Title"'], indented(lines), []),
      (lines) => around(['=== "Tab"'], indented(lines), []),
      (lines) => around(["Term", ":   Meaning"], indented(lines), []),
      (lines) => around(["/// note | Title", "    type: tip"], lines, ["///"])
    ]
  },
  {
    dialect: "mdx",
    leaves: [...common, ["<NAME />"], ["a <3 b"]],
    nests: [(lines) => around(["::: tip Title"], lines, [":::"]), (lines) => around(["<Card>"], lines, ["</Card>"])]
  }
]

describe("the line of a warning", () => {
  for (const { dialect, leaves, nests } of dialects) {
    it(`has what the warning of a text of ${dialect} is about (rule import-warnings)`, () => {
      const { blocks } = fc.letrec<{ block: Lines; blocks: Lines }>((tie) => ({
        block: fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          fc.constantFrom(...leaves),
          fc.tuple(fc.constantFrom(...nests), tie("blocks")).map(([nest, lines]) => nest(lines))
        ),
        blocks: fc
          .array(tie("block"), { minLength: 1, maxLength: 8 })
          .map((all) => all.flatMap((each) => [...each, ""]))
      }))
      const law = fc.property(blocks, fc.boolean(), (made, hasHead) => {
        let count = 0
        const head = hasHead ? ["---", "title: A", "---", ""] : []
        const lines = [...head, ...made].map((line) => line.replace("NAME", () => `Unknown${++count}`))
        const text = lines.join("\n")
        const { warnings } = MarkdownPage.pageOf(MarkdownPage.treeOf(text, { dialect }), { dialect })
        for (const { line = 0, reason } of warnings) {
          const [about] = /unknown\d+/i.exec(reason) ?? []
          if (about === undefined) continue
          /** An attribute may be in the line after the beginning of its tag. */
          const place = `${lines[line - 1]} ${lines[line]} `.toLowerCase()
          assert.match(place, new RegExp(`${about.toLowerCase()}\\D`), `${reason} in line ${line}`)
        }
        assert.isTrue(count === 0 || warnings.length > 0)
      })
      return Rounds.holds(law, Rounds.rounds(60, 600, 60))
    })
  }
})
