import { assert, describe, it } from "@effect/vitest"
import { Document } from "@quire/core"
import { schema, toDocument } from "@quire/editor"
import { Schema } from "effect"
import type { Node } from "prosemirror-model"
import { blocksOfHtml } from "../../src/paste/HtmlBlocks.ts"
import { blocksOfMarkdown, isMarkdown } from "../../src/paste/MarkdownBlocks.ts"
import { htmlTree } from "../support/htmlTree.ts"
import { outline } from "../support/outline.ts"
import * as samples from "./samples.ts"

const decode = Schema.decodeUnknownSync(Document.Document)

/** The outline of blocks, after checks that the API accepts them. */
const converted = (blocks: ReadonlyArray<Node>): unknown => {
  const doc = schema.node("doc", null, blocks)
  doc.check()
  return outline(decode(toDocument(doc)).nodes)
}

const item = (...content: ReadonlyArray<unknown>) => ["list-item", ...content]
const text = (value: string) => ["paragraph", value]
const link = (url: string, content: unknown) => ["link", { ref: { kind: "url", url } }, content]

const cases: ReadonlyArray<readonly [what: string, html: string, blocks: ReadonlyArray<unknown>]> = [
  [
    "Google Docs",
    samples.googleDocs,
    [
      ["heading-2", "Plan"],
      [
        "paragraph",
        ["Read the ", "first/bold", " and ", "second/italic", " part, or "],
        link("https://example.com/a?b=1", "a page"),
        [" old/strikethrough", " npm/code"]
      ],
      ["list-unordered", item(text("one"), ["list-unordered", item(text("inner"))]), item(text("two"))],
      ["list-tasks", item({ checked: true }, text("done"))],
      ["table", ":left :left", [text("a")], [text("b")]]
    ]
  ],
  [
    "Word",
    samples.word,
    [
      ["heading-1", "Report"],
      ["paragraph", ["Strong/bold", " text"]],
      ["list-unordered", item(text("first"), ["list-unordered", item(text("inner"))]), item(text("second"))],
      ["paragraph", "between"],
      ["list-ordered", { start: 3 }, item(text("third"))]
    ]
  ],
  [
    "GitHub",
    samples.gitHub,
    [
      ["heading-2", "Usage"],
      ["paragraph", ["Run ", "quire start/code", " 🚀"]],
      ["list-tasks", item({ checked: true }, text("ready")), item({ checked: false }, text("open"))],
      ["code", { syntax: "js" }, ["code-line", "const a = 1"], ["code-line", "a()"]],
      ["hint", { style: "warning" }, text("Take care.")],
      [
        "paragraph",
        link("https://camo.githubusercontent.com/x", [
          "inline-image",
          { ref: { kind: "url", url: "https://ci.example.com/badge.svg" }, caption: "build" }
        ])
      ],
      ["table", "Name:left Size:right", [text("a")], [text("1")]]
    ]
  ],
  [
    "code with a class of its language",
    '<pre><code class="language-rust">fn main() {\n}\n</code></pre>',
    [["code", { syntax: "rust" }, ["code-line", "fn main() {"], ["code-line", "}"]]]
  ],
  [
    "a picture with a caption",
    '<figure><img src="https://example.com/a.png" alt="A"><figcaption>The map</figcaption></figure>',
    [
      [
        "images",
        ["image", { ref: { kind: "url", url: "https://example.com/a.png" }, alt: "A" }, ["caption", text("The map")]]
      ]
    ]
  ],
  [
    "details, lines and cells over several columns",
    "<details><summary>More</summary><p>Text</p></details><hr><table><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td></tr></table>",
    [
      ["expandable", ["expandable-title", text("More")], ["expandable-body", text("Text")]],
      ["divider"],
      ["table", ":left :left", [text("a")], [text("b")], [text("c")]]
    ]
  ],
  [
    "what may not be where it is: pictures in items, code in quotes",
    '<ul><li>a <img src="/b.png"></li></ul><blockquote><pre>x\ny</pre></blockquote>',
    [
      ["list-unordered", item(["paragraph", "a ", ["inline-image", { ref: { kind: "url", url: "/b.png" } }]])],
      ["blockquote", text("x"), text("y")]
    ]
  ],
  [
    "nothing of scripts, styles and unsafe addresses",
    '<script>a()</script><style>p{}</style><p onclick="a()">b <a href="javascript:a()">c</a><img src="data:image/png;base64,AA"></p><iframe src="javascript:a()"></iframe>',
    [["paragraph", "b c"]]
  ],
  [
    "nodes that other pages claim to be of the editor",
    '<div data-quire-node="opaque_block" data-quire-attrs=\'{"json":{"type":"script"}}\'>text</div>',
    [["paragraph", "text"]]
  ]
]

const markdownBlocks = [
  ["heading-1", "Title"],
  [
    "paragraph",
    ["Some ", "bold/bold", ", ", "italic/italic", ", ", "old/strikethrough", " and ", "code/code", " with "],
    link("https://example.com", "a link"),
    "."
  ],
  ["list-unordered", item(text("one"), ["list-ordered", item(text("inner"))]), item(text("two"))],
  ["list-tasks", item({ checked: true }, text("done")), item({ checked: false }, text("open"))],
  ["code", { syntax: "ts" }, ["code-line", 'const a = "<b>"'], "code-line", ["code-line", "a()"]],
  ["hint", { style: "success" }, text("Use it.")],
  ["blockquote", text("said")],
  ["table", "Name:left Size:right", [text("a")], [["paragraph", "1/bold"]]],
  ["divider"],
  ["images", ["image", { ref: { kind: "url", url: "https://example.com/map.png" }, alt: "A map" }]]
]

const plain = [
  "A sentence, and another.",
  "2 * 3 * 4 = 24",
  "snake_case_name and __init__",
  "- a single dash",
  "https://example.com/a_b_c",
  "Dear Ada,\n\nthank you.\n\nAlan"
]

const structured = [
  "# Title",
  "- one\n- two",
  "1. one\n2. two",
  "a **b** c",
  "```\ncode\n```",
  "see [a](https://a.example)"
]

describe("pasting from other programs (rule editor-paste)", () => {
  it.each(cases)("reads HTML as the blocks that it shows: %s", (_, html, blocks) => {
    assert.deepStrictEqual(converted(blocksOfHtml(htmlTree(html))), blocks)
  })

  it("reads Markdown as the blocks that it means", () => {
    assert.deepStrictEqual(converted(blocksOfMarkdown(samples.markdown)), markdownBlocks)
  })

  it.each(plain)("takes %j for text", (value) => assert.isFalse(isMarkdown(value)))

  it.each(structured)("takes %j for Markdown", (value) => assert.isTrue(isMarkdown(value)))

  it("reads HTML that is nested deeply", () => {
    const depth = 400
    const html = `${"<div>".repeat(depth)}text${"</div>".repeat(depth)}`
    assert.deepStrictEqual(converted(blocksOfHtml(htmlTree(html))), [["paragraph", "text"]])
  })
})
