import { Context, type Effect, type Option } from "effect"
import type { FactRows, PlacementKind, Target, TreeKind } from "../../foundation/operation/CredentialFacts.ts"
import type * as RowStore from "../../foundation/store/RowStore.ts"
import type { RowFilter, Shape } from "../../foundation/store/RowStore.ts"

export type { FactRows, PlacementKind, Target, TreeKind }

export interface CredentialRows extends FactRows {
  readonly token: RowStore.Row
  readonly user: RowStore.Row
}

/** The reader keys of a placement: `member:{organization}`, `user:{id}` and `team:{id}`. */
export interface ReaderEntry {
  readonly organization: string
  readonly kind: PlacementKind
  readonly placement: string
  readonly keys: ReadonlyArray<string>
}

/** The rows of a collection that an index selects in any space: `equals` has its equality columns except `space`. */
export interface SpaceRows {
  readonly shape: Shape
  readonly index: string
  readonly filter: Pick<RowFilter, "equals" | "has">
}

/**
 * Reads everything that an access decision needs, and stores the keys by which lists are filtered. Joins the
 * transaction of `RowStore.atomic`.
 */
export class AccessFacts extends Context.Service<
  AccessFacts,
  {
    readonly of: (user: string, target: Target) => Effect.Effect<FactRows>
    /** None if no token has this digest. */
    readonly ofCredential: (digest: string, target: Target) => Effect.Effect<Option.Option<CredentialRows>>
    /** The grants of a user and of teams on any of the resources. */
    readonly grants: (
      user: string,
      teams: ReadonlyArray<string>,
      resources: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<RowStore.Row>>
    /** Replaces the readers of the given placements; a placement without keys is in no list. */
    readonly setReaders: (entries: ReadonlyArray<ReaderEntry>) => Effect.Effect<void>
    /** The placements with one of the keys, each once, in id order; from the first one if `after` is `""`. */
    readonly readable: (
      organization: string,
      kind: PlacementKind,
      keys: ReadonlyArray<string>,
      page: { readonly after: string; readonly limit: number; readonly direction?: "asc" | "desc" }
    ) => Effect.Effect<ReadonlyArray<RowStore.Row>>
    /** The number of readable placements, counted up to `cap`. */
    readonly countReadable: (
      organization: string,
      kind: PlacementKind,
      keys: ReadonlyArray<string>,
      cap: number
    ) => Effect.Effect<number>
    /**
     * The number of rows in spaces that have one of the keys, or, without keys, in all spaces that are not deleted;
     * counted up to `cap` if one is given.
     */
    readonly countInSpaces: (
      organization: string,
      rows: SpaceRows,
      keys: ReadonlyArray<string> | undefined,
      cap?: number
    ) => Effect.Effect<number>
  }
>()("@quire/core/AccessFacts") {}
