import { assert, describe, it } from "@effect/vitest"
import { PoolBusy } from "@quire/core"
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../../src/foundation/error/ErrorResponse.ts"

describe("fromCause", () => {
  it.effect("returns 429 with Retry-After when a pool is busy (rule pool-waiting)", () =>
    Effect.gen(function* () {
      const busy = new PoolBusy.PoolBusy({ pool: "scripts", retryAfter: 7 })
      const response = HttpServerResponse.toWeb(yield* ErrorResponse.fromCause(Cause.die(busy), Effect.succeedNone))
      assert.deepStrictEqual([response.status, response.headers.get("retry-after")], [429, "7"])
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), {
        error: {
          code: 429,
          reason: "TooManyRequests",
          message: "too many requests of this organization are waiting for scripts; retry after 7 seconds"
        }
      })
    })
  )
})
