import { Schema } from "effect"
import { OrganizationId, SiteId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { codePoints, multiLine, singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Nesting depth of properties; those of `unsigned` are at the second level. */
  depth: 5,
  /** Properties at every depth. */
  properties: 100,
  /** Values of all enumerations. */
  values: 500,
  nameLength: 64,
  valueLength: 100,
  descriptionLength: 500,
  idLength: 2048
} as const

export const draft = "http://json-schema.org/draft-07/schema#"

interface Described {
  readonly description?: string
}

/** Allowed values of one boolean, text or number; without `enum`, any text is allowed. */
export type Scalar = Described &
  (
    | { readonly type: "boolean" }
    | { readonly type: "string"; readonly enum?: ReadonlyArray<string> }
    | { readonly type: "number" }
  )

/** Limits of a list or an object. An object contains only what its properties name. */
export interface List extends Described {
  readonly type: "array"
  readonly items: Scalar
}
export interface Fields extends Described {
  readonly type: "object"
  readonly properties: Properties
  readonly additionalProperties: false
}

export type Property = Scalar | List | Fields

export interface Properties {
  readonly [name: string]: Property
}

/**
 * Schema of the claims of a site's visitors (rule adaptive-schema): a subset of JSON Schema, draft 7. The property
 * `unsigned` describes unsigned claims.
 */
export interface AdaptiveSchema {
  readonly $schema?: typeof draft
  readonly $id?: string
  readonly type: "object"
  readonly properties: Properties
  readonly additionalProperties: false
}

/** The schema of a site for which none was set: no claim is allowed. */
export const empty: AdaptiveSchema = { type: "object", properties: {}, additionalProperties: false }

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const lineFault = (text: string, limit: number): string | undefined => {
  if (control.test(text)) return "must not contain control characters"
  if (!text.isWellFormed()) return "must be well-formed Unicode"
  const length = codePoints(text)
  return length > limit || length === 0 ? `must be 1 to ${limit} characters` : undefined
}

/** A line of text, stored as sent: claims are compared with the exact text. */
const exactLine = (limit: number) =>
  Schema.String.pipe(
    Schema.check(
      Schema.makeFilter((text) => lineFault(text, limit), { toJsonSchema: () => ({ minLength: 1, maxLength: limit }) })
    )
  )

/** Assigning the key `__proto__` would change the map itself. */
const Key = Schema.String.pipe(
  Schema.check(Schema.makeFilter((name) => name !== "__proto__", { toJsonSchema: () => ({}) }))
)

const findName = (properties: object) => {
  for (const name of Object.keys(properties)) {
    const issue = lineFault(name, limits.nameLength)
    if (issue !== undefined) return { path: [name], issue }
  }
  return undefined
}

const Enumeration = Schema.Array(exactLine(limits.valueLength)).pipe(
  Schema.check(
    Schema.isBetweenLength(1, limits.values, { expected: `an array of 1 to ${limits.values} values` }),
    Schema.makeFilter((values) => new Set(values).size === values.length || "must not contain a value twice", {
      toJsonSchema: () => ({ uniqueItems: true })
    })
  )
)

const described = describeFields(
  { description: optional(multiLine(0, limits.descriptionLength)) },
  { description: "Explanation of the property for authors." }
)

const scalars = [
  closed("AdaptiveSchemaBoolean", { type: Schema.Literal("boolean"), ...described }),
  closed(
    "AdaptiveSchemaString",
    { type: Schema.Literal("string"), enum: optional(Enumeration), ...described },
    { enum: "Values that the claim may have." }
  ),
  closed("AdaptiveSchemaNumber", { type: Schema.Literal("number"), ...described })
] as const

const Scalar: Schema.Codec<Scalar> = Schema.Union(scalars)

const List: Schema.Codec<List> = closed(
  "AdaptiveSchemaArray",
  {
    type: Schema.Literal("array"),
    items: Scalar,
    ...described
  },
  { items: "Schema of the items of the list." }
)

const TooDeep = Schema.Never.annotate({ message: `is nested deeper than ${limits.depth}` })

/** Properties at one depth, and those below them. */
const propertiesAt = (depth: number): Schema.Codec<Properties> =>
  Schema.Record(
    Key,
    depth > limits.depth
      ? TooDeep
      : Schema.Union([
          ...scalars,
          List,
          Schema.Struct(
            describeFields(
              {
                type: Schema.Literal("object"),
                properties: propertiesAt(depth + 1),
                additionalProperties: Schema.Literal(false),
                ...described
              },
              { properties: "Claims below this one, by name." }
            )
          )
        ])
  ).pipe(
    Schema.check(
      Schema.makeFilter(findName, {
        toJsonSchema: () => ({ propertyNames: { minLength: 1, maxLength: limits.nameLength } })
      })
    )
  )

/** Every property of a schema, parents before children. */
export function* walk(properties: Properties): Generator<Property> {
  for (const property of Object.values(properties)) {
    yield property
    if (property.type === "object") yield* walk(property.properties)
  }
}

const valuesOf = (property: Property): number => {
  const scalar = property.type === "array" ? property.items : property
  return scalar.type === "string" ? (scalar.enum?.length ?? 0) : 0
}

const findExcess = ({ properties }: AdaptiveSchema) => {
  let [count, values] = [0, 0]
  for (const property of walk(properties)) {
    count++
    values += valuesOf(property)
  }
  if (count > limits.properties) {
    return { path: ["properties"], issue: `must not have more than ${limits.properties} properties` }
  }
  return values > limits.values
    ? { path: ["properties"], issue: `must not have more than ${limits.values} values in enumerations` }
    : undefined
}

const findUnsigned = ({ properties }: AdaptiveSchema) =>
  Object.hasOwn(properties, "unsigned") && properties["unsigned"]?.type !== "object"
    ? { path: ["properties", "unsigned", "type"], issue: "must be an object: it describes the unsigned claims" }
    : undefined

export const AdaptiveSchema: Schema.Codec<AdaptiveSchema> = closed(
  "AdaptiveSchema",
  {
    $schema: optional(Schema.Literal(draft)),
    $id: optional(singleLine(1, limits.idLength)),
    type: Schema.Literal("object"),
    properties: propertiesAt(1),
    additionalProperties: Schema.Literal(false)
  },
  {
    properties: "Claims that visitors may have, by name.",
    $schema: "Dialect of JSON Schema, draft-07.",
    $id: "Identifier of the schema, stored as sent."
  }
).pipe(
  Schema.check(
    Schema.makeFilter<AdaptiveSchema>(findUnsigned, { toJsonSchema: () => ({}) }),
    Schema.makeFilter<AdaptiveSchema>(findExcess, { toJsonSchema: () => ({}) })
  ),
  Schema.annotate({ identifier: "AdaptiveSchema" })
)

/** The request to set a site's adaptive schema. */
export const Update = closed(
  "AdaptiveSchemaUpdate",
  { jsonSchema: AdaptiveSchema },
  { jsonSchema: "JSON Schema of the claims that visitors may have." }
)
export type Update = typeof Update.Type

/** The schema of the claims of a site's visitors. */
export const AdaptiveSchemaView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-adaptive-schema"),
      jsonSchema: AdaptiveSchema,
      updatedAt: Timestamp
    },
    {
      jsonSchema: "JSON Schema of the claims that visitors may have.",
      updatedAt: "Time of the last change, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "SiteAdaptiveSchema" })
export type AdaptiveSchemaView = typeof AdaptiveSchemaView.Type

/** A condition suggested by the schema, with a description of what it tests. */
export const TemplateConditionView = Schema.Struct(
  describeFields(
    {
      description: Schema.String,
      condition: Schema.String
    },
    {
      description: "What the condition means, in words.",
      condition: "Source text of the condition, an expression over claims."
    }
  )
).annotate({ identifier: "SiteAdaptiveTemplateCondition" })

export const view = ({
  jsonSchema,
  updatedAt
}: Pick<SiteAdaptiveSchema, "jsonSchema" | "updatedAt">): AdaptiveSchemaView => ({
  object: "site-adaptive-schema",
  jsonSchema,
  updatedAt: toTimestamp(updatedAt)
})

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
