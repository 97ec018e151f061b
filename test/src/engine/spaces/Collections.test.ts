import { assert, layer } from "@effect/vitest"
import { type CollectionId, Collections, Organizations, Placement, Repository, Spaces } from "@quire/core"
import { Effect, Option } from "effect"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`collections on ${name}`, (it) => {
    it.effect("leaves deleted descendants behind in a transfer at every depth (rule space-transfer)", () =>
      Effect.gen(function* () {
        const collections = yield* Collections.Collections
        const organizations = yield* Organizations.Organizations
        const world = yield* found
        const admin = as(world.admin)
        const other = yield* admin(organizations.create({ title: "Other" }))
        const make = (parent?: CollectionId) =>
          admin(collections.create(world.organization, parent === undefined ? {} : { parent }))
        const outer = yield* make()
        const gone = yield* make(outer.id)
        const inner = yield* make(gone.id)
        yield* admin(collections.remove(gone.id))
        const moved = yield* admin(collections.transfer(outer.id, { organization: other.id }))
        assert.strictEqual(moved.organization, other.id)
        for (const { id } of [gone, inner]) {
          yield* admin(collections.restore(id))
          assert.strictEqual((yield* admin(collections.get(id))).organization, world.organization)
        }
      })
    )

    it.effect("keeps spaces and collections in one order (rules space-move and collection-order)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const world = yield* found
        const admin = as(world.admin)
        const shelf = yield* admin(collections.create(world.organization, { title: "Shelf" }))
        const make = (title: string) => admin(spaces.create(world.organization, { title, parent: shelf.id }))
        const [one, two, three] = [yield* make("1"), yield* make("2"), yield* make("3")]
        const titles = Effect.map(admin(spaces.listIn(shelf.id, { limit: 10 })), ({ items }) =>
          items.map(({ title }) => title)
        )
        yield* admin(spaces.move(three.id, { position: { before: { type: "space", space: one.id } } }))
        assert.deepStrictEqual(yield* titles, ["3", "1", "2"])
        yield* admin(spaces.move(three.id, { position: { after: { type: "space", space: one.id } } }))
        assert.deepStrictEqual(yield* titles, ["1", "3", "2"])
        const inner = yield* admin(collections.create(world.organization, { parent: shelf.id }))
        yield* admin(collections.move(inner.id, { position: { before: { type: "space", space: two.id } } }))
        yield* admin(spaces.move(one.id, { position: { after: { type: "collection", collection: inner.id } } }))
        assert.deepStrictEqual(yield* titles, ["3", "1", "2"])
      })
    )

    it.effect("rejects moving one below itself (rules collection-cycle and space-move)", () =>
      Effect.gen(function* () {
        const collections = yield* Collections.Collections
        const { admin, organization } = yield* found
        const mine = as(admin)
        const make = (parent?: CollectionId) =>
          Effect.map(mine(collections.create(organization, parent === undefined ? {} : { parent })), ({ id }) => id)
        const outer = yield* make()
        const inner = yield* make(outer)
        const innermost = yield* make(inner)
        for (const parent of [outer, inner, innermost]) {
          const refused = yield* Effect.flip(mine(collections.move(outer, { parent })))
          assert.deepInclude(refused, { _tag: "MoveInvalid", kind: "invalid", field: "parent" })
        }
        assert.isUndefined((yield* mine(collections.get(outer))).parent)
        assert.strictEqual((yield* mine(collections.move(innermost, { parent: outer }))).parent, outer)
      })
    )

    it.effect("keeps the order with short positions after a thousand moves to one place", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const admin = as(world.admin)
        const make = (title: string) => admin(spaces.create(world.organization, { title }))
        const first = yield* make("first")
        const pair = [yield* make("a"), yield* make("b")] as const
        for (let round = 0; round < (name === "memory" ? 1000 : 60); round++) {
          const mover = pair[(round + 1) % 2] ?? first
          yield* admin(spaces.move(mover.id, { position: { after: { type: "space", space: first.id } } }))
        }
        const placements = yield* Repository.make(Placement.collection)
        const placed = yield* Effect.forEach([first, ...pair], ({ id }) =>
          Effect.map(placements.get(id), (row) => Option.getOrThrow(row).value.position.length)
        )
        assert.isAtMost(Math.max(...placed), Placement.limits.positionLength)
        const { items } = yield* admin(spaces.list(world.organization, { limit: 10 }))
        assert.deepStrictEqual(
          items.map(({ title }) => title),
          ["first", "a", "b"]
        )
      })
    )

    it.effect("returns the necessary fields and permissions", () =>
      Effect.gen(function* () {
        const collections = yield* Collections.Collections
        const world = yield* found
        const made = yield* as(world.creator)(collections.create(world.organization, { title: "Notes" }))
        assert.isUndefined(made.description)
        assert.isUndefined(made.parent)
        const described = yield* as(world.creator)(collections.update(made.id, { description: "What we know" }))
        assert.strictEqual(described.description, "What we know")
        assert.isUndefined((yield* as(world.creator)(collections.update(made.id, { description: "" }))).description)
        const seen = yield* as(world.reader)(collections.get(made.id))
        assert.deepStrictEqual(seen.permissions, { view: true, admin: false, viewInviteLinks: false, create: false })
        assert.strictEqual((yield* Effect.flip(as(world.guest)(collections.get(made.id))))._tag, "CollectionNotFound")
      })
    )

    it.effect("lists the top level by position with nested=false (rule list-depth)", () =>
      Effect.gen(function* () {
        const collections = yield* Collections.Collections
        const world = yield* found
        const admin = as(world.admin)
        const top = yield* admin(collections.create(world.organization, { title: "top" }))
        yield* admin(collections.create(world.organization, { title: "inner", parent: top.id }))
        const list = (nested: boolean) =>
          Effect.map(admin(collections.list(world.organization, { limit: 10, nested })), ({ count, items }) => [
            count,
            items.length
          ])
        assert.deepStrictEqual(
          [yield* list(true), yield* list(false)],
          [
            [2, 2],
            [1, 1]
          ]
        )
      })
    )
  })
}
