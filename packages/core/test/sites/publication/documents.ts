import { Document } from "@quire/core"
import { DocumentArbitrary } from "@quire/testing"
import { Schema } from "effect"
import * as fc from "fast-check"

/** A JSON object, seen without knowledge of documents. */
export type Json = { readonly [name: string]: unknown }

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isOf = (value: unknown, object: string, type: string): value is Json =>
  isJson(value) && value["object"] === object && value["type"] === type

export const decode: (value: unknown) => Document.Document = Schema.decodeUnknownSync(Document.Document, {
  onExcessProperty: "error"
})

/** Maps every object of a JSON value, those within first. */
export const mapObjects = (value: unknown, f: (object: Json) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, f))
  if (!isJson(value)) return value
  return f(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapObjects(part, f)])))
}

export const ifOf = (expression: string, nodes: unknown) => ({
  object: "block",
  type: "if",
  data: { expression },
  nodes
})

export const expressionOf = (expression: string) => ({
  object: "inline",
  type: "expression",
  isVoid: true,
  data: { expression }
})

const tops = new Set(["tabs-item", "stepper-step", "column", "if"])

/** Whether the nodes of an object may be `if` blocks. */
const holdsTops = (object: Json): boolean => {
  if (object["object"] === "document") return true
  if (object["object"] === "block") return tops.has(String(object["type"]))
  if (object["object"] !== "fragment") return false
  return !["caption", "expandable-title", "annotation-body"].some((name) =>
    [object["fragment"], object["type"]].includes(name)
  )
}

const holdsInlines = (object: Json): boolean =>
  isOf(object, "block", "paragraph") || isOf(object, "block", "code-line") || isOf(object, "block", "heading-2")

/** Expressions as authors write them, some of them wrong. */
export const sources = [
  "visitor.claims.beta",
  "!visitor.claims.beta",
  'visitor.claims.plan === "pro"',
  "visitor.claims.unsigned.lang",
  "visitor.claims.account.id",
  "space.vars.product",
  "page.vars.level + 1",
  "true",
  "false",
  "",
  "(",
  "1 / 3",
  "null",
  '["a"]',
  "visitor"
] as const

const choices = fc.infiniteStream(fc.nat({ max: 1_000 }))

/** Documents in which `if` blocks and expressions stand wherever they may. */
export const conditioned: fc.Arbitrary<Document.Document> = fc
  .tuple(DocumentArbitrary.normal, choices)
  .map(([document, stream]) => {
    const next = () => Number(stream.next().value ?? 0)
    const source = () => sources[next() % sources.length] ?? ""
    const wrap = (node: unknown): ReadonlyArray<unknown> => {
      const choice = next() % 6
      if (choice === 0) return [ifOf(source(), [node])]
      if (choice === 1) return [ifOf(source(), [ifOf(source(), [node]), node]), node]
      return choice === 2 ? [ifOf(source(), []), node] : [node]
    }
    const nodesOf = (object: Json): ReadonlyArray<unknown> => (Array.isArray(object["nodes"]) ? object["nodes"] : [])
    const made = mapObjects(document, (object) => {
      const isAsking = isOf(object, "block", "if") || isOf(object, "inline", "expression")
      const own = isAsking ? { ...object, data: { expression: source() } } : object
      if (holdsTops(own)) return { ...own, nodes: nodesOf(own).flatMap(wrap) }
      return holdsInlines(own) && next() % 3 === 0
        ? { ...own, nodes: [expressionOf(source()), ...nodesOf(own), expressionOf(source())] }
        : own
    })
    return decode(made)
  })
