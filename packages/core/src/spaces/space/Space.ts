import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { SpaceTranslation } from "./SpaceTranslation.ts"

export const EditMode = Schema.Literals(["live", "locked"])
export type EditMode = typeof EditMode.Type

/** A space as stored; its placement holds its position, level and deletion. */
export const Space = Schema.Struct({
  id: SpaceId,
  organization: OrganizationId,
  title: Schema.String,
  /** `""` when there is none. */
  emoji: Schema.String,
  /** An image for the space, instead of an emoji. */
  icon: Schema.NullOr(Schema.String),
  editMode: EditMode,
  createdAt: Instant,
  updatedAt: Instant,
  /** Head of the primary content. */
  revision: RevisionId,
  createdBy: Schema.NullOr(UserId),
  /** Absent unless it is translated, or a translation. */
  translation: Schema.optionalKey(SpaceTranslation)
})
export type Space = typeof Space.Type

/** The space with another mark, or without one. */
export const withTranslation = (
  { translation: _, ...rest }: Space,
  translation: SpaceTranslation | undefined
): Space => ({ ...rest, ...(translation === undefined ? {} : { translation }) })

export const collection = Repository.collection({
  name: "spaces",
  schema: Space,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    revision: { kind: "text", of: (self) => self.revision }
  },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: ["comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft"],
  rank: 1
})
