import { Schema } from "effect"
import { CollectionId, OrganizationId, SiteId, UserId } from "../../foundation/id/Ids.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { DefaultLevel, Role } from "../access/Role.ts"

export const limits = {
  positionLength: 32,
  /** Deleted spaces and collections can be restored for less than this many milliseconds (rule space-restore-window). */
  restoreMilliseconds: 604_800_000
} as const

/** The access of members without a grant: a role, their own role in the organization, or none. */
export const AccessDefault = Schema.Union([Role, Schema.Literals(["member", "nobody"])])
export type AccessDefault = typeof AccessDefault.Type

/**
 * The position of a space or collection and its inherited access, as stored under the id of the space or collection.
 * `accessChain` lists groups of resources whose grants apply, nearest first, up to the first explicit level;
 * `accessScope` is the same set, flat. Sites also have a placement, for view permissions, but are not part of the tree.
 */
export const Placement = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["space", "collection", "site"]),
  organization: OrganizationId,
  parent: Schema.NullOr(CollectionId),
  /** Fractional key among the siblings of both kinds; not unique: the order is (position, id). */
  position: Schema.String,
  /** Collections above, nearest first. */
  ancestors: Schema.Array(CollectionId),
  /** The sites that a space is on, by id. Grants on them apply where the level is `inherit` (rule access-precedence). */
  sites: Schema.Array(SiteId),
  level: DefaultLevel,
  accessChain: Schema.Array(Schema.Array(Schema.String)),
  accessDefault: AccessDefault,
  /** The creator of the resource whose level is `null`, if that level applies. */
  accessOwners: Schema.Array(UserId),
  /** Reader keys of those who may list it: `member:{organization}`, `user:{id}`, `team:{id}`; none while deleted. */
  readers: Schema.Array(Schema.String),
  createdBy: Schema.NullOr(UserId),
  deletedAt: Schema.NullOr(Instant),
  /** The id of the deletion, shared by everything deleted with it. */
  deletion: Schema.NullOr(Schema.String)
})
export type Placement = typeof Placement.Type

/** Parent of sites, which keeps them from being siblings of spaces and collections. */
const besideTheTree = "~"

/** Documents of the first version had no sites. */
const upcast = (doc: unknown) => (typeof doc === "object" && doc !== null ? { sites: [], ...doc } : doc)

export const accessScope = (self: Placement): ReadonlyArray<string> => self.accessChain.flat()

export const isActive = (self: Placement): boolean => self.deletedAt === null

export const collection = Repository.collection({
  name: "placements",
  schema: Placement,
  docVersion: 2,
  upcast,
  columns: {
    kind: { kind: "text", of: (self) => self.kind },
    organization: { kind: "text", of: (self) => self.organization },
    parent: { kind: "text", of: (self) => (self.kind === "site" ? besideTheTree : (self.parent ?? "")) },
    position: { kind: "text", of: (self) => self.position },
    /** All ancestors whose grants may apply: collections and sites. */
    ancestors: { kind: "set", of: (self) => [...self.ancestors, ...self.sites] },
    readers: { kind: "set", of: (self) => self.readers },
    active: { kind: "boolean", of: isActive },
    deletedAt: { kind: "instant", of: (self) => self.deletedAt },
    deletion: { kind: "text", of: (self) => self.deletion ?? "" },
    creator: { kind: "text", of: (self) => self.createdBy ?? "" }
  },
  indexes: {
    siblings: { on: ["organization", "parent", "active"], order: ["position"] },
    children: { on: ["organization", "parent", "kind", "active"], order: ["position"] },
    inOrganization: { on: ["organization", "kind", "active"] },
    byCreator: { on: ["organization", "creator"] },
    ofDeletion: { on: ["organization", "deletion"] },
    deletedIn: { on: ["organization", "kind", "active"], order: ["deletedAt"] },
    deleted: { on: ["active", "kind"], order: ["deletedAt"], where: { active: false } }
  },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "made",
  collection,
  "byCreator",
  ({ organizations, user }) => ({ equals: { organization: { in: organizations }, creator: user } }),
  ({ deletedAt, id, kind, organization }) => ({
    organization,
    kind,
    id,
    deletedAt: deletedAt === null ? null : toTimestamp(deletedAt)
  })
)

/** There is no such space, or the caller may not know of it (rule request-absence). */
export class SpaceNotFound extends Schema.TaggedError<SpaceNotFound>()("SpaceNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `space ${this.id} does not exist`
  }
}

/** There is no such collection, or the caller may not know of it (rule request-absence). */
export class CollectionNotFound extends Schema.TaggedError<CollectionNotFound>()("CollectionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `collection ${this.id} does not exist`
  }
}

/** There is no such site, or the caller may not know of it (rule request-absence). */
export class SiteNotFound extends Schema.TaggedError<SiteNotFound>()("SiteNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `site ${this.id} does not exist`
  }
}

/** Whether it is deleted and still within the window (rule space-restore-window). */
export const isRestorable = ({ deletedAt }: Pick<Placement, "deletedAt">, now: Instant): boolean =>
  deletedAt !== null && now < deletedAt + limits.restoreMilliseconds
