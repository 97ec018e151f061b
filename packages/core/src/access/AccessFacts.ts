import { Context, type Effect, type Option } from "effect"
import type { Row } from "../store/RowStore.ts"

export type PlacementKind = "space" | "collection"

/** What is asked for: an organization, or a space or collection by id (deleted ones too). */
export type Target =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Organization"; readonly id: string }
  | { readonly _tag: "Placement"; readonly kind: PlacementKind; readonly id: string }

/**
 * The rows that one decision needs, as stored: read together in one statement. `member` is the caller's row in the
 * target's organization; `grants` are those of the caller and of the caller's teams on the placement's access scope;
 * `subject` is what is placed: whoever may see a space or collection is shown it next.
 */
export interface FactRows {
  readonly organization: Option.Option<Row>
  readonly placement: Option.Option<Row>
  readonly member: Option.Option<Row>
  readonly grants: ReadonlyArray<Row>
  readonly subject: Option.Option<Row>
}

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
