import { assert, describe, it, layer } from "@effect/vitest"
import {
  Access,
  CollectionId,
  Collections,
  Grant,
  GrantLedger,
  Grants,
  Member,
  Members,
  Outbox,
  Placements,
  Purge,
  Repository,
  type Role,
  Spaces,
  TeamId,
  Teams,
  UserId
} from "@quire/core"
import { Mutation, Placement } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"
import * as Laws from "./grants/laws.ts"
import { agrees, begin, play, type Step, siteActs, steps } from "./grants/play.ts"

const { holds, patience, rounds } = Rounds

describe("the access decision on content", () => {
  const count = rounds(150, 100_000, 1_000)

  it(
    "matches the rules, step by step (rules access-precedence, access-closed, access-guest and access-inheritance)",
    () => holds(Laws.decides, count),
    patience
  )
  it("lists as readers exactly those who may read", () => holds(Laws.lists, count), patience)
  it(
    "ignores sources that are later in precedence (rules access-precedence and access-admin)",
    () => holds(Laws.precedes, count),
    patience
  )
  it("changes with a move only where access is inherited", () => holds(Laws.moves, count), patience)
})

const space = (id: string) => ({ kind: "space" as const, id })
const collection = (id: string) => ({ kind: "collection" as const, id })
const user = (id: string) => ({ kind: "user" as const, id })

const tag = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error) => error._tag, onSuccess: () => "done" })

const everybody = ({ admin, creator, editor, guest, reader }: World) => [admin, creator, editor, guest, reader]

/** What everybody lists is what everybody may read, and counters are what they count. */
const consistent = Effect.fnUntraced(function* (world: World) {
  const access = yield* Access.Access
  const spaces = yield* Spaces.Spaces
  const members = yield* Repository.make(Member.collection)
  const grants = yield* Repository.make(Grant.collection)
  const { items: all } = yield* as(world.admin)(spaces.list(world.organization, { limit: 1000 }))
  for (const person of everybody(world)) {
    const readable: Array<string> = []
    for (const { id } of all) {
      const opened = access.placement("space", id, "content:view", () => "hidden")
      if (Option.isSome(yield* Effect.option(as(person)(opened)))) readable.push(id)
    }
    const { items } = yield* as(person)(spaces.list(world.organization, { limit: 1000 }))
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      readable
    )
    const equals = { organization: world.organization, reader: `user:${person}` }
    const held = yield* grants.list("ofReader", { equals, limit: 1000 })
    const row = yield* Effect.flatMap(members.get(Member.rowId(world.organization, person)), Effect.fromOption)
    assert.strictEqual(
      row.counters["spaces"],
      held.filter(({ value }) => all.some(({ id }) => id === value.resource)).length
    )
  }
})

/** Plays each of the sequences in a new organization, and compares what everybody may do with the model again and again. */
const playAll = Effect.fnUntraced(function* (samples: ReadonlyArray<ReadonlyArray<Step>>) {
  for (const sample of samples) {
    yield* Rounds.turn
    const game = yield* begin
    for (const [at, step] of sample.entries()) {
      yield* play(game, step)
      if (at % 8 === 7 || at === sample.length - 1) yield* agrees(game)
    }
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`grants on ${name}`, (it) => {
    it.effect(
      "matches the rules after any sequence of operations",
      () =>
        Effect.gen(function* () {
          const numRuns = name === "memory" ? rounds(15, 1_000, 40) : rounds(2, 60, 3)
          yield* playAll(fc.sample(steps(40), numRuns))
        }),
      patience
    )

    it.effect(
      "matches the rules while spaces are added to sites, moved and deleted (rules access-precedence, access-inheritance and collection-delete)",
      () =>
        Effect.gen(function* () {
          const numRuns = name === "memory" ? rounds(12, 1_000, 40) : rounds(2, 60, 3)
          yield* playAll(fc.sample(steps(70, siteActs), numRuns))
        }),
      patience
    )

    it.effect("applies to what is moved into a collection concurrently, and not to what is moved out", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const grants = yield* Grants.Grants
        const world = yield* found
        const admin = as(world.admin)
        const closed = yield* admin(collections.create(world.organization, { title: "closed" }))
        yield* admin(collections.update(closed.id, { defaultLevel: null }))
        const inner = yield* admin(collections.create(world.organization, { title: "inner", parent: closed.id }))
        const make = admin(spaces.create(world.organization, {}))
        const [left, right] = [yield* make, yield* make]
        const people = [world.guest, world.reader, world.editor]
        const done = new Set<number>()
        for (let round = 0; round < rounds(3, 100, 8); round++) {
          const to = (even: boolean) => ({ parent: even ? inner.id : null })
          const given = people.map((person, at) =>
            (round + at) % 3 === 0
              ? grants.remove(collection(closed.id), user(person))
              : grants.invite(collection(at % 2 === 0 ? closed.id : inner.id), { users: [person], role: "comment" })
          )
          const raced: ReadonlyArray<Effect.Effect<boolean>> = [
            ...given,
            spaces.move(left.id, to(round % 2 === 0)),
            spaces.move(right.id, to(round % 2 === 1)),
            collections.move(inner.id, { parent: round % 4 < 2 ? null : closed.id }),
            round % 3 === 0 ? spaces.remove(left.id) : spaces.restore(left.id)
          ].map((each) => Effect.isSuccess(admin(each as (typeof given)[number])))
          for (const [at, isDone] of (yield* Effect.all(raced, { concurrency: "unbounded" })).entries()) {
            if (isDone) done.add(at)
          }
          yield* consistent(world)
        }
        assert.strictEqual(done.size, people.length + 4)
      })
    )

    it.effect("does not restore revoked ones with inherited access", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const grants = yield* Grants.Grants
        const world = yield* found
        const admin = as(world.admin)
        const shelf = yield* admin(collections.create(world.organization, { title: "shelf" }))
        const book = yield* admin(spaces.create(world.organization, { parent: shelf.id }))
        const listed = Effect.map(as(world.guest)(spaces.list(world.organization, { limit: 9 })), ({ count }) => count)
        yield* admin(grants.invite(collection(shelf.id), { users: [world.guest], role: "read" }))
        yield* admin(grants.invite(space(book.id), { users: [world.guest], role: "edit" }))
        assert.isTrue(yield* admin(grants.remove(space(book.id), user(world.guest))))
        assert.strictEqual(yield* listed, 1)
        assert.isTrue(yield* admin(grants.remove(collection(shelf.id), user(world.guest))))
        assert.strictEqual(yield* listed, 0)
        yield* admin(spaces.move(book.id, { parent: null }))
        yield* admin(spaces.move(book.id, { parent: shelf.id }))
        yield* admin(collections.update(shelf.id, { defaultLevel: "read" }))
        yield* admin(collections.update(shelf.id, { defaultLevel: "inherit" }))
        assert.strictEqual(yield* listed, 0)
        const { items } = yield* admin(grants.listUsers(space(book.id), { limit: 9 }))
        assert.deepStrictEqual(items, [])
      })
    )

    it.effect("allows callers who may create to grant, never above their own role (rule access-above-oneself)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const grants = yield* Grants.Grants
        const world = yield* found
        const { admin, creator, editor, guest, reader, stranger } = world
        const book = space((yield* as(admin)(spaces.create(world.organization, {}))).id)
        const input = { users: [guest], role: "create" as const }
        for (const [who, refusal] of [
          [stranger, "SpaceNotFound"],
          [guest, "SpaceNotFound"],
          [reader, "Forbidden"],
          [editor, "Forbidden"]
        ] as const) {
          assert.strictEqual(yield* tag(as(who)(grants.invite(book, input))), refusal)
          assert.strictEqual(yield* tag(as(who)(grants.update(book, user(guest), { role: "read" }))), refusal)
          assert.strictEqual(yield* tag(as(who)(grants.remove(book, user(guest)))), refusal)
          assert.strictEqual(yield* tag(as(who)(grants.listUsers(book, { limit: 1 }))), refusal)
          assert.strictEqual(yield* tag(as(who)(grants.listTeams(book, { limit: 1 }))), refusal)
          assert.strictEqual(yield* tag(as(who)(grants.aggregate(book, { limit: 1 }))), refusal)
        }
        const byCreator = as(creator)
        assert.strictEqual(yield* tag(byCreator(grants.invite(book, { ...input, role: "admin" }))), "Forbidden")
        assert.strictEqual(yield* tag(byCreator(grants.invite(book, input))), "done")
        yield* as(admin)(grants.invite(book, { users: [editor], role: "admin" }))
        assert.strictEqual(yield* tag(byCreator(grants.update(book, user(editor), { role: "read" }))), "Forbidden")
        assert.strictEqual(yield* tag(byCreator(grants.update(book, user(editor), {}))), "Forbidden")
        assert.strictEqual(yield* tag(byCreator(grants.remove(book, user(editor)))), "Forbidden")
        assert.strictEqual(yield* tag(byCreator(grants.invite(book, { users: [editor], role: "read" }))), "Forbidden")
        assert.strictEqual(yield* tag(byCreator(grants.update(book, user(reader), { role: "read" }))), "GrantNotFound")
        assert.isFalse(yield* byCreator(grants.remove(book, user(reader))))
        assert.isTrue(yield* as(guest)(grants.remove(book, user(guest))))
        assert.strictEqual(yield* tag(as(guest)(grants.listUsers(book, { limit: 1 }))), "SpaceNotFound")
        yield* as(editor)(grants.update(book, user(editor), { role: "edit" }))
        assert.strictEqual(yield* tag(as(editor)(grants.remove(book, user(editor)))), "Forbidden")
        yield* as(admin)(spaces.remove(book.id))
        assert.strictEqual(yield* tag(as(admin)(grants.invite(book, input))), "SpaceNotFound")
        assert.strictEqual(yield* tag(as(admin)(grants.aggregate(book, { limit: 1 }))), "SpaceNotFound")
      })
    )

    it.effect("reveals nothing to a guest about members whom they may not list (rule access-hidden-names)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const grants = yield* Grants.Grants
        const teams = yield* Teams.Teams
        const [world, other] = [yield* found, yield* found]
        const admin = as(world.admin)
        const team = TeamId.make((yield* admin(teams.create(world.organization, { title: "Team" }))).id)
        const unknownUser = UserId.make("a99999999999999999999999999")
        const strangers = [world.editor, world.reader, other.reader, world.stranger, unknownUser]
        for (const base of [
          space((yield* admin(spaces.create(world.organization, {}))).id),
          collection((yield* admin(collections.create(world.organization, {}))).id)
        ]) {
          const given = { users: [world.guest, world.creator], role: "create" as const }
          yield* admin(grants.invite(base, given))
          const invite = (users: ReadonlyArray<UserId>, groups: ReadonlyArray<TeamId> = []) =>
            Effect.match(as(world.guest)(grants.invite(base, { users, teams: groups, role: "read" })), {
              onFailure: (error) => ("details" in error ? `${error._tag} ${error.details?.[0]?.path}` : error._tag),
              onSuccess: () => "done"
            })
          for (const id of strangers) {
            assert.strictEqual(yield* invite([world.creator, id]), "ReferenceNotFound users.1")
            assert.strictEqual(yield* tag(as(world.guest)(grants.update(base, user(id), {}))), "GrantNotFound")
            assert.isFalse(yield* as(world.guest)(grants.remove(base, user(id))))
          }
          for (const id of [team, TeamId.make("t99999999999999999999999999")]) {
            assert.strictEqual(yield* invite([world.creator], [id]), "ReferenceNotFound teams.0")
          }
          assert.strictEqual((yield* admin(grants.listUsers(base, { limit: 9 }))).count, 2)
          assert.strictEqual(yield* invite([world.creator]), "done")
          yield* admin(grants.invite(base, { teams: [team], role: "read" }))
          assert.strictEqual(yield* invite([], [team]), "done")
        }
      })
    )

    it.effect("applies all or none, to users of the organization", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const grants = yield* Grants.Grants
        const members = yield* Members.Members
        const teams = yield* Teams.Teams
        const outbox = yield* Outbox.Outbox
        const [world, other] = [yield* found, yield* found]
        const admin = as(world.admin)
        const book = space((yield* admin(spaces.create(world.organization, {}))).id)
        const team = TeamId.make((yield* admin(teams.create(world.organization, { title: "Team" }))).id)
        const foreign = TeamId.make((yield* as(other.admin)(teams.create(other.organization, { title: "T" }))).id)
        yield* asSystem(members.disable(world.organization, world.reader))
        const news = Effect.gen(function* () {
          let offset = ""
          const types: Array<string> = []
          for (;;) {
            const read = yield* outbox.read(offset, 500)
            types.push(...read.filter(({ event }) => event.space === book.id).map(({ event }) => event.type))
            offset = read.at(-1)?.offset ?? offset
            if (read.length < 500) return types
          }
        })
        const before = yield* news
        const fault = (users: ReadonlyArray<UserId>, named: ReadonlyArray<TeamId>) =>
          Effect.match(admin(grants.invite(book, { users, teams: named, role: "edit" })), {
            onFailure: (error) => ("details" in error ? `${error._tag} ${error.details?.[0]?.path}` : error._tag),
            onSuccess: () => "done"
          })
        assert.strictEqual(yield* fault([], []), "NobodyInvited users")
        assert.strictEqual(yield* fault([world.guest, world.stranger], [team]), "ReferenceNotFound users.1")
        assert.strictEqual(yield* fault([world.guest, other.reader], [team]), "ReferenceNotFound users.1")
        assert.strictEqual(yield* fault([world.guest], [team, foreign]), "ReferenceNotFound teams.1")
        const many = <A>(one: A, count: number) => Array.from({ length: count }, () => one)
        assert.strictEqual(yield* fault(many(world.guest, 101), []), "InputInvalid users")
        assert.strictEqual(yield* fault([], many(team, 101)), "InputInvalid teams")
        assert.strictEqual((yield* admin(grants.listUsers(book, { limit: 0 }))).count, 0)
        assert.deepStrictEqual(yield* news, before)

        assert.strictEqual(yield* fault(many(world.guest, 100), many(team, 100)), "done")
        assert.strictEqual(yield* fault([world.reader, world.admin, world.guest], []), "done")
        const happened = [...before, "grants.update", "grants.update"]
        assert.deepStrictEqual(yield* news, happened)
        assert.strictEqual(yield* fault([world.guest, world.admin], [team]), "done")
        yield* admin(grants.update(book, user(world.guest), { role: "edit" }))
        yield* admin(grants.update(book, user(world.guest), {}))
        assert.isFalse(yield* admin(grants.remove(book, user(world.creator))))
        assert.deepStrictEqual(yield* news, happened)

        const first = yield* admin(grants.listUsers(book, { limit: 2 }))
        const page = first.next?.page
        const second = yield* admin(grants.listUsers(book, { limit: 2, page }))
        assert.deepStrictEqual(
          [...first.items, ...second.items].map(({ permission, user }) => [user.id, permission]),
          [world.guest, world.reader, world.admin].map((id) => [id, "edit"])
        )
        assert.deepStrictEqual([first.count, second.count, second.next], [3, 3, undefined])
        const { items } = yield* admin(grants.listTeams(book, { limit: 9 }))
        assert.deepStrictEqual(
          items.map(({ permission, team }) => [team.id, team.spaces, team.permissions, permission]),
          [[team, 1, { admin: true, view: true }, "edit"]]
        )
        const aggregate = yield* admin(grants.aggregate(book, { limit: 9 }))
        assert.strictEqual(aggregate.items.find(({ user }) => user.id === world.admin)?.permission, "admin")
        assert.isUndefined(aggregate.items.find(({ user }) => user.id === world.reader))
      })
    )

    it.effect("updates the counts of their holders (rule member-spaces-count)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const grants = yield* Grants.Grants
        const members = yield* Members.Members
        const purge = yield* Purge.Purge
        const [world, other] = [yield* found, yield* found]
        const admin = as(world.admin)
        yield* asSystem(members.add(other.organization, world.admin, "admin"))
        const shelf = yield* admin(collections.create(world.organization, {}))
        const parent = CollectionId.make(shelf.id)
        const [inside, outside] = [
          yield* admin(spaces.create(world.organization, { parent })),
          yield* admin(spaces.create(world.organization, {}))
        ]
        const invite = (on: Grants.GrantTarget) => admin(grants.invite(on, { users: [world.guest], role: "read" }))
        yield* invite(space(inside.id))
        yield* invite(space(outside.id))
        yield* invite(collection(shelf.id))
        const counted = Effect.map(admin(members.get(world.organization, world.guest)), (self) => self.spaces)
        assert.strictEqual(yield* counted, 2)
        yield* admin(collections.remove(shelf.id))
        assert.strictEqual(yield* counted, 1)
        yield* admin(collections.restore(shelf.id))
        assert.strictEqual(yield* counted, 2)
        yield* admin(spaces.transfer(outside.id, { organization: other.organization }))
        assert.strictEqual(yield* counted, 1)
        yield* admin(grants.remove(space(inside.id), user(world.guest)))
        assert.strictEqual(yield* counted, 0)
        yield* invite(space(inside.id))
        yield* admin(spaces.remove(inside.id))
        yield* TestClock.adjust(Placement.limits.restoreMilliseconds)
        yield* asSystem(purge.expiredContent())
        assert.strictEqual(yield* counted, 0)
      })
    )

    it.effect("raises a role and never lowers it", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const grants = yield* Grants.Grants
        const ledger = yield* GrantLedger.GrantLedger
        const tree = yield* Placements.Placements
        const { mutate } = yield* Effect.provide(Mutation.Mutation, Mutation.Mutation.layer)
        const world = yield* found
        const { id } = yield* as(world.admin)(spaces.create(world.organization, {}))
        const raise = (role: Role.Role) =>
          Effect.gen(function* () {
            yield* tree.lock(world.organization)
            const placement = yield* Effect.flatMap(tree.placements.get(id), Effect.fromOption)
            return yield* ledger.raise(placement, Grant.readerOf("user", world.guest), role)
          }).pipe(mutate, asSystem)
        assert.deepStrictEqual(
          [yield* raise("comment"), yield* raise("comment"), yield* raise("read"), yield* raise("edit")],
          [true, false, false, true]
        )
        const { items } = yield* as(world.admin)(grants.listUsers(space(id), { limit: 9 }))
        assert.deepStrictEqual(
          items.map(({ permission, user }) => [user.id, permission]),
          [[world.guest, "edit"]]
        )
      })
    )
  })
}
