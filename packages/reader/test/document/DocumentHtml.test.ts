import { assert, describe, it } from "@effect/vitest"
import { TypesettingAdapter } from "@quire/adapters"
import { type Block, DocumentText, Slices } from "@quire/core"
import { Effect, Layer } from "effect"
import { HtmlValidate } from "html-validate"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import * as corpus from "./corpus.ts"
import { draw } from "./draw.ts"
import * as make from "./make.ts"

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: { "valid-id": ["error", { relaxed: true }], "long-title": "off" }
})

const pageOf = (body: string) =>
  `<!DOCTYPE html>\n<html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${body}</main></body></html>\n`

describe("DocumentHtml", () => {
  it.layer(Layer.merge(FontAwesome.layer, TypesettingAdapter.layerHere))((it) => {
    it.effect("renders valid HTML", () =>
      Effect.gen(function* () {
        const { text } = yield* draw(corpus.document, corpus.references)
        const report = yield* Effect.promise(() => validator.validateString(pageOf(text)))
        const found = report.results.flatMap(({ messages }) => messages)
        assert.deepStrictEqual(
          found.map(({ column, message, ruleId }) => [
            ruleId,
            message,
            pageOf(text)
              .split("\n")[1]
              ?.slice(column - 40, column + 60)
          ]),
          []
        )
      })
    )

    it.effect("gives headings the anchors of the outline, and no id twice", () =>
      Effect.gen(function* () {
        const { text } = yield* draw(corpus.document, corpus.references)
        const ids = Array.from(text.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
        assert.strictEqual(new Set(ids).size, ids.length)
        for (const { anchor } of DocumentText.headings(corpus.document)) assert.include(ids, anchor)
      })
    )

    it.effect("yields while it renders a long document or a long text", () =>
      Effect.gen(function* () {
        const drawn = Effect.fnUntraced(function* (nodes: ReadonlyArray<Block.TopLevel>) {
          let turns = 0
          const waiting = Effect.sync(() => void turns++)
          const document = { object: "document", data: { schemaVersion: 1 }, nodes } as const
          const { text } = yield* Effect.provideService(draw(document), Slices.waiting, waiting)
          return { text, turns }
        })
        const many = yield* drawn(Array.from({ length: 5_000 }, () => make.paragraph("word")))
        assert.isAbove(many.turns, 3)
        const long = "a 😀 & ".repeat(50_000)
        const one = yield* drawn([make.paragraph([make.marked(long, "bold")])])
        assert.isAbove(one.turns, 1)
        assert.strictEqual(one.text.replace(/<[^>]*>/g, ""), long.replaceAll("&", "&amp;"))
        for (const part of one.text.split("</strong>")) assert.isTrue(part.isWellFormed())
      })
    )
  })
})
