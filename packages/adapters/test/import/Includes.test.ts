import { assert, describe, it } from "@effect/vitest"
import * as Includes from "../../src/import/Includes.ts"

const files: Readonly<Record<string, string>> = {
  "docs/snippets/a.js": "one\n// #region main\ntwo\n// #endregion main\nthree\n",
  "docs/listings/e.rs":
    "// ANCHOR: all\nlet region = 1;\n// ANCHOR: here\nlet b = 2;\n// ANCHOR_END: here\nlet c = 3;\n// ANCHOR_END: all\n",
  "docs/parts/b.md": "---\ntitle: B\n---\nPart *b*.\n",
  "docs/parts/c.md": "Before.\n\n<!--@include: ./b.md-->\n",
  "docs/parts/loop.md": '--8<-- "docs/parts/loop.md"\n',
  "includes/d.md": "one\ntwo\nthree\n# --8<-- [start:part]\nfour\n# --8<-- [end:part]\n"
}

const expand = (text: string) => Includes.makeExpand((path) => files[path])("docs/guide/page.md", text)

describe("a line that includes a file", () => {
  const table: ReadonlyArray<readonly [what: string, text: string, expanded: string]> = [
    ["code by the root", "<<< @/snippets/a.js", "~~~~~~js\none\ntwo\nthree\n~~~~~~"],
    ["code by a relative path", "<<< ../snippets/a.js", "~~~~~~js\none\ntwo\nthree\n~~~~~~"],
    ["highlighted lines", "<<< @/snippets/a.js{2}", "~~~~~~js {2}\none\ntwo\nthree\n~~~~~~"],
    ["a region, a language and a title", "<<< @/snippets/a.js#main{1 ts} [A]", "~~~~~~ts {1} [A]\ntwo\n~~~~~~"],
    ["a text without its front matter", "<!--@include: ../parts/b.md-->", "Part *b*."],
    ["a text that includes another", "<!-- @include: ../parts/c.md -->", "Before.\n\nPart *b*."],
    ["lines of a text", "<!--@include: ../../includes/d.md{2,3}-->", "two\nthree"],
    ["a snippet", '--8<-- "includes/d.md:1:2"', "one\ntwo"],
    ["a section of a snippet", '--8<-- "includes/d.md:part"', "four"],
    ["a snippet in code", '```\n  --8<-- "docs/snippets/a.js:1:1"\n```', "```\n  one\n```"],
    ["a block of snippets", "--8<--\nincludes/d.md:1:1\ndocs/parts/b.md\n--8<--", "one\nPart *b*."],
    [
      "code of a file above",
      "{* ../../docs/snippets/a.js *}",
      "~~~~~~js\none\n// #region main\ntwo\n// #endregion main\nthree\n~~~~~~"
    ],
    ["lines of code", "  {* ../snippets/a.js ln[1,5:5] hl[1:2] *}", "  ~~~~~~js {1-2}\n  one\n  three\n  ~~~~~~"],
    ["a text between braces", "{! ../parts/b.md !}", "Part *b*."],
    [
      "all of a file as in mdBook",
      "```rust\n{{#include ../listings/e.rs}}\n```",
      "```rust\nlet region = 1;\nlet b = 2;\nlet c = 3;\n```"
    ],
    ["an anchor as in mdBook", "```\n  {{#rustdoc_include ../listings/e.rs:here}}\n```", "```\n  let b = 2;\n```"],
    ["one line as in mdBook", "{{#include ../../includes/d.md:2}}", "two"],
    ["lines to an end as in mdBook", "{{#include ../../includes/d.md::2}}", "one\ntwo"],
    ["a text as in mdBook", "{{#include ../parts/b.md}}", "Part *b*."],
    [
      "a program as in mdBook",
      "{{#playground ../listings/e.rs editable}}",
      "~~~~~~rs\nlet region = 1;\nlet b = 2;\nlet c = 3;\n~~~~~~"
    ],
    ["code that shows the syntax", "```\n<<< @/snippets/a.js\n```", "```\n<<< @/snippets/a.js\n```"]
  ]
  for (const [what, text, expanded] of table) {
    it(`inserts ${what}`, () => {
      const { missing, text: found } = expand(text)
      assert.deepStrictEqual([found, Array.from(missing)], [expanded, []])
    })
  }

  it("stays as code when its file is missing", () => {
    const { missing, text, used } = expand('<<< @/gone.js\n\n--8<-- "gone.md"')
    assert.deepStrictEqual(
      [text, Array.from(missing), used.size],
      ["`<<< @/gone.js`\n\n`gone.md`", ["@/gone.js", "gone.md"], 0]
    )
  })

  it("stays as it is in code when its file is missing", () => {
    const { missing, text } = expand("```\n{{#include ../gone.rs:here}}\n```")
    assert.deepStrictEqual([text, Array.from(missing)], ["```\n{{#include ../gone.rs:here}}\n```", ["../gone.rs"]])
  })

  it("stays as code beyond the characters of a page", () => {
    const large = "x".repeat(Includes.limits.pageCharacters / 2)
    const read = Includes.makeExpand((path) => (path === "a.txt" ? large : undefined))
    const { missing, text } = read("page.md", '--8<-- "a.txt"\n--8<-- "a.txt"\n--8<-- "a.txt"')
    assert.deepStrictEqual([text.length, Array.from(missing)], [large.length + 2 * "\n`a.txt`".length, ["a.txt"]])
    assert.strictEqual(read("other.md", '--8<-- "a.txt"').text, large)
  })

  it("ends where a text includes itself", () => {
    const { text } = expand('--8<-- "docs/parts/loop.md"')
    assert.strictEqual(text, '--8<-- "docs/parts/loop.md"')
  })
})
