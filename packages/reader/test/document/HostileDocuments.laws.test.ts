import { assert, describe, it } from "@effect/vitest"
import { TypesettingAdapter } from "@quire/adapters"
import { Document, type PublishedPage } from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { drawn } from "../support/Hostile.ts"
import { strangeIn } from "../support/Judge.ts"
import * as corpus from "./corpus.ts"
import { draw } from "./draw.ts"

/** Names by which the format tells its parts apart; what an author writes is everywhere else. */
const structural = new Set(["object", "type", "kind", "fragment", "schemaVersion"])

const decode = Schema.decodeUnknownOption(Document.Document)

const mapTexts = (value: unknown, f: (text: string, name: string) => string, name = ""): unknown => {
  if (typeof value === "string") return structural.has(name) ? value : f(value, name)
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, f, name))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, f, key)]))
}

const namesOf = (value: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  mapTexts(value, (text, name) => {
    names.add(name)
    return text
  })
  return names
}

const isDocument = (value: unknown): value is Document.Document =>
  typeof value === "object" && value !== null && "nodes" in value

/** The corpus with a text in every place of some names. */
const replaced = (fields: ReadonlySet<string>, text: string): Document.Document => {
  const changed = mapTexts(corpus.document, (own, name) => (fields.has(name) ? text : own))
  if (!isDocument(changed)) throw new Error("not a document")
  return changed
}

const isAllowed = (names: ReadonlyArray<string>, text: string): boolean =>
  Option.isSome(decode(replaced(new Set(names), text)))

const isTargets = (value: unknown): value is PublishedPage.Targets => typeof value === "object" && value !== null

/** Texts with NUL or half a character are stored nowhere. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes("\u0000")

const layers = Layer.merge(FontAwesome.layer, TypesettingAdapter.layerHere)

const strange = (document: Document.Document, references = corpus.references) =>
  Effect.map(draw(document, references), ({ text }) => strangeIn(text, false))

const fields = [...namesOf(corpus.document)]

/** Where an author may write what they like. */
const free = fields.filter((field) => isAllowed([field], "\u0007javascript:<>"))

describe("a hostile document", () => {
  it.layer(layers)((it) => {
    it.effect("has many fields to write in", () => Effect.sync(() => assert.isAbove(free.length, 10)))

    it.effect("renders only known elements and attributes", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* strange(corpus.document), [])
      })
    )

    it.effect.each(drawn)("shows %j as text in every field of a document, and of what it refers to", (text) =>
      Effect.gen(function* () {
        assert.strictEqual(isAllowed(free, text), isStorable(text))
        const targets = mapTexts(corpus.references, (own, name) => (name === "path" ? own : text))
        if (!isTargets(targets)) return assert.fail("no targets")
        // These are checked where they are written, and may be anything here.
        const named = replaced(new Set([...free, "icon", "code", "color"]), text)
        assert.deepStrictEqual(yield* strange(named, targets), [])
        assert.deepStrictEqual(yield* strange(replaced(new Set([...free, "url"]), text)), [])
      })
    )
  })
})
