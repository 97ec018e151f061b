import {
  ApiBounds,
  type ApiDescription,
  type Block,
  ExactJson,
  ExampleValue,
  Inline,
  type ResolvedSchema
} from "@quire/core"
import type { Book } from "./Book.ts"
import * as Json from "./Json.ts"
import * as SampleRequest from "./SampleRequest.ts"

/** `example`: characters of one example; `examples`: examples per media type. */
export const limits = { example: 10_000, examples: 5 } as const

/** A code sample with its title. */
export interface Piece {
  readonly title?: string
  readonly code: Block.Code
}

const lineOf = (text: string): Block.CodeLine => ({
  object: "block",
  type: "code-line",
  data: {},
  nodes: [Inline.text(text)]
})

export const codeOf = (text: string, syntax: string): Block.Code => ({
  object: "block",
  type: "code",
  data: { syntax },
  nodes: text.split("\n").map(lineOf)
})

/** Sample requests of an operation in several languages. */
export const samplesOf = (operation: ApiDescription.ApiOperation, book: Book): ReadonlyArray<Required<Piece>> => {
  const request = SampleRequest.of(operation, book)
  return [
    { title: "curl", code: codeOf(SampleRequest.printCurl(request), "bash") },
    { title: "JavaScript", code: codeOf(SampleRequest.printFetch(request), "javascript") },
    { title: "Python", code: codeOf(SampleRequest.printRequests(request), "python") }
  ]
}

const syntaxes: ReadonlyArray<readonly [type: RegExp, syntax: string]> = [
  [/json/i, "json"],
  [/xml|html/i, "xml"],
  [/yaml/i, "yaml"]
]

const syntaxOf = (type: string): string => syntaxes.find(([known]) => known.test(type))?.[1] ?? "text"

const textOf = (value: unknown): string => (typeof value === "string" ? value : Json.pretty(value))

const pieceOf = (text: string, type: string, title?: string): ReadonlyArray<Piece> =>
  text.length > limits.example
    ? []
    : [{ ...(title === undefined ? {} : { title }), code: codeOf(text, syntaxOf(type)) }]

const madeUp = (
  schema: ApiDescription.ApiSchema | undefined,
  type: string,
  book: Book,
  direction: ResolvedSchema.Direction
): ReadonlyArray<Piece> => {
  const value = schema === undefined ? undefined : ExampleValue.of(schema, book, direction)
  return value === undefined ? [] : pieceOf(/json/i.test(type) ? Json.pretty(value) : textOf(value), type)
}

const isStructured = (type: string): boolean => /json/i.test(type)

/** Sample contents of a media type: the examples of the description, or one generated from the schema. */
export const examplesOf = (
  { examples = [], schema, type }: ApiDescription.Content,
  book: Book,
  direction: ResolvedSchema.Direction
): ReadonlyArray<Piece> => {
  const given: Array<Piece> = []
  for (const { name, summary, value } of examples) {
    if (given.length === limits.examples) break
    const parsed = value === undefined ? undefined : ExactJson.parse(value)
    if (parsed === undefined || !ApiBounds.fitsOnLines(parsed, limits.example)) continue
    given.push(...pieceOf(isStructured(type) ? Json.pretty(parsed) : textOf(parsed), type, summary ?? name))
  }
  if (given.length > 0) return given
  return isStructured(type) ? madeUp(schema, type, book, direction) : []
}
