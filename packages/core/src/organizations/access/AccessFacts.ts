import { Context, type Effect, type Option } from "effect"
import type { FactRows, PlacementKind, Target } from "../../foundation/operation/Seen.ts"
import type { Row } from "../../foundation/store/RowStore.ts"

export type { FactRows, PlacementKind, Target }

export interface CredentialRows extends FactRows {
  readonly token: Row
  readonly user: Row
}

/** Who may list a placement: `member:{organization}`, `user:{id}` and `team:{id}`. */
export interface ReaderEntry {
  readonly organization: string
  readonly kind: PlacementKind
  readonly placement: string
  readonly keys: ReadonlyArray<string>
}

/**
 * Everything that an access decision needs, and the keys that trim lists. Joins the transaction of `RowStore.atomic`.
 */
export class AccessFacts extends Context.Service<
  AccessFacts,
  {
    readonly of: (user: string, target: Target) => Effect.Effect<FactRows>
    /** None when no token has this digest. */
    readonly ofCredential: (digest: string, target: Target) => Effect.Effect<Option.Option<CredentialRows>>
    /** Grants of a user and of teams on any of the resources. */
    readonly grants: (
      user: string,
      teams: ReadonlyArray<string>,
      resources: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Row>>
    /** Replaces the readers of the placements given; no keys removes them from every list. */
    readonly setReaders: (entries: ReadonlyArray<ReaderEntry>) => Effect.Effect<void>
    /** The placements with one of the keys, in id order, each once; from the first on where `after` is `""`. */
    readonly readable: (
      organization: string,
      kind: PlacementKind,
      keys: ReadonlyArray<string>,
      page: { readonly after: string; readonly limit: number; readonly direction?: "asc" | "desc" }
    ) => Effect.Effect<ReadonlyArray<Row>>
    /** How many there are, counting no further than `cap`. */
    readonly countReadable: (
      organization: string,
      kind: PlacementKind,
      keys: ReadonlyArray<string>,
      cap: number
    ) => Effect.Effect<number>
  }
>()("@quire/core/AccessFacts") {}
