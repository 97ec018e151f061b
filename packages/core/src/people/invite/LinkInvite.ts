import { Effect, Schema } from "effect"
import { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
import { collection as treeCollection } from "../placement/TreeLock.ts"

/** What a link grants: a role in the organization or a direct role on one space or collection; `null` adds a guest. */
export const Offer = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("organization"), role: Schema.NullOr(Role) }),
  Schema.Struct({ kind: Schema.Literals(["space", "collection"]), resource: Schema.String, level: Schema.NullOr(Role) })
])
export type Offer = typeof Offer.Type

export type ContentOffer = Exclude<Offer, { readonly kind: "organization" }>

export const isOfOrganization = (offer: Offer): offer is Exclude<Offer, ContentOffer> => offer.kind === "organization"

/** The role or level of an offer. */
export const offeredRole = (offer: Offer): Role | null => (isOfOrganization(offer) ? offer.role : offer.level)

/**
 * A link that lets users join, as stored. Its id in the API is the credential itself: its digest is the row's id, and
 * `sealed` contains the encrypted credential for users who may see it again (rule id-secret).
 */
export const LinkInvite = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  sealed: Sealed.SealedText,
  offer: Offer,
  /** The user whose current role limits what the link grants; null is the host. */
  createdBy: Schema.NullOr(UserId),
  createdAt: Instant
})
export type LinkInvite = typeof LinkInvite.Type

/** The encryption context of an invite's secret, by the id of its row. */
export const sealingContext = (id: string): string => `link invite ${id}`

export const collection = Repository.collection({
  name: "link_invites",
  schema: LinkInvite,
  columns: {
    ...Sealed.columns,
    organization: { kind: "text", of: (self) => self.organization },
    kind: { kind: "text", of: (self) => (self.offer.kind === "organization" ? "organization" : "content") },
    resource: { kind: "text", of: (self) => (self.offer.kind === "organization" ? "" : self.offer.resource) },
    creator: { kind: "text", of: (self) => self.createdBy ?? "" },
    createdAt: { kind: "instant", of: (self) => self.createdAt }
  },
  indexes: {
    ...Sealed.indexes,
    inOrganization: { on: ["organization", "kind"], order: ["createdAt"] },
    onResource: { on: ["resource"] },
    byCreator: { on: ["organization", "creator"] }
  },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "resource", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

/** Writers of invites lock the trees of their organizations. */
export const sealedRows = SealedRows.source(collection, sealingContext, (invites) =>
  Effect.flatMap(Repository.make(Repository.withoutCounters(treeCollection)), (trees) =>
    Effect.asVoid(trees.lock(invites.map(({ organization }) => organization)))
  )
)

export const personalRows = PersonalRows.source(
  "inviteLinks",
  collection,
  "byCreator",
  ({ organizations, user }) => ({ equals: { organization: { in: organizations }, creator: user } }),
  ({ createdAt, offer, organization }) => ({
    organization,
    kind: offer.kind,
    resource: isOfOrganization(offer) ? null : offer.resource,
    role: offeredRole(offer),
    createdAt: toTimestamp(createdAt)
  })
)
