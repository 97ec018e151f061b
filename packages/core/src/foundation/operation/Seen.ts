import type { Option } from "effect"
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

/** What was read together with a credential: good for the first decision about its target. */
export interface Seen {
  readonly target: Target
  readonly rows: FactRows
}
