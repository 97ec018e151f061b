import { Quire } from "@quire/http"
import { Clock, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import * as Database from "../support/database.ts"

/** The error with which a call rejects. */
export const rejection = async (promise: Promise<unknown>): Promise<Quire.QuireError> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  if (!Quire.isQuireError(error)) return assert.fail(String(error))
  return error
}

/** A separate database and its address. */
export const database = async () => {
  const scope = await Effect.runPromise(Scope.make())
  const config = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  const { host, password, port, username } = config
  const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${config.database}`
  return { url, ...config, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** A clock that stands still until it is moved on. */
export const standingClock = async () => {
  const scope = await Effect.runPromise(Scope.make())
  const clock = await Effect.runPromise(Scope.provide(TestClock.make({ warningDelay: "1 hour" }), scope))
  return {
    layer: Layer.succeed(Clock.Clock, clock),
    moveOn: (duration: "1 second" | "10 seconds" | "8 days") => Effect.runPromise(clock.adjust(duration))
  }
}
