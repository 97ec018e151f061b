import { BackupManifest, CodePoint, type Job, type Repository, type RowStore, StoreCopy } from "@quire/core"
import { Effect, HashMap, Layer, Option, Stream } from "effect"
import type { MemoryState, PlacedEvent } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"
import * as Readers from "./Readers.ts"
import * as Table from "./Table.ts"

type StoredCollection = Repository.StoredCollection

/** Parts of the state, each with the section that copies it, or the reason why it is omitted (rule backup-complete). */
export const parts: { readonly [K in keyof MemoryState]: string } = {
  tables: "each collection is a section",
  nodes: "nodes",
  searched: "omitted: rebuilt from the content",
  entriesVersions: "omitted: rebuilt from the content",
  readers: "readers",
  events: "outbox_events and outbox_pruned",
  jobs: "jobs"
}

/** Entries per page. */
const page = 200

/** The sorted entries, some at a time. */
const inPages = <A>(items: ReadonlyArray<A>): Stream.Stream<ReadonlyArray<A>> =>
  Stream.paginate(0, (at) => {
    const some = items.slice(at, at + page)
    return Effect.succeed([
      some.length === 0 ? [] : [some],
      at + page < items.length ? Option.some(at + page) : Option.none()
    ])
  })

const rowsOf = ({ tables }: MemoryState, shape: StoredCollection): ReadonlyArray<BackupManifest.Row> =>
  Option.match(HashMap.get(tables, shape.name), {
    onNone: () => [],
    onSome: (table) =>
      Array.from(HashMap.values(table.rows), Table.rowOf).sort((left, right) => CodePoint.compare(left.id, right.id))
  })

const nodesOf = ({ nodes }: MemoryState): ReadonlyArray<BackupManifest.Node> =>
  HashMap.toEntries(nodes)
    .sort(([left], [right]) => CodePoint.compare(left, right))
    .flatMap(([space, texts]) =>
      HashMap.toEntries(texts)
        .sort(([left], [right]) => CodePoint.compare(left, right))
        .map(([hash, text]) => ({ space, hash, text }))
    )

const compareReaders = (left: BackupManifest.Readers, right: BackupManifest.Readers) =>
  CodePoint.compare(left.organization, right.organization) ||
  CodePoint.compare(left.kind, right.kind) ||
  CodePoint.compare(left.placement, right.placement)

const readersOf = ({ readers }: MemoryState): ReadonlyArray<BackupManifest.Readers> =>
  Array.from(HashMap.values(readers.entries))
    .filter(({ keys }) => keys.length > 0)
    .map((entry) => ({ ...entry, keys: [...new Set(entry.keys)].sort(CodePoint.compare) }))
    .sort(compareReaders)

const eventsOf = ({ events }: MemoryState): ReadonlyArray<PlacedEvent> =>
  HashMap.toEntries(events.byNumber)
    .sort(([left], [right]) => left - right)
    .map(([, placed]) => placed)

const prunedOf = ({ events }: MemoryState): ReadonlyArray<BackupManifest.OutboxPosition> => {
  const { place } = events.pruned
  return place === undefined ? [] : [place]
}

/** Restored jobs have no shares: they are treated like those of a share that was never served. */
const fromJob = ({ failedAt, held, reason, share: _, ...job }: Job.Job): BackupManifest.Job => ({
  ...job,
  held: held ?? null,
  reason: reason ?? null,
  failedAt: failedAt ?? null
})

const toJob = ({ failedAt, held, reason, ...job }: BackupManifest.Job): Job.Job => ({
  ...job,
  held: held ?? undefined,
  reason: reason ?? undefined,
  failedAt: failedAt ?? undefined
})

const jobsOf = ({ jobs }: MemoryState): ReadonlyArray<BackupManifest.Job> =>
  HashMap.toEntries(jobs)
    .sort(([left], [right]) => CodePoint.compare(left, right))
    .map(([, job]) => fromJob(job))

const sectionsOf = (state: MemoryState, shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoreCopy.Section> => [
  ...shapes.map((shape) =>
    StoreCopy.section(
      shape.name,
      BackupManifest.Row,
      Stream.suspend(() => inPages(rowsOf(state, shape)))
    )
  ),
  StoreCopy.section(
    "content_nodes",
    BackupManifest.Node,
    Stream.suspend(() => inPages(nodesOf(state)))
  ),
  StoreCopy.section(
    "placement_readers",
    BackupManifest.Readers,
    Stream.suspend(() => inPages(readersOf(state)))
  ),
  StoreCopy.section(
    "outbox_events",
    BackupManifest.PlacedEvent,
    Stream.suspend(() => inPages(eventsOf(state)))
  ),
  StoreCopy.section(
    "outbox_pruned",
    BackupManifest.OutboxPosition,
    Stream.suspend(() => inPages(prunedOf(state)))
  ),
  StoreCopy.section(
    "jobs",
    BackupManifest.Job,
    Stream.suspend(() => inPages(jobsOf(state)))
  )
]

const putRows = (transaction: Transaction, shape: StoredCollection, rows: ReadonlyArray<RowStore.Row>) => {
  const { draft } = transaction
  let table = Option.getOrElse(HashMap.get(draft.tables, shape.name), () => Table.empty(shape))
  for (const row of rows) {
    const stored = Table.copyRow(shape, row, shape.columnsOf(row))
    const taken = Table.findTakenKey(table, stored)
    if (taken !== undefined) throw new Error(`the key ${taken} of ${shape.name} occurs twice`)
    table = Table.put(table, undefined, stored)
  }
  transaction.draft = { ...draft, tables: HashMap.set(draft.tables, shape.name, table) }
  transaction.unchecked.push(...rows.map(({ id }) => ({ collection: shape.name, id })))
}

const putNodes = (transaction: Transaction, nodes: ReadonlyArray<BackupManifest.Node>) => {
  const { draft } = transaction
  let all = draft.nodes
  for (const { hash, space, text } of nodes) {
    const texts = Option.getOrElse(HashMap.get(all, space), () => HashMap.empty<string, string>())
    all = HashMap.set(all, space, HashMap.set(texts, hash, text))
  }
  transaction.draft = { ...draft, nodes: all }
}

const putReaders = (transaction: Transaction, entries: ReadonlyArray<BackupManifest.Readers>) => {
  const { draft } = transaction
  transaction.draft = { ...draft, readers: entries.reduce(Readers.replace, draft.readers) }
}

const putEvents = (transaction: Transaction, placed: ReadonlyArray<BackupManifest.PlacedEvent>) => {
  const { draft } = transaction
  let { byNumber, last } = draft.events
  for (const each of placed) byNumber = HashMap.set(byNumber, ++last, each)
  transaction.draft = { ...draft, events: { ...draft.events, byNumber, last } }
}

const putPruned = (transaction: Transaction, [place]: ReadonlyArray<BackupManifest.OutboxPosition>) => {
  const { draft } = transaction
  transaction.draft = { ...draft, events: { ...draft.events, pruned: { number: 0, place } } }
}

const putJobs = (transaction: Transaction, jobs: ReadonlyArray<BackupManifest.Job>) => {
  const { draft } = transaction
  let all = draft.jobs
  for (const job of jobs) all = HashMap.set(all, `${job.kind}/${job.key}`, toJob(job))
  transaction.draft = { ...draft, jobs: all }
}

/** Resolved lazily, so that a process with the memory store never loads Postgres code. */
const findSchema = Effect.map(
  Effect.promise(() => import("../postgres/migrations/index.ts")),
  ({ latest }) => latest
)

const make = (store: typeof MemoryStore.Service): typeof StoreCopy.StoreCopy.Service => {
  const writing =
    <A>(put: (transaction: Transaction, items: ReadonlyArray<A>) => void) =>
    (items: ReadonlyArray<A>) =>
      store.within("restore", (transaction) => put(transaction, items))
  const targetsOf = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoreCopy.Target> => [
    ...shapes.map((shape) =>
      StoreCopy.target(
        shape.name,
        BackupManifest.Row,
        writing((transaction, rows) => putRows(transaction, shape, rows))
      )
    ),
    StoreCopy.target("content_nodes", BackupManifest.Node, writing(putNodes)),
    StoreCopy.target("placement_readers", BackupManifest.Readers, writing(putReaders)),
    StoreCopy.target("outbox_events", BackupManifest.PlacedEvent, writing(putEvents)),
    StoreCopy.target("outbox_pruned", BackupManifest.OutboxPosition, writing(putPruned)),
    StoreCopy.target("jobs", BackupManifest.Job, writing(putJobs))
  ]
  const beginEpoch = (epochs: ReadonlyArray<string>) =>
    store.within("restore", (transaction) => {
      const { draft } = transaction
      const { events } = draft
      transaction.draft = { ...draft, events: { ...events, epochs: [...epochs, ...events.epochs] } }
    })
  return {
    schema: findSchema,
    snapshot: (shapes, body) =>
      Effect.flatMap(
        store.readCommitted("snapshot", (state) => state),
        (state) => body({ epochs: state.events.epochs, sections: sectionsOf(state, shapes) })
      ),
    restore: (shapes, epochs, body) =>
      store.atomic(
        Effect.andThen(
          beginEpoch(epochs),
          Effect.suspend(() => body(targetsOf(shapes)))
        )
      )
  }
}

/** `StoreCopy` in memory: a snapshot is the currently committed state, which is immutable. */
export const layer: Layer.Layer<StoreCopy.StoreCopy, never, MemoryStore> = Layer.effect(
  StoreCopy.StoreCopy,
  Effect.map(MemoryStore, make)
)
