import { Clock, Context, Effect, Layer } from "effect"
import { IdGenerator } from "../id/IdGenerator.ts"
import { Actor, actorId, type Caller } from "../operation/Actor.ts"
import { Outbox } from "../outbox/Outbox.ts"
import type { EventState } from "./EventStates.ts"
import type { EventType } from "./EventType.ts"

/** An event of one type as the operation announces it; caller and time are added. */
export type AnnouncementOf<T extends EventType> = {
  readonly type: T
  readonly organization: string | null
  readonly space?: string
  readonly subjects: ReadonlyArray<string>
} & EventState<T, unknown>

/** An event of any type, with the states that its type includes (rule event-tells). */
export type Announcement = { readonly [T in EventType]: AnnouncementOf<T> }[EventType]

const tokenOf = (caller: Caller): string | null => {
  if (caller._tag === "Integration") return caller.acting.token
  return caller._tag === "User" ? (caller.token ?? caller.session ?? null) : null
}

/** Announces the change of a request, in the same transaction: one event per request (rule audit-one-event). */
export class Events extends Context.Service<Events>()("@quire/core/Events", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const nextId = yield* IdGenerator
    const announce = Effect.fnUntraced(function* ({ space, ...rest }: Announcement) {
      const at = yield* Clock.currentTimeMillis
      const caller = yield* Actor
      const token = tokenOf(caller)
      yield* outbox.append({ ...rest, space: space ?? null, id: yield* nextId, at, actor: actorId(caller), token })
    })
    return { announce } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
