import type { AccessFacts, BackupManifest, Job, Outbox } from "@quire/core"
import { HashMap, type HashSet } from "effect"
import type { Tables } from "./References.ts"
import type { SearchedSpace } from "./SearchedSpace.ts"

export interface Readers {
  /** By kind and placement. */
  readonly entries: HashMap.HashMap<string, AccessFacts.ReaderEntry>
  /** Placements by organization, kind and key. */
  readonly placements: HashMap.HashMap<string, HashSet.HashSet<string>>
}

export interface PlacedEvent {
  readonly place: BackupManifest.OutboxPosition
  readonly event: Outbox.Event
}

/** Up to where events were removed. */
export interface PrunedEvents {
  readonly number: number
  readonly place: BackupManifest.OutboxPosition | undefined
}

/** Events by number, from 1, in commit order. */
export interface Events {
  /** The names of the stores that have written them, the last one this store's own. */
  readonly epochs: ReadonlyArray<string>
  readonly last: number
  readonly pruned: PrunedEvents
  readonly byNumber: HashMap.HashMap<number, PlacedEvent>
}

/** The whole content of a memory store; every change creates a new value, which shares the unchanged parts. */
export interface MemoryState {
  readonly tables: Tables
  /** Texts by space and hash. */
  readonly nodes: HashMap.HashMap<string, HashMap.HashMap<string, string>>
  /** The search index, by space. */
  readonly searched: HashMap.HashMap<string, SearchedSpace>
  /** By space: the version of the tokens of its entries (`""` for several), and the version that is rebuilding them. */
  readonly entriesVersions: HashMap.HashMap<string, { readonly version: string; readonly rebuilding?: string }>
  readonly readers: Readers
  readonly events: Events
  /** By id. */
  readonly jobs: HashMap.HashMap<string, Job.Job>
}

export const empty: MemoryState = {
  tables: HashMap.empty(),
  nodes: HashMap.empty(),
  searched: HashMap.empty(),
  entriesVersions: HashMap.empty(),
  readers: { entries: HashMap.empty(), placements: HashMap.empty() },
  events: { epochs: [], last: 0, pruned: { number: 0, place: undefined }, byNumber: HashMap.empty() },
  jobs: HashMap.empty()
}
