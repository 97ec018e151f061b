import * as fc from "fast-check"
/** A part of the OpenAPI document that describes values. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly contentEncoding?: string
  readonly contentMediaType?: string
  readonly not?: object
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: {
    readonly [name: string]: JsonSchema
  }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly patternProperties?: {
    readonly [pattern: string]: JsonSchema
  }
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly minimum?: number
  readonly maximum?: number
}
export type Schemas = {
  readonly [name: string]: JsonSchema
}
/** Values that a schema of the document allows. */
export declare const arbitrary: (given: JsonSchema, schemas: Schemas, left?: number) => fc.Arbitrary<unknown>
/** A value that breaks one constraint of a schema, and where. */
export interface Breach {
  readonly fault: string
  readonly path: ReadonlyArray<string | number>
  readonly value: unknown
}
/** All values that differ from one that a schema allows in breaking one constraint, outside of alternatives. */
export declare const breaches: (given: JsonSchema, schemas: Schemas, whole: unknown) => ReadonlyArray<Breach>
/** Whether a value is as a schema of the document says. */
export declare const isAllowed: (given: JsonSchema, schemas: Schemas, value: unknown) => boolean
//# sourceMappingURL=documented.d.ts.map
