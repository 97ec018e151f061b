import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, Inline } from "@quire/core"
import { markdown, plain, readsDocument, roundTrips } from "./roundTrip.ts"

const block = (text: string) => markdown.parse(text, { heading: "document" }).document.nodes[0]

describe("a block in Markdown", () => {
  const table: ReadonlyArray<readonly [type: string, text: string]> = [
    ["paragraph", "One *two* **three** `four` ~~five~~."],
    ["heading-1", "# One"],
    ["heading-2", "## Two"],
    ["heading-3", "### Three"],
    ["list-unordered", "- one\n- two\n  - three"],
    ["list-ordered", "3. three\n4. four"],
    ["list-tasks", "- [x] done\n- [ ] open"],
    ["code", "```ts\nconst one = 1\n```"],
    ["code", '{% code title="one.ts" lineNumbers="true" %}\n```ts\nconst one = 1\n```\n{% endcode %}'],
    ["blockquote", "> said"],
    ["divider", "---"],
    ["math", "$$\nx^2\n$$"],
    ["table", "| a | b |\n| - | - |\n| 1 | 2 |"],
    ["hint", '{% hint style="warning" %}\nCareful.\n{% endhint %}'],
    [
      "tabs",
      '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}'
    ],
    ["stepper", "{% stepper %}\n{% step %}\nFirst\n{% endstep %}\n{% endstepper %}"],
    ["embed", '{% embed url="https://example.com/video" %}'],
    ["content-ref", '{% content-ref url="https://example.com" %}\nExample\n{% endcontent-ref %}'],
    ["expandable", "<details>\n\n<summary>More</summary>\n\nBody.\n\n</details>"],
    ["images", "![a picture](https://example.com/a.png)"],
    [
      "table",
      '| a |\n| - |\n| <picture><source srcset="/files/a" media="(prefers-color-scheme: dark)"><img src="/files/b"></picture><!----> |'
    ],
    ["table", "<table><tr><td><p>a</p><details><summary>More `b`</summary>Body.</details></td></tr></table>"],
    ["table", "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code>\\|b</code></td></tr></tbody></table>"],
    [
      "table",
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code class="math">\\|b\\|</code></td></tr></tbody></table>'
    ],
    [
      "table",
      '<table data-view="grid"><thead><tr><th>a</th></tr></thead><tbody><tr><td><p>b</p><div data-if="c &amp;&amp; d"><p>e</p></div></td></tr></tbody></table>'
    ],
    ["if", '<div><div data-if="a"><p>b</p></div></div>'],
    ["list-unordered", "* ___\n\n- ___\n\n  ***"],
    ["paragraph", "<div>a<ol></ol></div>"]
  ]
  for (const [type, text] of table) {
    it(`reads and prints ${type}: ${JSON.stringify(text.slice(0, 100))}`, () => {
      assert.strictEqual(block(text)?.type, type)
      roundTrips(text)
    })
  }
})

describe("code", () => {
  for (const text of ['```markdoc\n{% a\n  title="b"\n/%}\n```', "* c\n\n  ```\n  {% a\n  b %}\n  ```"]) {
    it(`keeps its lines: ${JSON.stringify(text)}`, () => {
      assert.strictEqual(markdown.print(markdown.parse(text).document).trim(), text)
    })
  }
})

describe("a heading", () => {
  for (const text of ["{#id}", "a {#id}", "a{#id}", "{#a {#id}", "a {#i d}", "{#id} b", "a \\{#id}", "a {#}"]) {
    it(`keeps its words when they end like an id: ${text}`, () => {
      const data = { id: "own" }
      for (const known of [{}, data]) {
        const heading: Block.Heading = { object: "block", type: "heading-1", data: known, nodes: [Inline.text(text)] }
        const document = Document.make([heading])
        assert.deepStrictEqual(plain(markdown.parse(markdown.print(document)).document), plain(document))
      }
    })
  }
})

describe("the end of a line in a paragraph", () => {
  const lines = (text: string, lineEnd: "space" | "break") =>
    markdown.parse(text, { heading: "document", lineEnd }).document.nodes.map(DocumentText.ofBlock)
  const table = [
    ["a\nb", ["a b"], ["a\nb"]],
    ["a\r\n  b\n\nc\nd", ["a b", "c d"], ["a\nb", "c\nd"]],
    ["a  \nb\\\nc", ["a\nb\nc"], ["a\nb\nc"]],
    ["a **b\nc** [d\ne](https://example.com)", ["a b c d e"], ["a b\nc d\ne"]],
    ["a `b\nc`", ["a b c"], ["a b c"]]
  ] as const
  for (const [text, spaced, broken] of table) {
    it(`becomes a space, or a line break where one is marked: ${JSON.stringify(text)}`, () => {
      assert.deepStrictEqual(lines(text, "space"), [...spaced])
      assert.deepStrictEqual(lines(text, "break"), [...broken])
      const { document } = markdown.parse(text, { heading: "document", lineEnd: "break" })
      for (const lineEnd of ["space", "break"] as const) {
        const again = markdown.parse(markdown.print(document, { heading: "document" }), {
          heading: "document",
          lineEnd
        })
        assert.deepStrictEqual(plain(again.document), plain(document))
      }
    })
  }
})

describe("a Markdown page", () => {
  it("takes its title from the first heading, and removes it from the text", () => {
    const page = markdown.parse("# One *two*\n\nText.\n")
    assert.deepStrictEqual([page.title, DocumentText.ofDocument(page.document).trim()], ["One two", "Text."])
  })
  it("keeps the footnotes of its title at the end of the text", () => {
    const page = markdown.parse("# One[^1] <abbr>two</abbr>[^2]\n\nText.\n\n[^1]: First.\n\n[^2]: Second.\n")
    assert.deepStrictEqual([page.title, markdown.print(page.document)], ["One two", "Text.\n\nFirst.\n\nSecond.\n"])
  })
  it("reads its front matter", () => {
    const { frontmatter } = markdown.parse(
      "---\ntitle: One\ndescription: Two\nhidden: true\nicon: book\n---\n\nText.\n"
    )
    assert.deepStrictEqual(
      [frontmatter.title, frontmatter.description, frontmatter.fields["hidden"], frontmatter.icon],
      ["One", "Two", true, "book"]
    )
  })
  it("keeps unsupported content as text, and reports it (rule document-text-kept)", () => {
    const text = "#### Four\n\n<marquee>no</marquee>\n\n[x](javascript:alert(1))\n"
    const { document, warnings } = markdown.parse(text)
    for (const word of ["Four", "no", "x"]) assert.include(DocumentText.ofDocument(document), word)
    assert.includeMembers(
      warnings.map(({ name }) => name),
      ["heading-level", "url"]
    )
  })
})

describe("hostile text", () => {
  const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count)
  const table: ReadonlyArray<readonly [what: string, text: string]> = [
    ["quotes 5,000 deep", `${">".repeat(5000)} x`],
    ["lists 500 deep", Array.from({ length: 500 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
    ["brackets", deep("[", "]", 20_000)],
    ["emphasis", deep("*a ", "b*", 5000)],
    ["backticks", "`".repeat(50_001)],
    ["a long line", "word ".repeat(60_000)],
    ["tags that never end", "{% hint %}\n".repeat(2000)],
    ["ends without beginnings", "{% endhint %}\n".repeat(2000)],
    ["HTML that never ends", "<div>".repeat(3000)],
    ["comments that never end", `a ${"<!--".repeat(50_000)}`],
    ["instructions that never end", `a ${"<?".repeat(50_000)}`],
    [
      "a billion laughs",
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefgh"[at]}`).join(",")}]`)
        .join("\n")}\n---\n`
    ],
    ["lone surrogates", "a \ud800 b \udc00"],
    ["NUL", "a \u0000 b"],
    ["nothing", ""]
  ]
  for (const [what, text] of table) {
    it(`terminates and prints for ${what}`, () => {
      const page = readsDocument(text)
      assert.isTrue(markdown.print(page.document).isWellFormed())
    })
  }
  for (const url of [
    "javascript:alert(1)",
    "JaVaScRiPt:x",
    "data:text/html,x",
    "vbscript:x",
    "java\tscript:x",
    " file:///etc/passwd"
  ]) {
    it(`contains no link to ${JSON.stringify(url)}`, () => {
      const text = JSON.stringify(markdown.parse(`[x](<${url}>) ![y](<${url}>) <a href="${url}">z</a>`).document)
      assert.notMatch(text, /"url":"\s*(javascript|data|vbscript|file|java)/i)
    })
  }
})
