import { Effect, Schema } from "effect"
import { findFaults } from "./InputFaults.ts"
import * as Inspection from "./Inspection.ts"

/** Annotates a field in both of its forms: the API description shows the encoded form for input. */
const annotateField = (schema: Schema.Top, annotations: Schema.Annotations.Key<unknown>): Schema.Top => {
  const annotated = schema.annotateKey(annotations)
  return annotated.ast.encoding === undefined ? annotated : Schema.flip(Schema.flip(annotated).annotateKey(annotations))
}

/** Descriptions of the fields of a struct, by name. */
type Descriptions<F> = { readonly [K in keyof F]?: string }

const annotateFields = <F extends Schema.Struct.Fields>(
  fields: F,
  descriptions: ReadonlyArray<readonly [name: string, description: unknown]>
): F => {
  const described = descriptions.map(([name, description]) => {
    const field = fields[name]
    return [name, Schema.isSchema(field) ? annotateField(field, { description: String(description) }) : field]
  })
  return { ...fields, ...Object.fromEntries(described) }
}

/** Adds descriptions to fields for the API description. */
export const describeFields = <F extends Schema.Struct.Fields>(fields: F, descriptions: Descriptions<F>): F =>
  annotateFields(fields, Object.entries(descriptions))

/** Copies the descriptions of the fields that these were derived from. */
export const keepDescriptions = <F extends Schema.Struct.Fields>(from: Schema.Struct.Fields, fields: F): F =>
  annotateFields(
    fields,
    Object.entries(from).flatMap(([name, { ast }]) => {
      const description = ast.context?.annotations?.["description"]
      return description === undefined ? [] : [[name, description] as const]
    })
  )

/** A struct that rejects unknown keys at every depth and reports every fault. */
export const closed = <F extends Schema.Struct.Fields>(
  identifier: string,
  fields: F,
  descriptions: Descriptions<F> = {}
) => Schema.Struct(describeFields(fields, descriptions)).annotate({ identifier })

/** A field that may be left out but is never null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(schema)

/** A field that may be omitted, which leaves the value unchanged, or null, which clears it. */
export const clearable = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A field that official clients send; it has no effect. */
export const ignored = Schema.optionalKey(Schema.Unknown)

/** A field that official clients may send; it is rejected by name. */
export const unsupported = Schema.optionalKey(Schema.Never.annotate({ message: "is not supported yet" }))

/** Whether it is an absolute http or https URL. URL parsers silently drop control characters. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && !/\p{Cc}/u.test(text) && URL.canParse(text)

/** An absolute http or https URL of at most 2,048 characters. */
export const WebAddress = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(2048, { expected: "a string at most 2048 character(s) long" })),
  Schema.check(
    Schema.makeFilter((text) => isWebAddress(text) || "must be an http or https URL", {
      toJsonSchema: () => ({ format: "uri", maxLength: 2048 })
    })
  )
)

/** Input from the host violates the rules of an input, which are the same as for requests. */
export class InputInvalid extends Schema.TaggedError<InputInvalid>()("InputInvalid", {
  details: Schema.Array(Schema.Struct({ path: Schema.String, rule: Schema.String }))
}) {
  readonly kind = "invalid" as const
  override get message() {
    return this.details.map(({ path, rule }) => `${path === "" ? "input" : path}: ${rule}`).join("; ")
  }
}

const toInputInvalid = ({ issue }: Inspection.Refusal) =>
  new InputInvalid({
    details: findFaults(issue).map(({ path, rule }) => ({ path: path.map(String).join("."), rule }))
  })

/** Creates a function that decodes an input of unknown form. */
export const decoded = <A, I>(schema: Schema.Codec<A, I>, unknownKeys: "error" | "ignore" = "error") => {
  const decode = Inspection.decoder(schema, unknownKeys)
  return (input: unknown): Effect.Effect<A, InputInvalid> => Effect.mapError(decode(input), toInputInvalid)
}

/**
 * Creates a function that checks and normalizes an input. Checking an input again, after a transport, changes nothing.
 */
export const checked = <A, I>(schema: Schema.Codec<A, I>, unknownKeys: "error" | "ignore" = "error") => {
  const decode = decoded(schema, unknownKeys)
  return (input: A): Effect.Effect<A, InputInvalid> => decode(input)
}
