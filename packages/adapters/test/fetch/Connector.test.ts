import { connect, type LookupFunction } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Connector from "../../src/fetch/Connector.ts"
import * as Listener from "./Listener.ts"

const refusal = "the URL points to an address that is not allowed"
const forever = new AbortController().signal
const resolvesTo = (...addresses: ReadonlyArray<string>) =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))

const outcome = (connector: ReturnType<typeof Connector.make>, protocol: string) =>
  Effect.callback<string>((resume) =>
    connector({ hostname: "public.test", protocol, port: "443" }, (...[error]) =>
      resume(Effect.succeed(error === null ? "connected" : error.message))
    )
  )

describe("the peer of a connection", () => {
  it.effect("loses its connection before any data is sent if its address is not public", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const listener = yield* Listener.raw((socket) =>
        socket.on("data", (chunk) => received.push(chunk.toString("latin1")))
      )
      const reaching = (exempt: boolean) =>
        Connector.make({
          resolve: () => Promise.resolve(resolvesTo("93.184.215.14")),
          exempt,
          signal: forever,
          open: () => (_, done) => {
            const socket = connect(listener.port, "127.0.0.1", () => done(null, socket))
          }
        })
      assert.strictEqual(yield* outcome(reaching(false), "http:"), refusal)
      assert.strictEqual(yield* outcome(reaching(false), "https:"), refusal)
      assert.strictEqual(yield* outcome(reaching(true), "http:"), "connected")
      yield* listener.closed
      assert.deepStrictEqual(received, [])
      assert.strictEqual(listener.connections(), 3)
    })
  )
})

describe("the name of a host", () => {
  const looking = (exempt: boolean, resolve: Connector.Resolve) => {
    let lookup: LookupFunction = () => {}
    Connector.make({
      resolve,
      exempt,
      signal: forever,
      open: (given) => {
        lookup = given
        return () => {}
      }
    })
    return (all: boolean) =>
      Effect.callback<unknown>((resume) =>
        lookup("name.test", { all }, (error, address) => resume(Effect.succeed(error?.message ?? address)))
      )
  }

  it.effect("passes a check at each resolution, so that the dialed address is the checked one", () =>
    Effect.gen(function* () {
      const answers = [resolvesTo("93.184.215.14"), resolvesTo("127.0.0.1"), resolvesTo("93.184.215.14", "10.0.0.1")]
      let resolutions = 0
      const look = looking(false, () => Promise.resolve(answers[resolutions++] ?? []))
      assert.deepStrictEqual(yield* look(true), resolvesTo("93.184.215.14"))
      assert.strictEqual(yield* look(true), refusal)
      assert.strictEqual(yield* look(false), refusal)
      assert.strictEqual(yield* look(true), "the server could not be reached")
      assert.strictEqual(resolutions, 4)
    })
  )

  it.effect("resolves to any address if it is on the allow list", () =>
    Effect.gen(function* () {
      const look = looking(true, () => Promise.resolve(resolvesTo("10.0.0.1", "::1")))
      assert.deepStrictEqual(yield* look(true), resolvesTo("10.0.0.1", "::1"))
      assert.strictEqual(yield* look(false), "10.0.0.1")
    })
  )

  it.effect("reveals nothing of the resolver's error if it is unknown", () =>
    Effect.gen(function* () {
      const look = looking(false, () => Promise.reject(new Error("ENOTFOUND 10.0.0.2:53")))
      assert.strictEqual(yield* look(true), "the server could not be reached")
    })
  )
})
