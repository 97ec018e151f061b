import { Actor, type UserId } from "@quire/core"
import { Cause, Effect, Exit, identity, Pull } from "effect"
import { type HostApi, makeBinder, type Services } from "./HostApi.ts"
import { groupOperations } from "./HostGroups.ts"
import * as HostTransaction from "./HostTransaction.ts"
import type * as PromiseApi from "./PromiseApi.ts"
import * as QuireErrors from "./QuireError.ts"

/** Whom a host acts as. */
export interface HostApis {
  /** Acts as the host itself, which passes every access check. */
  readonly system: HostApi
  /** Acts as one user; calls reject with `UserNotFound` as the cause when the user does not exist. */
  readonly as: (user: UserId.UserId) => HostApi
}

interface Engine {
  readonly opened: Services
  readonly run: PromiseApi.Run
  readonly isClosed: () => boolean
  readonly places: QuireErrors.Places
}

/** The most users that are remembered. */
const mostKnown = 10_000

/** An exit as hosts are told of it; what was interrupted, and a stream that is over, stay what they are. */
const toldOf = (exit: Exit.Exit<unknown, unknown>, places: QuireErrors.Places): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) || Pull.isDoneCause(exit.cause)
    ? exit
    : Exit.fail(QuireErrors.from(Cause.squash(exit.cause), places))

/** Errors of the host's own function pass as they are. */
const tellRefusal = (error: unknown): never => {
  throw error instanceof HostTransaction.HostTransactionRefused ? QuireErrors.from(error) : error
}

/** The faces of an engine that is open, on its own connections and within transactions of the host's. */
export const make = ({ isClosed, opened, places, run }: Engine) => {
  const bind = makeBinder(groupOperations(opened))

  /** Users that were found: they are never removed, so one lookup of each is enough. */
  const known = new Set<UserId.UserId>()

  /** `found` remembers the users that the operations find. */
  const runAs = (
    caller: Actor.Caller,
    found: Set<UserId.UserId>,
    inside: HostTransaction.Inside = identity
  ): PromiseApi.Run => {
    const find = (user: UserId.UserId) =>
      Effect.map(Effect.provideService(opened.users.get(user), Actor.Actor, Actor.system), () => {
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

  /** A user who is found in the transaction of a host may be undone with it, and is remembered for as long as it lasts. */
  const within = <C extends HostTransaction.Client, A>(
    borrow: ((client: C) => HostTransaction.BorrowedClient) | undefined,
    client: C,
    body: (tx: HostApis) => Promise<A>
  ): Promise<A> => {
    const found = new Set<UserId.UserId>()
    return HostTransaction.within(borrow, client, (call) =>
      body(facesOf((caller) => (effect) => call((inside) => runAs(caller, found, inside)(effect)).catch(tellRefusal)))
    ).catch(tellRefusal)
  }

  return { as, run: runOutside(Actor.system), system, within }
}
