import { Context, type Effect } from "effect"

/** A node as stored: `text` is its kind, a line break and canonical JSON; `hash` is the hash of `text`. */
export interface StoredNode {
  readonly hash: string
  readonly text: string
}

/** A root whose page is about to be read. */
export interface PrefetchedNodes {
  readonly space: string
  readonly root: string
  /** The path of the page, of folded slugs; `""` for the first page, undefined if no page is requested. */
  readonly path: string | undefined
  /** Maps with more entries are not read completely. */
  readonly entries: number
}

/**
 * Immutable content nodes, keyed by (space, hash); spaces share none. Nodes are never updated, so results can be cached
 * forever. Takes part in the current transaction; failures of the store are defects (`StoreError`).
 */
export class ContentStore extends Context.Service<
  ContentStore,
  {
    /** Idempotent. Nodes must be sorted by hash, so that concurrent calls cannot deadlock. */
    readonly putMany: (space: string, nodes: ReadonlyArray<StoredNode>) => Effect.Effect<void>
    /** Texts by hash; hashes that the space does not hold are absent. */
    readonly getMany: (space: string, hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
    /** `getMany` for several spaces, by space and hash; a space that holds none of its hashes may be absent. */
    readonly getManyIn: (
      wanted: ReadonlyArray<{ readonly space: string; readonly hashes: ReadonlyArray<string> }>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyMap<string, string>>>
    /**
     * The nodes of small maps, the nodes of large maps on the path to the page, to its siblings and to the first pages,
     * and the document of the page, by space and hash; one root for each space. The result says nothing about nodes
     * that are absent.
     */
    readonly getAhead: (
      wanted: ReadonlyArray<PrefetchedNodes>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyMap<string, string>>>
    /** Copies nodes from one space to another; hashes that `from` does not hold are ignored. */
    readonly copy: (from: string, to: string, hashes: ReadonlyArray<string>) => Effect.Effect<void>
    readonly removeSpace: (space: string) => Effect.Effect<void>
  }
>()("@quire/core/ContentStore") {}
