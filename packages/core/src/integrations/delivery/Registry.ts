import { Effect } from "effect"
import type { Registration } from "./Receivers.ts"

export type Registered = ReadonlyMap<string, Registration>

/** The kinds of receivers of this process, each registered once. */
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
  const registered: Registered = kinds
  return { register, registered } as const
}
