import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { AdaptiveSchema } from "./AdaptiveSchema.ts"

/** The adaptive schema that was set for a site, under the site's id. */
export const SiteAdaptiveSchema = Schema.Struct({
  id: SiteId,
  organization: OrganizationId,
  jsonSchema: AdaptiveSchema,
  updatedAt: Instant
})
export type SiteAdaptiveSchema = typeof SiteAdaptiveSchema.Type

export const collection = Repository.collection({
  name: "site_adaptive_schemas",
  schema: SiteAdaptiveSchema,
  columns: { organization: { kind: "text", of: (self) => self.organization } },
  indexes: {},
  unique: {},
  references: [{ column: "id", to: "sites", onDelete: "cascade", scoped: true }],
  counters: [],
  rank: 3
})
