import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type CustomField, CustomFieldId, CustomFieldType } from "./CustomField.ts"
import { FieldValue } from "./FieldValue.ts"

/** A field as shown to members of its organization; texts never set are empty. */
export const CustomFieldView = Schema.Struct(
  describeFields(
    {
      id: CustomFieldId,
      name: Schema.String,
      title: Schema.String,
      description: Schema.String,
      type: CustomFieldType,
      placeholder: Schema.String,
      options: optional(Schema.Array(Schema.String)),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      ),
      permissions: Schema.Struct(
        describeFields(
          { view: Schema.Boolean, edit: Schema.Boolean },
          { view: "Whether the caller may view it.", edit: "Whether the caller may change it." }
        )
      )
    },
    {
      title: "Label of the field, shown instead of its name.",
      description: "Description of the field for editors.",
      placeholder: "Text shown while the field is empty.",
      options: "Values to choose from. For select types only.",
      name: "Name of the field within the organization; never changes.",
      type: "Type of the values; never changes.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      urls: "Addresses that belong to the object.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "CustomField" })
export type CustomFieldView = typeof CustomFieldView.Type

/** A field with the value that a space has for it at its head, if it has one. */
export const SpaceCustomFieldView = Schema.Struct(
  describeFields(
    {
      customField: CustomFieldView,
      value: optional(Schema.toType(FieldValue))
    },
    { customField: "Field that the value belongs to.", value: "Value of the space; absent while it is unset." }
  )
).annotate({ identifier: "SpaceCustomField" })
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
