import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { CustomFieldId } from "./CustomField.ts"

/**
 * Records that a space has a value of a field at its head; the value itself is in the revision
 * (rule custom-field-values).
 */
export const CustomFieldUse = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  space: SpaceId,
  field: CustomFieldId,
  /** The options chosen in the value. */
  options: Schema.Array(Schema.String)
})
export type CustomFieldUse = typeof CustomFieldUse.Type

export const rowId = (space: string, field: string): string => `${space}.${field}`

export const collection = Repository.collection({
  name: "custom_field_uses",
  schema: CustomFieldUse,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    space: { kind: "text", of: (self) => self.space },
    field: { kind: "text", of: (self) => self.field },
    options: { kind: "set", of: (self) => self.options }
  },
  indexes: { ofField: { on: ["field"] }, inSpace: { on: ["space"] } },
  unique: {},
  references: [
    { column: "field", to: "custom_fields", onDelete: "restrict", scoped: true },
    { column: "space", to: "spaces", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})
