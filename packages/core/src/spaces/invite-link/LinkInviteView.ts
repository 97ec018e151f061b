import { Schema } from "effect"
import { InviteId } from "../../foundation/id/InviteId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Role } from "../../people/access/Role.ts"
import { CollectionView } from "../collection/CollectionView.ts"
import { SpaceView } from "../space/SpaceView.ts"

const common = describeFields(
  {
    object: Schema.Literal("invite"),
    id: InviteId,
    /** The link grants the caller nothing new. */
    redundant: Schema.Boolean
  },
  { redundant: "Whether using the link would grant the caller nothing new.", id: "Identifier, which never changes." }
)

/** A link into the organization; `role` null is a guest. */
export const OrganizationInviteView = Schema.Struct(
  describeFields({ ...common, role: Schema.NullOr(Role) }, { role: "Role that the link grants; null for a guest." })
).annotate({
  identifier: "OrganizationInvite"
})
export type OrganizationInviteView = typeof OrganizationInviteView.Type

/** A link to a space or a collection; with a null `level` it creates guests without any view access. */
export const ContentInviteView = Schema.Union([
  Schema.Struct(
    describeFields(
      { ...common, level: Schema.NullOr(Role), space: SpaceView },
      { level: "Role that the link grants.", space: "Space that the link invites to." }
    )
  ).annotate({ identifier: "SpaceInvite" }),
  Schema.Struct(
    describeFields(
      { ...common, level: Schema.NullOr(Role), collection: CollectionView },
      { level: "Role that the link grants.", collection: "Collection that the link invites to." }
    )
  ).annotate({
    identifier: "CollectionInvite"
  })
])
export type ContentInviteView = typeof ContentInviteView.Type

export const LinkInviteView = Schema.Union([OrganizationInviteView, ContentInviteView]).annotate({
  identifier: "LinkInvite"
})
export type LinkInviteView = typeof LinkInviteView.Type
