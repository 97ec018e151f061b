import { Clock, Context, Effect, Layer, Option, Schema, Stream } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Actor, actorId, type Caller, withFreshFacts } from "../../foundation/operation/Actor.ts"
import { ReadingOnly } from "../../foundation/store/ReadingOnly.ts"
import { Unauthenticated } from "../../people/access/Credentials.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { ContentBase, type ContentSelector } from "../commit/ContentBase.ts"
import * as ContentPresence from "./ContentPresence.ts"
import { ContentWatch, nowhere, type PresentEditors, type WatchedState } from "./ContentWatch.ts"

export const limits = {
  /** Streams that one caller may have open on a server. */
  streamsPerCaller: 20,
  /** Streams that all callers together may have open on a server. */
  streams: 1_000,
  /** Milliseconds without an event after which the access of the caller is checked again. */
  idle: 15_000,
  /** Seconds after which a stream ends. */
  seconds: 600
} as const

/** The content whose events are streamed: the primary content of a space, or that of a change request. */
export type ContentEventSelector = Pick<ContentSelector, "changeRequest" | "space">

/** The content has a new head. */
export interface HeadEvent {
  readonly type: "head"
  readonly revision: string
}

/** Someone has entered or left the content, or has selected something else. */
export interface PresenceEvent {
  readonly type: "presence"
  /** Everyone who is present, including the caller. */
  readonly items: ReadonlyArray<ContentPresence.PresenceView>
}

/** An event of content. */
export type ContentEvent = HeadEvent | PresenceEvent

/** There was no event for some time, and the caller still has access. */
export interface IdleSignal {
  readonly type: "idle"
}

/** Where a stream begins, and how long it lasts. */
export interface ContentEventOptions {
  /** The last revision that the caller received; its head event is not repeated. */
  readonly after?: string | undefined
  /** Seconds after which the stream ends, at most 600; with 0 it contains only the current state. */
  readonly seconds?: number | undefined
}

/** Too many streams are open. */
export class TooManyStreams extends Schema.TaggedError<TooManyStreams>()("TooManyStreams", {
  /** Whose limit is reached. */
  of: Schema.Literals(["caller", "server"]),
  limit: Schema.Int
}) {
  readonly kind = "unavailable" as const
  override get message() {
    return this.of === "caller"
      ? `a caller may have at most ${this.limit} open streams of events; close one of them`
      : `the server has ${this.limit} open streams of events; try again later`
  }
}

/** Counts open streams by caller. The host itself is only limited by the server. */
const makeSlots = () => {
  const byCaller = new Map<string, number>()
  let total = 0
  const countOf = (caller: string) => byCaller.get(caller) ?? 0
  const set = (caller: string, count: number) => (count === 0 ? byCaller.delete(caller) : byCaller.set(caller, count))
  return {
    fault: (caller: string): TooManyStreams | undefined => {
      if (caller !== "system" && countOf(caller) >= limits.streamsPerCaller) {
        return new TooManyStreams({ of: "caller", limit: limits.streamsPerCaller })
      }
      return total >= limits.streams ? new TooManyStreams({ of: "server", limit: limits.streams }) : undefined
    },
    take: (caller: string) => {
      total += 1
      set(caller, countOf(caller) + 1)
    },
    release: (caller: string) => {
      total -= 1
      set(caller, countOf(caller) - 1)
    }
  }
}

/** Streams the events of content to callers who may read it. */
export class ContentEvents extends Context.Service<ContentEvents>()("@quire/core/ContentEvents", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const { present, watch } = yield* ContentWatch
    const users = yield* UserViews
    const slots = makeSlots()

    const takeSlot = (caller: string) =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          const fault = slots.fault(caller)
          return fault === undefined ? Effect.sync(() => slots.take(caller)) : Effect.fail(fault)
        }),
        () => Effect.sync(() => slots.release(caller))
      )

    /**
     * Checks access before an event is sent: the credential first, if it can be presented again, and then the facts of
     * its caller. Both are read from the primary store.
     */
    const checkAgain = <E>(of: ContentEventSelector, caller: string, again: Effect.Effect<Caller, E> | undefined) => {
      const decide = base.decideAgain(of, "content:read")
      const decided =
        again === undefined
          ? withFreshFacts(decide)
          : Effect.flatMap(
              again,
              (present): Effect.Effect<Effect.Success<typeof decide>, Effect.Error<typeof decide> | Unauthenticated> =>
                actorId(present) === caller
                  ? Effect.provideService(decide, Actor, present)
                  : Effect.fail(new Unauthenticated())
            )
      return Effect.provideService(decided, ReadingOnly, undefined)
    }

    /** The events by which a reader who knows one state learns of another. */
    const eventsOf = Effect.fnUntraced(function* (
      state: WatchedState,
      known: { readonly head: string | undefined; readonly present: Pick<PresentEditors, "digest"> },
      organization: OrganizationId,
      viewer: Viewer
    ) {
      const heads: ReadonlyArray<ContentEvent> =
        state.head === known.head ? [] : [{ type: "head", revision: state.head }]
      const { digest, rows } = state.present
      if (digest === known.present.digest) return heads
      const userOf = yield* users.many(
        organization,
        viewer,
        rows.map(({ user }) => user)
      )
      const items = rows.map((row) => ContentPresence.view(row, userOf(row.user)))
      return [...heads, { type: "presence", items } satisfies PresenceEvent]
    })

    /**
     * Opens the stream of some content: the current head and who is present, then each change. Changes that follow each
     * other faster than they are taken are merged. The stream fails when the caller loses access, before the event that
     * would have been next. `again` authenticates the credential of the caller again.
     */
    const open = Effect.fnUntraced(function* <E = never>(
      of: ContentEventSelector,
      { after, seconds = limits.seconds }: ContentEventOptions = {},
      again?: Effect.Effect<Caller, E>
    ) {
      const { access, changeRequest, space } = yield* base.admit(of, "content:read")
      const { organization } = space.value
      const caller = actorId(yield* Actor)
      const fault = slots.fault(caller)
      if (fault !== undefined) return yield* fault
      const target: ContentPresence.ContentKey =
        changeRequest === undefined
          ? { kind: "space", id: of.space }
          : { kind: "changeRequest", id: changeRequest.value.id }
      const begin: WatchedState = {
        head: changeRequest?.value.revision ?? space.value.revision,
        present: yield* present(target)
      }
      const check = checkAgain(of, caller, again)
      const known = { head: after, present: { digest: nowhere.digest } }
      const first = yield* eventsOf(begin, known, organization, access)
      const lasts = seconds > 0 ? Math.min(seconds, limits.seconds) * 1_000 : 0
      const until = (yield* Clock.currentTimeMillis) + lasts

      const follow = Effect.gen(function* () {
        yield* takeSlot(caller)
        const next = yield* watch(target, begin)
        const step = Effect.fnUntraced(function* (sent: WatchedState) {
          const left = until - (yield* Clock.currentTimeMillis)
          const polled =
            left <= 0 ? Option.some(undefined) : yield* Effect.timeoutOption(next, Math.min(left, limits.idle))
          const current = Option.getOrElse(polled, () => sent)
          if (current === undefined) return [[], Option.none<WatchedState>()] as const
          const again = yield* check
          const changes = yield* eventsOf(current, sent, organization, again.access)
          const items: ReadonlyArray<ContentEvent | IdleSignal> = changes.length === 0 ? [{ type: "idle" }] : changes
          return [items, Option.some(current)] as const
        })
        return Stream.paginate(begin, step)
      })
      const opened = Stream.fromIterable<ContentEvent | IdleSignal>(first)
      return lasts === 0 ? opened : Stream.concat(opened, Stream.unwrap(follow))
    })

    /**
     * Streams the current head of a space or of a change request and the people who are present, and then each change,
     * of any writer on any server. It fails when the caller may no longer read the content, and ends after at most ten
     * minutes: call it again with the last revision as `after`. If changes follow each other quickly, only the last
     * state is delivered.
     */
    const follow = (of: ContentEventSelector, options?: ContentEventOptions) =>
      Stream.filter(Stream.unwrap(open(of, options)), (item): item is ContentEvent => item.type !== "idle")

    return { open, follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, ContentWatch.layer, UserViews.layer])
  )
}

/** The operation of this service that hosts call. */
export interface FollowOperation {
  /**
   * Streams the current head of a space or of a change request and the people who are present, and then each change, of
   * any writer on any server. It fails when the caller may no longer read the content, and ends after at most ten
   * minutes: call it again with the last revision as `after`. If changes follow each other quickly, only the last state
   * is delivered.
   */
  readonly follow: ContentEvents["Service"]["follow"]
}
