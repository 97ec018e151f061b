import { Actor } from "@quire/core"
import { Cause, Effect, Exit, Predicate } from "effect"
import { QuireClosed } from "./Opening.ts"

type AnyOperation = (...input: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, Actor.Actor>

/** A service whose operations return promises; a refusal rejects with the typed error itself. */
export type Promised<S> = {
  readonly [K in keyof S as S[K] extends AnyOperation ? K : never]: S[K] extends (
    ...input: infer I
  ) => Effect.Effect<infer A, infer _E, Actor.Actor>
    ? (...input: I) => Promise<A>
    : never
}

type Operation = (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Actor.Actor>

const isOperation = (value: unknown): value is Operation => Predicate.isFunction(value)

/** Runs an operation that already has its caller. */
export type Run = (effect: Effect.Effect<unknown, unknown>) => Promise<Exit.Exit<unknown, unknown>>

/** Binds every operation of a service to one caller. */
export function bindService<S extends object>(service: S, run: Run, caller: Actor.Caller): Promised<S>
export function bindService(service: object, run: Run, caller: Actor.Caller): object {
  const operations: { [name: string]: (...input: ReadonlyArray<unknown>) => Promise<unknown> } = {}
  for (const [name, operation] of Object.entries(service)) {
    if (!isOperation(operation)) continue
    operations[name] = async (...input) => {
      const exit = await run(Effect.provideService(operation(...input), Actor.Actor, caller))
      if (Exit.isSuccess(exit)) return exit.value
      throw Cause.hasInterruptsOnly(exit.cause) ? new QuireClosed() : Cause.squash(exit.cause)
    }
  }
  return operations
}
