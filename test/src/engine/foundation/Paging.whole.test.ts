import { assert, layer } from "@effect/vitest"
import { Memory } from "@quire/adapters/memory"
import {
  AccessFacts,
  AccessReports,
  ChangeRequestId,
  ChangeRequests,
  Collections,
  Grants,
  type OrganizationId,
  Paging,
  RequestOverview,
  type SpaceId,
  Spaces,
  UserId
} from "@quire/core"
import {
  ChangeRequest,
  Member,
  Placement,
  Repository,
  Sealing,
  SigningKeys,
  TreeLock,
  User
} from "@quire/core/internal"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, countedSecrets, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const many = <A>(count: number, make: (at: string) => A) => Array.from({ length: count }, (_, at) => make(String(at)))

const counted = <A, E, R>(list: Effect.Effect<Paging.Page<A>, E, R>) => Effect.map(list, ({ count }) => count)

/** So many more spaces in addition to one, as far as lists count them. */
const crowd = Effect.fnUntraced(function* (space: string, count: number) {
  const placements = yield* Repository.make(Placement.collection)
  const trees = yield* Repository.make(TreeLock.collection)
  const { setReaders } = yield* AccessFacts.AccessFacts
  const { value } = yield* Effect.orDie(Effect.fromOption(yield* placements.get(space)))
  const { kind, organization, readers: keys } = value
  const ids = many(count, (at) => `${space}.${count}.${at}`)
  yield* Effect.orDie(placements.insertAll(ids.map((id) => ({ ...value, id }))))
  yield* setReaders(ids.map((placement) => ({ organization, kind, placement, keys })))
  yield* trees.add(organization, { spaces: count })
})

/** So many change requests more, like the first of a space. */
const propose = Effect.fnUntraced(function* (space: SpaceId, count: number) {
  const requests = yield* Repository.make(ChangeRequest.collection)
  const { value } = yield* Effect.orDie(Effect.fromOption(yield* requests.getBy("number", { space, number: 1 })))
  const made = Array.from({ length: count }, (_, at) => ({
    ...value,
    id: ChangeRequestId.make(`${value.id}-${at}`),
    number: at + 2
  }))
  yield* Effect.orDie(requests.insertAll(made))
})

/** So many members more who are like one. */
const join = Effect.fnUntraced(function* (organization: OrganizationId, like: UserId, count: number) {
  const members = yield* Repository.make(Member.collection)
  const users = yield* Repository.make(User.collection)
  const member = yield* Effect.orDie(Effect.fromOption(yield* members.get(Member.rowId(organization, like))))
  const user = yield* Effect.orDie(Effect.fromOption(yield* users.get(like)))
  const ids = many(count, (at) => UserId.make(`${like}-${count}-${at}`))
  yield* Effect.orDie(users.insertAll(ids.map((id) => ({ ...user.value, id, email: `${id}@many.test` }))))
  yield* Effect.orDie(
    members.insertAll(ids.map((id) => ({ ...member.value, id: Member.rowId(organization, id), user: id })))
  )
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`lists on ${name}`, (it) => {
    it.effect(
      "returns each lasting item once despite concurrent writes, with the count of the first page (rules list-count and list-order)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const world = yield* found
          const admin = as(world.admin)
          const make = admin(spaces.create(world.organization, {}))
          const kept = yield* Effect.replicateEffect(make, 7)
          const doomed = yield* make
          const seen: Array<string> = []
          let page: string | undefined
          do {
            const answer = yield* as(world.reader)(spaces.list(world.organization, { limit: 2, page }))
            assert.strictEqual(answer.count, 8)
            seen.push(...answer.items.map(({ id }) => id))
            page = answer.next?.page
            yield* make.pipe(Effect.flatMap(({ id }) => admin(spaces.remove(id))))
            if (seen.length === 4) yield* admin(spaces.remove(doomed.id))
          } while (page !== undefined)
          assert.deepStrictEqual(
            seen.filter((id) => id !== doomed.id),
            kept.map(({ id }) => id)
          )
        })
    )

    it.effect("accepts a cursor only for its list, filters and caller (rule list-cursor)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const [world, other] = [yield* found, yield* found]
        yield* Effect.replicateEffect(as(world.admin)(spaces.create(world.organization, {})), 3)
        const page = (yield* as(world.admin)(spaces.list(world.organization, { limit: 1 }))).next?.page ?? ""
        const refused = [
          as(world.reader)(spaces.list(world.organization, { limit: 1, page })),
          as(other.admin)(spaces.list(other.organization, { limit: 1, page })),
          as(world.admin)(spaces.listDeleted(world.organization, { limit: 1, page })),
          ...["", "x", `${page}x`, page.slice(1), page.replace(".", "")].map((bad) =>
            as(world.admin)(spaces.list(world.organization, { limit: 1, page: bad }))
          )
        ]
        for (const refusal of refused) assert.strictEqual((yield* Effect.flip(refusal))._tag, "CursorInvalid")
        assert.strictEqual(
          (yield* as(world.admin)(spaces.list(world.organization, { limit: 1000, page }))).items.length,
          2
        )
      })
    )

    it.effect("accepts cursors without expiry (rule list-cursor)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        yield* Effect.replicateEffect(as(world.admin)(spaces.create(world.organization, {})), 3)
        const list = (page?: string) => as(world.reader)(spaces.list(world.organization, { limit: 1, page }))
        const { next } = yield* list()
        const second = yield* list(next?.page)
        for (const _ of [1, 2]) {
          yield* TestClock.adjust("366 days")
          assert.deepStrictEqual(yield* list(next?.page), second)
        }
        assert.strictEqual((yield* list(second.next?.page)).items.length, 1)
      })
    )

    it.effect("counts spaces up to 10,000, and further only for administrators (rule list-count)", () =>
      Effect.gen(function* () {
        const collections = yield* Collections.Collections
        const spaces = yield* Spaces.Spaces
        const { admin, organization, reader } = yield* found
        const { id: shelf } = yield* as(admin)(collections.create(organization, {}))
        const { id } = yield* as(admin)(spaces.create(organization, { parent: shelf }))
        const counts = Effect.forEach([reader, admin], (who) =>
          as(who)(
            Effect.all([counted(spaces.list(organization, { limit: 0 })), counted(spaces.listIn(shelf, { limit: 0 }))])
          )
        )
        yield* crowd(id, 9_999)
        assert.deepStrictEqual(yield* counts, [
          [10_000, 10_000],
          [10_000, 10_000]
        ])
        yield* crowd(id, 1)
        assert.deepStrictEqual(yield* counts, [
          [undefined, undefined],
          [10_001, 10_001]
        ])
      })
    )

    it.effect("counts deleted spaces up to 10,000, and further only for administrators (rule list-count)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const { admin, creator, organization } = yield* found
        const { id } = yield* as(admin)(spaces.create(organization, {}))
        yield* as(admin)(spaces.remove(id))
        const counts = Effect.forEach([creator, admin], (who) =>
          as(who)(counted(spaces.listDeleted(organization, { limit: 0 })))
        )
        yield* crowd(id, 9_999)
        assert.deepStrictEqual(yield* counts, [10_000, 10_000])
        yield* crowd(id, 2)
        assert.deepStrictEqual(yield* counts, [undefined, 10_002])
      })
    )

    it.effect("counts change requests of any number of spaces (rule list-count)", () =>
      Effect.gen(function* () {
        const overview = yield* RequestOverview.RequestOverview
        const requests = yield* ChangeRequests.ChangeRequests
        const spaces = yield* Spaces.Spaces
        const { admin, organization, reader } = yield* found
        const create = as(admin)(spaces.create(organization, {}))
        const [{ id }, { id: hidden }, { id: deleted }] = yield* Effect.all([create, create, create])
        for (const space of [id, hidden, deleted]) yield* as(admin)(requests.create(space, {}))
        yield* as(admin)(spaces.update(hidden, { defaultLevel: null }))
        yield* as(admin)(spaces.remove(deleted))
        const counts = Effect.forEach([reader, admin], (who) =>
          as(who)(counted(overview.list(organization, { statuses: ["draft", "merged"] }, { limit: 0 })))
        )
        // The administrator sees 1,000 spaces, then 1,001 and 1,003; the reader one fewer.
        for (const more of [998, 1, 2]) {
          yield* crowd(id, more)
          assert.deepStrictEqual(yield* counts, [1, 2])
        }
      })
    )

    it.effect("counts change requests up to 10,000, and further only for administrators (rule list-count)", () =>
      Effect.gen(function* () {
        const overview = yield* RequestOverview.RequestOverview
        const requests = yield* ChangeRequests.ChangeRequests
        const spaces = yield* Spaces.Spaces
        const { admin, organization, reader } = yield* found
        const [{ id }, { id: other }] = yield* Effect.all([
          as(admin)(spaces.create(organization, {})),
          as(admin)(spaces.create(organization, {}))
        ])
        yield* as(admin)(requests.create(id, {}))
        const counts = Effect.forEach([reader, admin], (who) =>
          as(who)(counted(overview.list(organization, { statuses: ["draft"] }, { limit: 0 })))
        )
        yield* propose(id, 9999)
        assert.deepStrictEqual(yield* counts, [10_000, 10_000])
        yield* as(admin)(requests.create(other, {}))
        assert.deepStrictEqual(yield* counts, [undefined, 10_001])
      })
    )

    it.effect("counts people with access up to 10,000 (rule list-count)", () =>
      Effect.gen(function* () {
        const grants = yield* Grants.Grants
        const reports = yield* AccessReports.AccessReports
        const spaces = yield* Spaces.Spaces
        const { admin, organization, reader } = yield* found
        const { id: space } = yield* as(admin)(spaces.create(organization, {}))
        const counts = as(admin)(
          Effect.all([
            counted(grants.aggregate({ kind: "space", id: space }, { limit: 0 })),
            counted(reports.whoCan(organization, { permission: "content:read", space }, { limit: 0 }))
          ])
        )
        assert.deepStrictEqual(yield* counts, [4, 4])
        yield* join(organization, reader, 9_996)
        assert.deepStrictEqual(yield* counts, [10_000, 10_000])
        yield* join(organization, reader, 1)
        assert.deepStrictEqual(yield* counts, [undefined, undefined])
      })
    )

    it.effect("accepts limits from 0, which returns only the count, to 1,000 (rule list-page)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        yield* as(world.admin)(spaces.create(world.organization, {}))
        const list = (limit: number) => as(world.admin)(spaces.list(world.organization, { limit }))
        assert.deepStrictEqual(yield* list(0), { items: [], count: 1 })
        assert.strictEqual((yield* list(1000)).items.length, 1)
        for (const limit of [-1, 1001, 1.5, Number.NaN]) {
          assert.strictEqual((yield* Effect.flip(list(limit)))._tag, "InputInvalid")
        }
      })
    )
  })
}

const paging = Paging.Paging.layer.pipe(
  Layer.provide(SigningKeys.SigningKeys.layer.pipe(Layer.provide(Sealing.Sealing.layer))),
  Layer.provide(Layer.merge(Memory.layer, countedSecrets))
)

layer(paging)("long list pages", (it) => {
  /** Asks for pages, each for a given person, and returns whose are being made until all are let go on. */
  const asked = Effect.fnUntraced(function* (limit: number, people: ReadonlyArray<string>) {
    const { paged } = yield* Paging.Paging
    const gate = yield* Deferred.make<void>()
    const begun: Array<string> = []
    const page = (person: string) =>
      paged({
        list: "things",
        request: { limit },
        count: Effect.succeed(0),
        load: () => Effect.sync((): ReadonlyArray<string> => [person]),
        keyset: (id: string) => ({ order: [], id }),
        view: (rows) =>
          Effect.as(
            Effect.andThen(
              Effect.sync(() => begun.push(...rows)),
              Deferred.await(gate)
            ),
            rows
          )
      })
    const fibers = yield* Effect.forEach(people, (person) =>
      Effect.forkChild(as(UserId.make(person))(page(person)), { startImmediately: true })
    )
    yield* Effect.replicateEffect(Effect.yieldNow, 10)
    const first = [...begun]
    yield* Deferred.succeed(gate, undefined)
    const pages = yield* Effect.forEach(fibers, Fiber.join)
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => items),
      people
    )
    return first
  })

  it.effect(`builds pages of up to ${Paging.limits.short} items immediately`, () =>
    Effect.gen(function* () {
      const people = ["a", "a", "a", "b", "c"]
      assert.deepStrictEqual(yield* asked(Paging.limits.short, people), people)
    })
  )

  it.effect("limits how many longer ones are built at once, for all callers together (rule pool-shares)", () =>
    Effect.gen(function* () {
      for (const limit of [Paging.limits.short + 1, Paging.limits.max]) {
        const first = yield* asked(limit, ["a", "a", "a", "b", "c"])
        assert.deepStrictEqual(first, ["a", "a"].slice(0, Paging.limits.longAtOnce))
      }
    })
  )
})
