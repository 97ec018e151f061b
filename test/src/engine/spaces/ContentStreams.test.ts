import { connect } from "node:net"
import * as Memory from "@quire/adapters/memory"
import { Postgres } from "@quire/adapters/postgres"
import {
  ApiTokens,
  ContentEdits,
  ContentEvents,
  Engine,
  Grants,
  Members,
  People,
  Sessions,
  SignIn,
  Spaces,
  Teams,
  type UserId,
  Users
} from "@quire/core"
import { Effect, Exit, Layer, Scope } from "effect"
import * as Sse from "effect/encoding/Sse"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Database from "../../support/database.ts"
import { as, asSystem, capabilities } from "../../support/engine.ts"
import * as Server from "../../support/server.ts"
import { found, type World } from "../../support/world.ts"

/** A response that is read event by event. */
class EventReader {
  readonly response: Response
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  readonly #events: Array<Sse.AnyEvent> = []
  readonly #parser = Sse.makeParser((event) => this.#events.push(event))
  constructor(response: Response) {
    assert(response.body !== null, "the response has a body")
    this.response = response
    this.#reader = response.body.getReader()
  }
  /** The next event; undefined at the end. */
  async next(): Promise<Sse.AnyEvent | undefined> {
    for (;;) {
      const event = this.#events.shift()
      if (event !== undefined) return event
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      assert.isUndefined(this.#parser.feed(this.#decoder.decode(value, { stream: true })))
    }
  }
  /** The revision of the next event, which is a head. */
  async head(): Promise<string> {
    const event = await this.next()
    assert(event?._tag === "Event" && event.event === "head", `a head instead of ${JSON.stringify(event)}`)
    assert.deepStrictEqual(JSON.parse(event.data), { revision: event.id })
    return event.id ?? ""
  }
  close(): Promise<void> {
    return this.#reader.cancel()
  }
}

interface Installation {
  readonly nodes: ReadonlyArray<Server.Opened<Server.Whole>>
  readonly urls: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const engineOn = (store: Layer.Layer<Exclude<Engine.Ports, Layer.Success<typeof capabilities>>>) =>
  Engine.layer.pipe(Layer.provideMerge(store), Layer.provideMerge(capabilities))

const listening = async (engines: ReadonlyArray<ReturnType<typeof engineOn>>, closing: () => Promise<void>) => {
  const nodes = await Promise.all(engines.map((engine) => Server.open(engine)))
  const urls = await Promise.all(nodes.map((node) => node.listen()))
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    for (const node of nodes) await node.close()
    await closing()
  }
  const close = () => (closed ??= closeAll())
  return { nodes, urls, close } satisfies Installation
}

/** A new person who may read a space, and the effect that withdraws the right. */
interface Withdrawal {
  readonly headers: Readonly<Record<string, string>>
  readonly withdraw: Effect.Effect<unknown, unknown, Server.Whole>
}

let count = 0

/** Makes a person of the organization with a token. */
const makePerson = Effect.fnUntraced(function* ({ organization }: World, role: "read" | null) {
  const email = `reader-${++count}@withdrawn.test`
  const { id } = yield* asSystem((yield* Users.Users).ensure({ email, displayName: "Reader", emailVerified: true }))
  yield* asSystem((yield* Members.Members).add(organization, id, role))
  const { record, token } = yield* as(id)((yield* ApiTokens.ApiTokens).create(id, { label: "one" }))
  return { id, record, headers: { authorization: `Bearer ${token}` } }
})

type MakeWithdrawal = (world: World, space: string) => Effect.Effect<Withdrawal, unknown, Server.Whole>

/** Each way to lose the right to read a space. */
const withdrawals: ReadonlyArray<readonly [name: string, make: MakeWithdrawal]> = [
  [
    "the credential is revoked",
    Effect.fnUntraced(function* (world) {
      const { headers, id, record } = yield* makePerson(world, "read")
      return { headers, withdraw: as(id)((yield* ApiTokens.ApiTokens).revoke(record.id)) }
    })
  ],
  [
    "the session is ended",
    Effect.fnUntraced(function* (world) {
      const { id } = yield* makePerson(world, "read")
      const signIn = yield* SignIn.SignIn
      const { code } = yield* asSystem(signIn.start(id))
      const { secret } = yield* signIn.enter({ code }, { userAgent: "Browser" })
      const sessions = yield* Sessions.Sessions
      const withdraw = as(id)(
        Effect.flatMap(sessions.list(id, { limit: 10 }), ({ items }) =>
          Effect.forEach(items, (each) => sessions.revoke(each.id))
        )
      )
      return { headers: { cookie: `quire-session=${secret}` }, withdraw }
    })
  ],
  [
    "the member is removed",
    Effect.fnUntraced(function* (world) {
      const { headers, id } = yield* makePerson(world, "read")
      return { headers, withdraw: as(world.admin)((yield* Members.Members).remove(world.organization, id)) }
    })
  ],
  [
    "the person is erased",
    Effect.fnUntraced(function* (world) {
      const { headers, id } = yield* makePerson(world, "read")
      return { headers, withdraw: asSystem((yield* People.People).erase(id)) }
    })
  ],
  [
    "the space is closed to members",
    Effect.fnUntraced(function* (world, space) {
      const { headers } = yield* makePerson(world, "read")
      const spaces = yield* Spaces.Spaces
      return { headers, withdraw: as(world.admin)(spaces.update(space, { defaultLevel: null })) }
    })
  ],
  [
    "the team with the right is removed",
    Effect.fnUntraced(function* (world, space) {
      const { headers, id } = yield* makePerson(world, null)
      const [teams, grants] = [yield* Teams.Teams, yield* Grants.Grants]
      const create = teams.create(world.organization, { title: "Readers", members: [id] })
      const team = yield* as(world.admin)(create)
      yield* as(world.admin)(grants.invite({ kind: "space", id: space }, { teams: [team.id], role: "read" }))
      return { headers, withdraw: as(world.admin)(teams.remove(world.organization, team.id)) }
    })
  ]
]

/** Servers on one store: one on memory, and two on Postgres. */
const installations = {
  memory: () => listening([engineOn(Memory.Memory.layer)], async () => undefined),
  Postgres: async () => {
    const scope = await Effect.runPromise(Scope.make())
    const config = await Effect.runPromise(Scope.provide(Database.migrated, scope))
    const store = () => engineOn(Layer.orDie(Postgres.layer({ ...config, maxConnections: 4 })))
    return listening([store(), store()], () => Effect.runPromise(Scope.close(scope, Exit.void)))
  }
} as const

for (const [store, open] of Object.entries(installations)) {
  describe(`streams of content events on ${store}`, () => {
    let installation: Installation
    let node: Server.Opened<Server.Whole>
    let world: World
    let space: string

    beforeAll(async () => {
      installation = await open()
      const [first] = installation.nodes
      assert(first !== undefined)
      node = first
      world = await node.run(found)
      const create = Effect.flatMap(Spaces.Spaces, (spaces) => spaces.create(world.organization, { editMode: "live" }))
      space = (await node.run(as(world.admin)(create))).id
    })
    // The last test closes the servers.
    afterAll(() => installation.close())

    const tokenOf = (user: UserId) =>
      node.run(as(user)(Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.create(user, { label: "one" }))))

    /** Creates a revision through the first server. */
    const write = async (of = space) => {
      const change = { operation: "insert_page", title: "Page" } as const
      const edited = Effect.flatMap(ContentEdits.ContentEdits, (edits) =>
        edits.apply({ space: of }, { changes: [change] })
      )
      return (await node.run(as(world.admin)(edited))).revision
    }

    const ask = (token: string, { last, query = "" }: { readonly last?: string; readonly query?: string } = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...(last === undefined ? {} : { "last-event-id": last }) }
      return fetch(`${installation.urls.at(-1)}/v1/spaces/${space}/content/events${query}`, { headers })
    }

    /** Streams the events through the last server. */
    const stream = async (...given: Parameters<typeof ask>) => new EventReader(await ask(...given))

    it("sends the heads that other servers create (rules content-events-heads and content-events-prompt)", async () => {
      const { token } = await tokenOf(world.reader)
      const first = await write()
      const events = await stream(token)
      assert.strictEqual(events.response.headers.get("content-type"), "text/event-stream")
      assert.strictEqual(await events.head(), first)
      for (let count = 0; count < 3; count++) {
        const revision = await write()
        assert.strictEqual(await events.head(), revision)
      }
      await events.close()
    })

    it("continues after the last event (rule content-events-resume)", async () => {
      const { token } = await tokenOf(world.reader)
      const old = await write()
      const head = await write()
      const missed = await stream(token, { last: old, query: "?seconds=0" })
      assert.strictEqual(await missed.head(), head)
      assert.strictEqual((await missed.next())?._tag, "Retry")
      const current = await stream(token, { last: head })
      const next = await write()
      assert.strictEqual(await current.head(), next)
      await current.close()
    })

    it("sends the presence that is announced to other servers (rules presence-events and presence-prompt)", async () => {
      const { token } = await tokenOf(world.admin)
      const events = await stream((await tokenOf(world.reader)).token)
      const head = await events.head()
      const url = `${installation.urls[0]}/v1/spaces/${space}/content/presence/session-1`
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const announced = await fetch(url, { method: "PUT", headers, body: JSON.stringify({ page: "p1" }) })
      assert.strictEqual(announced.status, 200)
      const event = await events.next()
      assert(event?._tag === "Event" && event.event === "presence")
      assert.strictEqual(event.id, head)
      assert.deepStrictEqual(JSON.parse(event.data), { items: [await announced.json()] })
      await fetch(url, { method: "PUT", headers, body: JSON.stringify({ seconds: 0 }) })
      const left = await events.next()
      assert.strictEqual(left?._tag === "Event" ? left.data : "", JSON.stringify({ items: [] }))
      await events.close()
    })

    it.each(withdrawals)("ends when %s, without the next event (rule content-events-access)", async (_, make) => {
      const spaces = Effect.flatMap(Spaces.Spaces, ({ create }) => create(world.organization, { editMode: "live" }))
      const { id } = await node.run(as(world.admin)(spaces))
      const { headers, withdraw } = await node.run(make(world, id))
      const url = `${installation.urls.at(-1)}/v1/spaces/${id}/content/events`
      const events = new EventReader(await fetch(url, { headers }))
      await events.head()
      await node.run(withdraw)
      await write(id)
      assert.isUndefined(await events.next())
      assert.include([401, 403, 404], (await fetch(url, { headers })).status)
    })

    it("refuses one stream more than a caller may have (rule content-events-limits)", async () => {
      const { token } = await tokenOf(world.editor)
      const open: Array<EventReader> = []
      for (let count = 0; count < ContentEvents.limits.streamsPerCaller; count++) open.push(await stream(token))
      for (const events of open) await events.head()
      const refused = await ask(token)
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "5"])
      assert.include(await refused.text(), "TooManyStreams")
      for (const events of open) await events.close()
    })

    it("ends all streams when the servers stop, also those that are not read (rule content-events-end)", async () => {
      const { token } = await tokenOf(world.reader)
      const events = await stream(token)
      await events.head()
      const { host, hostname, port } = new URL(installation.urls.at(-1) ?? "")
      const unread = connect(Number(port), hostname)
      unread.pause()
      unread.write(
        `GET /v1/spaces/${space}/content/events HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`
      )
      await write()
      await events.head()
      const closed = installation.close()
      assert.strictEqual((await events.next())?._tag, "Retry")
      assert.isUndefined(await events.next())
      await closed
      unread.destroy()
    })
  })
}
