import { Schema } from "effect"
import { InviteId } from "../../foundation/id/InviteId.ts"
import { Role } from "../../organizations/access/Role.ts"
import { CollectionView } from "../collection/CollectionView.ts"
import { SpaceView } from "../space/SpaceView.ts"

const common = {
  object: Schema.Literal("invite"),
  id: InviteId,
  /** Using the link would give the caller nothing new. */
  redundant: Schema.Boolean
}

/** A link into the organization; `role` null is a guest. */
export const OrganizationInviteView = Schema.Struct({ ...common, role: Schema.NullOr(Role) }).annotate({
  identifier: "OrganizationInvite"
})
export type OrganizationInviteView = typeof OrganizationInviteView.Type

/** A link to a space or a collection; with a null `level` it makes guests who may view nothing yet. */
export const ContentInviteView = Schema.Union([
  Schema.Struct({ ...common, level: Schema.NullOr(Role), space: SpaceView }).annotate({ identifier: "SpaceInvite" }),
  Schema.Struct({ ...common, level: Schema.NullOr(Role), collection: CollectionView }).annotate({
    identifier: "CollectionInvite"
  })
])
export type ContentInviteView = typeof ContentInviteView.Type

export const LinkInviteView = Schema.Union([OrganizationInviteView, ContentInviteView]).annotate({
  identifier: "LinkInvite"
})
export type LinkInviteView = typeof LinkInviteView.Type
