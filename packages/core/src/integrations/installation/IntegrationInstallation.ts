import { Effect, Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import * as Integration from "../integration/Integration.ts"
import * as InstallationConfiguration from "./InstallationConfiguration.ts"

/** Whether an integration is on everything of one kind, or where it was installed by itself. */
export const Selection = Schema.Literals(["all", "selected"])
export type Selection = typeof Selection.Type

/**
 * An integration in an organization, as stored. Its status follows from what the integration declares
 * (rule installation-status).
 */
export const Installation = Schema.Struct({
  id: InstallationId,
  /** The id of the integration, which is its name folded. */
  integration: Schema.String,
  organization: OrganizationId,
  configuration: InstallationConfiguration.Configuration,
  spaceSelection: Selection,
  siteSelection: Selection,
  externalIds: Schema.Array(Schema.String),
  /** What an administrator agreed to, of what the integration declared then (rule installation-scopes). */
  agreedScopes: Schema.Array(Integration.Scope).pipe(Schema.withDecodingDefaultType(Effect.succeed([]))),
  createdAt: Instant,
  updatedAt: Instant
})
export type Installation = typeof Installation.Type

export const collection = Repository.collection({
  name: "integration_installations",
  schema: Installation,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    integration: { kind: "text", of: (self) => self.integration },
    externalIds: { kind: "set", of: (self) => self.externalIds }
  },
  indexes: {
    inOrganization: { on: ["organization"] },
    ofIntegration: { on: ["integration"] },
    ofIntegrationIn: { on: ["integration", "organization"] }
  },
  unique: { pair: { on: ["organization", "integration"] } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "integration", to: "integrations", onDelete: "restrict" }
  ],
  counters: [],
  rank: 3
})
