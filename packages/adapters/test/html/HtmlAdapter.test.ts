import { assert, describe, it } from "@effect/vitest"
import { DocumentText, Html } from "@quire/core"
import { Effect } from "effect"
import { layer } from "../../src/html/HtmlAdapter.ts"
import { print } from "../../src/markdown/MarkdownText.ts"

const html = Effect.runSync(Effect.provide(Html.Html, layer))

const page = `<!doctype html><html><head><title>Site | Page</title><meta name="description" content="About it"></head>
<body><nav><a href="/">Home</a></nav><main><h1>The page</h1><p>See <a href="../other">other</a>.</p>
<ul><li>one</li><li>two</li></ul><table><tr><th>a</th></tr><tr><td>1</td></tr></table>
<pre><code class="language-ts">const one = 1</code></pre><script>alert(1)</script></main><footer>Imprint</footer></body></html>`

describe("a web page", () => {
  it("provides its main content, title and description, with absolute links", () => {
    const { document, frontmatter, title } = html.parse(page, { baseUrl: "https://example.com/docs/page/" })
    assert.deepStrictEqual([title, frontmatter.description], ["The page", "About it"])
    assert.deepStrictEqual(
      document.nodes.map(({ type }) => type),
      ["paragraph", "list-unordered", "table", "code"]
    )
    const text = DocumentText.ofDocument(document)
    for (const absent of ["Home", "Imprint", "alert"]) assert.notInclude(text, absent)
    assert.include(JSON.stringify(document), "https://example.com/docs/other")
  })

  const hostile: ReadonlyArray<readonly [what: string, text: string]> = [
    ["scripts", "<main><script>evil()</script><p>ok</p></main>"],
    ["event handlers", '<main><p onclick="evil()">ok</p><img src=x onerror="evil()"></main>'],
    ["script links", '<main><a href="javascript:evil()">ok</a><a href=" java\nscript:evil()">ok</a></main>'],
    ["frames of scripts", '<main><iframe src="javascript:evil()"></iframe><p>ok</p></main>'],
    ["SVG", "<main><svg><script>evil()</script></svg><p>ok</p></main>"],
    ["styles", "<main><style>evil{}</style><p>ok</p></main>"]
  ]
  for (const [what, text] of hostile) {
    it(`loses all of ${what}`, () => assert.notInclude(JSON.stringify(html.parse(text).document), "evil"))
  }

  for (const [what, text] of [
    ["nothing", ""],
    ["elements 20,000 deep", "<div>".repeat(20_000)],
    ["unclosed tags", "<main><p><table><tr><td><ul><li>".repeat(300)]
  ] as const) {
    it(`terminates for ${what}`, () => assert.strictEqual(html.parse(text).document.object, "document"))
  }

  const figure = '<figure><img src="a.png"></figure>'
  for (const name of ["aside", "div", "section"]) {
    it(`reads a ${name} of figures as images`, () => {
      const { nodes } = html.parse(`<${name}>${figure}${figure}</${name}>`).document
      assert.deepStrictEqual(
        nodes.map((node) => [node.type, node.type === "images" && node.nodes.length]),
        [["images", 2]]
      )
    })

    it(`reads a ${name} of a figure without an image as its contents`, () => {
      const { document } = html.parse(`<${name}><figure><li>a`)
      assert.strictEqual(DocumentText.ofDocument(document), "a")
    })
  }

  it.for([
    "<table><caption>Cap</caption><tr><th>H</th></tr><tfoot><tr><td>F</td></tr></tfoot></table>",
    "<table><tr><th>H</th></tr><caption>Cap</caption><tfoot><tr><td>F</td></tr></tfoot></table>"
  ])("reads the caption of a table as a paragraph before it: %s", (text) => {
    assert.strictEqual(print(html.parse(text).document, {}).trim(), "Cap\n\n| H |\n| - |\n| F |")
  })

  it("has what it asks of search engines among its fields (rule import-visibility)", () => {
    const { frontmatter } = html.parse('<head><meta name="robots" content="noindex, nofollow"></head><p>a</p>')
    assert.deepStrictEqual(frontmatter.fields, { robots: "noindex, nofollow" })
  })

  it("reads captions once, at any depth", () => {
    const nested = (depth: number): string =>
      depth === 0
        ? "x"
        : `<div><figure><img src="a${depth}.png"><figcaption>${nested(depth - 1)}</figcaption></figure><figure>x</figure></div>`
    const targets: Array<string> = []
    html.parse(nested(10), { refOf: (target) => void targets.push(target) })
    assert.strictEqual(targets.length, new Set(targets).size)
  })
})
