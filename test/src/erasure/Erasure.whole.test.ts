import * as Memory from "@quire/adapters/memory"
import { ApiTokens, Audit, Engine, Members, OrganizationId, People, Repository, Subscription, Users } from "@quire/core"
import { IntegrationEvent } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { endpoints, target } from "../contract/endpoints.ts"
import { scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import type * as Database from "../support/database.ts"
import { asSystem, capabilities, postgresTold } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Dump from "./Dump.ts"
import { findSaid } from "./Spellings.ts"

const names = ["Wilhelmine Zuckerkandl-Öz", "Quintessa Hohenlohe-Bartenstein"] as const
const addresses = ["wilhelmine.zuckerkandl@forget-me.example", "q.hohenlohe+news@elsewhere-entirely.example"] as const
const photo = "https://pictures.example/portrait-of-wz-8842.png"
const pair = { issuer: "https://provider.example/tenant-5521", externalId: "subject-71fd0a99" } as const
const label = "laptop of the Zuckerkandls"
const texts = [...names, ...addresses, photo, pair.externalId, label]
const words = [
  ...texts,
  "Wilhelmine",
  "Zuckerkandl",
  "Quintessa",
  "Hohenlohe",
  "Bartenstein",
  "forget-me",
  "portrait-of"
]

/** Gives the administrator of the world a unique name, address and photo. */
const introduce = async (world: World.World, at: 0 | 1) => {
  const { id } = world.people.admin
  await world.api.run(
    asSystem(
      Effect.gen(function* () {
        const users = yield* Users.Users
        const email = at === 0 ? `admin@${world.domain}` : addresses[0]
        const introduced = { ...pair, emailVerified: true, displayName: names[at] }
        yield* users.ensure({ ...introduced, email })
        yield* users.ensure({ ...introduced, email: addresses[at] })
        yield* users.update(id, { displayName: names[at], photoURL: photo })
        yield* Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.create(id, { label }))
      })
    )
  )
}

/** Asks for everything that may be asked for, as the administrator; answers how much of it was done. */
const doEverything = async (world: World.World) => {
  let asked = 0
  let done = 0
  for (const endpoint of endpoints) {
    for (const make of Object.values(scenarios[endpoint.name]?.calls ?? {})) {
      const call = await make(world)
      const sent = call.body === undefined ? { ...call.sent } : { body: call.body }
      const { status } = await world.send("admin", endpoint.method, target(endpoint, call), sent)
      asked++
      if (status < 300) done++
    }
  }
  return { asked, done }
}

/** Erases the administrator, after adding another one wherever that is required. */
const erase = (world: World.World) =>
  asSystem(
    Effect.gen(function* () {
      const people = yield* People.People
      const users = yield* Users.Users
      const members = yield* Members.Members
      const refused = yield* Effect.flip(people.erase(world.people.admin.id))
      if (refused._tag !== "OnlyAdministrator") return yield* refused
      const heir = yield* users.ensure({ email: `heir@${world.domain}`, displayName: "Heir" })
      for (const id of refused.organizations) yield* members.add(OrganizationId.make(id), heir.id, "admin")
      return yield* people.erase(world.people.admin.id)
    })
  )

/** A script of an integration and a program of the host have identified a person. */
const tell = (world: World.World) =>
  world.api.run(
    Effect.gen(function* () {
      const events = yield* Repository.make(IntegrationEvent.collection)
      const [seen] = yield* events.list("kept", { equals: {}, limit: 1 })
      if (seen === undefined) return yield* Effect.die("no script has said anything")
      const message = `user ${names[0]} <${addresses[1].toUpperCase()}> has ${photo}`
      const trace = [...seen.value.trace, { message, timestamp: 0, level: "info" as const }]
      yield* Effect.orDie(events.update(seen, { ...seen.value, trace }))
      const subscriptions = yield* Repository.make(Subscription.collection)
      const failure = { event: "one", attempts: 1, at: 0, reason: `no ${names[1]} at ${addresses[0]}` }
      yield* Effect.orDie(subscriptions.insert({ ...Subscription.begun("elsewhere", ""), failure }))
    })
  )

interface Store {
  readonly world: World.World
  readonly dump: () => Promise<ReadonlyArray<string>>
}

const onMemory = async (source: Source.Source): Promise<Store> => {
  const engine = Engine.layer.pipe(
    Layer.provideMerge(Layer.merge(Memory.Memory.layer, Memory.MemoryStore.MemoryStore.layer)),
    Layer.provideMerge(capabilities)
  )
  const api = await Server.open(engine)
  const store = await api.run(Memory.MemoryStore.MemoryStore)
  return { world: await World.make(api, source.url), dump: () => api.run(Dump.ofMemory(store)) }
}

const onPostgres = async (source: Source.Source): Promise<Store> => {
  const configs: Array<Database.Config> = []
  const api = await Server.open(postgresTold((config) => configs.push(config)))
  const [config] = configs
  if (config === undefined) throw new Error("there is no database")
  return { world: await World.make(api, source.url), dump: () => Dump.ofDatabase(config) }
}

describe.each([
  ["memory", onMemory],
  ["Postgres", onPostgres]
] as const)("a person with every kind of data, on %s", (_, open) => {
  let source: Source.Source
  let store: Store
  beforeAll(async () => {
    source = await Source.open()
    store = await open(source)
  })
  afterAll(async () => {
    await store.world.api.close()
    await source.close()
  })

  it("leaves no trace in the store after erasure, with a valid audit log (rules user-erase and audit-erasure)", async () => {
    const { dump, world } = store
    await introduce(world, 0)
    const { asked, done } = await doEverything(world)
    assert.isAbove(done / asked, 0.8, `${done} of ${asked} were done`)
    await introduce(world, 1)
    await tell(world)
    const verify = asSystem(Effect.flatMap(Audit.Audit, (audit) => Effect.andThen(audit.chain(), audit.verify())))
    const before = await world.api.run(verify)
    const said = findSaid(await dump(), words)
    for (const text of texts)
      assert.isTrue(
        said.some((place) => place.startsWith(`${text}: `)),
        `${text} is not looked for where it is`
      )
    assert.isTrue(await world.api.run(erase(world)))
    assert.deepStrictEqual(findSaid(await dump(), words).slice(0, 5), [])
    const after = await world.api.run(verify)
    const heads = new Map(after.chains.map(({ entries, organization }) => [organization, entries]))
    assert.deepStrictEqual(
      after.chains.filter(({ broken }) => broken !== undefined),
      []
    )
    for (const { entries, organization } of before.chains) assert.isAtLeast(heads.get(organization) ?? 0, entries)
    assert.strictEqual((await world.send("admin", "GET", "/v1/user")).status, 401)
  })
})
