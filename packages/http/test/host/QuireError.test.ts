import { assert, describe, it } from "@effect/vitest"
import * as Core from "@quire/core"
import { Effect } from "effect"
import { meanings } from "../../src/foundation/error/ErrorKinds.ts"
import { onWire } from "../../src/foundation/error/Errors.ts"
import type { HostApi } from "../../src/host/HostApi.ts"
import * as QuireErrors from "../../src/host/QuireError.ts"

const kinds = Object.keys(meanings) as ReadonlyArray<Core.DomainError.Kind>

const refusal = <K extends Core.DomainError.Kind>(kind: K) =>
  Object.assign(new Error("it is refused"), { _tag: "Refused", kind, details: [{ path: "title", rule: "is long" }] })

/** The kind that a host receives for each status; one status may be of two kinds. */
const kindsByStatus: { readonly [code: number]: ReadonlyArray<string> } = {
  400: ["bad-input"],
  401: ["unauthorized"],
  403: ["forbidden"],
  404: ["not-found"],
  409: ["conflict"],
  412: ["conflict"],
  422: ["bad-input", "limit"],
  502: ["unavailable"],
  503: ["unavailable"],
  504: ["unavailable"]
}

/** Every class of refusals that hosts can import, with the kind of its instances. */
const classes = Object.entries(Core).flatMap(([module, members]) =>
  Object.entries(members).flatMap(([name, member]) => {
    const isClass = typeof member === "function" && member.prototype instanceof Error
    return isClass ? [{ name: `${module}.${name}`, member }] : []
  })
)

type OfService<S> = { readonly [O in keyof S]: QuireErrors.ErrorsOf<S[O]> }[keyof S]
type OfFace = { readonly [S in keyof HostApi]: OfService<HostApi[S]> }[keyof HostApi]

/** An operation of the face that fails with anything but a refusal of a kind does not compile here. */
const isEachOfAKind: [OfFace] extends [Core.DomainError.DomainError] ? true : false = true

describe("the error for hosts", () => {
  it.each(kinds)("agrees with the status: %s (rule host-error-kind)", async (kind) => {
    const error = refusal(kind)
    const wire = await Effect.runPromise(Effect.flip(onWire(Effect.fail(error))))
    const host = QuireErrors.from(error)
    assert.isTrue(kindsByStatus[wire.error.code]?.includes(host.kind))
    assert.deepStrictEqual(
      [host.tag, host._tag, host.message, host.field, host.cause],
      ["Refused", "Refused", "it is refused", "title", error]
    )
    assert.isTrue(QuireErrors.isQuireError(host, host.kind))
    assert.isFalse(QuireErrors.isQuireError(host, "closed"))
    assert.isFalse(QuireErrors.isQuireError(error))
  })

  it("has a kind for every error that core exports (rule host-error-kind)", () => {
    const refusals = classes.filter(({ member }) => /kind =|readonly kind/.test(String(member)))
    assert.isTrue(isEachOfAKind)
    assert.isAbove(classes.length, 100)
    assert.isAbove(refusals.length, 80)
    for (const { member, name } of refusals) {
      const [, kind = ""] = /kind = "([\w-]+)"/.exec(String(member)) ?? []
      assert.property(meanings, kind, name)
    }
  })

  it("returns a converted error unchanged, and reveals nothing of a value that is not an error", () => {
    const error = QuireErrors.from(refusal("conflict"))
    assert.strictEqual(QuireErrors.from(error), error)
    const odd = QuireErrors.from("odd")
    assert.deepStrictEqual(
      [odd.kind, odd.tag, odd.message, odd.cause],
      ["internal", "Unknown", "the engine failed", "odd"]
    )
    const failed = QuireErrors.from(new TypeError("x is undefined"))
    assert.deepStrictEqual(
      [failed.kind, failed.tag, failed.message, failed.field],
      ["internal", "TypeError", "the engine failed: x is undefined", undefined]
    )
  })

  it("names the location of an outage, and the first failure (rule host-errors)", () => {
    const places = { store: 'the database "a" at b:1', blobs: "the folder c" }
    const first = new AggregateError([new Error("connect ECONNREFUSED"), new Error("other")])
    const outage = (operation: string, unavailable: boolean) =>
      QuireErrors.from(new Core.StoreError.StoreError({ operation, cause: first, unavailable }), places)
    const { kind, message, tag } = outage("query", true)
    assert.deepStrictEqual(
      [kind, tag, message],
      ["unavailable", "StoreError", 'the database "a" at b:1 cannot be reached: connect ECONNREFUSED']
    )
    assert.strictEqual(outage("query", false).kind, "internal")
    assert.strictEqual(outage("BlobStore.put", true).message, "the folder c cannot be reached: connect ECONNREFUSED")
  })
})
