import { Effect, ParseResult, Schema } from "effect"

/** An input that refuses what it does not know, at every depth, and reports every fault. */
export const closed = <F extends Schema.Struct.Fields>(identifier: string, fields: F) =>
  Schema.Struct(fields).annotations({ identifier, parseOptions: { onExcessProperty: "error", errors: "all" } })

/** A field that may be left out, and is never null. */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })

/** A field that may be left out (keeps) or null (clears). */
export const clearable = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

/** A field that official clients send and that has no effect. */
export const ignored = Schema.optionalWith(Schema.Unknown, { exact: true })

/** A field that official clients may send and that is refused by name. */
export const unsupported = Schema.optionalWith(
  Schema.Unknown.pipe(Schema.filter(() => "is not supported yet", { jsonSchema: {} })),
  { exact: true }
)

/** An absolute http or https address of at most 2,048 characters. */
export const WebAddress = Schema.String.pipe(
  Schema.maxLength(2048),
  Schema.filter((text) => (URL.canParse(text) && /^https?:\/\//i.test(text) ? true : "must be an http or https URL"), {
    jsonSchema: { format: "uri", maxLength: 2048 }
  }),
  Schema.annotations({ arbitrary: () => (fc) => fc.webUrl() })
)

/** What a host passed breaks the rules of an input: the same rules that hold for requests. */
export class InputInvalid extends Schema.TaggedError<InputInvalid>()("InputInvalid", {
  details: Schema.Array(Schema.Struct({ path: Schema.String, rule: Schema.String }))
}) {
  readonly kind = "invalid" as const
  override get message() {
    return this.details.map(({ path, rule }) => `${path === "" ? "input" : path}: ${rule}`).join("; ")
  }
}

const broken = (error: ParseResult.ParseError) =>
  new InputInvalid({
    details: ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => ({
      path: path.map(String).join("."),
      rule: message
    }))
  })

/** Checks and normalizes an input, whoever passes it: a transport that has done so already loses nothing. */
export const checked = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(schema, { errors: "all" })
  return (input: A): Effect.Effect<A, InputInvalid> => Effect.mapError(decode(input), broken)
}
