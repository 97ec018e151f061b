import { assert, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { ContentStore, Engine, Imports, Searches, Spaces } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import { markdown, prepared, zip } from "../support/docs.ts"
import { as, capabilities } from "../support/engine.ts"

/** A store that says which of its operations were called. */
const told = (store: typeof ContentStore.ContentStore.Service, calls: Array<string>) => ({
  ...store,
  getMany: (...given: Parameters<typeof store.getMany>) =>
    Effect.suspend(() => (calls.push("getMany"), store.getMany(...given))),
  getManyIn: (...given: Parameters<typeof store.getManyIn>) =>
    Effect.suspend(() => (calls.push("getManyIn"), store.getManyIn(...given)))
})

it.effect("a cold search of an organization asks for content as often for many spaces as for few", () =>
  Effect.gen(function* () {
    const ports = yield* Layer.build(Layer.merge(Memory.Memory.layer, capabilities))
    const calls: Array<string> = []
    const watched = Context.add(
      ports,
      ContentStore.ContentStore,
      told(Context.get(ports, ContentStore.ContentStore), calls)
    )
    const engine = (on: typeof ports) => Layer.build(Engine.layer.pipe(Layer.provideMerge(Layer.succeedContext(on))))
    const warm = yield* engine(ports)
    const { admin, editor, organization, reader } = yield* Effect.provide(prepared, warm)
    const add = Effect.gen(function* () {
      const { create } = yield* Spaces.Spaces
      const { bytesIntoSpace } = yield* Imports.Imports
      const { id } = yield* as(admin)(create(organization, { title: "More", editMode: "live" }))
      yield* as(editor)(bytesIntoSpace(id, zip))
    }).pipe(Effect.provide(warm))
    const cold = Effect.gen(function* () {
      const context = yield* engine(watched)
      const { inOrganization } = Context.get(context, Searches.Searches)
      calls.length = 0
      const { items } = yield* as(reader)(inOrganization(organization, "penguin", { limit: 50 }))
      for (const { pages } of items) {
        assert.deepStrictEqual(
          pages.map(({ path, sections, title }) => [
            title,
            path,
            sections.map((section) => [section.title, section.body])
          ]),
          [["Install it", "guide/install-it", [["On Linux", "Use the penguin package.\nlogo".replace(/\s+/g, " ")]]]]
        )
      }
      return [items.length, calls.length] as const
    })
    yield* add
    const [few, before] = yield* cold
    for (let more = 0; more < 10; more++) yield* add
    const [many, after] = yield* cold
    assert.deepStrictEqual([few, many], [2, 12])
    assert.strictEqual(after, before)
    assert.isAtMost(after, 6)
  })
)

it.effect("a hit shows the text around it, of long sections the part that matches, and the description of none", () =>
  Effect.gen(function* () {
    const engine = yield* Layer.build(
      Engine.layer.pipe(Layer.provideMerge(Memory.Memory.layer), Layer.provideMerge(capabilities))
    )
    const { editor, id, reader } = yield* Effect.provide(prepared, engine)
    const { bytesIntoSpace } = Context.get(engine, Imports.Imports)
    const { inSpace } = Context.get(engine, Searches.Searches)
    const long = Array.from({ length: 6000 }, (_, index) => `w${index}`).join(" ")
    yield* as(editor)(
      bytesIntoSpace(id, markdown(`---\ndescription: About zebras\n---\n# Long\n\n## Part\n\n${long} okapi end\n`))
    )
    const search = (query: string) =>
      Effect.map(as(reader)(inSpace(id, query, { limit: 10 })), ({ items }) =>
        items.map(({ sections, title }) => [title, sections.map((section) => [section.id, section.body])])
      )
    const [[title, sections] = []] = yield* search("okapi")
    assert.strictEqual(title, "Long")
    assert.lengthOf(sections ?? [], 1)
    assert.match(String(sections?.[0]?.[1]), /w5999 okapi end$/)
    assert.deepStrictEqual(yield* search("zebras"), [["Long", []]])
    assert.deepStrictEqual(yield* search("okapi w3"), [])
  })
)
