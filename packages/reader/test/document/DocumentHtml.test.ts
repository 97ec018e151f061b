import { assert, describe, it } from "@effect/vitest"
import { TypesettingAdapter } from "@quire/adapters"
import { DocumentText } from "@quire/core"
import { Effect, Layer } from "effect"
import { HtmlValidate } from "html-validate"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import * as corpus from "./corpus.ts"
import { draw } from "./draw.ts"

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
        assert.include(text, '<details class="expandable" id="where-are-pages-kept">')
      })
    )
  })
})
