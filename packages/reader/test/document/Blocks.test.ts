import { assert, describe, it } from "@effect/vitest"
import { TypesettingAdapter } from "@quire/adapters"
import { type Block, Inline, type Table } from "@quire/core"
import { Effect, Layer } from "effect"
import type { DocumentContext } from "../../src/document/Drawing.ts"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { references } from "./corpus.ts"
import { draw } from "./draw.ts"
import * as make from "./make.ts"

const { code, file, heading, image, images, item, leaf, line, link, note, page, paragraph, table, url } = make

const drawn = (nodes: ReadonlyArray<Block.TopLevel>, context: Partial<DocumentContext> = {}) =>
  Effect.map(draw({ object: "document", data: { schemaVersion: 1 }, nodes }, references, context), ({ text }) =>
    text.replace(/^<div class="document">/, "").replace(/<\/div>$/, "")
  )

const text = (id: string, title: string): Table.Definition => ({ id, title, type: "text", textAlignment: "left" })

describe("the HTML of blocks", () => {
  it.layer(Layer.merge(FontAwesome.layer, TypesettingAdapter.layerHere))((it) => {
    it.effect("renders lists of single texts compactly, and others loosely", () =>
      Effect.gen(function* () {
        assert.strictEqual(
          yield* drawn([make.bullets("a", item(paragraph("b"), make.numbers(4, "c")))]),
          '<ul><li dir="auto">a</li><li dir="auto">b<ol start="4"><li dir="auto">c</li></ol></li></ul>'
        )
        assert.strictEqual(
          yield* drawn([make.numbers(1, item(paragraph("a"), paragraph("b")))]),
          '<ol><li dir="auto"><p dir="auto">a</p><p dir="auto">b</p></li></ol>'
        )
      })
    )

    it.effect(
      "renders relative links within the site, and other links without a referrer and in the configured window",
      () =>
        Effect.gen(function* () {
          const both = [paragraph([link(page("start"), "in"), link(url("https://example.com/?a=1&b"), "out")])]
          const inside = '<p dir="auto"><a href="../guide/start">in</a>'
          const outside = '<a href="https://example.com/?a=1&amp;b" rel="noopener noreferrer"'
          assert.strictEqual(yield* drawn(both), `${inside}${outside}>out</a></p>`)
          assert.strictEqual(
            yield* drawn(both, { externalLinks: "blank" }),
            `${inside}${outside} target="_blank">out</a></p>`
          )
        })
    )

    it.effect("renders no link for paths that do not exist (rule published-links)", () =>
      Effect.gen(function* () {
        const linked = (target: string) => drawn([paragraph([link(url(target), "x")])])
        for (const target of ["a", "./a.md", "../../../a", "?a"]) {
          assert.strictEqual(yield* linked(target), '<p dir="auto">x</p>', target)
          const nothing = [images({}, image({ ref: url(target) })), leaf("embed", { url: target })]
          assert.strictEqual(yield* drawn(nothing), "", target)
        }
        for (const target of ["/a", "//example.com/a", "#a", "https://example.com/", "mailto:a@example.com"]) {
          assert.include(yield* linked(target), `href="${target}"`)
        }
      })
    )

    it.effect("renders only the fragment for an anchor of the page itself, labeled by its heading", () =>
      Effect.gen(function* () {
        const anchor = { kind: "anchor", anchor: "tables" } as const
        const html = yield* drawn([heading(1, "Tables"), paragraph([make.mention(anchor)])])
        assert.include(html, '<a class="mention" href="#tables"><bdi>Tables</bdi></a>')
      })
    )

    it.effect("numbers equal headings in their order, at any depth", () =>
      Effect.gen(function* () {
        const same = heading(2, "Same & more")
        const html = yield* drawn([same, make.tabs(make.tab("t", same)), same])
        assert.deepStrictEqual(
          Array.from(html.matchAll(/<h2 id="([^"]*)"/g), ([, id]) => id),
          ["same-more", "same-more-2", "same-more-3"]
        )
        assert.include(html, 'href="#same-more-2" aria-label="Link to Same &amp; more"')
      })
    )

    it.effect("starts headings one level below the page's title, whatever level the author used", () =>
      Effect.gen(function* () {
        const elementsOf = (html: string) => Array.from(html.matchAll(/<(h\d)/g), ([, name]) => name)
        assert.deepStrictEqual(elementsOf(yield* drawn([heading(2, "A"), heading(3, "B"), heading(2, "C")])), [
          "h2",
          "h3",
          "h2"
        ])
        assert.deepStrictEqual(elementsOf(yield* drawn([heading(3, "A")])), ["h2"])
        assert.deepStrictEqual(elementsOf(yield* drawn([heading(2, "A"), heading(1, "B"), heading(3, "C")])), [
          "h3",
          "h2",
          "h4"
        ])
      })
    )

    it.effect("labels a link around an image without alternative text by its target", () =>
      Effect.gen(function* () {
        const picture = (caption: string): Inline.InlineImage => ({
          object: "inline",
          type: "inline-image",
          isVoid: true,
          data: { ref: url("https://example.com/a.png"), caption }
        })
        const around = (caption: string): Inline.Link => ({
          ...link(url("https://example.com/"), ""),
          nodes: [picture(caption)]
        })
        assert.include(
          yield* drawn([paragraph([around("")])]),
          'rel="noopener noreferrer" aria-label="example.com"><img'
        )
        assert.notInclude(yield* drawn([paragraph([around("A logo")])]), "aria-label")
      })
    )

    it.effect("puts the body of a footnote after its block", () =>
      Effect.gen(function* () {
        assert.strictEqual(
          yield* drawn([paragraph([note("word", paragraph([note("inner", paragraph("deep"))]))])]),
          '<p dir="auto"><button type="button" class="annotated" popovertarget="note:1">word</button></p>' +
            '<div class="note" id="note:1" popover>' +
            '<p dir="auto"><button type="button" class="annotated" popovertarget="note:2">inner</button></p>' +
            '<div class="note" id="note:2" popover><p dir="auto">deep</p></div></div>'
        )
      })
    )

    it.effect("keeps the text of code under any highlighting", () =>
      Effect.gen(function* () {
        const html = yield* drawn([
          code({ syntax: "ts", lineNumbers: true }, [
            line([Inline.text("const "), note("a = `", paragraph("n")), Inline.text("${b}` // <c>")], true),
            line([])
          ])
        ])
        assert.strictEqual(
          html,
          '<figure class="code numbered" data-copy><pre dir="ltr" tabindex="0"><code><span class="line highlighted">' +
            '<span class="hl-keyword">const</span> ' +
            '<button type="button" class="annotated" popovertarget="note:1">a = <span class="hl-string">`</span></button>' +
            '<span class="hl-string">${b}`</span> <span class="hl-comment">// &lt;c&gt;</span>\n</span>' +
            '<span class="line"></span></code></pre>' +
            '<div class="note" id="note:1" popover><p dir="auto">n</p></div></figure>'
        )
      })
    )

    it.effect("gives images the size of their files, or the author's size in the same ratio", () =>
      Effect.gen(function* () {
        const sizes = (html: string) => Array.from(html.matchAll(/width="(\d+)" height="(\d+)"/g), ([size]) => size)
        const own = image({ ref: file("photo") })
        const wide = image({ ref: file("photo"), width: 300 })
        const high = image({ ref: file("photo"), height: { unit: "px", value: 50 } })
        const share = image({ ref: file("photo"), width: { unit: "%", value: 48 } })
        const html = yield* drawn([images({}, own, wide, high, share)])
        assert.deepStrictEqual(sizes(html), [
          'width="1200" height="600"',
          'width="300" height="150"',
          'width="100" height="50"',
          'width="1200" height="600"'
        ])
        assert.include(html, '<figure class="image width-50">')
      })
    )

    it.effect("shows the columns of a table's view in their order, without ids", () =>
      Effect.gen(function* () {
        const people: Table.Definition = { id: "p", title: "People", type: "users", multiple: false }
        const columns = [text("a", "A"), people, text("hidden", "Hidden"), text("b", "B")]
        const view = { type: "grid", columns: ["b", "p", "a"], hideHeader: false } as const
        assert.strictEqual(
          yield* drawn([table(columns, view, [["1", ["u1"], "secret", "2"]])]),
          '<div class="table" tabindex="0" role="group" aria-label="B, A"><table>' +
            '<thead><tr><th scope="col" dir="auto">B</th><th scope="col" dir="auto">A</th></tr></thead>' +
            '<tbody><tr><td dir="auto">2</td><td dir="auto">1</td></tr></tbody></table></div>'
        )
      })
    )

    it.effect("gives columns their share of the width, and the rest to those without a width", () =>
      Effect.gen(function* () {
        const columns = [text("a", "A"), text("b", "B"), text("c", "C")]
        const widthsOf = Effect.fnUntraced(function* (columnWidths: { readonly [column: string]: number }) {
          const view = { type: "grid", columns: ["a", "b", "c"], hideHeader: false, columnWidths } as const
          const html = yield* drawn([table(columns, view, [["1", "2", "3"]])])
          return /<colgroup>.*<\/colgroup>/.exec(html)?.[0]
        })
        const cols = (...names: ReadonlyArray<string>) =>
          `<colgroup>${names.map((name) => (name === "" ? "<col>" : `<col class="width-${name}">`)).join("")}</colgroup>`
        assert.strictEqual(yield* widthsOf({ a: 100, b: 100, c: 200 }), cols("25", "25", "50"))
        assert.strictEqual(yield* widthsOf({ a: 184 }), cols("25", "", ""))
        assert.strictEqual(yield* widthsOf({ a: 1000, c: 904 }), cols("50", "", "45"))
        assert.isUndefined(yield* widthsOf({ a: 0 }))
      })
    )

    it.effect("renders nothing for links without a target and expressions without a value", () =>
      Effect.gen(function* () {
        const nowhere: ReadonlyArray<Block.TopLevel> = [
          leaf("embed", { url: "javascript:alert(1)" }),
          leaf("content-ref", { ref: { kind: "user", user: "u1" } }),
          leaf("file", { ref: file("unknown") }),
          leaf("drawing", {}),
          leaf("reusable-content", { ref: { kind: "reusable-content", reusableContent: "r1" } }),
          images({}, image({ ref: url("mailto:a@example.com") }))
        ]
        assert.strictEqual(yield* drawn(nowhere), "")
      })
    )
  })
})
