import { assert } from "@effect/vitest"
import { type AccessFacts, ChangeRequest, OrganizationId, Repository, type RowStore } from "@quire/core"
import { Effect, Option } from "effect"
import type { It } from "../Suite.ts"
import { addRequests, rows } from "./Rows.ts"

type Facts = It<AccessFacts.AccessFacts | RowStore.RowStore>

const kind = "space" as const

const idsOf = (found: Effect.Effect<ReadonlyArray<RowStore.Row>>) => Effect.map(found, (all) => all.map(({ id }) => id))

/** An organization with spaces, in id order. */
const world = (count: number) =>
  Effect.gen(function* () {
    const made = yield* rows
    const organization = yield* made.addOrganization
    const ids = (yield* Effect.forEach(Array.from({ length: count }), () =>
      made.addPlacement(organization, kind)
    )).toSorted()
    const set = (placement: string, ...keys: ReadonlyArray<string>) =>
      made.facts.setReaders([{ organization, kind, placement, keys }])
    const pick = (...indexes: ReadonlyArray<number>) => indexes.map((index) => String(ids[index]))
    const readable = (keys: ReadonlyArray<string>, after = "", limit = 100) =>
      idsOf(made.facts.readable(organization, kind, keys, { after, limit }))
    const count_ = (keys: ReadonlyArray<string>, cap = 100) => made.facts.countReadable(organization, kind, keys, cap)
    return { ...made, organization, ids, set, readable, pick, count: count_ }
  })

const testListing = (it: Facts) => {
  it.effect("returns the placements with one of the keys, in id order, each once", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, pick, readable } = yield* world(5)
      const keys = [["member:o"], ["team:t", "member:o"], ["user:U", "user:u ", "user:"], ["user:u", "team:t"], []]
      const entries = ids.map((placement, index) => ({ organization, kind, placement, keys: keys[index] ?? [] }))
      yield* facts.setReaders(entries.toReversed())
      assert.deepStrictEqual(yield* readable(["user:u"]), pick(3))
      assert.deepStrictEqual(yield* readable(["team:t", "member:o", "user:u", "team:t"]), pick(0, 1, 3))
      assert.deepStrictEqual(yield* readable(["absent", "%", ""]), [])
      assert.deepStrictEqual(yield* readable([]), [])
    })
  )

  it.effect("pages by id", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, pick, readable } = yield* world(25)
      yield* facts.setReaders(
        ids.map((placement, index) => ({ organization, kind, placement, keys: [`k${index % 2}`, `k${index % 3}`] }))
      )
      const read: Array<string> = []
      for (
        let page = yield* readable(["k0", "k1"], "", 4);
        page.length > 0;
        page = yield* readable(["k0", "k1"], read.at(-1), 4)
      ) {
        assert.isAtMost(page.length, 4)
        read.push(...page)
      }
      assert.deepStrictEqual(read, ids)
      assert.deepStrictEqual(yield* readable(["k2"], ids[5], 2), pick(8, 11))
      assert.deepStrictEqual(yield* readable(["k0"], "", 0), [])
      assert.deepStrictEqual(yield* readable(["k0"], ids[24], 9), [])
    })
  )

  it.effect("pages backwards", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, pick } = yield* world(25)
      yield* facts.setReaders(
        ids.map((placement, index) => ({ organization, kind, placement, keys: [`k${index % 2}`, `k${index % 3}`] }))
      )
      const backwards = (keys: ReadonlyArray<string>, after = "", limit = 4) =>
        idsOf(facts.readable(organization, kind, keys, { after, limit, direction: "desc" }))
      const read: Array<string> = []
      for (
        let page = yield* backwards(["k0", "k1"]);
        page.length > 0;
        page = yield* backwards(["k0", "k1"], read.at(-1))
      ) {
        assert.isAtMost(page.length, 4)
        read.push(...page)
      }
      assert.deepStrictEqual(read, ids.toReversed())
      assert.deepStrictEqual(yield* backwards(["k2"], ids[9], 2), pick(8, 5))
      assert.deepStrictEqual(yield* backwards(["k0"], ids[0], 9), [])
      assert.deepStrictEqual(yield* backwards([], "", 9), [])
    })
  )

  it.effect("distinguishes spaces, collections and sites", () =>
    Effect.gen(function* () {
      const { addOrganization, addPlacement, facts } = yield* rows
      const organization = yield* addOrganization
      for (const kind of ["space", "collection", "site"] as const) {
        const placement = yield* addPlacement(organization, kind)
        yield* facts.setReaders([{ organization, kind, placement, keys: ["k"] }])
        const page = { after: "", limit: 9 }
        assert.deepStrictEqual(yield* idsOf(facts.readable(organization, kind, ["k"], page)), [placement])
        assert.strictEqual(yield* facts.countReadable(organization, kind, ["k"], 9), 1)
      }
    })
  )

  it.effect("counts each placement once, up to the cap", () =>
    Effect.gen(function* () {
      const { count, facts, ids, organization } = yield* world(12)
      yield* facts.setReaders(ids.map((placement) => ({ organization, kind, placement, keys: ["k", "l"] })))
      const counts = [
        yield* count(["k", "l"], 100),
        yield* count(["k", "l"], 12),
        yield* count(["k", "l"], 11),
        yield* count(["l"], 0),
        yield* count(["m"]),
        yield* count([])
      ]
      assert.deepStrictEqual(counts, [12, 12, 11, 0, 0, 0])
    })
  )

  it.effect("reads with hundreds of keys", () =>
    Effect.gen(function* () {
      const { count, ids, readable, set } = yield* world(3)
      yield* Effect.forEach(ids, (id, index) => set(id, `k${index * 300}`, "k1"))
      const keys = Array.from({ length: 601 }, (_, index) => `k${index}`)
      assert.deepStrictEqual(yield* readable(keys), ids)
      assert.strictEqual(yield* count(keys), 3)
    })
  )
}

const rowsOf = (filter: AccessFacts.SpaceRows["filter"]): AccessFacts.SpaceRows => ({
  shape: Repository.shapeOf(ChangeRequest.collection),
  index: "acrossSpaces",
  filter
})

const testCounting = (it: Facts) => {
  it.effect("counts the rows of the spaces with one of the keys, each once, up to the cap", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, addSpace, set } = yield* world(3)
      const [a = "", b = "", c = ""] = ids
      for (const id of ids) yield* addSpace(organization, id)
      yield* set(a, "k", "l")
      yield* set(b, "l")
      yield* addRequests(a, ["open", "draft", "open"])
      yield* addRequests(b, ["open"])
      yield* addRequests(c, ["open"])
      const count = (keys: ReadonlyArray<string>, statuses: ReadonlyArray<string>, cap?: number) =>
        facts.countInSpaces(organization, rowsOf({ equals: { status: { in: statuses } } }), keys, cap)
      const counts = [
        yield* count(["k", "l", "k"], ["open", "draft"]),
        yield* count(["k"], ["open"]),
        yield* count(["k", "l"], ["open"], 3),
        yield* count(["k", "l"], ["open"], 2),
        yield* count(["k", "l"], ["merged"]),
        yield* count(["k", "l"], []),
        yield* count(["m"], ["open"]),
        yield* count([], ["open"])
      ]
      assert.deepStrictEqual(counts, [4, 2, 3, 2, 0, 0, 0, 0])
    })
  )

  it.effect("counts the rows of all spaces of the organization that are not deleted", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, addPlacement, addSpace } = yield* world(2)
      const other = yield* world(1)
      const deleted = yield* addPlacement(organization, kind, [], 1)
      for (const id of [...ids, deleted]) yield* addSpace(organization, id)
      for (const id of other.ids) yield* addSpace(other.organization, id)
      for (const id of [...ids, deleted, ...other.ids]) yield* addRequests(id, ["open", "archived"], `by-${id}`)
      const count = (filter: AccessFacts.SpaceRows["filter"], cap?: number) =>
        facts.countInSpaces(organization, rowsOf(filter), undefined, cap)
      const open = { equals: { status: "open" } }
      const counts = [
        yield* count(open),
        yield* count({ equals: { status: { in: ["archived", "open"] } } }),
        yield* count(open, 1),
        yield* count({ ...open, has: { creator: "somebody" } }),
        yield* count({ ...open, has: { creator: `by-${ids[0]}` } })
      ]
      assert.deepStrictEqual(counts, [2, 4, 1, 0, 1])
    })
  )
}

const testSetting = (it: Facts) => {
  it.effect("replaces the readers of the given placements only", () =>
    Effect.gen(function* () {
      const { count, facts, ids, organization, pick, readable, set } = yield* world(3)
      const [a = "", b = ""] = ids
      for (const id of ids) yield* set(id, "k", "l")
      yield* facts.setReaders([
        { organization, kind, placement: a, keys: ["m", "m", "l"] },
        { organization, kind, placement: b, keys: [] }
      ])
      assert.deepStrictEqual(
        [yield* readable(["k"]), yield* readable(["l"]), yield* readable(["m"])],
        [pick(2), pick(0, 2), pick(0)]
      )
      assert.strictEqual(yield* count(["k", "l", "m"]), 2)
      yield* facts.setReaders([])
      yield* set(b, "k")
      assert.deepStrictEqual(yield* readable(["k"]), pick(1, 2))
    })
  )

  it.effect("separates kinds and organizations", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, addPlacement, readable, set } = yield* world(1)
      const made = yield* rows
      const collection = yield* addPlacement(organization, "collection")
      yield* set(String(ids[0]), "k")
      yield* facts.setReaders([{ organization, kind: "collection", placement: collection, keys: ["k"] }])
      const elsewhere = idsOf(facts.readable(yield* made.addOrganization, kind, ["k"], { after: "", limit: 9 }))
      const collections = idsOf(facts.readable(organization, "collection", ["k"], { after: "", limit: 9 }))
      assert.deepStrictEqual([yield* readable(["k"]), yield* collections, yield* elsewhere], [ids, [collection], []])
    })
  )

  it.effect("moves a placement that is set in another organization", () =>
    Effect.gen(function* () {
      const { facts, ids, placements, readable, set, store } = yield* world(2)
      const made = yield* rows
      const [moved = "", left = ""] = ids
      const other = yield* made.addOrganization
      for (const id of ids) yield* set(id, "k")
      yield* store.atomic(
        Effect.gen(function* () {
          const seen = Option.getOrThrow(yield* placements.get(moved))
          yield* placements.update(seen, { ...seen.value, organization: OrganizationId.make(other) })
          yield* facts.setReaders([{ organization: other, kind, placement: moved, keys: ["k"] }])
        })
      )
      const elsewhere = yield* idsOf(facts.readable(other, kind, ["k"], { after: "", limit: 9 }))
      assert.deepStrictEqual([yield* readable(["k"]), elsewhere], [[left], [moved]])
    })
  )

  it.effect("is part of the current transaction", () =>
    Effect.gen(function* () {
      const { count, ids, pick, readable, set, store } = yield* world(2)
      const [a = "", b = ""] = ids
      yield* set(a, "k")
      const inside = yield* Effect.flip(
        store.atomic(
          Effect.gen(function* () {
            yield* set(a)
            yield* set(b, "k")
            return yield* Effect.fail([yield* readable(["k"]), yield* count(["k"])])
          })
        )
      )
      assert.deepStrictEqual(inside, [pick(1), 1])
      assert.deepStrictEqual([yield* readable(["k"]), yield* count(["k"])], [pick(0), 1])
    })
  )
}

export const cases = (it: Facts): void => {
  testListing(it)
  testCounting(it)
  testSetting(it)
}
