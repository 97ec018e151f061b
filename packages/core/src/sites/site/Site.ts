import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"

export const SiteType = Schema.Literals(["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"])
export type SiteType = typeof SiteType.Type

/** A site as stored. Its structure determines what it publishes, and its placement who may view it. */
export const Site = Schema.Struct({
  id: SiteId,
  organization: OrganizationId,
  type: SiteType,
  title: Schema.String,
  /** Unique in the organization. */
  basename: Schema.String,
  /** Unique among all sites. */
  hostname: Schema.NullOr(Schema.String),
  /** Host and path of the proxy that readers see instead of the site's own address. */
  proxy: Schema.NullOr(Schema.String),
  visibility: SiteVisibility,
  /** Null while it is not published (rule site-publish). */
  publishedAt: Schema.NullOr(Instant),
  /** Null until it is set; conditions see no claims then (rule site-adaptive). */
  adaptiveContent: Schema.NullOr(Schema.Struct({ enabled: Schema.Boolean })),
  /** Number of its site spaces whose space is not deleted. */
  siteSpaces: Schema.Int,
  /** Names of the integrations whose scripts its pages load; absent if there are none (rule site-scripts-run). */
  scripts: Schema.optionalKey(Schema.Array(Schema.String)),
  createdAt: Instant,
  createdBy: Schema.NullOr(UserId)
})
export type Site = typeof Site.Type

export const isPublished = (self: Pick<Site, "publishedAt">): boolean => self.publishedAt !== null

export const collection = Repository.collection({
  name: "sites",
  schema: Site,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    basename: { kind: "text", of: (self) => self.basename },
    hostname: { kind: "text", of: (self) => self.hostname ?? "" },
    hasHostname: { kind: "boolean", of: (self) => self.hostname !== null },
    type: { kind: "text", of: (self) => self.type },
    published: { kind: "boolean", of: isPublished },
    words: { kind: "words", of: (self) => fold(self.title) }
  },
  indexes: { inOrganization: { on: ["organization", "published", "type"] } },
  unique: {
    basename: { on: ["organization", "basename"] },
    hostname: { on: ["hostname"], where: { hasHostname: true } }
  },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})
