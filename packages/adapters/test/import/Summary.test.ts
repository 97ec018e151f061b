import { assert, describe, it } from "@effect/vitest"
import * as Summary from "../../src/import/Summary.ts"

const drawn = (items: ReadonlyArray<Summary.Item>, indent = ""): ReadonlyArray<string> =>
  items.flatMap(({ title, target, children }) => [
    `${indent}${title} -> ${target ?? ""}`,
    ...drawn(children, `${indent}  `)
  ])

const parsed = (text: string) => {
  const { parts, take } = Summary.makeParser()
  for (const line of Summary.linesOf(text)) take(line)
  return parts
}

const parts = (text: string) => parsed(text).map(({ heading, items }) => ({ heading, items: drawn(items) }))

describe("a SUMMARY.md", () => {
  it("consists of lists under headings, the first of which is its title", () => {
    assert.deepStrictEqual(
      parts(`# Table of contents

* [Introduction](README.md)
* [Install](install/README.md)
  * [On Linux](install/linux.md)
    - [Debian](install/debian.md)
  * [On macOS](install/macos.md)

## Reference ##

1. [Commands](commands.md "all of them")
   + [run](<commands/run it.md>)
* Upcoming
\t* [Later](later.md)
`),
      [
        {
          heading: undefined,
          items: [
            "Introduction -> README.md",
            "Install -> install/README.md",
            "  On Linux -> install/linux.md",
            "    Debian -> install/debian.md",
            "  On macOS -> install/macos.md"
          ]
        },
        {
          heading: "Reference",
          items: ["Commands -> commands.md", "  run -> commands/run it.md", "Upcoming -> ", "  Later -> later.md"]
        }
      ]
    )
  })

  it("supports the format of books: chapters outside lists, drafts, separators, parts of level 1", () => {
    assert.deepStrictEqual(
      parts(
        "# Summary\r\n\r\n[Preface](preface.md)\r\n\r\n# Part *One*\r\n\r\n- [A](a.md)\r\n- [Draft]()\r\n\r\n---\r\n\r\n[End](end.md)"
      ),
      [
        { heading: undefined, items: ["Preface -> preface.md"] },
        { heading: "Part *One*", items: ["A -> a.md", "Draft -> ", "End -> end.md"] }
      ]
    )
  })

  it("supports a part at the beginning", () => {
    assert.deepStrictEqual(parts("## First\n* [A](a.md)\n# Second\n* [B](b.md)"), [
      { heading: "First", items: ["A -> a.md"] },
      { heading: "Second", items: ["B -> b.md"] }
    ])
  })

  it("has emojis by their short names, unless these are escaped or unknown", () => {
    assert.deepStrictEqual(
      parts("* [:rocket: A](a.md)\n* [\\:rocket\\: 10:30:45 :nothing:](b.md)\n## :+1: B\n* [`c`](c.md)\n"),
      [
        { heading: undefined, items: ["🚀 A -> a.md", ":rocket: 10:30:45 :nothing: -> b.md"] },
        { heading: "👍 B", items: ["c -> c.md"] }
      ]
    )
  })

  it("separates brackets, escapes and marks of titles from the link", () => {
    assert.deepStrictEqual(
      parts("* [a [b] `c` \\] **d**](x(1).md)\n* [never closed](x.md\n* [not a link]\n* C# rules")[0]?.items,
      ["a [b] c ] d -> x(1).md", "never closed -> x.md", "[not a link] -> ", "C# rules -> "]
    )
  })

  it("names groups by their HTML anchors, which are excluded from titles", () => {
    const anchors = (text: string) =>
      parsed(text).map(({ heading, anchor, items }) => [
        heading,
        anchor,
        items.map((item) => [item.title, item.anchor, item.target])
      ])
    assert.deepStrictEqual(
      anchors(`## Use it <a href="#use" id="use-it"></a>

* [Install <a id='in'></a>](<a b.md>)
* <A NAME=later>Later</A>

## <a class="id=no"></a>Plain
* \\<a id="x"> b`),
      [
        [
          "Use it",
          "use-it",
          [
            ["Install", "in", "a b.md"],
            ["Later", "later", undefined]
          ]
        ],
        ["Plain", undefined, [['<a id="x"> b', undefined, undefined]]]
      ]
    )
  })

  it("has no entries without a list", () => {
    for (const text of ["", "# Title\n\nSome text.", "- - -\n* * *\n", "[link]: x"]) {
      assert.isTrue(
        parsed(text).every(({ items }) => items.length === 0),
        text
      )
    }
  })

  it("nests 32 levels deep, and puts deeper entries next to that level", () => {
    const text = Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}* [${depth}](${depth}.md)`).join("\n")
    let depth = 0
    let items = parsed(text)[0]?.items ?? []
    for (; items[0] !== undefined; items = items[0].children) {
      depth++
      if (depth === Summary.maxDepth)
        assert.deepStrictEqual(
          items.map(({ title }) => title),
          ["31", "32", "33", "34", "35", "36", "37", "38", "39"]
        )
    }
    assert.strictEqual(depth, 32)
  })

  it("terminates for hostile input in less than quadratic time", () => {
    const size = 1_000_000
    for (const text of [
      "- ".repeat(size / 2),
      `* ${"[".repeat(size)}`,
      `* [x](${"(".repeat(size)}`,
      `# ${"# ".repeat(size / 2)}x`,
      `#${" ".repeat(size)}x`,
      `${" ".repeat(size)}* x`,
      `[x${"](".repeat(size / 2)}`,
      `# ${"<a ".repeat(size / 3)}`,
      `# <a ${" ".repeat(size)}`,
      `# ${'<a id="'.repeat(size / 7)}`,
      "  * [x](y.md)\n".repeat(size / 14)
    ]) {
      assert.isAtMost(parsed(text).length, 1)
    }
  })
})
