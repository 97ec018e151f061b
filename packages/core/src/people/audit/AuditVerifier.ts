import { Context, Effect, Layer, Option } from "effect"
import { type Event, Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as AuditChain from "./AuditChain.ts"
import {
  type AuditChainEnd,
  collection as chainCollection,
  emptyChain,
  findBreak,
  organizationOf,
  type ReaderPosition,
  readerRow
} from "./AuditChain.ts"
import { type AuditEntry, collection as entryCollection } from "./AuditEntry.ts"
import * as Erasures from "./Erasures.ts"
import { type ErasureRecord, recordOf } from "./Erasures.ts"

interface Left {
  readonly record: Erasures.ErasureRecord
  /** The first entry of the erasure. */
  readonly first: AuditEntry
}

const breakAt = ({ id, sequence }: AuditEntry, why: string): AuditChain.Break => ({ sequence, id, why })

/**
 * Compares the redacted entries, read in the order of their chain, with the records in the events of their erasures
 * (rule audit-erasure). `pending` are the records of events that are not in a chain yet.
 */
export class ErasureCheck {
  private readonly left = new Map<string, Left>()
  private readonly pending: ReadonlyMap<string, Erasures.ErasureRecord>

  constructor(pending: ReadonlyMap<string, Erasures.ErasureRecord>) {
    this.pending = pending
  }

  /** The break at the event of an erasure whose entries differ from its record. */
  findBreak(entry: AuditEntry): AuditChain.Break | undefined {
    if (entry.erased !== undefined) {
      const { first = entry, record = Erasures.begin(entry.erased) } = this.left.get(entry.erased) ?? {}
      this.left.set(entry.erased, { first, record: Erasures.add(record, entry) })
    }
    const said = Erasures.recordOf(entry)
    if (said === undefined) return undefined
    const found = this.left.get(said.erasure)?.record ?? Erasures.begin(said.erasure)
    this.left.delete(said.erasure)
    return Erasures.isSame(said, found)
      ? undefined
      : breakAt(entry, "the entries that this erasure redacted were changed afterwards")
  }

  /** At the end of the chain: the break at an entry for which no erasure is recorded. */
  findUnsaid(): AuditChain.Break | undefined {
    for (const { first, record } of this.left.values()) {
      const said = this.pending.get(record.erasure)
      if (said === undefined || !Erasures.isSame(said, record))
        return breakAt(first, "the entry is redacted, but no erasure is recorded for it")
    }
    return undefined
  }
}

/** How many rows or events are read together. */
const batch = 500

/** The result for one chain; `""` is the chain of the installation. */
export interface ChainReport {
  readonly organization: string
  /** Number of valid entries, counted from the first. */
  readonly entries: number
  /** The hash of the last valid entry. */
  readonly head: string
  readonly broken?: AuditChain.Break
}

/** Committed events that are not chained yet. */
export interface Tail {
  readonly events: number
  /** The id of the first one. */
  readonly first?: string
}

export interface Verification {
  readonly chains: ReadonlyArray<ChainReport>
  readonly unchained: Tail
}

/** Events without entries, by organization: `lost` before the reader's position, `pending` after it. */
interface Outstanding {
  readonly organizations: Set<string>
  readonly lost: Map<string, string>
  readonly pending: Map<string, Required<Tail>>
  /** The erasure records of events that are not in a chain yet. */
  readonly erasures: Map<string, ErasureRecord>
}

/** Recomputes chains and compares them with the events still in the outbox. Only reads, in bounded batches. */
export class AuditVerifier extends Context.Service<AuditVerifier>()("@quire/core/AuditVerifier", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const chains = yield* Repository.make(chainCollection)
    const entries = yield* Repository.make(entryCollection)

    const listAfter = (organization: string, from: number, to: number | undefined) =>
      Effect.map(
        entries.list("inOrganization", {
          equals: { organization },
          range: { from: from + 1, ...(to === undefined ? {} : { to: to + 1 }) },
          limit: batch
        }),
        (rows) => rows.map(({ value }) => value)
      )

    /** Checks the entries up to the end that is recorded in the chain's row, and returns the first break. */
    const walkChain = Effect.fnUntraced(function* (end: AuditChainEnd, erasures: Outstanding["erasures"]) {
      const organization = organizationOf(end)
      let chain = emptyChain(organization)
      const check = new ErasureCheck(erasures)
      while (chain.sequence < end.sequence) {
        const read = yield* listAfter(organization, chain.sequence, end.sequence)
        const missing = { sequence: chain.sequence + 1, id: "", why: `entry ${chain.sequence + 1} is missing` }
        if (read.length === 0) return { chain, broken: missing }
        for (const entry of read) {
          const broken = findBreak(chain, entry) ?? check.findBreak(entry)
          if (broken !== undefined) return { chain, broken }
          chain = { id: end.id, sequence: entry.sequence, hash: entry.hash, place: null }
        }
      }
      return { chain, broken: check.findUnsaid() }
    })

    const findEnd = (id: string) =>
      Effect.map(
        chains.get(id),
        Option.map(({ value }) => value)
      )

    /** Checks the end of the chain. A chain that has grown since the start of the check is not broken. */
    const findWrongEnd = Effect.fnUntraced(function* (end: AuditChainEnd, { hash, sequence }: AuditChainEnd) {
      if (hash !== end.hash)
        return { sequence, id: "", why: "the hash of the last entry does not match the recorded end of the chain" }
      const [more] = yield* listAfter(organizationOf(end), sequence, undefined)
      if (more === undefined) return undefined
      const now = Option.getOrElse(yield* findEnd(end.id), () => emptyChain(organizationOf(end)))
      if (now.sequence > end.sequence) return undefined
      return {
        sequence: more.sequence,
        id: more.id,
        why: `the chain continues after entry ${sequence}, which is recorded as its end`
      }
    })

    const reportChain = Effect.fnUntraced(function* (organization: string, { erasures, lost: losses }: Outstanding) {
      const lost = losses.get(organization)
      const fresh = emptyChain(organization)
      const end = Option.getOrElse(yield* findEnd(fresh.id), () => fresh)
      const { broken, chain } = yield* walkChain(end, erasures)
      const found = broken ?? (yield* findWrongEnd(end, chain))
      const gone = lost === undefined ? undefined : { sequence: 0, id: lost, why: "the entry of this event is missing" }
      const named = found === undefined ? gone : found.id === "" && lost !== undefined ? { ...found, id: lost } : found
      return {
        organization,
        entries: chain.sequence,
        head: chain.hash,
        ...(named === undefined ? {} : { broken: named })
      } satisfies ChainReport
    })

    const isAtPlace = (
      { event, offset }: { readonly event: Event; readonly offset: string },
      place: ReaderPosition | null
    ) => place !== null && place.offset === offset && place.event === event.id

    const noteEvent = ({ erasures, organizations, pending }: Outstanding, event: Event, isKnown: boolean) => {
      const organization = event.organization ?? ""
      organizations.add(organization)
      if (isKnown) return
      const record = recordOf(event)
      if (record !== undefined) erasures.set(record.erasure, record)
      const { events, first } = pending.get(organization) ?? { events: 0, first: event.id }
      pending.set(organization, { events: events + 1, first })
    }

    /** Marks events without entries as lost: events up to the reader's position will not get an entry. */
    const markLost = ({ lost, pending }: Outstanding) => {
      for (const [organization, { first }] of pending) lost.set(organization, first)
      pending.clear()
    }

    /** Compares all events of the outbox with the entries. */
    const findOutstanding = Effect.fnUntraced(function* () {
      const found: Outstanding = {
        organizations: new Set(),
        lost: new Map(),
        pending: new Map(),
        erasures: new Map()
      }
      const place = Option.getOrNull(yield* findEnd(readerRow.id))?.place ?? null
      for (let offset = ""; ; ) {
        const read = yield* outbox.read(offset, batch)
        const known = yield* entries.getMany(read.map(({ event }) => event.id))
        for (const each of read) {
          noteEvent(found, each.event, known.has(each.event.id))
          if (isAtPlace(each, place)) markLost(found)
        }
        const last = read.at(-1)
        if (last === undefined || read.length < batch) return found
        offset = last.offset
      }
    })

    const listChains = Effect.fnUntraced(function* () {
      const found: Array<string> = []
      for (let after: string | undefined; ; ) {
        const keyset = after === undefined ? {} : { after: { order: [], id: after } }
        const rows = yield* chains.list("all", { equals: {}, limit: batch, ...keyset })
        for (const { value } of rows) if (value.id !== readerRow.id) found.push(organizationOf(value))
        after = rows.at(-1)?.value.id
        if (rows.length < batch) return found
      }
    })

    /** Verifies one organization, or all of them and the installation. */
    const verify = Effect.fnUntraced(function* (organization?: string) {
      const found = yield* findOutstanding()
      const { organizations, pending } = found
      const of =
        organization === undefined ? [...new Set([...(yield* listChains()), ...organizations])] : [organization]
      const reports = yield* Effect.forEach(of.sort(), (each) => reportChain(each, found))
      const tails = [...pending].filter(([each]) => organization === undefined || each === organization)
      const unchained: Tail = {
        events: tails.reduce((sum, [, { events }]) => sum + events, 0),
        ...(tails[0] === undefined ? {} : { first: tails[0][1].first })
      }
      return { chains: reports, unchained } satisfies Verification
    })

    return { verify } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
