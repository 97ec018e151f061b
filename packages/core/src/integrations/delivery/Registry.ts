import { Effect } from "effect"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import type { Registration } from "./Receivers.ts"

export type ReceiverRegistry = ReadonlyMap<string, Registration>

/** Additional processing of events, in the transaction that dispatches them. */
export type Follower = (events: ReadonlyArray<Outbox.Event>) => Effect.Effect<void>

/** The receiver kinds of this process, each registered once, and the followers of events. */
export const make = () => {
  const kinds = new Map<string, Registration>()
  const register = (registration: Registration): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { kind } = registration.sender
      if (kind !== registration.receivers.kind)
        return Effect.die(new Error(`the sender has a different kind than its receivers: "${kind}"`))
      if (kinds.has(kind)) return Effect.die(new Error(`receivers of kind "${kind}" are already registered`))
      kinds.set(kind, registration)
      return Effect.void
    })
  const followers = new Set<Follower>()
  const follow = (follower: Follower): Effect.Effect<void> => Effect.sync(() => followers.add(follower))
  const [registered, following]: [ReceiverRegistry, ReadonlySet<Follower>] = [kinds, followers]
  return { follow, following, register, registered } as const
}
