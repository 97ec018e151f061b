import { Context, Effect, Layer, Option } from "effect"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { type Event, Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import {
  type AuditChainEnd,
  collection as chainCollection,
  emptyChain,
  type ReaderPosition,
  readerRow,
  sealEvent
} from "./AuditChain.ts"
import { type AuditEntry, collection as entryCollection } from "./AuditEntry.ts"

/** Maximum number of events that one transaction adds. */
export const batch = 200

interface Delivered {
  readonly offset: string
  readonly event: Event
}

/** Whether the events after a position's previous offset start with its event. */
const isUnmoved = (place: ReaderPosition, [first]: ReadonlyArray<Delivered>): boolean =>
  first?.offset === place.offset && first.event.id === place.event

/** The position after the events read from an offset. */
const placeAfter = (from: string, read: ReadonlyArray<Delivered>): ReaderPosition | null => {
  const last = read.at(-1)
  return last === undefined ? null : { before: read.at(-2)?.offset ?? from, offset: last.offset, event: last.event.id }
}

/** Creates the entries of events, in order, each at the end of its chain, and the new ends of the chains. */
const chainEvents = (ends: ReadonlyMap<string, AuditChainEnd>, events: ReadonlyArray<Event>) => {
  const chains = new Map(ends)
  const entries = events.map((event): AuditEntry => {
    const chain = emptyChain(event.organization ?? "")
    const entry = sealEvent(chains.get(chain.id) ?? chain, event)
    chains.set(chain.id, { ...chain, sequence: entry.sequence, hash: entry.hash })
    return entry
  })
  return { chains, entries }
}

/**
 * Reads the outbox in commit order and adds each event to a chain once; an event with an entry is skipped. If the
 * outbox no longer has the last event at its offset (a logical restore assigns new offsets), it is read from the
 * beginning. If there are several readers, one adds events at a time.
 */
export class AuditReader extends Context.Service<AuditReader>()("@quire/core/AuditReader", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const store = yield* RowStore
    const chains = yield* Repository.make(chainCollection)
    const entries = yield* Repository.make(entryCollection)

    /** Reads the events after a position; returns them and the offset from which they were read. */
    const readAfter = Effect.fnUntraced(function* (place: ReaderPosition | null, limit: number) {
      if (place === null) return { from: "", read: yield* outbox.read("", limit) }
      const read = yield* outbox.read(place.before, limit + 1)
      if (isUnmoved(place, read)) return { from: place.offset, read: read.slice(1) }
      return { from: "", read: yield* outbox.read("", limit) }
    })

    /** Chains are written only under the lock of the reader's row, so they need no separate locks. */
    const append = Effect.fnUntraced(function* (events: ReadonlyArray<Event>) {
      const known = yield* entries.getMany(events.map(({ id }) => id))
      const fresh = events.filter(({ id }) => !known.has(id))
      if (fresh.length === 0) return 0
      const seen = yield* chains.getMany(fresh.map(({ organization }) => emptyChain(organization ?? "").id))
      const next = chainEvents(new Map(Array.from(seen, ([id, { value }]) => [id, value])), fresh)
      yield* entries.insertAll(next.entries)
      for (const [id, end] of next.chains) {
        const row = seen.get(id)
        yield* row === undefined ? chains.insert(end) : chains.update(row, end)
      }
      return fresh.length
    })

    /** Locks the reader's row; the first reader creates it. */
    const lockReader = Effect.gen(function* () {
      if (Option.isNone(yield* chains.get(readerRow.id))) yield* Effect.ignore(chains.tryInsert(readerRow))
      return yield* chains.requireLocked(readerRow.id)
    })

    /** Adds at most one batch to the chains; returns how many events were read and how many of them were added. */
    const chainBatch = store.atomic(
      Effect.gen(function* () {
        const seen = yield* lockReader
        const { from, read } = yield* readAfter(seen.value.place, batch)
        const place = placeAfter(from, read)
        if (place === null) return { read: 0, chained: 0 }
        const count = yield* append(read.map(({ event }) => event))
        yield* chains.update(seen, { ...seen.value, place })
        return { read: read.length, chained: count }
      })
    )

    const findPlace = Effect.map(chains.get(readerRow.id), (row) => Option.getOrNull(row)?.value.place ?? null)

    /** Adds committed events to the chains in at most the given number of batches; returns how many were added. */
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

    return {
      run,
      /** Inside a mutation: until it ends, no events are added to chains. */
      hold: Effect.asVoid(lockReader)
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
