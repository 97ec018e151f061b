import { Effect } from "effect"

/** A service, or an effect that makes operations of it: what hosts call under one name. */
type Source = Effect.Effect<object, never, unknown>

/** The operations of two sources. Declarations of hosts name the services rather than repeat their operations. */
export type Join<A extends Source, B extends Source> = Effect.Success<A> & Effect.Success<B>

/** The operations of a source without one that only other services call. */
export type Without<A extends Source, K extends keyof Effect.Success<A>> = Omit<Effect.Success<A>, K>

/** Joins the operations of two sources under one name. */
export function join<A extends Source, B extends Source>(
  first: A,
  second: B
): Effect.Effect<Join<A, B>, never, Effect.Services<A> | Effect.Services<B>>
export function join(first: Source, second: Source): Source {
  return Effect.zipWith(first, second, (left, right) => ({ ...left, ...right }))
}

/** Leaves out an operation that only other services call. */
export function without<A extends Source, const K extends keyof Effect.Success<A> & string>(
  source: A,
  name: K
): Effect.Effect<Without<A, K>, never, Effect.Services<A>>
export function without(source: Source, name: string): Source {
  return Effect.map(source, (operations) =>
    Object.fromEntries(Object.entries(operations).filter(([operation]) => operation !== name))
  )
}
