import { Clock, Context, Effect, Latch, Layer, Queue } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import * as ContentPresence from "./ContentPresence.ts"

export const limits = {
  /** Milliseconds between polls, while any content is watched. */
  poll: 250
} as const

/** The people in some content, in a stable order. */
export interface PresentEditors {
  readonly rows: ReadonlyArray<ContentPresence.Presence>
  /** Differs whenever the rows differ in what readers see. */
  readonly digest: string
}

/** The state of some content: its head revision, and who is in it. */
export interface WatchedState {
  readonly head: string
  readonly present: PresentEditors
}

interface Listener {
  readonly target: ContentPresence.ContentKey
  /** Undefined when the content no longer exists or the engine closes. */
  readonly states: Queue.Queue<WatchedState | undefined>
  /** The state that was offered last, or was known before. */
  offered: WatchedState | undefined
}

const idsOf = (listeners: ReadonlyArray<Listener>, kind: ContentPresence.ContentKey["kind"]): ReadonlyArray<string> =>
  listeners.flatMap(({ target }) => (target.kind === kind ? [target.id] : []))

const offer = (listener: Listener, state: WatchedState | undefined) => {
  const { offered } = listener
  if (offered?.head === state?.head && offered?.present.digest === state?.present.digest) return
  listener.offered = state
  Queue.offerUnsafe(listener.states, state)
}

/** Announcing a presence again without a change does not change the digest. */
const presentOf = (rows: ReadonlyArray<ContentPresence.Presence>): PresentEditors => {
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const digest = JSON.stringify(sorted.map(({ id, page, selection }) => [id, page, selection]))
  return { rows: sorted, digest }
}

/** The people in content without any. */
export const nowhere: PresentEditors = presentOf([])

/**
 * Watches contents for all streams of a process. While there are any, each poll reads the heads of all watched contents
 * and the people in them from the primary store in one round trip, which finds the writes of every server (rules
 * content-events-prompt and presence-prompt).
 */
export class ContentWatch extends Context.Service<ContentWatch>()("@quire/core/ContentWatch", {
  make: Effect.gen(function* () {
    const { together } = yield* RowStore
    const spaces = yield* Repository.make(Repository.withoutCounters(spaceCollection))
    const requests = yield* Repository.make(Repository.withoutCounters(requestCollection))
    const presences = yield* Repository.make(ContentPresence.collection)
    const listeners = new Set<Listener>()
    const isWatched = Latch.makeUnsafe()

    const listPresences = (contents: ReadonlyArray<string>, now: number) =>
      presences.list("ofContent", {
        equals: { content: { in: contents } },
        range: { from: now + 1 },
        limit: contents.length * ContentPresence.limits.perContent
      })

    /** The people who are in some content now. */
    const present = Effect.fnUntraced(function* (target: ContentPresence.ContentKey) {
      const rows = yield* listPresences([ContentPresence.keyOf(target)], yield* Clock.currentTimeMillis)
      return presentOf(rows.map(({ value }) => value))
    })

    const poll = Effect.gen(function* () {
      const watched = [...listeners]
      const contents = [...new Set(watched.map(({ target }) => ContentPresence.keyOf(target)))]
      const [[spaceRows, requestRows], presenceRows] = yield* together(
        together(spaces.getMany(idsOf(watched, "space")), requests.getMany(idsOf(watched, "changeRequest"))),
        listPresences(contents, yield* Clock.currentTimeMillis)
      )
      const byContent = new Map<string, Array<ContentPresence.Presence>>()
      for (const { value } of presenceRows) {
        const others = byContent.get(value.content)
        if (others === undefined) byContent.set(value.content, [value])
        else others.push(value)
      }
      const presentIn = new Map(Array.from(byContent, ([content, rows]) => [content, presentOf(rows)] as const))
      for (const listener of watched) {
        const { id, kind } = listener.target
        const row = kind === "space" ? spaceRows.get(id) : requestRows.get(id)
        const people = presentIn.get(ContentPresence.keyOf(listener.target)) ?? nowhere
        offer(listener, row && { head: row.value.revision, present: people })
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
     * Watches some content until the scope closes. The returned effect waits for the next state that differs from the
     * known one; a state that was not taken is replaced by the next.
     */
    const watch = Effect.fnUntraced(function* (target: ContentPresence.ContentKey, known: WatchedState) {
      const states = yield* Queue.sliding<WatchedState | undefined>(1)
      const listener: Listener = { target, states, offered: known }
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
      return Queue.take(states)
    })

    return { present, watch } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
