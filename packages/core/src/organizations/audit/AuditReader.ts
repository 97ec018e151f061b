import { Context, Effect, Layer, Option } from "effect"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { type Event, Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import {
  type AuditChain,
  collection as chainCollection,
  emptyChain,
  type ReaderPosition,
  readerRow
} from "./AuditChain.ts"
import { type AuditEntry, collection as entryCollection } from "./AuditEntry.ts"
import { sealEvent } from "./AuditSeal.ts"

/** Events chained by one transaction. */
export const batch = 200

interface Delivered {
  readonly offset: string
  readonly event: Event
}

/** Whether what was read from before a place on begins with the event that it is at. */
const isUnmoved = (place: ReaderPosition, [first]: ReadonlyArray<Delivered>): boolean =>
  first?.offset === place.offset && first.event.id === place.event

/** The place after what was read from an offset on. */
const placeAfter = (from: string, read: ReadonlyArray<Delivered>): ReaderPosition | null => {
  const last = read.at(-1)
  return last === undefined ? null : { before: read.at(-2)?.offset ?? from, offset: last.offset, event: last.event.id }
}

/** The entries of events, in order, each at the end of its chain; and the chains as they end then. */
const chainEvents = (ends: ReadonlyMap<string, AuditChain>, events: ReadonlyArray<Event>) => {
  const chains = new Map(ends)
  const entries = Slices.map(events, (event): AuditEntry => {
    const chain = emptyChain(event.organization ?? "")
    const entry = sealEvent(chains.get(chain.id) ?? chain, event)
    chains.set(chain.id, { ...chain, sequence: entry.sequence, hash: entry.hash })
    return entry
  })
  return Effect.map(entries, (entries) => ({ chains, entries }))
}

/**
 * Follows the outbox in commit order and chains its events, each once: an event whose entry is there is passed over. An
 * outbox that no longer holds the last event at its offset (a logical restore gives new offsets) is read from its
 * beginning. Of several readers one chains at a time.
 */
export class AuditReader extends Context.Service<AuditReader>()("@quire/core/AuditReader", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const store = yield* RowStore
    const chains = yield* Repository.make(chainCollection)
    const entries = yield* Repository.make(entryCollection)

    /** What comes after a place, and the offset from which it was read. */
    const readAfter = Effect.fnUntraced(function* (place: ReaderPosition | null, limit: number) {
      if (place === null) return { from: "", read: yield* outbox.read("", limit) }
      const read = yield* outbox.read(place.before, limit + 1)
      if (isUnmoved(place, read)) return { from: place.offset, read: read.slice(1) }
      return { from: "", read: yield* outbox.read("", limit) }
    })

    /** Only whoever holds the reader's row writes chains, so that they need no locks of their own. */
    const append = Effect.fnUntraced(function* (events: ReadonlyArray<Event>) {
      const known = yield* entries.getMany(events.map(({ id }) => id))
      const fresh = events.filter(({ id }) => !known.has(id))
      if (fresh.length === 0) return 0
      const seen = yield* chains.getMany(fresh.map(({ organization }) => emptyChain(organization ?? "").id))
      const next = yield* chainEvents(new Map(Array.from(seen, ([id, { value }]) => [id, value])), fresh)
      for (const some of Slices.groups(next.entries)) {
        yield* Effect.orDie(entries.insertAll(some))
        if (some.length < next.entries.length) yield* Slices.turn
      }
      for (const [id, end] of next.chains) {
        const row = seen.get(id)
        yield* Effect.orDie(row === undefined ? chains.insert(end) : chains.update(row, end))
      }
      return fresh.length
    })

    /** The reader's row, locked; the first of all readers makes it. */
    const lockReader = Effect.gen(function* () {
      if (Option.isNone(yield* chains.get(readerRow.id))) yield* Effect.ignore(chains.insert(readerRow))
      return yield* Effect.orDie(Effect.fromNullishOr((yield* chains.lock([readerRow.id])).get(readerRow.id)))
    })

    /** How many events were read and how many of them chained, at most a batch. */
    const chainBatch = store.atomic(
      Effect.gen(function* () {
        const seen = yield* lockReader
        const { from, read } = yield* readAfter(seen.value.place, batch)
        const place = placeAfter(from, read)
        if (place === null) return { read: 0, chained: 0 }
        const count = yield* append(read.map(({ event }) => event))
        yield* Effect.orDie(chains.update(seen, { ...seen.value, place }))
        return { read: read.length, chained: count }
      })
    )

    const findPlace = Effect.map(chains.get(readerRow.id), (row) => Option.getOrNull(row)?.value.place ?? null)

    /** Chains what is committed, at most so many batches of it; answers how many events were chained. */
    const run = Effect.fnUntraced(
      function* (batches: number) {
        let count = 0
        if ((yield* readAfter(yield* findPlace, 1)).read.length === 0) return count
        for (let at = 0; at < batches; at++) {
          const done = yield* Effect.uninterruptible(chainBatch)
          count += done.chained
          if (done.read < batch) break
        }
        return count
      },
      Effect.provideService(Actor, system)
    )

    return { run } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
