import { assert, describe, it } from "@effect/vitest"
import { DescriptionAdapter, TypesettingAdapter } from "@quire/adapters"
import { DocumentText } from "@quire/core"
import { WrittenDocument, WrittenOperation } from "@quire/core/internal"
import { GrowingDescriptions } from "@quire/testing"
import { Effect, Layer } from "effect"
import * as Book from "../../src/api/Book.ts"
import * as OperationBlocks from "../../src/api/OperationBlocks.ts"
import * as Sheet from "../../src/api/Sheet.ts"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { draw, publish } from "../document/draw.ts"
import { words } from "../document/words.ts"
import { documentOf, published } from "./description.ts"

const layers = Layer.mergeAll(FontAwesome.layer, TypesettingAdapter.layerHere, DescriptionAdapter.layerHere)

/** Characters that are made of a description: of its page, the page's text, a request, and the blocks of a model. */
const made = (description: object) =>
  Effect.gen(function* () {
    const spec = yield* published(description)
    const document = documentOf(spec)
    const book = Book.make(spec)
    const schemas = new Map(spec.schemas.map(({ name, schema }) => [name, schema]))
    const { text } = yield* draw(document, {}, { specs: [spec] })
    const nodes = yield* OperationBlocks.replace({ document: publish(document, {}), specs: [spec] }, words)
    const samples = spec.operations.flatMap((operation) => [
      ...Sheet.samplesOf(operation, book).map(({ code }) => DocumentText.ofBlock(code).length),
      WrittenOperation.curlOf(spec, schemas, operation).length
    ])
    const models = spec.schemas.map(({ name }) => JSON.stringify(WrittenDocument.ofModel(schemas, "seed", name)).length)
    return {
      page: text.length,
      text: JSON.stringify(nodes).length,
      sample: Math.max(...samples),
      model: Math.max(0, ...models)
    }
  })

/** The most characters that are made of a description of so many. */
const most = (size: number) => {
  const page = 6_000_000 + 60 * size
  return { page, text: page, sample: 20_000, model: 400_000 }
}

describe("a description that repeats references", () => {
  it.layer(layers, { excludeTestServices: true })((it) => {
    it.effect.each(Object.entries(GrowingDescriptions.growing))(
      "stays within the size of a page: %s (rule description-growth)",
      ([, describe]) =>
        Effect.gen(function* () {
          for (const n of [10, 300]) {
            const description = describe(n)
            const found = yield* made(description)
            const bounds = most(JSON.stringify(description).length)
            for (const part of ["page", "text", "sample", "model"] as const) {
              assert.isAtMost(found[part], bounds[part], `${part} at ${n}`)
            }
          }
        })
    )
  })
})
