import { Actor } from "@quire/core"
import { Cause, Deferred, Effect, Exit, Predicate, Pull, Scope, Stream } from "effect"
import * as QuireErrors from "./QuireError.ts"

type AnyOperation = (...input: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, Actor.Actor>
type AnyStream = (...input: ReadonlyArray<never>) => Stream.Stream<unknown, unknown, Actor.Actor>

/** An operation as hosts call it. Its type carries the errors for `ErrorsOf`; no value has them. */
export type Call<I extends ReadonlyArray<unknown>, A, E> = ((...input: I) => A) & { readonly "~errors"?: E }

/**
 * A service whose operations return promises, and whose streams can be iterated; a refusal rejects with a `QuireError`
 * whose cause is the typed error itself.
 */
export type PromiseApi<S> = {
  readonly [K in keyof S as S[K] extends AnyOperation | AnyStream ? K : never]: S[K] extends (
    ...input: infer I
  ) => Effect.Effect<infer A, infer E, Actor.Actor>
    ? Call<I, Promise<A>, E>
    : S[K] extends (...input: infer I) => Stream.Stream<infer A, infer E, Actor.Actor>
      ? Call<I, AsyncIterable<A>, E>
      : never
}

type Answer = Effect.Effect<unknown, unknown, Actor.Actor> | Stream.Stream<unknown, unknown, Actor.Actor>
type Operation = (...input: ReadonlyArray<unknown>) => Answer

const isOperation = (value: unknown): value is Operation => Predicate.isFunction(value)

const isStream = (answer: Answer): answer is Stream.Stream<unknown, unknown, Actor.Actor> => Stream.isStream(answer)

/** Runs an operation that already has its caller; fails with a `QuireError`. */
export type Run = (effect: Effect.Effect<unknown, unknown>) => Promise<Exit.Exit<unknown, unknown>>

const settle = async (running: Promise<Exit.Exit<unknown, unknown>>, site: QuireErrors.CallSite): Promise<unknown> => {
  const exit = await running
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.hasInterruptsOnly(exit.cause) ? new QuireErrors.QuireClosed() : Cause.squash(exit.cause)
  throw QuireErrors.withCall(QuireErrors.from(error), site)
}

/** A stream that is pulled as it is iterated. It ends when the engine closes or the consumer stops. */
const iterate = (
  stream: Stream.Stream<unknown, unknown>,
  run: Run,
  site: QuireErrors.CallSite
): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]() {
    const scope = Scope.makeUnsafe()
    const enough = Deferred.makeUnsafe<void>()
    let pull: Effect.Effect<ReadonlyArray<unknown>, unknown> | undefined
    let left: Iterator<unknown> = [].values()
    const open = Effect.suspend(() =>
      pull === undefined
        ? Effect.tap(Scope.provide(Stream.toPull(stream), scope), (made) => Effect.sync(() => (pull = made)))
        : Effect.succeed(pull)
    )
    const fill = Effect.map(Effect.flatten(open), (items) => {
      left = items.values()
    })
    const end = async (): Promise<IteratorReturnResult<undefined>> => {
      Deferred.doneUnsafe(enough, Exit.void)
      await Effect.runPromise(Scope.close(scope, Exit.void))
      return { done: true, value: undefined }
    }
    const next = async (): Promise<IteratorResult<unknown, undefined>> => {
      const item = left.next()
      if (item.done !== true) return item
      const exit = await run(Effect.raceFirst(fill, Deferred.await(enough)))
      if (Exit.isSuccess(exit)) return Deferred.isDoneUnsafe(enough) ? end() : next()
      const isOver = Cause.hasInterruptsOnly(exit.cause) || Pull.isDoneCause(exit.cause)
      const over = await end()
      if (isOver) return over
      throw QuireErrors.withCall(QuireErrors.from(Cause.squash(exit.cause)), site)
    }
    return { next, return: end }
  }
})

/** Binds every operation of a service to one caller. */
export function bindService<S extends object>(service: S, run: Run, caller: Actor.Caller): PromiseApi<S>
export function bindService(service: object, run: Run, caller: Actor.Caller): object {
  const operations: { [name: string]: (...input: ReadonlyArray<unknown>) => unknown } = {}
  for (const [name, operation] of Object.entries(service)) {
    if (!isOperation(operation)) continue
    const call = (...input: ReadonlyArray<unknown>) => {
      const site = QuireErrors.captureCall(call)
      const answer = operation(...input)
      if (isStream(answer)) return iterate(Stream.provideService(answer, Actor.Actor, caller), run, site)
      return settle(run(Effect.provideService(answer, Actor.Actor, caller)), site)
    }
    operations[name] = call
  }
  return operations
}
