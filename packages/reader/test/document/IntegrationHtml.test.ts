import { assert, describe, it } from "@effect/vitest"
import { TypesettingAdapter } from "@quire/adapters"
import { Document, type StaticElement, type VoidBlock } from "@quire/core"
import { Effect, Layer } from "effect"
import * as FrameOrigins from "../../src/document/FrameOrigins.ts"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { drawn as texts } from "../support/Hostile.ts"
import { strangeIn } from "../support/Judge.ts"
import { draw } from "./draw.ts"
import { paragraph } from "./make.ts"

type Element = StaticElement.StaticElement

const block: VoidBlock.IntegrationBlock = {
  object: "block",
  type: "integration",
  isVoid: true,
  data: { integration: "acme", block: "sketch", props: {} }
}

const layers = Layer.merge(FontAwesome.layer, TypesettingAdapter.layerHere)

const drawElements = (...elements: ReadonlyArray<Element>) =>
  Effect.map(draw(Document.make([block]), {}, { drawn: new Map([[block, elements]]) }), ({ text }) => text).pipe(
    Effect.provide(layers)
  )

const url = "https://acme.test/a?b=c&d"
const words = (text: string): StaticElement.Words => ({ type: "text", runs: [{ text }] })
const linked = 'href="https://acme.test/a?b=c&amp;d" rel="nofollow noopener noreferrer"'

const cases: ReadonlyArray<readonly [name: string, element: Element, expected: ReadonlyArray<string>]> = [
  ["text", words("a\nb"), ['<p dir="auto">a<br>b</p>']],
  [
    "styles and links",
    { type: "text", runs: [{ text: "a", styles: ["bold", "italic", "code", "strikethrough"], url }] },
    [`<a ${linked}><strong><em><code><s>a</s></code></em></strong></a>`]
  ],
  ["a picture", { type: "image", url, ratio: 2 }, ['alt="" width="960" height="480" loading="lazy"']],
  [
    "buttons",
    { type: "buttons", buttons: [{ label: "Go", url, isPrimary: true }] },
    [`<a class="button button-primary" ${linked}><bdi>Go</bdi></a>`]
  ],
  ["Markdown", { type: "document", nodes: [paragraph("written")] }, ['<p dir="auto">written</p>']],
  ["a divider", { type: "divider", size: "small" }, ['<hr class="drawn-small">']],
  [
    "a frame",
    { type: "frame", url, ratio: 1 },
    [
      '<iframe class="drawn-frame ratio-1-1" src="https://acme.test/a?b=c&amp;d" title="acme.test"',
      'sandbox="allow-scripts allow-forms allow-popups" referrerpolicy="no-referrer" loading="lazy"'
    ]
  ],
  ["a hint", { type: "hint", children: [words("mind")] }, ['role="note"', '<p dir="auto">mind</p>']],
  [
    "a card",
    { type: "card", title: "Title", hint: [words("hint")], url, children: [words("body")] },
    [`<a ${linked}>Title</a>`, '<p class="drawn-hint" dir="auto">hint</p>', '<p dir="auto">body</p>']
  ],
  ["a label", { type: "labelled", label: "Name", hint: [], children: [words("x")] }, ["Name", '<p dir="auto">x</p>']],
  [
    "stacks",
    { type: "hstack", align: "end", children: [{ type: "box", grow: 1, children: [words("x")] }] },
    ['<div class="drawn-hstack drawn-end"><div class="drawn-box drawn-grow"><p dir="auto">x</p></div></div>']
  ]
]

const hostile = (text: string): ReadonlyArray<Element> => [
  { type: "text", runs: [{ text, url: `https://acme.test/${encodeURIComponent(text)}` }] },
  { type: "buttons", buttons: [{ label: text, url, isPrimary: false, icon: text }] },
  {
    type: "card",
    title: text,
    hint: [words(text)],
    icon: text,
    children: [{ type: "labelled", label: text, hint: [words(text)], children: [words(text)] }]
  },
  { type: "document", nodes: [paragraph(text)] }
]

describe("what scripts drew, on pages", () => {
  for (const [name, element, expected] of cases) {
    it.effect(`${name} (rule page-block-static)`, () =>
      Effect.gen(function* () {
        const text = yield* drawElements(element)
        for (const part of expected) assert.include(text, part)
      })
    )
  }

  it.effect("nothing of it becomes markup (rule page-block-static)", () =>
    Effect.gen(function* () {
      const elements = texts.filter((text) => text.isWellFormed()).flatMap(hostile)
      assert.isAbove(elements.length, 50)
      assert.deepStrictEqual(strangeIn(yield* drawElements(...elements), false), [])
    })
  )

  it.effect("frames are of 20 origins, others are links (rule page-block-frames)", () =>
    Effect.gen(function* () {
      const { origins } = FrameOrigins.limits
      const frames = Array.from(
        { length: origins + 1 },
        (_, at): Element => ({ type: "frame", url: `https://f${at}.test/` })
      )
      assert.deepStrictEqual([...FrameOrigins.of([frames])].at(-1), `https://f${origins - 1}.test`)
      assert.strictEqual((yield* drawElements(...frames)).split("<iframe").length - 1, origins)
      const unnamed: Element = { type: "frame", url: "https://a;script-src.test/" }
      assert.strictEqual(FrameOrigins.of([[unnamed]]).size, 0)
    })
  )

  it.effect("a block that nobody drew is a card (rule page-block-shown)", () =>
    Effect.gen(function* () {
      const { text } = yield* Effect.provide(draw(Document.make([block])), layers)
      assert.include(text, "card-integration")
    })
  )
})
