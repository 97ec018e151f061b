import { Actor, type UserId } from "@quire/core"
import { Cause, Effect, Exit, identity, Pull } from "effect"
import { type Face, makeBinder, type Services } from "./Face.ts"
import { groupOperations } from "./Groups.ts"
import * as HostTransaction from "./HostTransaction.ts"
import type { Run } from "./Promised.ts"
import * as QuireErrors from "./QuireError.ts"

/** Whom a host acts as. */
export interface Faces {
  /** Acts as the host itself, which passes every access check. */
  readonly system: Face
  /** Acts as one user; calls reject with `UserNotFound` as the cause when the user does not exist. */
  readonly as: (user: UserId.UserId) => Face
}

interface Engine {
  readonly opened: Services
  readonly run: Run
  readonly isClosed: () => boolean
  readonly places: QuireErrors.Places
}

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

  /** Users are never removed, so one lookup per user is enough. */
  const runAs = (caller: Actor.Caller, inside: HostTransaction.Inside = identity): Run => {
    let isKnown = caller._tag !== "User"
    const known = (user: UserId.UserId) =>
      Effect.map(Effect.provideService(opened.users.get(user), Actor.Actor, Actor.system), () => (isKnown = true))
    return async (effect) => {
      if (isClosed()) return Exit.interrupt()
      const asked = isKnown || caller._tag !== "User" ? effect : Effect.andThen(known(caller.user), effect)
      return toldOf(await run(inside(asked)), places)
    }
  }

  const facesOf = (runOf: (caller: Actor.Caller) => Run): Faces => ({
    get system() {
      return bind(runOf(Actor.system), Actor.system)
    },
    as: (user) => bind(runOf(Actor.user(user)), Actor.user(user))
  })

  const runOutside = (caller: Actor.Caller): Run => {
    const outside = runAs(caller)
    return async (effect) => {
      if (HostTransaction.isInside()) return Exit.fail(QuireErrors.from(HostTransaction.refusedInside()))
      return outside(effect)
    }
  }
  const { as, system } = facesOf(runOutside)

  const within = <C extends HostTransaction.Client, A>(
    borrow: ((client: C) => HostTransaction.Borrowed) | undefined,
    client: C,
    body: (tx: Faces) => Promise<A>
  ): Promise<A> =>
    HostTransaction.within(borrow, client, (call) =>
      body(facesOf((caller) => (effect) => call((inside) => runAs(caller, inside)(effect)).catch(tellRefusal)))
    ).catch(tellRefusal)

  return { as, run: runOutside(Actor.system), system, within }
}
