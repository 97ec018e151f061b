import { assert, describe, it } from "@effect/vitest"
import { DnsResolver } from "@quire/core"
import { Array as Arr, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as NodeDnsResolver from "../../src/dns/NodeDnsResolver.ts"
import * as DnsServer from "./DnsServer.ts"

const name = "_quire-challenge.docs.example.com"

/** What a lookup answers, or why it failed, where the server says this. */
const lookUp = (say: DnsServer.DnsAnswer, deadlineMs?: number) =>
  Effect.gen(function* () {
    const server = yield* DnsServer.serve(() => say)
    const { resolveTxt } = yield* NodeDnsResolver.make({
      servers: [server.address],
      ...(deadlineMs === undefined ? {} : { deadlineMs })
    })
    return yield* Effect.match(resolveTxt(name), { onFailure: ({ reason }) => reason, onSuccess: (texts) => texts })
  }).pipe(Effect.scoped)

const records = (count: number) => Arr.makeBy(count, (at) => [`text ${at}`])

describe("a DNS lookup (rule hostname-lookup)", () => {
  it.effect("returns the texts of the TXT records, with the strings of each joined", () =>
    Effect.gen(function* () {
      const server = yield* DnsServer.serve(() => [["one"], ["tw", "", "o"], ["", "x".repeat(255), "y"]])
      const { resolveTxt } = yield* NodeDnsResolver.make({ servers: [server.address] })
      assert.sameMembers([...(yield* resolveTxt(name))], ["one", "two", `${"x".repeat(255)}y`])
      assert.deepStrictEqual(server.queries, [`${name} 16`])
    })
  )

  it.effect("queries again each time", () =>
    Effect.gen(function* () {
      let response: DnsServer.DnsAnswer = "NXDOMAIN"
      const server = yield* DnsServer.serve(() => response)
      const { resolveTxt } = yield* NodeDnsResolver.make({ servers: [server.address] })
      assert.deepStrictEqual(yield* resolveTxt(name), [])
      response = [["there"]]
      assert.deepStrictEqual(yield* resolveTxt(name), ["there"])
    })
  )

  it.effect("returns no texts if the name does not exist or has no such record", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* lookUp("NXDOMAIN"), [])
      assert.deepStrictEqual(yield* lookUp([]), [])
    })
  )

  it.effect("fails when the servers fail", () =>
    Effect.gen(function* () {
      for (const response of ["SERVFAIL", "REFUSED"] as const) assert.strictEqual(yield* lookUp(response), "failed")
    })
  )

  it.live("fails without a timely response, or with an unreadable one", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* lookUp("silence", 60), "timeout")
      assert.match(String(yield* lookUp("garbage", 60)), /^(failed|timeout)$/)
    })
  )

  it.effect("ends after five seconds, and stops its queries", () =>
    Effect.gen(function* () {
      const server = yield* DnsServer.serve(() => "silence")
      const { resolveTxt } = yield* NodeDnsResolver.make({ servers: [server.address] })
      const lookup = yield* Effect.forkChild(Effect.flip(resolveTxt(name)))
      yield* TestClock.adjust(DnsResolver.limits.deadlineMs - 1)
      assert.isUndefined(lookup.pollUnsafe())
      yield* TestClock.adjust(1)
      const failed = yield* Fiber.join(lookup)
      assert.deepStrictEqual([failed._tag, failed.reason, failed.kind], ["LookupFailed", "timeout", "unprocessable"])
      assert.include(failed.message, name)
    })
  )

  it.effect("reads up to the maximum number of texts, and fails beyond it", () =>
    Effect.gen(function* () {
      const { texts } = DnsResolver.limits
      assert.lengthOf(yield* lookUp(records(texts)), texts)
      assert.strictEqual(yield* lookUp(records(texts + 1)), "too-large")
      assert.strictEqual(yield* lookUp(records(1_000)), "too-large")
    })
  )

  it.effect("uses the configured servers", () =>
    Effect.gen(function* () {
      for (const servers of [["dns.example.com"], ["127.0.0.1", ""], ["1.2.3"]]) {
        const failed = yield* Effect.flip(NodeDnsResolver.make({ servers }))
        assert.strictEqual(failed._tag, "UnreadableServer")
        assert.include(failed.message, servers.join(", "))
      }
      for (const servers of [[], ["127.0.0.1"], ["127.0.0.1:5353", "[::1]:53"]]) {
        assert.isFunction((yield* NodeDnsResolver.make({ servers })).resolveTxt)
      }
    })
  )
})
