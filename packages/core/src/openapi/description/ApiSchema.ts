import { Schema } from "effect"
import * as Block from "../../content/document/Block.ts"
import { optional } from "../../foundation/input/Input.ts"

const text = optional(Schema.String)

/** A text of the description in CommonMark, and its blocks if it is more than plain words. */
export const described = { description: text, descriptionBlocks: optional(Schema.Array(Block.TopLevel)) }
const flag = optional(Schema.Boolean)

/** A number; one that a double cannot represent exactly is stored as its digits. */
export const ExactNumber = Schema.Union([Schema.Number, Schema.String])
export type ExactNumber = typeof ExactNumber.Type
const number = optional(ExactNumber)

/** A link of the description: http or https, or relative; never anything that acts. */
export const ExternalDocs = Schema.Struct({ url: Schema.String, description: text })
export type ExternalDocs = typeof ExternalDocs.Type

/** A value of the description as JSON text: it is shown unchanged, and its keys are not interpreted. */
export const JsonText = Schema.String

/** The fields of a schema except for its subschemas, with the names of JSON Schema 2020-12. */
const facts = {
  title: text,
  ...described,
  format: text,
  default: optional(JsonText),
  const: optional(JsonText),
  enum: optional(Schema.Array(JsonText)),
  examples: optional(Schema.Array(JsonText)),
  multipleOf: number,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: number,
  maxLength: number,
  /** Never executed: it is untrusted. */
  pattern: text,
  minItems: number,
  maxItems: number,
  uniqueItems: flag,
  minProperties: number,
  maxProperties: number,
  readOnly: flag,
  writeOnly: flag,
  deprecated: flag,
  externalDocs: optional(ExternalDocs)
}
const Facts = Schema.Struct(facts)

/** Selects a schema by the value of a property; a mapping names a schema if it could be found. */
export const Discriminator = Schema.Struct({
  propertyName: Schema.String,
  mapping: optional(Schema.Array(Schema.Struct({ value: Schema.String, schema: Schema.String })))
})
export type Discriminator = typeof Discriminator.Type

const own = {
  /** The name of another schema of the description, as in `ApiPart`; sibling keywords add to that schema. */
  ref: text,
  /** An unresolvable reference, as written. */
  unresolved: text,
  types: optional(Schema.Array(Schema.String)),
  /** Whether the value may be null too, where types do not say it: what OpenAPI 3.0 calls `nullable`. */
  nullable: flag,
  ...facts,
  /** Names of properties that must be there. */
  required: optional(Schema.Array(Schema.String)),
  discriminator: optional(Discriminator)
}
const Own = Schema.Struct(own)

export interface NamedSchema {
  readonly name: string
  readonly schema: ApiSchema
}

/**
 * A schema of a description, in the terms of OpenAPI 3.1: `true` and `false` allow everything and nothing. References
 * are stored by name, so that a schema may contain itself.
 */
export type ApiSchema = boolean | ApiSchemaObject

export interface ApiSchemaObject extends Schema.Schema.Type<typeof Own> {
  readonly properties?: ReadonlyArray<NamedSchema>
  readonly patternProperties?: ReadonlyArray<NamedSchema>
  readonly additionalProperties?: ApiSchema
  readonly items?: ApiSchema
  readonly prefixItems?: ReadonlyArray<ApiSchema>
  readonly allOf?: ReadonlyArray<ApiSchema>
  readonly anyOf?: ReadonlyArray<ApiSchema>
  readonly oneOf?: ReadonlyArray<ApiSchema>
  readonly not?: ApiSchema
}

const Inner: Schema.Codec<ApiSchema> = Schema.suspend(() => ApiSchema)
const Named = Schema.Struct({ name: Schema.String, schema: Inner })

export const ApiSchema: Schema.Codec<ApiSchema> = Schema.Union([
  Schema.Boolean,
  Schema.Struct({
    ...own,
    properties: optional(Schema.Array(Named)),
    patternProperties: optional(Schema.Array(Named)),
    additionalProperties: optional(Inner),
    items: optional(Inner),
    prefixItems: optional(Schema.Array(Inner)),
    allOf: optional(Schema.Array(Inner)),
    anyOf: optional(Schema.Array(Inner)),
    oneOf: optional(Schema.Array(Inner)),
    not: optional(Inner)
  })
])
export type SchemaFacts = typeof Facts.Type
