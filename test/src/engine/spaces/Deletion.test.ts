import { assert, layer } from "@effect/vitest"
import { Collections, Imports, Outbox, Purge, Spaces } from "@quire/core"
import { Placement } from "@quire/core/internal"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const page = {
  source: "markdown",
  bytes: new TextEncoder().encode("# A\n\nText.\n"),
  contentType: undefined,
  url: "file:///a.md",
  name: "a.md"
} as const

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`deletion and restore on ${name}`, (it) => {
    it.effect(
      "restores with a collection exactly what the same deletion removed (rules list-depth, collection-delete and collection-restore)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const world = yield* found
          const admin = as(world.admin)
          const top = yield* admin(collections.create(world.organization, { title: "top" }))
          const inner = yield* admin(collections.create(world.organization, { title: "inner", parent: top.id }))
          const make = (title: string) => admin(spaces.create(world.organization, { title, parent: inner.id }))
          const [kept, earlier, rescued] = [yield* make("kept"), yield* make("earlier"), yield* make("rescued")]
          yield* admin(spaces.remove(earlier.id))
          yield* admin(collections.remove(top.id))
          assert.strictEqual((yield* admin(spaces.list(world.organization, { limit: 9 }))).count, 0)
          assert.isUndefined((yield* admin(spaces.restore(rescued.id))).parent)
          yield* admin(collections.restore(top.id))
          const { items } = yield* admin(spaces.listIn(inner.id, { limit: 9 }))
          assert.deepStrictEqual(
            items.map(({ id }) => id),
            [kept.id]
          )
          assert.strictEqual((yield* admin(collections.list(world.organization, { limit: 9, nested: true }))).count, 2)
          const deleted = yield* admin(spaces.listDeleted(world.organization, { limit: 9 }))
          assert.deepStrictEqual([deleted.count, deleted.items[0]?.id], [1, earlier.id])
          assert.strictEqual((yield* Effect.flip(admin(collections.restore(top.id))))._tag, "NotDeleted")
        })
    )

    it.effect(
      "keeps earlier deletions unchanged: their time, their window and their contents (rules space-restore-window, collection-delete and collection-restore)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const outbox = yield* Outbox.Outbox
          const world = yield* found
          const admin = as(world.admin)
          const earlier: ReadonlyArray<
            readonly [
              string,
              (made: { readonly space: string; readonly inner: string }) => Effect.Effect<unknown, unknown>
            ]
          > = [
            ["a space", ({ space }) => admin(spaces.remove(space))],
            ["a collection", ({ inner }) => admin(collections.remove(inner))],
            [
              "a space, and then its collection",
              ({ inner, space }) => Effect.andThen(admin(spaces.remove(space)), admin(collections.remove(inner)))
            ]
          ]
          const day = 86_400_000
          for (const [what, remove] of earlier) {
            const { id: top } = yield* admin(collections.create(world.organization, { title: what }))
            const { id: inner } = yield* admin(collections.create(world.organization, { title: "inner", parent: top }))
            const { id: space } = yield* admin(spaces.create(world.organization, { parent: inner }))
            const { id: last } = yield* admin(spaces.create(world.organization, { parent: top }))
            const deleted = Effect.map(admin(spaces.listDeleted(world.organization, { limit: 99 })), ({ items }) =>
              items.flatMap(({ deletedAt, id }) => ([space, last].includes(id) ? [[id, deletedAt]] : []))
            )
            yield* remove({ space, inner })
            const before = yield* deleted
            assert.lengthOf(before, 1, what)
            const seen = (yield* outbox.read("", 10_000)).at(-1)?.offset ?? ""
            yield* TestClock.adjust(day)
            yield* admin(collections.remove(top))
            const [event] = (yield* outbox.read(seen, 10)).map((read) => read.event)
            const going = what === "a space" ? [top, inner, last] : [top, last]
            assert.sameMembers([...(event?.subjects ?? [])], going, what)
            const now = yield* Clock.currentTimeMillis
            assert.deepStrictEqual(yield* deleted, [[last, new Date(now).toISOString()], ...before], what)
            yield* TestClock.adjust(Placement.limits.restoreMilliseconds - day)
            assert.deepStrictEqual(
              (yield* deleted).map(([id]) => id),
              [last],
              what
            )
            yield* admin(collections.restore(top))
            assert.deepStrictEqual(yield* deleted, [], what)
            const { items } = yield* admin(spaces.list(world.organization, { limit: 99 }))
            assert.isTrue(
              items.some(({ id }) => id === last),
              what
            )
            assert.isFalse(
              items.some(({ id }) => id === space),
              what
            )
          }
        })
    )

    it.effect("pages deleted spaces, also past one that is restored meanwhile (rule space-restorable)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const admin = as(world.admin)
        const made = yield* Effect.replicateEffect(admin(spaces.create(world.organization, {})), 6)
        for (const [index, { id }] of made.entries()) {
          if (index % 2 === 0) yield* TestClock.adjust(1)
          yield* admin(spaces.remove(id))
        }
        const whole = yield* admin(spaces.listDeleted(world.organization, { limit: 9 }))
        const ids = whole.items.map(({ id }) => id)
        assert.strictEqual(whole.count, 6)
        const instants = whole.items.map(({ deletedAt }) => deletedAt ?? "")
        assert.deepStrictEqual(instants, [...instants].sort().reverse())
        const read: Array<string> = []
        let next: string | undefined
        do {
          const { items, next: following } = yield* admin(
            spaces.listDeleted(world.organization, { limit: 2, ...(next === undefined ? {} : { page: next }) })
          )
          read.push(...items.map(({ id }) => id))
          next = following?.page
          if (next !== undefined) yield* admin(spaces.restore(read.at(-1) ?? ""))
        } while (next !== undefined)
        assert.deepStrictEqual(read, ids)
      })
    )

    it.effect("announces the deleted state and the restored location (rule event-tells)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const outbox = yield* Outbox.Outbox
        const world = yield* found
        const admin = as(world.admin)
        const { id: box } = yield* admin(collections.create(world.organization, { title: "Box" }))
        yield* admin(collections.update(box, { defaultLevel: "edit" }))
        const { id: space } = yield* admin(spaces.create(world.organization, { title: "Guide", parent: box }))
        yield* admin(spaces.update(space, { title: "Manual", defaultLevel: "read" }))
        yield* admin(spaces.remove(space))
        yield* admin(spaces.restore(space))
        yield* admin(collections.remove(box))
        const told = (yield* outbox.read("", 10_000)).flatMap(({ event }) =>
          event.organization === world.organization ? [event] : []
        )
        const [updated, gone, back, emptied] = told.slice(-4)
        assert.deepStrictEqual([gone?.type, gone?.before, gone?.after], ["spaces.delete", updated?.after, undefined])
        const deletedAt = yield* Clock.currentTimeMillis
        assert.deepStrictEqual([back?.type, back?.subjects], ["spaces.restore", [space]])
        assert.deepInclude(back?.before, { parent: box, deletedAt })
        assert.deepInclude(back?.after, { parent: box, deletedAt: null })
        assert.deepStrictEqual([emptied?.type, emptied?.subjects], ["collections.delete", [box, space]])
        assert.deepInclude(emptied?.before, { id: box, title: "Box", defaultLevel: "edit" })
        assert.notProperty(emptied, "after")
      })
    )

    it.effect("purges what is past the window with its content, and nothing younger (rule space-purge)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const imports = yield* Imports.Imports
        const purge = yield* Purge.Purge
        const world = yield* found
        const admin = as(world.admin)
        const make = admin(spaces.create(world.organization, {}))
        const [old, young, alive] = [yield* make, yield* make, yield* make]
        for (const { id } of [old, young, alive]) yield* admin(imports.bytesIntoSpace(id, page))
        yield* admin(spaces.remove(old.id))
        yield* TestClock.adjust(1)
        yield* admin(spaces.remove(young.id))
        yield* TestClock.adjust(Placement.limits.restoreMilliseconds - 1)
        assert.strictEqual((yield* Effect.flip(admin(purge.expiredContent())))._tag, "HostOnly")
        assert.isAtLeast(yield* asSystem(purge.expiredContent()), 1)
        assert.strictEqual(yield* asSystem(purge.expiredContent()), 0)
        assert.isUndefined((yield* admin(spaces.restore(young.id))).deletedAt)
        assert.strictEqual((yield* admin(spaces.list(world.organization, { limit: 9 }))).count, 2)
      })
    )
  })
}
