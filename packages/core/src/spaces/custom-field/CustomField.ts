import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const CustomFieldId = Id.make("CustomFieldId", "Identifier of a custom field.")
export type CustomFieldId = typeof CustomFieldId.Type

export const CustomFieldType = Schema.Literals([
  "text",
  "number",
  "boolean",
  "tags",
  "select:multi",
  "select:single"
]).annotate({ identifier: "CustomFieldType" })
export type CustomFieldType = typeof CustomFieldType.Type

/**
 * A field that an organization defines for its spaces, as stored. `options` is null unless the type is a select type.
 */
export const CustomField = Schema.Struct({
  id: CustomFieldId,
  organization: OrganizationId,
  name: Schema.String,
  title: Schema.String,
  description: Schema.String,
  type: CustomFieldType,
  placeholder: Schema.String,
  options: Schema.NullOr(Schema.Array(Schema.String)),
  createdAt: Instant,
  updatedAt: Instant
})
export type CustomField = typeof CustomField.Type

export const collection = Repository.collection({
  name: "custom_fields",
  schema: CustomField,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    name: { kind: "text", of: (self) => self.name }
  },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: { name: { on: ["organization", "name"] } },
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: [],
  rank: 3
})
