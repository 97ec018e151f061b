import { Context, Effect, Latch, Layer, Queue } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import { collection as spaceCollection } from "../space/Space.ts"

export const limits = {
  /** Milliseconds between polls for new heads, while any head is watched. */
  poll: 250
} as const

/** Content whose head is watched: the primary content of a space, or a change request. */
export interface WatchTarget {
  readonly kind: "space" | "changeRequest"
  readonly id: string
}

/** The id of a head revision; undefined when the content no longer exists or the engine closes. */
export type WatchedHead = string | undefined

interface Listener {
  readonly target: WatchTarget
  readonly heads: Queue.Queue<WatchedHead>
  /** The head that was offered last, or was known before. */
  offered: WatchedHead
}

const idsOf = (listeners: ReadonlyArray<Listener>, kind: WatchTarget["kind"]): ReadonlyArray<string> =>
  listeners.flatMap(({ target }) => (target.kind === kind ? [target.id] : []))

const offer = (listener: Listener, head: WatchedHead) => {
  if (listener.offered === head) return
  listener.offered = head
  Queue.offerUnsafe(listener.heads, head)
}

/**
 * Watches heads for all streams of a process. While there are any, each poll reads the heads of all watched contents
 * from the primary store in one round trip, which finds the writes of every server (rule content-events-prompt).
 */
export class HeadWatch extends Context.Service<HeadWatch>()("@quire/core/HeadWatch", {
  make: Effect.gen(function* () {
    const { together } = yield* RowStore
    const spaces = yield* Repository.make(Repository.withoutCounters(spaceCollection))
    const requests = yield* Repository.make(Repository.withoutCounters(requestCollection))
    const listeners = new Set<Listener>()
    const isWatched = Latch.makeUnsafe()

    const poll = Effect.gen(function* () {
      const watched = [...listeners]
      const [foundSpaces, foundRequests] = yield* together(
        spaces.getMany(idsOf(watched, "space")),
        requests.getMany(idsOf(watched, "changeRequest"))
      )
      for (const listener of watched) {
        const { id, kind } = listener.target
        const found = kind === "space" ? foundSpaces.get(id) : foundRequests.get(id)
        offer(listener, found?.value.revision)
      }
    })

    const pollRepeatedly = isWatched.await.pipe(
      Effect.andThen(
        Effect.catchCause(poll, (cause) => Effect.logWarning("the heads of content could not be read", cause))
      ),
      Effect.andThen(Effect.sleep(limits.poll)),
      Effect.forever,
      Effect.withTracerEnabled(false)
    )
    let isClosed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isClosed = true
        for (const listener of listeners) offer(listener, undefined)
      })
    )
    yield* Effect.forkScoped(pollRepeatedly)

    /**
     * Watches some content until the scope closes. The returned effect waits for the next head that differs from the
     * known one; a head that was not taken is replaced by the next.
     */
    const watch = Effect.fnUntraced(function* (target: WatchTarget, known: string) {
      const heads = yield* Queue.sliding<WatchedHead>(1)
      const listener: Listener = { target, heads, offered: known }
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          listeners.add(listener)
          if (isClosed) offer(listener, undefined)
          else isWatched.openUnsafe()
        }),
        () =>
          Effect.sync(() => {
            listeners.delete(listener)
            if (listeners.size === 0) isWatched.closeUnsafe()
          })
      )
      return Queue.take(heads)
    })

    return { watch } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
