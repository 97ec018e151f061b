import { randomUUID } from "node:crypto"
import { Outbox } from "@quire/core"
import { Effect, HashMap, Layer, Result } from "effect"
import type { MemoryState } from "./MemoryState.ts"
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
  const last = draft.events.last + 1
  const byNumber = HashMap.set(draft.events.byNumber, last, copyEvent(event))
  transaction.draft = { ...draft, events: { last, byNumber } }
}

const readEvents = ({ events }: Pick<MemoryState, "events">, epoch: string, after: Outbox.Offset, limit: number) => {
  const [known, place] = after.split(".")
  const first = known === epoch ? Number(place) + 1 : 1
  const read: Array<{ readonly offset: Outbox.Offset; readonly event: Outbox.Event }> = []
  for (let number = first; number < Math.min(first + limit, events.last + 1); number++) {
    const event = HashMap.getUnsafe(events.byNumber, number)
    read.push({ offset: `${epoch}.${number}`, event: copyEvent(event) })
  }
  return read
}

const isKnown = (offset: Outbox.Offset, epoch: string, last: number): boolean => {
  const [known, place = ""] = offset.split(".")
  return known === epoch && /^\d{1,15}$/.test(place) && Number(place) <= last
}

const lagOf = ({ events }: MemoryState, epoch: string, after: Outbox.Offset, limit: number): Outbox.Lag => {
  const [first] = readEvents({ events }, epoch, after, 1)
  if (first === undefined) return { events: 0, since: undefined }
  const [, number] = first.offset.split(".")
  return { events: Math.min(events.last - Number(number) + 1, limit), since: first.event.at }
}

/** Offsets are valid within one process: another one numbers other events. */
const make = (store: typeof MemoryStore.Service): typeof Outbox.Outbox.Service => {
  const epoch = randomUUID()
  return {
    append: (event) => store.write("append", (transaction) => Result.succeed(appendEvent(transaction, event))),
    knows: (offset) =>
      offset === ""
        ? Effect.succeed(true)
        : store.readCommitted("knows", ({ events }) => isKnown(offset, epoch, events.last)),
    read: (after, limit) => store.readCommitted("read", (state) => readEvents(state, epoch, after, limit)),
    lag: (after, limit) => store.readCommitted("lag", (state) => lagOf(state, epoch, after, limit))
  }
}

export const layer: Layer.Layer<Outbox.Outbox, never, MemoryStore> = Layer.effect(
  Outbox.Outbox,
  Effect.map(MemoryStore, make)
)
