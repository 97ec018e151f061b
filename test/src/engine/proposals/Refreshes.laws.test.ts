import { assert, layer } from "@effect/vitest"
import { Imports, Merging, Refreshes } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { described, stage } from "../../support/apiPages.ts"
import { engines } from "../../support/engine.ts"

const words = fc.constantFrom("list", "pets", "by name", "of a city", "slowly", "in order")
const sentence = fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => `${all.join(" ")}.`)

const operation = fc.record({
  summary: fc.constantFrom("List", "Get one", "Take in"),
  description: fc.array(sentence, { maxLength: 3 }).map((all) => all.join("\n\n")),
  tags: fc.subarray(["Cats", "Dogs"], { maxLength: 1 }),
  parameters: fc
    .uniqueArray(fc.record({ name: fc.constantFrom("id", "name", "page", "limit"), description: sentence }), {
      selector: ({ name }) => name,
      maxLength: 4
    })
    .map((all) => all.map((each) => ({ ...each, in: "query", schema: { type: "string" } })))
})
const path = fc.dictionary(fc.constantFrom("get", "post"), operation, { minKeys: 1, maxKeys: 2, noNullPrototype: true })
const description = fc
  .dictionary(fc.constantFrom("/a", "/b", "/c"), path, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  .map((paths) => described(paths))

/** What a writer does to one of the pages, by number. */
const act = fc.record({
  page: fc.nat({ max: 9 }),
  kind: fc.constantFrom("add", "add", "add", "rename", "reword", "move", "delete"),
  at: fc.nat({ max: 9 })
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

const story = fc.record({
  layout: fc.constantFrom("operation" as const, "tag" as const),
  versions: fc.array(fc.record({ text: description, acts: fc.array(act, { maxLength: 4 }) }), {
    minLength: 2,
    maxLength: 3
  })
})

/** Puts a paragraph between two blocks. */
const between = (markdown: string, at: number, text: string): string => {
  const blocks = markdown.split("\n\n")
  blocks.splice(at % (blocks.length + 1), 0, text)
  return blocks.join("\n\n")
}

const setup = Effect.gen(function* () {
  const staged = yield* stage
  const { by, edit, idOf, rewrite, space, titles } = staged
  const imports = yield* Imports.Imports
  const refreshes = yield* Refreshes.Refreshes
  const merging = yield* Merging.Merging
  /** What writers wrote, by page. */
  const written = new Map<string, Array<string>>()
  let acts = 0

  const perform = Effect.fnUntraced(function* ({ at, kind, page: number }: Act) {
    const all = yield* titles
    const title = all[number % Math.max(1, all.length)]
    const page = title === undefined ? undefined : yield* idOf(title)
    const text = `Writers say ${acts++}.`
    if (page === undefined) acts--
    else if (kind === "delete") {
      yield* edit({ operation: "delete_page", page })
      written.clear()
    } else if (kind === "rename") yield* edit({ operation: "update_page", page, title: `Page ${acts}` })
    else if (kind === "move") yield* edit({ operation: "update_page", page, into: null })
    else if (kind === "reword") yield* rewrite(page, (old) => old.replace("pets", `pets (${acts})`))
    else {
      yield* rewrite(page, (old) => between(old, at, text))
      written.set(page, [...(written.get(page) ?? []), text])
    }
  })

  /** Merges a request, with the words of writers where both changed the same. */
  const settle = Effect.fnUntraced(function* (request: string) {
    const { conflicts, expectedBase, expectedHead } = yield* by(merging.status(space, request))
    const resolutions = Object.fromEntries(conflicts.map(({ key }) => [key, "primary" as const]))
    if (conflicts.length > 0) yield* by(merging.resolve(space, request, { resolutions, expectedBase, expectedHead }))
    assert.strictEqual((yield* by(merging.merge(space, request))).result, "merge")
  })
  return {
    ...staged,
    perform,
    settle,
    written,
    importing: (layout: "operation" | "tag") =>
      by(imports.intoSpace(space, { source: "open-api", spec: "pets", layout })),
    refresh: by(Effect.map(refreshes.refresh(space, "pets"), ({ value }) => value))
  }
})

/** Whether only such things were done as touch no word of a description. */
const isBeside = ({ kind }: Act) => kind === "add" || kind === "move"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`refreshes on ${name}`, (it) => {
    const numRuns = Rounds.rounds(name === "memory" ? 12 : 4, 300, 20)
    it.effect(
      "loses no block of a writer, opens no request without a change, and returns the same when repeated (rule api-refresh-merge)",
      () =>
        Effect.forEach(
          fc.sample(story, { numRuns, seed: fc.readConfigureGlobal()?.seed ?? 0 }),
          ({ layout, versions }) =>
            Effect.gen(function* () {
              const { describe, importing, markdown, perform, refresh, settle, written } = yield* setup
              const [first, ...rest] = versions
              yield* describe(first?.text ?? "")
              yield* importing(layout)
              assert.strictEqual((yield* refresh).result, "unchanged")
              let acts = first?.acts ?? []
              let isUntouched = true
              for (const each of rest) {
                yield* Effect.forEach(acts, perform)
                assert.strictEqual((yield* refresh).result, "unchanged")
                yield* describe(each.text)
                const proposed = yield* refresh
                // Where there is nothing to propose, what is left to writers is reported once.
                const told = proposed.result === "unchanged" ? { ...proposed, kept: [] } : proposed
                assert.deepStrictEqual(yield* refresh, told)
                // Words of writers that were kept may meet the description again, whenever it changes there.
                isUntouched &&= acts.every(isBeside)
                if (isUntouched) assert.strictEqual(proposed.conflicts, 0)
                if (proposed.changeRequest !== undefined) yield* settle(proposed.changeRequest.id)
                for (const [page, texts] of written) {
                  const text = yield* markdown(page)
                  for (const said of texts) assert.include(text, said)
                }
                assert.strictEqual((yield* refresh).result, "unchanged")
                acts = each.acts
              }
            })
        ),
      Rounds.patience
    )
  })
}
