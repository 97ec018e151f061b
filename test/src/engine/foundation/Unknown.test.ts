import { assert, layer } from "@effect/vitest"
import { Memory } from "@quire/adapters/memory"
import {
  AccessFacts,
  AccessReports,
  DomainJoins,
  Engine,
  Members,
  OrganizationId,
  Organizations,
  RowStore,
  TeamMembers,
  Teams,
  UserId,
  Users
} from "@quire/core"
import { Context, Effect, Layer } from "effect"
import { as, asSystem, capabilities, postgresPorts } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** Every question to the store, with how many rows came back. */
class Asked extends Context.Service<Asked, Array<string>>()("Asked") {}

const noted = <E>(ports: Layer.Layer<Engine.Ports, E>): Layer.Layer<Engine.Services | Engine.Ports | Asked, E> => {
  const notes: Array<string> = []
  const counted = <A extends ReadonlyArray<unknown>, E2, R>(what: string, rows: Effect.Effect<A, E2, R>) =>
    Effect.tap(rows, ({ length }) => Effect.sync(() => void notes.push(`${what}: ${length}`)))
  const rows = (store: typeof RowStore.RowStore.Service): typeof RowStore.RowStore.Service => ({
    ...store,
    getMany: (shape, ids) => counted(`get ${shape.name}`, store.getMany(shape, ids)),
    getBy: (shape, unique, key) => counted(`get ${shape.name} by ${unique}`, store.getBy(shape, unique, key)),
    list: (shape, index, query) => counted(`list ${shape.name} ${index}`, store.list(shape, index, query)),
    lock: (shape, ids) => counted(`lock ${shape.name}`, store.lock(shape, ids))
  })
  const facts = (port: typeof AccessFacts.AccessFacts.Service): typeof AccessFacts.AccessFacts.Service => ({
    ...port,
    of: (user, target) => Effect.tap(port.of(user, target), () => Effect.sync(() => void notes.push("facts")))
  })
  const listening = Layer.effectContext(
    Effect.map(Layer.build(ports), (given) =>
      given.pipe(
        Context.add(RowStore.RowStore, rows(Context.get(given, RowStore.RowStore))),
        Context.add(AccessFacts.AccessFacts, facts(Context.get(given, AccessFacts.AccessFacts)))
      )
    )
  )
  return Engine.layer.pipe(Layer.provideMerge(listening), Layer.merge(Layer.succeed(Asked, notes)))
}

/** What was asked until the refusal, and which it was. */
const refused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const notes = yield* Asked
    const before = notes.length
    const { _tag } = yield* Effect.flip(effect)
    return { _tag, asked: notes.slice(before) }
  })

const answered = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const notes = yield* Asked
    const before = notes.length
    return { answer: yield* effect, asked: notes.slice(before) }
  })

/** A world, an organization that its people do not know, and the only member of that organization. */
const world = Effect.gen(function* () {
  const mine = yield* found
  const members = yield* Members.Members
  const organizations = yield* Organizations.Organizations
  const users = yield* Users.Users
  const email = `hidden@${mine.domain}`
  const { id: hidden } = yield* asSystem(users.ensure({ email, displayName: "Hidden", emailVerified: true }))
  const domain = `secret.${mine.domain}`
  const { id: club } = yield* as(hidden)(organizations.create({ title: "Club", emailDomains: [domain] }))
  const other = yield* found
  for (const at of [other.organization, club]) yield* asSystem(Effect.ignore(members.add(at, hidden, "read")))
  return { ...mine, hidden, email, club, listed: domain }
})

const unknownUser = UserId.make("unknown")
const nowhere = OrganizationId.make("nowhere")

const stores = [
  ["memory", noted(Layer.merge(Memory.layer, capabilities))],
  ["Postgres", noted(postgresPorts(capabilities))]
] as const

for (const [name, engine] of stores) {
  layer(engine)(`unknown and hidden objects on ${name}`, (it) => {
    it.effect(
      "takes the same statements for users by id: members, strangers and access reports (rule request-reference)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const users = yield* Users.Users
          const reports = yield* AccessReports.AccessReports
          for (const who of [w.reader, w.stranger, w.admin]) {
            const look = (id: UserId) => refused(as(who)(users.get(id)))
            const rename = (id: UserId) => refused(as(who)(users.update(id, { displayName: "X" })))
            const unknown = yield* look(unknownUser)
            assert.strictEqual(unknown._tag, "UserNotFound")
            assert.deepStrictEqual(yield* look(w.hidden), unknown)
            assert.deepStrictEqual(yield* rename(w.hidden), yield* rename(unknownUser))
          }
          const explain = (user: UserId) =>
            refused(as(w.admin)(reports.explain(w.organization, { user, permission: "organization:view" })))
          const unknown = yield* explain(unknownUser)
          assert.strictEqual(unknown._tag, "ReferenceNotFound")
          assert.deepStrictEqual(yield* explain(w.hidden), unknown)
        })
    )

    it.effect("takes the same statements for organizations to join by domain", () =>
      Effect.gen(function* () {
        const w = yield* world
        const { join } = yield* DomainJoins.DomainJoins
        for (const who of [w.reader, w.stranger]) {
          const unknown = yield* refused(as(who)(join(nowhere)))
          assert.strictEqual(unknown._tag, "OrganizationNotFound")
          const hidden = yield* refused(as(who)(join(w.club)))
          assert.deepStrictEqual(
            hidden.asked.map((each) => each.replace("get organizations: 1", "get organizations: 0")),
            unknown.asked
          )
        }
      })
    )

    it.effect("takes the same statements for the listed domains of organizations", () =>
      Effect.gen(function* () {
        const w = yield* world
        const { ofDomain } = yield* Organizations.Organizations
        for (const who of [w.reader, w.stranger, w.admin]) {
          const unknown = yield* answered(as(who)(ofDomain(`not.${w.domain}`)))
          assert.deepStrictEqual(unknown.answer, [])
          assert.deepStrictEqual(yield* answered(as(who)(ofDomain(w.listed))), unknown)
        }
        assert.lengthOf((yield* answered(as(w.hidden)(ofDomain(w.listed)))).answer, 1)
      })
    )

    it.effect("takes the same statements for addresses in the bodies of teams", () =>
      Effect.gen(function* () {
        const w = yield* world
        const teams = yield* Teams.Teams
        const { update } = yield* TeamMembers.TeamMembers
        const { id } = yield* as(w.admin)(teams.create(w.organization, { title: "Team" }))
        const add = (email: string) => refused(as(w.admin)(update(w.organization, id, { add: [email] })))
        const unknown = yield* add(`unknown@${w.domain}`)
        assert.strictEqual(unknown._tag, "ReferenceNotFound")
        const hidden = yield* add(w.email)
        assert.deepStrictEqual(
          hidden.asked.map((each) => each.replace("list users byEmail: 1", "list users byEmail: 0")),
          unknown.asked
        )
      })
    )
  })
}
