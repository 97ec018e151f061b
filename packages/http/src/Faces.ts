import { Actor, type UserId } from "@quire/core"
import { Effect, Exit, identity } from "effect"
import { type Face, groupOperations, makeBinder, type Services } from "./Face.ts"
import * as HostTransaction from "./HostTransaction.ts"
import type { Run } from "./Promised.ts"

/** Whom a host acts as. */
export interface Faces {
  /** Acts as the host itself, which passes every access check. */
  readonly system: Face
  /** Acts as one user; calls reject with `UserNotFound` when the user does not exist. */
  readonly as: (user: UserId.UserId) => Face
}

interface Engine {
  readonly opened: Services
  readonly run: Run
  readonly isClosed: () => boolean
}

/** The faces of an engine that is open, on its own connections and within transactions of the host's. */
export const make = ({ isClosed, opened, run }: Engine) => {
  const bind = makeBinder(groupOperations(opened))

  /** Users are never removed, so one lookup per user is enough. */
  const runAs = (caller: Actor.Caller, inside: HostTransaction.Inside = identity): Run => {
    let isKnown = caller._tag !== "User"
    const known = (user: UserId.UserId) =>
      Effect.map(Effect.provideService(opened.users.get(user), Actor.Actor, Actor.system), () => (isKnown = true))
    return async (effect) => {
      if (isClosed()) return Exit.interrupt()
      return run(inside(isKnown || caller._tag !== "User" ? effect : Effect.andThen(known(caller.user), effect)))
    }
  }

  const facesOf = (runOf: (caller: Actor.Caller) => Run): Faces => ({
    get system() {
      return bind(runOf(Actor.system), Actor.system)
    },
    as: (user) => bind(runOf(Actor.user(user)), Actor.user(user))
  })

  const { as, system } = facesOf((caller) => {
    const outside = runAs(caller)
    return async (effect) => {
      HostTransaction.refuseInside()
      return outside(effect)
    }
  })

  const within = <C extends HostTransaction.Client, A>(
    borrow: ((client: C) => HostTransaction.Borrowed) | undefined,
    client: C,
    body: (tx: Faces) => Promise<A>
  ): Promise<A> =>
    HostTransaction.within(borrow, client, (call) =>
      body(facesOf((caller) => (effect) => call((inside) => runAs(caller, inside)(effect))))
    )

  return { as, system, within }
}
