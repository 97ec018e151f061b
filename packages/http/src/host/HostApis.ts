import { Actor, type UserId } from "@quire/core"
import { Cause, Effect, Exit, identity, Pull } from "effect"
import { type Groups, type HostApi, makeBinder } from "./HostApi.ts"
import * as HostTransaction from "./HostTransaction.ts"
import type * as PromiseApi from "./PromiseApi.ts"
import * as QuireErrors from "./QuireError.ts"

/** The callers that a host application can act as. */
export interface HostApis {
  /** Acts as the host itself, which passes every access check. */
  readonly system: HostApi
  /** Acts as one user; calls reject with `UserNotFound` as the cause when the user does not exist. */
  readonly as: (user: UserId) => HostApi
}

interface Engine {
  readonly groups: Groups
  readonly run: PromiseApi.Run
  readonly isClosed: () => boolean
  readonly places: QuireErrors.Places
}

/** Maximum number of cached users. */
const mostKnown = 10_000

/**
 * Converts an exit to the one that the host receives: errors become `QuireError`, while interruptions and the end of a
 * stream are unchanged.
 */
const toldOf = (exit: Exit.Exit<unknown, unknown>, places: QuireErrors.Places): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) || Pull.isDoneCause(exit.cause)
    ? exit
    : Exit.fail(QuireErrors.from(Cause.squash(exit.cause), places))

/** Passes errors of the host's own function through unchanged. */
const tellRefusal = (error: unknown): never => {
  throw error instanceof HostTransaction.HostTransactionRefused ? QuireErrors.from(error) : error
}

/** The host APIs of an open engine, on its own connections and within transactions of the host. */
export const make = ({ groups, isClosed, places, run }: Engine) => {
  const bind = makeBinder(groups)

  /** Cache of existing users. Users are never removed, so one lookup each is enough. */
  const known = new Set<UserId>()

  /** `found` caches the users that the operations look up. */
  const runAs = (
    caller: Actor.Caller,
    found: Set<UserId>,
    inside: HostTransaction.Inside = identity
  ): PromiseApi.Run => {
    const find = (user: UserId) =>
      Effect.map(Effect.provideService(groups.users.get(user), Actor.Actor, Actor.system), () => {
        if (found.size >= mostKnown) found.clear()
        found.add(user)
      })
    return async (effect) => {
      if (isClosed()) return Exit.interrupt()
      const isKnown = caller._tag !== "User" || known.has(caller.user) || found.has(caller.user)
      const asked = isKnown ? effect : Effect.andThen(find(caller.user), effect)
      return toldOf(await run(inside(asked)), places)
    }
  }

  const facesOf = (runOf: (caller: Actor.Caller) => PromiseApi.Run): HostApis => ({
    get system() {
      return bind(runOf(Actor.system), Actor.system)
    },
    as: (user) => bind(runOf(Actor.user(user)), Actor.user(user))
  })

  const runOutside = (caller: Actor.Caller): PromiseApi.Run => {
    const outside = runAs(caller, known)
    return async (effect) => {
      if (HostTransaction.isInside()) return Exit.fail(QuireErrors.from(HostTransaction.refusedInside()))
      return outside(effect)
    }
  }
  const { as, system } = facesOf(runOutside)

  /**
   * A user found in a host transaction may be rolled back with it, so it is cached only for the duration of that
   * transaction.
   */
  const within = <C extends HostTransaction.Client, A>(
    borrow: ((client: C) => HostTransaction.BorrowedClient) | undefined,
    client: C,
    body: (tx: HostApis) => Promise<A>
  ): Promise<A> => {
    const found = new Set<UserId>()
    return HostTransaction.within(borrow, client, (call) =>
      body(facesOf((caller) => (effect) => call((inside) => runAs(caller, found, inside)(effect)).catch(tellRefusal)))
    ).catch(tellRefusal)
  }

  return { as, run: runOutside(Actor.system), system, within }
}
