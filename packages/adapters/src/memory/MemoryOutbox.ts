import { type BackupManifest, Outbox, PersonalEvents } from "@quire/core"
import { Effect, HashMap, Layer, Result } from "effect"
import type { Events, MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"

/** A deep copy of an event, limited to what JSON can express. */
const copyEvent = ({ before, after, ...event }: Outbox.Event): Outbox.Event => ({
  ...event,
  subjects: [...event.subjects],
  ...(before === undefined ? {} : { before: JSON.parse(JSON.stringify(before)) }),
  ...(after === undefined ? {} : { after: JSON.parse(JSON.stringify(after)) })
})

const appendEvent = (transaction: Transaction, event: Outbox.Event) => {
  const { draft } = transaction
  const { byNumber, epochs } = draft.events
  const last = draft.events.last + 1
  const placed = { place: { epoch: epochs.length, xid: "0", seq: last }, event: copyEvent(event) }
  transaction.draft = { ...draft, events: { ...draft.events, last, byNumber: HashMap.set(byNumber, last, placed) } }
}

const stripEvents = (transaction: Transaction, person: string) => {
  const { draft } = transaction
  const stripped: Array<Outbox.Event> = []
  const byNumber = HashMap.map(draft.events.byNumber, (placed) => {
    const { after, before, ...rest } = placed.event
    const isSilent = after === undefined && before === undefined
    if (PersonalEvents.personOf(placed.event) !== person || isSilent) return placed
    stripped.push(copyEvent(placed.event))
    return { ...placed, event: rest }
  })
  transaction.draft = { ...draft, events: { ...draft.events, byNumber } }
  return stripped
}

/** Before every event. */
const start: BackupManifest.OutboxPosition = { epoch: 0, xid: "0", seq: 0 }

const comparePlaces = (left: BackupManifest.OutboxPosition, right: BackupManifest.OutboxPosition): number =>
  left.epoch - right.epoch || Number(BigInt(left.xid) - BigInt(right.xid)) || left.seq - right.seq

const pattern = /^([0-9a-f-]{36})\.(\d{1,19})\.(\d{1,15})$/

/** Undefined where the offset is of no store that has written events. */
const placeOf = ({ epochs }: Events, offset: Outbox.Offset): BackupManifest.OutboxPosition | undefined => {
  const [, name = "", xid = "0", seq = "0"] = pattern.exec(offset) ?? []
  const epoch = epochs.indexOf(name) + 1
  return epoch === 0 ? undefined : { epoch, xid, seq: Number(seq) }
}

const offsetOf = ({ epochs }: Events, { epoch, seq, xid }: BackupManifest.OutboxPosition): Outbox.Offset =>
  `${epochs[epoch - 1]}.${xid}.${seq}`

/** The number of the first event after an offset. */
const firstAfter = (events: Events, after: Outbox.Offset): number => {
  const place = placeOf(events, after) ?? start
  let low = events.pruned.number + 1
  let high = events.last + 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePlaces(HashMap.getUnsafe(events.byNumber, middle).place, place) > 0) high = middle
    else low = middle + 1
  }
  return low
}

const readEvents = ({ events }: Pick<MemoryState, "events">, after: Outbox.Offset, limit: number) => {
  const first = firstAfter(events, after)
  const read: Array<{ readonly offset: Outbox.Offset; readonly event: Outbox.Event }> = []
  for (let number = first; number < Math.min(first + limit, events.last + 1); number++) {
    const { event, place } = HashMap.getUnsafe(events.byNumber, number)
    read.push({ offset: offsetOf(events, place), event: copyEvent(event) })
  }
  return read
}

/** Whether an offset is known. An offset after the last event was never returned by this store. */
const isKnown = (events: Events, offset: Outbox.Offset): boolean => {
  const place = placeOf(events, offset)
  if (place === undefined) return false
  return place.epoch < events.epochs.length || place.seq <= events.last
}

const lagOf = ({ events }: MemoryState, after: Outbox.Offset, limit: number): Outbox.Lag => {
  const first = firstAfter(events, after)
  if (first > events.last) return { events: 0, since: undefined }
  const { event } = HashMap.getUnsafe(events.byNumber, first)
  return { events: Math.min(events.last - first + 1, limit), since: event.at }
}

const lastOf = ({ events }: MemoryState): Outbox.Offset =>
  events.last === 0 ? "" : offsetOf(events, HashMap.getUnsafe(events.byNumber, events.last).place)

const earliestOf = ({ events }: MemoryState, offsets: ReadonlyArray<Outbox.Offset>): Outbox.Offset => {
  const places = offsets.map((offset) => ({ offset, place: placeOf(events, offset) ?? start }))
  return places.toSorted((left, right) => comparePlaces(left.place, right.place))[0]?.offset ?? ""
}

const pruneEvents = (
  transaction: Transaction,
  through: Outbox.Offset,
  happenedBefore: number,
  limit: number
): number => {
  const { draft } = transaction
  const { last, pruned } = draft.events
  const end = Math.min(firstAfter(draft.events, through) - 1, last - 1, pruned.number + limit)
  let { byNumber } = draft.events
  let { number, place } = pruned
  while (number < end) {
    const next = HashMap.getUnsafe(byNumber, number + 1)
    if (next.event.at >= happenedBefore) break
    byNumber = HashMap.remove(byNumber, ++number)
    place = next.place
  }
  transaction.draft = { ...draft, events: { ...draft.events, pruned: { number, place }, byNumber } }
  return number - pruned.number
}

const keepsAfter = ({ events }: MemoryState, after: Outbox.Offset): boolean =>
  comparePlaces(placeOf(events, after) ?? start, events.pruned.place ?? start) >= 0

/** Offsets are valid within one process, and in stores that its backup is restored into. */
const make = (store: typeof MemoryStore.Service): typeof Outbox.Outbox.Service => ({
  append: (event) => store.write("append", (transaction) => Result.succeed(appendEvent(transaction, event))),
  strip: (person) => store.write("strip", (transaction) => Result.succeed(stripEvents(transaction, person))),
  knows: (offset) =>
    offset === "" ? Effect.succeed(true) : store.readCommitted("knows", ({ events }) => isKnown(events, offset)),
  read: (after, limit) => store.readCommitted("read", (state) => readEvents(state, after, limit)),
  last: store.readCommitted("last", lastOf),
  earliest: (offsets) => store.readCommitted("earliest", (state) => earliestOf(state, offsets)),
  prune: (through, happenedBefore, limit) =>
    store.write("prune", (transaction) => Result.succeed(pruneEvents(transaction, through, happenedBefore, limit))),
  keeps: (after) => store.readCommitted("keeps", (state) => keepsAfter(state, after)),
  lag: (after, limit) => store.readCommitted("lag", (state) => lagOf(state, after, limit))
})

export const layer: Layer.Layer<Outbox.Outbox, never, MemoryStore> = Layer.effect(
  Outbox.Outbox,
  Effect.map(MemoryStore, make)
)
