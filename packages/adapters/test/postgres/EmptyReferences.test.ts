import { assert, layer } from "@effect/vitest"
import { Repository } from "@quire/core"
import { Suite } from "@quire/testing"
import { Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as TableDefinition from "../../src/postgres/TableDefinition.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

const Node = Schema.Struct({
  id: Schema.String,
  organization: Schema.String,
  parent: Schema.String,
  slug: Schema.String
})

const nodes = Repository.collection({
  name: "test_nodes",
  schema: Node,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    parent: { kind: "text", of: (self) => self.parent },
    slug: { kind: "text", of: (self) => self.slug }
  },
  indexes: {
    children: { on: ["organization", "parent"], order: ["slug"] },
    roots: { on: ["organization"], order: ["slug"], where: { parent: "" } }
  },
  unique: {
    slug: { on: ["organization", "parent", "slug"] },
    rootSlug: { on: ["slug"], where: { parent: "" } }
  },
  references: [{ column: "parent", to: "test_nodes", onDelete: "cascade", scoped: true }],
  counters: [],
  rank: 3
})

const tables = Effect.flatMap(PgSession, ({ atomic, script }) =>
  atomic(
    script(["set local search_path = quire", ...TableDefinition.statements([Repository.shapeOf(nodes)])].join(";\n"))
  )
)

/** Two roots, and two nodes below the first. */
const filled = Effect.gen(function* () {
  const repository = yield* Repository.make(nodes)
  const organization = Suite.fresh("o")
  const [root, other] = [Suite.fresh("n"), Suite.fresh("n")]
  const node = (id: string, parent: string, slug: string) => ({ id, organization, parent, slug })
  yield* repository.insertAll([node(root, "", `a ${root}`), node(other, "", `b ${other}`)])
  yield* repository.insertAll([node(Suite.fresh("n"), root, "x"), node(Suite.fresh("n"), root, "y")])
  return { repository, organization, root, other, node }
})

const slugs = (rows: ReadonlyArray<Repository.VersionedValue<typeof Node.Type>>) => rows.map(({ value }) => value.slug)

layer(StoreTemplate.layer().pipe(Layer.tap((context) => Effect.provide(tables, context))), Suite.live)(
  "an optional reference",
  (it) => {
    it.effect("matches the empty text, alone and among others, in both directions", () =>
      Effect.gen(function* () {
        const { repository, organization, root, other } = yield* filled
        const roots = [`a ${root}`, `b ${other}`]
        const list = (parent: string | { readonly in: ReadonlyArray<string> }, direction: "asc" | "desc") =>
          Effect.map(repository.list("children", { equals: { organization, parent }, direction, limit: 9 }), slugs)
        assert.deepStrictEqual(yield* list("", "asc"), roots)
        assert.deepStrictEqual(yield* list("", "desc"), roots.toReversed())
        assert.deepStrictEqual(yield* list({ in: [""] }, "asc"), roots)
        assert.deepStrictEqual(yield* list({ in: ["", root, "absent"] }, "asc"), [...roots, "x", "y"])
        assert.deepStrictEqual(yield* list({ in: [root, other] }, "desc"), ["y", "x"])
        const declared = yield* repository.list("roots", { equals: { organization }, limit: 9 })
        assert.deepStrictEqual(slugs(declared), roots)
        const [first] = declared
        assert(first !== undefined)
        const after = repository.keyset("children", first.value)
        const rest = yield* repository.list("children", { equals: { organization, parent: "" }, after, limit: 9 })
        assert.deepStrictEqual(slugs(rest), [`b ${other}`])
        const counts = yield* repository.countEach("children", "parent", ["", root, other], { organization })
        assert.deepStrictEqual(
          counts,
          new Map([
            ["", 2],
            [root, 2]
          ])
        )
      })
    )

    it.effect("takes part in a key like any text", () =>
      Effect.gen(function* () {
        const { repository, organization, root, node } = yield* filled
        const taken = yield* Effect.flip(repository.tryInsert(node(Suite.fresh("n"), "", `a ${root}`)))
        assert.strictEqual(taken.unique, "slug")
        const elsewhere = { ...node(Suite.fresh("n"), "", `a ${root}`), organization: Suite.fresh("o") }
        assert.strictEqual((yield* Effect.flip(repository.tryInsert(elsewhere))).unique, "rootSlug")
        const found = yield* repository.getBy("slug", { organization, parent: "", slug: `a ${root}` })
        assert.deepStrictEqual(
          Option.map(found, ({ value }) => value.id),
          Option.some(root)
        )
        const below = yield* repository.getBy("slug", { organization, parent: root, slug: "x" })
        const moved = Option.getOrThrow(below)
        const refused = yield* Effect.flip(
          repository.tryUpdate(moved, { ...moved.value, parent: "", slug: `a ${root}` })
        )
        assert.deepStrictEqual([refused._tag, yield* repository.get(moved.value.id)], ["Taken", below])
      })
    )

    it.effect("requires its target when it is not empty, and follows cascades", () =>
      Effect.gen(function* () {
        const { repository, organization, root, node } = yield* filled
        yield* Suite.dies(repository.insert(node(Suite.fresh("n"), "absent", "x")))
        assert.strictEqual(yield* repository.remove([root]), 1)
        assert.strictEqual(yield* repository.count("children", { equals: { organization, parent: root } }), 0)
        assert.strictEqual(yield* repository.count("roots", { equals: { organization } }), 1)
      })
    )
  }
)
