import { assert, describe, it } from "@effect/vitest"
import type { DomainError } from "@quire/core"
import { Effect, Result, Schema, SchemaAST } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as Errors from "../../../src/foundation/error/Errors.ts"
import { Failures } from "../../../src/foundation/error/Failures.ts"

class Refused extends Schema.TaggedError<Refused>()("SomethingRefused", { text: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return this.text
  }
  get details() {
    return [{ path: "a.b", rule: "must be c" }]
  }
}

const statuses: { readonly [K in DomainError.Kind]: number } = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  precondition: 412,
  unprocessable: 422,
  limit: 422,
  unavailable: 503,
  foreign: 502,
  late: 504
}

const statusOf = (schema: Schema.Top) => SchemaAST.resolve(schema.ast)?.["httpApiStatus"]

const kinds = Object.keys(statuses) as Array<DomainError.Kind>

describe("onWire", () => {
  it.effect.each(kinds)("gives %s its status, and a class whose schema agrees", (kind) =>
    Effect.gen(function* () {
      const domain: DomainError.DomainError = { _tag: "Told", kind, message: "why" }
      const wire = Result.getOrThrow(Result.flip(yield* Effect.result(Errors.onWire(Effect.fail(domain)))))
      assert.isTrue(Errors.isWireError(wire))
      assert.deepStrictEqual({ ...wire.error }, { code: statuses[kind], message: "why", reason: "Told" } as never)
      const schema = wire.constructor as typeof Errors.BadRequest
      assert.strictEqual(statusOf(schema), statuses[kind])
    })
  )

  it.effect("keeps details", () =>
    Effect.gen(function* () {
      const wire = yield* Effect.flip(Errors.onWire(new Refused({ text: "no" })))
      assert.instanceOf(wire, Errors.BadRequest)
      assert.deepStrictEqual(Schema.encodeSync(Errors.BadRequest)(wire), {
        error: { code: 400, message: "no", reason: "SomethingRefused", details: [{ path: "a.b", rule: "must be c" }] }
      })
    })
  )

  it.effect("leaves an operation without errors unchanged", () =>
    Effect.gen(function* () {
      const safe: Effect.Effect<number> = Errors.onWire(Effect.succeed(1))
      assert.strictEqual(yield* safe, 1)
    })
  )

  it("makes an endpoint with a missing status fail to compile", () => {
    const Small = HttpApi.make("small").add(
      HttpApiGroup.make("small").add(
        HttpApiEndpoint.get("get", "/", { success: Schema.String, error: Errors.NotFound })
      )
    )
    const layer = HttpApiBuilder.group(Small, "small", (handlers) =>
      // @ts-expect-error the endpoint declares 404 alone, and this is a 400
      handlers.handle("get", () => Errors.onWire(new Refused({ text: "no" })))
    )
    assert.isDefined(layer)
  })
})

describe("a wire error", () => {
  it("has a code that identifies it", () => {
    const all = Array.from(Failures.error) as unknown as ReadonlyArray<Schema.Codec<unknown, never>>
    for (const schema of all) {
      const body = { error: { code: statusOf(schema), message: "", reason: "" } }
      assert.strictEqual(all.filter((other) => Result.isSuccess(Schema.decodeUnknownResult(other)(body))).length, 1)
    }
  })

  it("contains nothing else", () => {
    for (const other of [undefined, null, {}, new Error("x"), { error: { code: 400 } }]) {
      assert.isFalse(Errors.isWireError(other))
    }
  })
})
