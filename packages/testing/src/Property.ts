import { Effect, type Scope } from "effect"
import * as fc from "fast-check"
import * as Rounds from "./Rounds.ts"

type Arbitraries<A> = { readonly [K in keyof A]: fc.Arbitrary<A[K]> }

export interface Options {
  readonly fastCheck?: { readonly numRuns?: number }
  readonly timeout?: number
}

const parameters = (options: number | Options | undefined): { readonly numRuns?: number } =>
  typeof options === "object" ? (options.fastCheck ?? {}) : {}

/** The timeout of a test with these options, in milliseconds. */
export const timeout = (options: number | Options): number | undefined =>
  typeof options === "number" ? options : options.timeout

/** A law over values of fast-check. */
export const sync = <A extends Array<unknown>>(
  arbitraries: Arbitraries<A>,
  law: (values: A) => void | boolean,
  options?: number | Options
): void => fc.assert(fc.property(fc.tuple<A>(...arbitraries), law), parameters(options))

/** A law over values of fast-check whose check is an effect. Each run has its own scope, and yields at times. */
export const effect = <A extends Array<unknown>, B, E, R>(
  arbitraries: Arbitraries<A>,
  law: (values: A) => Effect.Effect<B, E, R>,
  options?: number | Options
): Effect.Effect<void, never, Exclude<R, Scope.Scope>> =>
  Effect.contextWith((context) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.tuple<A>(...arbitraries), async (values) => {
          await Effect.runPromiseWith(context)(Effect.andThen(Rounds.turn, Effect.scoped(law(values))))
        }),
        parameters(options)
      )
    )
  )
