import { Either, ParseResult, Schema, type SchemaAST } from "effect"

type FieldRecord<A> = { readonly [name: string]: A }

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Each value parsed, under its own name whatever that is: as data, `__proto__` is a key like others. */
const parsed =
  <A>(parse: (value: unknown, options: SchemaAST.ParseOptions) => Either.Either<A, ParseResult.ParseIssue>) =>
  (
    input: unknown,
    options: SchemaAST.ParseOptions,
    ast: SchemaAST.AST
  ): Either.Either<FieldRecord<A>, ParseResult.ParseIssue> => {
    if (!isObject(input)) return Either.left(new ParseResult.Type(ast, input))
    const issues: Array<ParseResult.ParseIssue> = []
    const found: Array<readonly [string, A]> = []
    const entries: ReadonlyArray<[string, unknown]> = Object.entries(input)
    for (const [name, value] of entries) {
      const result = parse(value, options)
      if (Either.isRight(result)) found.push([name, result.right])
      else issues.push(new ParseResult.Pointer(name, input, result.left))
    }
    const [first, ...rest] = issues
    if (first === undefined) return Either.right(Object.fromEntries(found))
    return Either.left(new ParseResult.Composite(ast, input, [first, ...rest]))
  }

/**
 * A JSON object from names to values that loses no name, not even one that objects inherit. Read it by
 * `Object.entries`, never by property.
 */
export const make = <A, I>(
  identifier: string,
  value: Schema.Schema<A, I>,
  jsonSchema: object
): Schema.Schema<FieldRecord<A>, FieldRecord<I>> =>
  Schema.declare(
    [value],
    {
      decode: (item) => parsed(ParseResult.decodeUnknownEither(item)),
      encode: (item) => parsed(ParseResult.encodeUnknownEither(item))
    },
    {
      identifier,
      jsonSchema: { type: "object", additionalProperties: jsonSchema },
      arbitrary: (item) => (fc) => fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), item(fc), { maxKeys: 3 })
    }
  )
