import { execFileSync } from "node:child_process"
import { type Engine, OpenApiSpecId, Repository } from "@quire/core"
import { OpenApiSpec, OpenApiVersion, TreeEdit } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect, ManagedRuntime, Redacted } from "effect"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { described, document, placeholder, type Shop, shop } from "../../support/computed.ts"
import type { Config } from "../../support/database.ts"
import { memory, postgresTold } from "../../support/engine.ts"
import { program } from "../../support/program.ts"
import { type Shown, shownOf } from "./shownRoots.ts"

type Runtime = ManagedRuntime.ManagedRuntime<Engine.Services | Engine.Ports, never>

interface Store {
  readonly runtime: Runtime
  readonly shop: Shop
}

/** Pages of a space, and the description of which they are computed. */
interface Planned {
  readonly tags: Readonly<Record<string, ReadonlyArray<string>>>
  readonly models: boolean
  readonly pages: ReadonlyArray<
    { readonly title: string } | { readonly seed: string | undefined; readonly below: boolean }
  >
}

const name = fc.constantFrom("Pets", "pets", "Stores", "Users", "Ünïcode", "Guide")
const planned: fc.Arbitrary<Planned> = fc.record({
  tags: fc.dictionary(name, fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 4 }), { maxKeys: 4 }),
  models: fc.boolean(),
  pages: fc.array(
    fc.oneof(
      fc.record({ title: name }),
      fc.record({ seed: fc.constantFrom(undefined, "one", "two"), below: fc.boolean() })
    ),
    { minLength: 1, maxLength: 6 }
  )
})

/** A spec with ids that do not depend on earlier requests to the store. */
const describeAs = Effect.fnUntraced(function* ({ by, describe, organization }: Shop, slug: string, text: string) {
  yield* describe(text, "given")
  const specs = yield* Repository.make(OpenApiSpec.collection)
  const versions = yield* Repository.make(OpenApiVersion.collection)
  const spec = yield* Effect.flatMap(specs.getBy("slug", { organization, slug: "given" }), Effect.fromOption)
  const version = yield* Effect.flatMap(versions.get(spec.value.lastVersion ?? ""), Effect.fromOption)
  const ids = { spec: OpenApiSpecId.make(slug), version: OpenApiSpec.OpenApiVersionId.make(`v${slug}`) }
  yield* by(specs.insert({ ...spec.value, id: ids.spec, slug, lastVersion: ids.version }))
  yield* by(versions.insert({ ...version.value, id: ids.version, spec: ids.spec }))
}, Effect.orDie)

const fill = Effect.fnUntraced(function* (world: Shop, slug: string, { models, pages, tags }: Planned) {
  yield* describeAs(world, slug, described(tags))
  const space = yield* world.space()
  yield* world.edit({ space }, (draft, start) =>
    Effect.gen(function* () {
      let root = start
      for (const [at, page] of pages.entries()) {
        const id = `p${at}`
        const made = "title" in page ? document(id, page.title) : placeholder(id, slug, page.seed, models)
        const parent = "below" in page && page.below && at > 0 ? `g${at}` : null
        if (parent !== null) {
          const group = { id: parent, type: "group" as const, title: "Below" }
          root = yield* TreeEdit.insert(draft, root, { parent: null, at: undefined, pages: [group], now: 1 })
        }
        root = yield* TreeEdit.insert(draft, root, { parent, at: undefined, pages: [made], now: 1 })
      }
      return root
    })
  )
  return { space, shown: yield* shownOf(space) }
})

describe("computed pages (rules computed-roots and computed-same)", () => {
  let database: Config | undefined
  let stores: ReadonlyArray<Store> = []
  beforeAll(async () => {
    const engines = [memory, postgresTold((config) => (database = config))]
    stores = await Promise.all(
      engines.map(async (engine) => {
        const runtime: Runtime = ManagedRuntime.make(engine)
        return { runtime, shop: await runtime.runPromise(shop) }
      })
    )
  }, Rounds.patience)
  afterAll(async () => {
    await Promise.all(stores.map(({ runtime }) => runtime.dispose()))
  })

  it(
    "has one hash, tree and text on every store, also in a process without a cache",
    async () => {
      const known: Array<{ readonly space: string; readonly shown: Shown }> = []
      let [round, computed] = [0, 0]
      await Rounds.holds(
        fc.asyncProperty(planned, async (plan) => {
          const slug = `spec-${++round}`
          const [inMemory, inPostgres] = await Promise.all(
            stores.map((store) => store.runtime.runPromise(fill(store.shop, slug, plan)))
          )
          if (inMemory === undefined || inPostgres === undefined) return assert.fail("there are two stores")
          assert.deepStrictEqual(inPostgres.shown, inMemory.shown)
          if (inMemory.shown.pages.includes("get_")) computed++
          known.push(inPostgres)
        }),
        Rounds.rounds(12, 200, 20)
      )
      assert.isAbove(computed, 0)
      const { path } = await program({ cold: "test/src/engine/openapi/coldRoots.ts" })
      const { password, ...server } = database ?? assert.fail("there is a database")
      const input = JSON.stringify({
        database: { ...server, password: Redacted.value(password) },
        spaces: known.map(({ space }) => space)
      })
      const told: ReadonlyArray<Shown> = JSON.parse(
        execFileSync(process.execPath, [path], { input, encoding: "utf8", maxBuffer: 100_000_000 })
      )
      assert.deepStrictEqual(
        told,
        known.map(({ shown }) => shown)
      )
    },
    Rounds.patience
  )
})
