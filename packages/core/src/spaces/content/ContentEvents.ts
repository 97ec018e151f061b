import { Clock, Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { Actor, actorId, type Caller, withFreshFacts } from "../../foundation/operation/Actor.ts"
import { ReadingOnly } from "../../foundation/store/ReadingOnly.ts"
import { Unauthenticated } from "../../people/access/Credentials.ts"
import { ContentBase, type ContentSelector } from "../commit/ContentBase.ts"
import { HeadWatch } from "./HeadWatch.ts"

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

/** An event of content. */
export type ContentEvent = HeadEvent

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
    const { watch } = yield* HeadWatch
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
              (present): Effect.Effect<unknown, Effect.Error<typeof decide> | Unauthenticated> =>
                actorId(present) === caller
                  ? Effect.provideService(decide, Actor, present)
                  : Effect.fail(new Unauthenticated())
            )
      return Effect.provideService(decided, ReadingOnly, undefined)
    }

    /**
     * Opens the stream of some content: the current head, then each new head. Heads that follow each other faster than
     * they are taken are merged to the last one. The stream fails when the caller loses access, before the event that
     * would have been next. `again` authenticates the credential of the caller again.
     */
    const open = Effect.fnUntraced(function* <E = never>(
      of: ContentEventSelector,
      { after, seconds = limits.seconds }: ContentEventOptions = {},
      again?: Effect.Effect<Caller, E>
    ) {
      const { changeRequest, space } = yield* base.admit(of, "content:read")
      const caller = actorId(yield* Actor)
      const fault = slots.fault(caller)
      if (fault !== undefined) return yield* fault
      const head: string = changeRequest?.value.revision ?? space.value.revision
      const check = checkAgain(of, caller, again)
      const first: ReadonlyArray<ContentEvent> = head === after ? [] : [{ type: "head", revision: head }]
      const lasts = seconds > 0 ? Math.min(seconds, limits.seconds) * 1_000 : 0
      const until = (yield* Clock.currentTimeMillis) + lasts

      const follow = Effect.gen(function* () {
        yield* takeSlot(caller)
        const next = yield* watch(
          changeRequest === undefined
            ? { kind: "space", id: of.space }
            : { kind: "changeRequest", id: changeRequest.value.id },
          head
        )
        const step = Effect.fnUntraced(function* (sent: string) {
          const left = until - (yield* Clock.currentTimeMillis)
          const polled =
            left <= 0 ? Option.some(undefined) : yield* Effect.timeoutOption(next, Math.min(left, limits.idle))
          const current = Option.getOrElse(polled, () => sent)
          if (current === undefined) return [[], Option.none<string>()] as const
          yield* check
          const item: ContentEvent | IdleSignal =
            current === sent ? { type: "idle" } : { type: "head", revision: current }
          return [[item], Option.some(current)] as const
        })
        return Stream.paginate(head, step)
      })
      const opened = Stream.fromIterable<ContentEvent | IdleSignal>(first)
      return lasts === 0 ? opened : Stream.concat(opened, Stream.unwrap(follow))
    })

    /**
     * Streams the current head of a space or of a change request, and then each new head, of any writer on any server.
     * It fails when the caller may no longer read the content, and ends after at most ten minutes: call it again with
     * the last revision as `after`. If heads follow each other quickly, only the last one is delivered.
     */
    const follow = (of: ContentEventSelector, options?: ContentEventOptions) =>
      Stream.filter(Stream.unwrap(open(of, options)), (item): item is ContentEvent => item.type !== "idle")

    return { open, follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, HeadWatch.layer]))
}

/** The operation of this service that hosts call. */
export interface FollowOperation {
  /**
   * Streams the current head of a space or of a change request, and then each new head, of any writer on any server. It
   * fails when the caller may no longer read the content, and ends after at most ten minutes: call it again with the
   * last revision as `after`. If heads follow each other quickly, only the last one is delivered.
   */
  readonly follow: ContentEvents["Service"]["follow"]
}
