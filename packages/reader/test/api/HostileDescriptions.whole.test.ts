import { assert, describe, it } from "@effect/vitest"
import { DescriptionAdapter, TypesettingAdapter } from "@quire/adapters"
import type { PublishedPage } from "@quire/core"
import { Document as Documents } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect, Layer } from "effect"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { draw } from "../document/draw.ts"
import { drawn } from "../support/Hostile.ts"
import { strangeIn } from "../support/Judge.ts"
import { documentOf, operation, pets, published, schemas, webhook } from "./description.ts"

const layers = Layer.mergeAll(FontAwesome.layer, TypesettingAdapter.layerHere, DescriptionAdapter.layerHere)

/** The discriminators of the form, which no author writes. */
const structural = new Set(["method", "in", "kind", "slug", "object", "marks"])

const kindOf = new Set(["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect", "paragraph", "bold", "italic"])

const mapTexts = (value: unknown, text: string, name = ""): unknown => {
  if (typeof value === "string") return structural.has(name) || (name === "type" && kindOf.has(value)) ? value : text
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, text, name))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, text, key)]))
}

const isSpec = (value: unknown): value is PublishedPage.PublishedSpec =>
  typeof value === "object" && value !== null && "operations" in value

const replaced = (spec: PublishedPage.PublishedSpec, text: string): PublishedPage.PublishedSpec => {
  const changed = mapTexts(spec, text)
  return isSpec(changed) ? changed : assert.fail("no spec")
}

const step = 8

/** A share of the texts, as each is drawn in every place six times; all in deep runs. */
const tried = drawn.filter((_, at) => Rounds.depth() === "deep" || at % step === 0)

describe("a hostile description", () => {
  it.layer(layers, { excludeTestServices: true })((it) => {
    it.effect("renders only known elements and attributes when everything is rendered", () =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        const { text } = yield* draw(documentOf(spec), {}, { specs: [spec] })
        assert.deepStrictEqual(strangeIn(text, false), [])
      })
    )

    it.effect.each(tried)("shows %j as text in every field of a description (rule published-operations)", (text) =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        for (const each of [text, JSON.stringify(text), JSON.stringify({ [text]: [text] })]) {
          const hostile = replaced(spec, each)
          const { text: whole } = yield* draw(documentOf(hostile), {}, { specs: [hostile] })
          assert.deepStrictEqual(strangeIn(whole, false), [])
          // What blocks name that is gone.
          const blocks = Documents.make([operation(each, each), webhook(each, each), schemas(each)])
          assert.deepStrictEqual(strangeIn((yield* draw(blocks)).text, false), [])
        }
      })
    )
  })
})
