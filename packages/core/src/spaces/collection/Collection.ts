import { Schema } from "effect"
import { CollectionId, OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { atLeast, DefaultLevel, type Role } from "../../people/access/Role.ts"
import type { Placement } from "../../people/placement/Placement.ts"

/** A collection as stored; its placement holds its position, level and deletion. */
export const Collection = Schema.Struct({
  id: CollectionId,
  organization: OrganizationId,
  title: Schema.String,
  /** `""` when there is none. */
  description: Schema.String,
  createdAt: Instant,
  createdBy: Schema.NullOr(UserId)
})
export type Collection = typeof Collection.Type

export const collection = Repository.collection({
  name: "collections",
  schema: Collection,
  columns: { organization: { kind: "text", of: (self) => self.organization } },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

export const limits = { titleLength: 50, descriptionLength: 100 } as const

/** The title of a collection that is created without one. */
export const untitled = "Untitled"

const Title = singleLine(0, limits.titleLength)

export const Create = closed(
  "CollectionCreate",
  { title: optional(Title), parent: optional(CollectionId) },
  { title: "Title of the collection.", parent: "Parent collection. Defaults to the top level of the organization." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "CollectionPatch",
  {
    title: optional(Title),
    description: optional(singleLine(0, limits.descriptionLength)),
    defaultLevel: optional(DefaultLevel)
  },
  {
    title: "Title of the collection.",
    description: "Short description of the collection.",
    defaultLevel: "Role of members without a grant; `inherit` uses the role of the parent."
  }
)
export type Patch = typeof Patch.Type

/** Returns `self` when nothing changes. */
export const patch = (self: Collection, { description = self.description, title = self.title }: Patch): Collection =>
  title === self.title && description === self.description ? self : { ...self, title, description }

/** A collection as shown to its caller. */
export const CollectionView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("collection"),
      id: CollectionId,
      title: Schema.String,
      description: Schema.optionalKey(Schema.String),
      organization: Schema.String,
      parent: Schema.optionalKey(Schema.String),
      defaultLevel: DefaultLevel,
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, app: Schema.String },
          {
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people."
          }
        )
      ),
      permissions: Schema.Struct(
        describeFields(
          {
            view: Schema.Boolean,
            admin: Schema.Boolean,
            viewInviteLinks: Schema.Boolean,
            create: Schema.Boolean
          },
          {
            view: "Whether the caller may view the collection.",
            admin: "Whether the caller may administer the collection.",
            viewInviteLinks: "Whether the caller may list its invite links.",
            create: "Whether the caller may create content in the collection."
          }
        )
      )
    },
    {
      title: "Title of the collection.",
      description: "Short description of the collection.",
      organization: "Organization that owns the collection.",
      parent: "Parent collection; absent at the top level.",
      defaultLevel: "Role of members without a grant; `inherit` uses the role of the parent.",
      id: "Identifier, which never changes.",
      urls: "Addresses that belong to the object.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "Collection" })
export type CollectionView = typeof CollectionView.Type

/** The view for a caller with this role; `null` if their own change removed their role. */
export const view = (
  self: Collection,
  seen: { readonly placement: Placement; readonly role: Role | null; readonly base: string; readonly app: string }
): CollectionView => {
  const creates = atLeast(seen.role, "create")
  return {
    object: "collection",
    id: self.id,
    title: self.title,
    ...(self.description === "" ? {} : { description: self.description }),
    organization: self.organization,
    ...(seen.placement.parent === null ? {} : { parent: seen.placement.parent }),
    defaultLevel: seen.placement.level,
    urls: { location: `${seen.base}/v1/collections/${self.id}`, app: `${seen.app}/c/${self.id}` },
    permissions: {
      view: atLeast(seen.role, "read"),
      admin: creates,
      viewInviteLinks: creates,
      create: creates
    }
  }
}
