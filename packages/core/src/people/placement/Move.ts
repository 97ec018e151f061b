import { Schema } from "effect"
import { CollectionId, SpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields } from "../../foundation/input/Input.ts"

const Neighbor = Schema.Union([
  Schema.Struct(
    describeFields({ type: Schema.Literal("space"), space: SpaceId }, { space: "Space next to which it is placed." })
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("collection"), collection: CollectionId },
      { collection: "Collection next to which it is placed." }
    )
  )
])

/** The position of a moved resource among its new siblings; exactly one of the two is given. */
export const Position = Schema.Struct(
  describeFields(
    {
      before: Schema.optionalKey(Neighbor),
      after: Schema.optionalKey(Neighbor)
    },
    {
      before: "Sibling that follows; exactly one of `before` and `after`.",
      after: "Sibling that precedes; exactly one of `before` and `after`."
    }
  )
)

/**
 * A move. Without `parent` the resource stays under its parent, null is the root; without `position` it moves to the
 * end (rule space-move).
 */
export const Move = closed(
  "Move",
  {
    parent: Schema.optionalKey(Schema.NullOr(CollectionId)),
    position: Schema.optionalKey(Position)
  },
  {
    position: "Place among the siblings; the end when absent.",
    parent: "Collection to move into; null for the top level of the organization."
  }
)
export type Move = typeof Move.Type

/** The neighbor named by a position, with its path in the body. */
export interface MoveNeighbor {
  readonly side: "before" | "after"
  readonly kind: "space" | "collection"
  readonly id: string
  readonly path: string
}

const neighborId = (neighbor: typeof Neighbor.Type): string =>
  neighbor.type === "space" ? neighbor.space : neighbor.collection

/** The neighbor of a position; undefined unless it has exactly one. */
export const findNeighbor = ({ after, before }: typeof Position.Type): MoveNeighbor | undefined => {
  const neighbor = before ?? after
  if (neighbor === undefined || (before !== undefined && after !== undefined)) return undefined
  const side = before === undefined ? "after" : "before"
  return { side, kind: neighbor.type, id: neighborId(neighbor), path: `position.${side}.${neighbor.type}` }
}

/**
 * The move specifies no target, two neighbors, or a position next to or below the moved resource itself (rules
 * space-move and collection-cycle).
 */
export class MoveInvalid extends Schema.TaggedError<MoveInvalid>()("MoveInvalid", {
  field: Schema.String,
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule }]
  }
}

/** The resource is already in the target place or organization (rule space-move). */
export class NothingChanged extends Schema.TaggedError<NothingChanged>()("NothingChanged", { id: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.id} is already in this place`
  }
}
