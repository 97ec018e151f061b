import { Schema } from "effect"
import * as Block from "../../content/document/Block.ts"
import { optional } from "../../foundation/input/Input.ts"

const text = optional(Schema.String)

/** A text of the description in CommonMark, and what it says as blocks if it is more than plain words. */
export const described = { description: text, descriptionBlocks: optional(Schema.Array(Block.TopLevel)) }
const flag = optional(Schema.Boolean)

/** A number; one that a double does not hold as it is written is the text of its digits. */
export const ExactNumber = Schema.Union([Schema.Number, Schema.String])
export type ExactNumber = typeof ExactNumber.Type
const number = optional(ExactNumber)

/** A link of the description: http or https, or relative; never anything that acts. */
export const ExternalDocs = Schema.Struct({ url: Schema.String, description: text })
export type ExternalDocs = typeof ExternalDocs.Type

/** A value of the description as JSON text: drawn as it is, and nothing in it is a key of ours. */
export const JsonText = Schema.String

/** Everything of a schema but what it is made of: what JSON Schema 2020-12 calls by the same names. */
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
  /** Never run: it is a stranger's. */
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

/** Tells by the value of a property which schema is meant; a mapping names a schema where it could be found. */
export const Discriminator = Schema.Struct({
  propertyName: Schema.String,
  mapping: optional(Schema.Array(Schema.Struct({ value: Schema.String, schema: Schema.String })))
})
export type Discriminator = typeof Discriminator.Type

const own = {
  /** The name of another schema of the description, as `ApiPart` has it; what stands beside it adds to that. */
  ref: text,
  /** A reference that leads nowhere, as it is written. */
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
 * A schema of a description, in the words of OpenAPI 3.1: `true` and `false` allow everything and nothing. References
 * are kept by name, so that it may be part of itself.
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
