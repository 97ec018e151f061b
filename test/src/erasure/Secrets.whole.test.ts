import { gunzipSync } from "node:zlib"
import { NodeCrypto } from "@quire/adapters"
import { Backups, Rotation, Secrets } from "@quire/core"
import { Checksum } from "@quire/core/internal"
import { Effect, Layer, Option, Redacted, Stream } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { endpoints, target } from "../contract/endpoints.ts"
import { scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import type { Config } from "../support/database.ts"
import { asSystem, capabilities, postgresWith } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Dump from "./Dump.ts"

const timeout = 600_000

/** Random bytes that the engine drew, as it may have written them. */
const drawn = new Set<string>()

const recorded = Layer.effect(
  Secrets.Secrets,
  Effect.map(Secrets.Secrets, (secrets) => ({
    ...secrets,
    master: Option.some(Redacted.make("k".repeat(32))),
    random: (length: number) =>
      Effect.tap(secrets.random(length), (bytes) =>
        Effect.sync(() => {
          const encodings = length < 16 ? [] : (["base64url", "hex"] as const)
          for (const encoding of encodings) drawn.add(Buffer.from(bytes).toString(encoding))
          if (length >= 16) drawn.add(Checksum.toSecretText(bytes))
        })
      )
  }))
).pipe(Layer.provide(NodeCrypto.layer))

/**
 * Tokens, keys in addresses and cursors of an answer. Digests, which are no secrets, have 43 characters, and
 * certificates are public.
 */
const givenIn = (text: string): ReadonlyArray<string> =>
  (text.replace(/-----BEGIN.*?-----END/g, "").match(/[A-Za-z0-9_-]{44,}/g) ?? []).filter(
    (run) => /[A-Z]/.test(run) && /[0-9]/.test(run)
  )

/** Paths of this server in an answer that hold a signature. */
const addressesIn = (text: string): ReadonlyArray<string> =>
  (text.match(/http:\/\/quire\.test\/[^"\\\s]+/g) ?? [])
    .map((url) => url.slice("http://quire.test".length))
    .filter((path) => givenIn(path).length > 0)

interface Installation {
  readonly api: Server.Opened<Server.Whole>
  readonly dump: ReadonlyArray<string>
  readonly backup: string
  /** By the endpoint that gave them. */
  readonly given: ReadonlyMap<string, string>
  readonly addresses: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
}

/** An installation where every endpoint was called with success, and what its database and its backup say. */
const filled = async (): Promise<Installation> => {
  let config: Config | undefined
  const engine = postgresWith(Layer.merge(capabilities, recorded), (told) => {
    config = told
  })
  const api = await Server.open(engine)
  const source = await Source.open()
  const world = await World.make(api, source.url)
  const given = new Map<string, string>()
  const addresses = new Set<string>()
  const tokens = new Set<string>()
  for (const endpoint of endpoints) {
    const { by, calls } = scenarios[endpoint.name] ?? { by: "admin", calls: {} }
    for (const make of Object.values(calls)) {
      const call = await make(world)
      const answer = await world.send(call.who ?? by, endpoint.method, target(endpoint, call), {
        body: call.body,
        ...call.sent
      })
      for (const text of givenIn(answer.text)) given.set(text, endpoint.name)
      for (const path of addressesIn(answer.text)) addresses.add(path)
      for (const token of answer.text.match(/ey[\w-]+\.ey[\w-]+\.[\w-]{43}/g) ?? []) tokens.add(token)
    }
  }
  const bytes = await api.run(
    Effect.flatMap(Backups.Backups, ({ write }) => asSystem(Stream.mkUint8Array(write()))).pipe(Effect.orDie)
  )
  await source.close()
  assert.isDefined(config)
  return {
    api,
    given,
    addresses,
    tokens,
    dump: await Dump.ofDatabase(config),
    backup: gunzipSync(bytes).toString("latin1")
  }
}

describe("the database and a backup of an installation with a secret key (rule signing-keys)", () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await filled()
  }, timeout)
  afterAll(() => installation.api.close())

  it("finds text that people wrote", () => {
    assert.isTrue(installation.dump.some((text) => text.includes("Club")))
    assert.include(installation.backup, "Club")
  })

  it("contains no random bytes that the engine created as a secret", () => {
    assert.isAbove(drawn.size, 200)
    const found = [...drawn].filter(
      (secret) => installation.backup.includes(secret) || installation.dump.some((text) => text.includes(secret))
    )
    assert.deepStrictEqual(found, [])
  })

  it("contains no token, key of an address or cursor that a caller received", () => {
    assert.isAbove(installation.given.size, 20)
    const found = [...installation.given].filter(
      ([secret]) => installation.backup.includes(secret) || installation.dump.some((text) => text.includes(secret))
    )
    assert.deepStrictEqual(found, [])
  })

  it("accepts the addresses and tokens until the key is rotated immediately", async () => {
    const { addresses, api, tokens } = installation
    const statusOf = async (path: string, token?: string) => (await api.send("GET", path, { token })).status
    const opening: Array<string> = []
    for (const path of addresses) if ((await statusOf(path)) === 200) opening.push(path)
    const believed: Array<string> = []
    for (const token of tokens) if ((await statusOf("/v1/user", token)) !== 401) believed.push(token)
    for (const kind of ["/files/", "/specs/"])
      assert.isTrue(
        opening.some((path) => path.startsWith(kind)),
        kind
      )
    assert.isAtLeast(believed.length, 3, "tokens for content and of integrations")
    await api.run(
      Effect.flatMap(Rotation.Rotation, (rotation) => asSystem(rotation.run({ atOnce: true }))).pipe(Effect.orDie)
    )
    for (const path of opening) assert.strictEqual(await statusOf(path), 404, path)
    for (const token of believed) assert.strictEqual(await statusOf("/v1/user", token), 401, token)
  })
})
