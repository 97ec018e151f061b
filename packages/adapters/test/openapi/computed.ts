import { ApiDescription, type Document, OpenApiSpecId } from "@quire/core"
import { ComputedDocument, ComputedPages, type ComputedSource, OpenApiSpec } from "@quire/core/internal"
import { Schema } from "effect"
import { read } from "../../src/openapi/ReadDescription.ts"

const decodeOutline = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiOutline))
const decodePart = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiPart))

const source: ComputedSource.RevisionSource = {
  type: "builtin:openapi",
  props: { models: true },
  dependencies: {
    spec: {
      ref: { kind: "openapi", spec: "sample" },
      value: {
        object: "openapi-spec",
        id: OpenApiSpecId.make("spec"),
        slug: "sample",
        lastVersion: OpenApiSpec.OpenApiVersionId.make("version")
      }
    }
  }
}

interface Computed {
  readonly page: ComputedPages.ComputedPage
  readonly document: Document.Document
}

/** Everything that is computed of a description: its pages, each with its text. */
export const computed = (bytes: Uint8Array, seed: string): ReadonlyArray<Computed> => {
  const { outline: json, parts: texts } = read(bytes)
  const outline = decodeOutline(json)
  const parts = new Map(texts.map((text, number) => [number, decodePart(text)]))
  return ComputedPages.list(outline, source, seed).map((page) => ({
    page,
    document: ComputedDocument.make({ outline, parts }, page.source, seed)
  }))
}
