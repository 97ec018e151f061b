import { Context, type Effect } from "effect"

/** A node as stored: `text` is its kind, a line break and canonical JSON; `hash` is that of the text. */
export interface StoredNode {
  readonly hash: string
  readonly text: string
}

/**
 * Immutable nodes of content, keyed (space, hash) and shared by no two spaces. Never updated, so every answer may be
 * kept for ever. Part of the transaction that runs; failures of the store are defects (`StoreError`).
 */
export class ContentStore extends Context.Service<
  ContentStore,
  {
    /** Idempotent. The nodes come sorted by hash, so that two puts never wait for each other in a circle. */
    readonly putMany: (space: string, nodes: ReadonlyArray<StoredNode>) => Effect.Effect<void>
    /** Texts by hash; hashes that the space does not hold are absent. */
    readonly getMany: (space: string, hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
    /** The same of several spaces, by space and hash; a space that holds none of its hashes may be absent. */
    readonly getManyIn: (
      wanted: ReadonlyArray<{ readonly space: string; readonly hashes: ReadonlyArray<string> }>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyMap<string, string>>>
    /** Gives one space nodes of another; hashes that `from` does not hold are passed over. */
    readonly copy: (from: string, to: string, hashes: ReadonlyArray<string>) => Effect.Effect<void>
    readonly removeSpace: (space: string) => Effect.Effect<void>
  }
>()("@quire/core/ContentStore") {}
