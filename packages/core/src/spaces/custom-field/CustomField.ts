import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"

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

export const limits = {
  nameLength: 50,
  titleLength: 100,
  descriptionLength: 200,
  placeholderLength: 100,
  options: 50,
  optionLength: 40,
  fieldsPerOrganization: 200
} as const

/** The name of a field within its organization; never changes. */
export const CustomFieldName = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[a-z_\-0-9]{1,50}$/u, {
      message: "must be 1 to 50 lower-case letters, digits, - or _"
    })
  ),
  Schema.annotate({ identifier: "CustomFieldName" })
)

const Options = Schema.Array(singleLine(1, limits.optionLength)).pipe(
  Schema.check(
    Schema.makeFilter(
      (options) =>
        (options.length > 0 && options.length <= limits.options) || `must have 1 to ${limits.options} entries`,
      { toJsonSchema: () => ({ minItems: 1, maxItems: limits.options }) }
    )
  ),
  Schema.check(
    Schema.makeFilter((options) => new Set(options).size === options.length || "must not contain an entry twice", {
      toJsonSchema: () => ({ uniqueItems: true })
    })
  )
)

const texts = describeFields(
  {
    title: optional(singleLine(0, limits.titleLength)),
    description: optional(singleLine(0, limits.descriptionLength)),
    placeholder: optional(singleLine(0, limits.placeholderLength)),
    options: optional(Options)
  },
  {
    title: "Label of the field, shown instead of its name.",
    description: "Description of the field for editors.",
    placeholder: "Text shown while the field is empty.",
    options: "Values to choose from. For select types only."
  }
)

export const isSelect = (type: CustomFieldType): boolean => type === "select:multi" || type === "select:single"

/** The rule on options that a field of the type breaks, if any. */
export const optionsFault = (type: CustomFieldType, options: ReadonlyArray<string> | undefined): string | undefined => {
  if (isSelect(type)) return options === undefined ? "is required for select types" : undefined
  return options === undefined ? undefined : "is allowed for select types only"
}

const create = closed(
  "CustomFieldCreate",
  { name: CustomFieldName, type: CustomFieldType, ...texts },
  { name: "Name of the field within the organization; never changes.", type: "Type of the values; never changes." }
)
export const Create = create.pipe(
  Schema.check(
    Schema.makeFilter(({ options, type }) => {
      const message = optionsFault(type, options)
      return message === undefined ? undefined : { path: ["options"], issue: message }
    })
  ),
  Schema.annotate({ identifier: "CustomFieldCreate" })
)
export type Create = typeof Create.Type

export const Patch = closed("CustomFieldPatch", texts)
export type Patch = typeof Patch.Type

/** Changes the properties that a patch names. */
export const patch = (self: CustomField, changes: Patch): CustomField => ({
  ...self,
  title: changes.title ?? self.title,
  description: changes.description ?? self.description,
  placeholder: changes.placeholder ?? self.placeholder,
  options: changes.options ?? self.options
})

/** The organization has no such custom field. */
export class CustomFieldNotFound extends Schema.TaggedError<CustomFieldNotFound>()("CustomFieldNotFound", {
  name: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `custom field ${this.name} does not exist`
  }
}

/** The organization has a custom field of that name already. */
export class CustomFieldNameTaken extends Schema.TaggedError<CustomFieldNameTaken>()("CustomFieldNameTaken", {
  name: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `custom field ${this.name} already exists`
  }
}

/** The organization has reached its limit of custom fields. */
export class TooManyCustomFields extends Schema.TaggedError<TooManyCustomFields>()("TooManyCustomFields", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.fieldsPerOrganization} custom fields`
  }
}

/** Spaces use options that would be removed (rule custom-field-options). */
export class OptionsInUse extends Schema.TaggedError<OptionsInUse>()("OptionsInUse", {
  name: Schema.String,
  options: Schema.Array(Schema.String)
}) {
  readonly kind = "conflict" as const
  override get message() {
    const options = this.options.map((option) => JSON.stringify(option)).join(", ")
    return `spaces use ${options} of custom field ${this.name}: pass force=true to remove these values from the spaces`
  }
}

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
