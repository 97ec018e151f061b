import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type CustomField, CustomFieldId, CustomFieldType } from "./CustomField.ts"
import { FieldValue } from "./FieldValue.ts"

/** A field as shown to members of its organization; texts never set are empty. */
export const CustomFieldView = Schema.Struct({
  id: CustomFieldId,
  name: Schema.String,
  title: Schema.String,
  description: Schema.String,
  type: CustomFieldType,
  placeholder: Schema.String,
  options: optional(Schema.Array(Schema.String)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Schema.Struct({ location: Schema.String }),
  permissions: Schema.Struct({ view: Schema.Boolean, edit: Schema.Boolean })
}).annotate({ identifier: "CustomField" })
export type CustomFieldView = typeof CustomFieldView.Type

/** A field with the value that a space has for it at its head, if it has one. */
export const SpaceCustomFieldView = Schema.Struct({
  customField: CustomFieldView,
  value: optional(Schema.toType(FieldValue))
}).annotate({ identifier: "SpaceCustomField" })
export type SpaceCustomFieldView = typeof SpaceCustomFieldView.Type

export const view = (
  self: CustomField,
  seen: { readonly base: string; readonly isAdmin: boolean }
): CustomFieldView => ({
  id: self.id,
  name: self.name,
  title: self.title,
  description: self.description,
  type: self.type,
  placeholder: self.placeholder,
  ...(self.options === null ? {} : { options: self.options }),
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  urls: { location: `${seen.base}/v1/orgs/${self.organization}/custom-fields/${self.name}` },
  permissions: { view: true, edit: seen.isAdmin }
})
