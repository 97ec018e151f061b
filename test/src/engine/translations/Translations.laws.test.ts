import { assert, layer } from "@effect/vitest"
import { type Block, type Document, InlineText } from "@quire/core"
import { TextSites } from "@quire/core/internal"
import { DocumentArbitrary, Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { type Answering, engines, page, pseudo, setup, translator } from "../../support/translating.ts"

const isInline = (value: unknown): value is Block.InlineNode =>
  typeof value === "object" &&
  value !== null &&
  "object" in value &&
  (value.object === "text" || value.object === "inline")

const accents = new Map(Array.from("áéíóúýçñšžÁÉÍÓÚÝÇÑŠŽ", (each, at) => [each, "aeiouycnszAEIOUYCNSZ".charAt(at)]))

/** A value without what the pseudo-translator does to words, and without differences that no reader sees. */
const bare = (value: unknown): unknown => {
  if (typeof value === "string") {
    return Array.from(value, (each) => accents.get(each) ?? each)
      .join("")
      .replace(/\s+/gu, " ")
  }
  if (Array.isArray(value)) {
    const found = value.every(isInline) ? InlineText.join(value) : value
    return found.map(bare)
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bare(each)]))
}

/** The same without words: what stands where, in which order. */
const boned = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const inlines = value.filter(isInline).flatMap((each) => (each.object === "inline" ? [each] : []))
    const all = value.some(isInline) ? inlines.map((each) => JSON.stringify(boned(each))).sort() : value.map(boned)
    return all
  }
  if (typeof value !== "object" || value === null) return value
  const wordy = new Set(["title", "label", "alt", "caption", "description"])
  const kept = Object.entries(value).filter(([key]) => !wordy.has(key))
  return Object.fromEntries(kept.map(([key, each]) => [key, boned(each)]))
}

/** Answers as broken as they come: too few, too many, without marks, with strange ones, with markup, empty, endless. */
const misbehaving = (): Answering => {
  let asked = 0
  const faults: ReadonlyArray<(answer: string) => string> = [
    (answer) => answer.replace(/<\d+\/?>/, ""),
    (answer) => `${answer}<1/>`,
    (answer) => answer.replace(/<\/\d+>/, ""),
    (answer) => `${answer}<script>alert(1)</script>`,
    () => "",
    (answer) => answer.repeat(300),
    (answer) => `${answer}\u0000`,
    (answer) => answer
  ]
  return (task) =>
    Effect.map(pseudo(task), (answers) => {
      asked++
      if (task.texts.length > 1 && asked % 4 === 0) return answers.slice(1)
      if (task.texts.length > 1 && asked % 4 === 1) return [...answers, "more"]
      return answers.map((answer, at) => faults[(asked + at) % faults.length]?.(answer) ?? answer)
    })
}

/** Puts the outermost marks of an answer in another order, as languages do. */
const turning: Answering = (task) =>
  Effect.map(pseudo(task), (answers) =>
    answers.map((answer) => {
      const outermost = answer.match(/<(\d+)\/>|<(\d+)>[\s\S]*?<\/\2>|[^<]+/g) ?? []
      return outermost.join("") === answer ? outermost.toReversed().join("") : answer
    })
  )

const documents = (count: number) =>
  fc
    .sample(
      DocumentArbitrary.normal.filter(({ nodes }) => nodes.length > 0),
      { numRuns: count, seed: fc.readConfigureGlobal()?.seed ?? 0 }
    )
    .map((document, at) => ({ title: `Page number ${at}`, document }))

const translators: ReadonlyArray<
  readonly [name: string, answers: () => Answering, law: (value: unknown) => unknown, faults: RegExp]
> = [
  ["says other words", () => pseudo, bare, /^never$/],
  ["answers what is of no use", misbehaving, bare, /./],
  ["moves marks", () => turning, boned, /annotations are in a different order/]
]

const expected = (document: unknown) => TextSites.withAnchors(document as Document.Document)

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`invariants of translations on ${name}`, (it) => {
    const count = Rounds.rounds(name === "memory" ? 60 : 20, 600, 120)

    it.effect.each(translators)(
      "keeps pages, blocks, marks and links when the translator %s (rule translation-structure)",
      ([_, answers, law, faults]) =>
        Effect.gen(function* () {
          const { document, edit, french, into, output, pages, run, source } = yield* setup
          const all = documents(count)
          for (let at = 0; at < all.length; at += 20) {
            yield* edit(all.slice(at, at + 20).map((each, n) => page(each.title, each.document, `p${at + n}`)))
          }
          translator.answers = answers()
          yield* into("fr", output)
          assert.isAbove((yield* run).length, count)
          const { kept, status } = yield* french
          assert.strictEqual(status, "completed")
          assert.deepStrictEqual(
            kept.filter(({ reason }) => !faults.test(reason)),
            []
          )
          const [there, here] = [yield* pages(source), yield* pages(output)]
          const shapeOf = (of: typeof there) =>
            of.map((each) => [each.id, each.type, "path" in each ? each.path : "", bare(each.title)])
          if (law === bare) assert.deepStrictEqual(shapeOf(here), shapeOf(there))
          for (const { id } of there) {
            const [of, made] = [yield* document(source, id), yield* document(output, id)]
            assert.deepStrictEqual(law(made), law(expected(of)))
          }
        }),
      Rounds.patience
    )

    it.effect(
      "requests nothing without a change, and only what has changed (rule translation-changed)",
      () =>
        Effect.gen(function* () {
          const { ask, document, edit, into, output, pages, run, source } = yield* setup
          const all = documents(count)
          for (let at = 0; at < all.length; at += 20) {
            yield* edit(all.slice(at, at + 20).map((each, n) => page(each.title, each.document, `p${at + n}`)))
          }
          yield* into("fr", output)
          const first = yield* run
          yield* ask
          yield* run
          assert.deepStrictEqual([translator.asked, translator.tasks], [[], []])
          const there = yield* pages(source)
          for (const changed of [1, 3, 10]) {
            for (const each of there.slice(0, changed)) {
              const old = yield* document(source, each.id)
              const block = { object: "block", type: "paragraph", nodes: [said(`Change ${changed} of ${each.title}.`)] }
              const next = { object: "document", data: { schemaVersion: 1 }, nodes: [block, ...old.nodes] }
              yield* edit([{ operation: "update_page", page: each.id, document: { document: next } } as never])
            }
            const asked = yield* run
            assert.strictEqual(asked.length, changed)
            assert.isTrue(asked.every((text) => text.startsWith(`Change ${changed}`)))
            assert.isBelow(translator.tasks.length, first.length)
          }
        }),
      Rounds.patience
    )
  })
}

const said = (text: string) => ({ object: "text", leaves: [{ object: "leaf", text, marks: [] }] })
