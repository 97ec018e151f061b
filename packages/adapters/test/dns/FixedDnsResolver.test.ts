import { assert, it } from "@effect/vitest"
import { DnsResolver } from "@quire/core"
import { Array as Arr, Effect } from "effect"
import * as FixedDnsResolver from "../../src/dns/FixedDnsResolver.ts"

it.effect("resolves hostnames by the current names of a table (rule hostname-lookup)", () => {
  const table = new Map([["a.example.com", ["one", "two"]]])
  return Effect.gen(function* () {
    const { resolveTxt } = yield* DnsResolver.DnsResolver
    assert.deepStrictEqual(yield* resolveTxt("a.example.com"), ["one", "two"])
    assert.deepStrictEqual(yield* resolveTxt("b.example.com"), [])
    table.set("b.example.com", ["three"])
    assert.deepStrictEqual(yield* resolveTxt("b.example.com"), ["three"])
    const many = Arr.makeBy(DnsResolver.limits.texts + 1, String)
    table.set("c.example.com", many.slice(1))
    assert.lengthOf(yield* resolveTxt("c.example.com"), DnsResolver.limits.texts)
    table.set("c.example.com", many)
    assert.strictEqual((yield* Effect.flip(resolveTxt("c.example.com"))).reason, "too-large")
  }).pipe(Effect.provide(FixedDnsResolver.layer(table)))
})
