import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/**
 * The row that every write of an organization's placements locks first. It has the organization's id, and counts the
 * organization's active spaces, its collections and sites.
 */
export const OrganizationTree = Schema.Struct({ id: OrganizationId })
export type OrganizationTree = typeof OrganizationTree.Type

export const collection = Repository.collection({
  name: "organization_trees",
  schema: OrganizationTree,
  columns: {},
  indexes: {},
  unique: {},
  references: [{ column: "id", to: "organizations", onDelete: "cascade" }],
  counters: ["spaces", "collections", "sites"],
  rank: 0
})
