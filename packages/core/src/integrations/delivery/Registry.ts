import { Effect } from "effect"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import type { Registration } from "./Receivers.ts"

export type ReceiverRegistry = ReadonlyMap<string, Registration>

/** What else is done about events, in the transaction that hands them out. */
export type Follower = (events: ReadonlyArray<Outbox.Event>) => Effect.Effect<void>

/** The kinds of receivers of this process, each registered once, and who follows besides. */
export const make = () => {
  const kinds = new Map<string, Registration>()
  const register = (registration: Registration): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { kind } = registration.sender
      if (kind !== registration.receivers.kind) return Effect.die(new Error(`the sender is of another kind: "${kind}"`))
      if (kinds.has(kind)) return Effect.die(new Error(`receivers "${kind}" are registered already`))
      kinds.set(kind, registration)
      return Effect.void
    })
  const followers = new Set<Follower>()
  const follow = (follower: Follower): Effect.Effect<void> => Effect.sync(() => followers.add(follower))
  const [registered, following]: [ReceiverRegistry, ReadonlySet<Follower>] = [kinds, followers]
  return { follow, following, register, registered } as const
}
