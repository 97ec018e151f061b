import type { AccessFacts, Outbox } from "@quire/core"
import { HashMap, type HashSet } from "effect"
import type { Tables } from "./References.ts"
import type { SearchedSpace } from "./SearchedSpace.ts"

export interface Readers {
  /** By kind and placement. */
  readonly entries: HashMap.HashMap<string, AccessFacts.ReaderEntry>
  /** Placements by organization, kind and key. */
  readonly placements: HashMap.HashMap<string, HashSet.HashSet<string>>
}

/** Everything that one memory store holds; a new value per change, which shares what did not change. */
export interface MemoryState {
  readonly tables: Tables
  /** Texts by space and hash. */
  readonly nodes: HashMap.HashMap<string, HashMap.HashMap<string, string>>
  /** What search knows, by space. */
  readonly searched: HashMap.HashMap<string, SearchedSpace>
  /** By space: the version of the segmenter that made its entries, `""` for several, and the one that rebuilds them. */
  readonly segmented: HashMap.HashMap<string, { readonly version: string; readonly rebuilding?: string }>
  readonly readers: Readers
  /** In commit order; the offset of an event is its number, from 1. */
  readonly events: { readonly last: number; readonly byNumber: HashMap.HashMap<number, Outbox.Event> }
}

export const empty: MemoryState = {
  tables: HashMap.empty(),
  nodes: HashMap.empty(),
  searched: HashMap.empty(),
  segmented: HashMap.empty(),
  readers: { entries: HashMap.empty(), placements: HashMap.empty() },
  events: { last: 0, byNumber: HashMap.empty() }
}
