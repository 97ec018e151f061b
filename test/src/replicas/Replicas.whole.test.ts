import { Quire } from "@quire/http"
import { Console, Effect, Exit, Scope } from "effect"
import { Client } from "pg"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as Replica from "../support/replica.ts"

const base = "http://quire.test"

/** Statements that report the log position of a server, in addition to those of requests. */
const isPosition = (text: string) => /pg_last_wal_replay_lsn|pg_current_wal_flush_lsn/.test(text)

interface Exchange {
  readonly commands: ReadonlyArray<{ readonly text: string }>
}

const isExchange = (value: unknown): value is Exchange =>
  typeof value === "object" && value !== null && "commands" in value

describe.skipIf(!Replica.isPossible)(Replica.title("two servers that read from a replica"), () => {
  let servers: { readonly a: Quire.Quire; readonly b: Quire.Quire; readonly alone: Quire.Quire }
  let addresses: { readonly primary: string; readonly replica: string }
  let seed: { readonly organization: string; readonly space: string; readonly reader: string; readonly site: string }
  let token: { readonly ann: string; readonly bob: string }
  const scope = Effect.runSync(Scope.make())

  beforeAll(async () => {
    addresses = await Effect.runPromise(Scope.provide(Replica.started, scope))
    const { primary: url, replica } = addresses
    const plain = { upkeep: "off", baseUrl: base } as const
    const store = { kind: "postgres", url, replicas: { urls: [replica], staleness: 500 } } as const
    servers = {
      a: await Quire.open({ ...plain, store }),
      b: await Quire.open({ ...plain, store }),
      alone: await Quire.open({ ...plain, store: { kind: "postgres", url } })
    }
    const { system } = servers.a
    const [ann, bob] = [
      await system.users.ensure({ email: "ann@example.com", displayName: "Ann" }),
      await system.users.ensure({ email: "bob@example.com", displayName: "Bob" })
    ]
    const as = servers.a.as(ann.id)
    const { id: organization } = await as.organizations.create({ title: "Acme" })
    await system.members.add(organization, bob.id, "read")
    const { id: space } = await as.spaces.create(organization, { title: "Guide", editMode: "live" })
    const bytes = new TextEncoder().encode("# Welcome\n\nRead on.\n")
    const source = { source: "markdown", contentType: undefined, url: "file:///a.md", name: "welcome.md" } as const
    await as.imports.bytesIntoSpace(space, { ...source, bytes })
    await as.spaces.update(space, { editMode: "locked" })
    const { id: site } = await as.sites.create(organization, { title: "Guide", spaces: [space] })
    const { urls } = await as.sites.publish(organization, site)
    token = {
      ann: (await as.tokens.create(ann.id, { label: "one" })).token,
      bob: (await servers.a.as(bob.id).tokens.create(bob.id, { label: "one" })).token
    }
    seed = { organization, space, reader: bob.id, site: new URL(urls.published ?? "").pathname }
  })
  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const send = async (server: Quire.Quire, method: string, path: string, who?: string, body?: unknown) => {
    const headers = {
      ...(who === undefined ? {} : { authorization: `Bearer ${who}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    }
    const request = new Request(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const answer = await server.handler(request)
    return { status: answer.status, text: await answer.text() }
  }

  /** What is sent meanwhile to the replica, and to the primary. */
  const counted = async (act: () => Promise<unknown>) => {
    const query = vi.spyOn(Client.prototype, "query")
    try {
      await act()
      const port = Number(new URL(addresses.replica).port)
      const sent = query.mock.calls.flatMap(([exchange], at) => {
        const texts = isExchange(exchange) ? exchange.commands.map(({ text }) => text) : []
        const context = query.mock.contexts[at]
        const here = context instanceof Client && context.port === port
        return texts.filter((text) => !isPosition(text)).map(() => here)
      })
      const replica = sent.filter((here) => here).length
      return { replica, primary: sent.length - replica }
    } finally {
      query.mockRestore()
    }
  }

  it("shows on one server what another acknowledged, and ends revoked access at once (rule replica-seen)", async () => {
    const { a, b } = servers
    for (let round = 0; round < 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [a, b] : [b, a]
      const made = await send(writer, "POST", `/v1/orgs/${seed.organization}/spaces`, token.ann, {
        title: `S ${round}`
      })
      assert.strictEqual(made.status, 201, made.text)
      const { id } = JSON.parse(made.text)
      const found = await send(reader, "GET", `/v1/spaces/${id}`, token.ann)
      assert.strictEqual(found.status, 200)
      const list = await send(reader, "GET", `/v1/orgs/${seed.organization}/spaces?limit=100`, token.ann)
      assert.include(list.text, id)
    }
    const path = `/v1/orgs/${seed.organization}/spaces`
    assert.strictEqual((await send(b, "GET", path, token.bob)).status, 200)
    const gone = await send(a, "DELETE", `/v1/orgs/${seed.organization}/members/${seed.reader}`, token.ann)
    assert.isBelow(gone.status, 300, gone.text)
    assert.strictEqual((await send(b, "GET", path, token.bob)).status, 404)
  })

  const paths = () => [
    `/v1/spaces/${seed.space}`,
    `/v1/spaces/${seed.space}/content/pages`,
    `/v1/spaces/${seed.space}/content/path/welcome`,
    `/v1/orgs/${seed.organization}/spaces`,
    `/v1/spaces/${seed.space}/search?query=read`
  ]

  /** Every path by a signed-in user, and the site by a visitor. */
  const load = async (server: Quire.Quire, rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all([
        ...paths().map((path) => send(server, "GET", path, token.ann)),
        ...Array.from({ length: 5 }, () => send(server, "GET", seed.site))
      ])
      for (const { status, text } of answers) assert.strictEqual(status, 200, text.slice(0, 300))
    }
  }

  it("reports ready, and reads most data from the replica (rules replica-reads and replica-gone)", async () => {
    const { a, alone } = servers
    assert.strictEqual((await send(a, "GET", "/readyz")).status, 200)
    await load(a, 5)
    const { primary, replica } = await counted(() => load(a, 20))
    assert.isAbove(replica, primary)
    assert.strictEqual((await counted(() => load(alone, 5))).replica, 0)
    const seconds = { with: 0, without: 0 }
    for (const [name, server] of [
      ["with", a],
      ["without", alone],
      ["without", alone],
      ["with", a]
    ] as const) {
      const begun = performance.now()
      await load(server, 25)
      seconds[name] += performance.now() - begun
    }
    const share = ((100 * replica) / (replica + primary)).toFixed(0)
    const ratio = (seconds.without / seconds.with).toFixed(2)
    await Effect.runPromise(
      Console.log(
        `a replica answered ${replica} of ${replica + primary} statements (${share} %), ` +
          `and requests went ${ratio} times as fast as without, both servers on this machine`
      )
    )
  })
})
