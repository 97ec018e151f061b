import { ApiDescription, DescriptionReader } from "@quire/core"
import { Schema } from "effect"
import { read } from "../../src/openapi/ReadDescription.ts"

const decodeOutline = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiOutline))
const decodePart = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiPart))

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What is read of a description: the number of operations that the reader counts, its outline and its parts. */
export interface Reading {
  readonly count: number
  readonly outline: ApiDescription.ApiOutline
  readonly operations: ApiDescription.ApiPart["operations"]
  readonly schemas: ReadonlyMap<string, ApiDescription.ApiPart["schemas"][number]["schema"]>
}

export const readText = (text: string): Reading => {
  const { operations, outline, parts } = read(bytesOf(text))
  const all = parts.map((part) => decodePart(part))
  return {
    count: operations,
    outline: decodeOutline(outline),
    operations: all.flatMap((part) => part.operations),
    schemas: new Map(all.flatMap((part) => part.schemas.map(({ name, schema }) => [name, schema] as const)))
  }
}

export const readValue = (value: unknown): Reading => readText(JSON.stringify(value))

export const info = { title: "Pets", version: "1" }

/** Why a description is refused. */
export const problemOf = (text: string | Uint8Array): string => {
  try {
    read(typeof text === "string" ? bytesOf(text) : text)
    return "it was read"
  } catch (error) {
    return error instanceof DescriptionReader.DescriptionRefused ? error.problem : `not a refusal: ${String(error)}`
  }
}
