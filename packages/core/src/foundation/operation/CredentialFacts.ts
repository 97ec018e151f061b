import type { Option } from "effect"
import type * as RowStore from "../store/RowStore.ts"

/** What stands in the tree of an organization. */
export type TreeKind = "space" | "collection"

export type PlacementKind = TreeKind | "site"

/** What a request is about: an organization, or a space, collection or site by id, deleted ones included. */
export type Target =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Organization"; readonly id: string }
  | { readonly _tag: "Placement"; readonly kind: PlacementKind; readonly id: string }

/**
 * The stored rows that one decision needs, read in one statement. `member` is the caller's row in the target's
 * organization; `grants` are those of the caller and of the caller's teams on the placement's access scope; `subject`
 * is the space, collection or site itself, which is usually shown next.
 */
export interface FactRows {
  readonly organization: Option.Option<RowStore.Row>
  readonly placement: Option.Option<RowStore.Row>
  readonly member: Option.Option<RowStore.Row>
  readonly grants: ReadonlyArray<RowStore.Row>
  readonly subject: Option.Option<RowStore.Row>
}

/** The rows read together with a credential, valid for the first decision about their target. */
export interface CredentialFacts {
  readonly target: Target
  readonly rows: FactRows
}
