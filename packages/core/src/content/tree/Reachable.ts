import { Effect, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentNode } from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"

/** The part of a content tree that a node belongs to; determines what its values refer to. */
export type Role = "root" | "pages" | "orders" | "reusable" | "plain" | "list" | "document"

export interface Reference {
  readonly hash: string
  readonly role: Role
}

const holdsDocument = Schema.is(Schema.Struct({ document: Schema.String }))

const documentOf = (value: Json): ReadonlyArray<Reference> =>
  holdsDocument(value) ? [{ hash: value.document, role: "document" }] : []

const referencesOfValue = (role: Role, value: Json): ReadonlyArray<Reference> => {
  if (role === "pages" || role === "reusable") return documentOf(value)
  return role === "orders" && typeof value === "string" ? [{ hash: value, role: "list" }] : []
}

/** The nodes that a node refers to directly. */
export const references = (node: ContentNode, role: Role): ReadonlyArray<Reference> => {
  const to = (hash: string | null, role: Role): ReadonlyArray<Reference> => (hash === null ? [] : [{ hash, role }])
  switch (node.kind) {
    case "root/1":
      return [
        ...to(node.pages, "pages"),
        ...to(node.order, "orders"),
        ...to(node.reusable, "reusable"),
        ...[node.slugs, node.moved, node.files, node.values, node.computed ?? null].flatMap((map) => to(map, "plain"))
      ]
    case "branch/1":
      return node.kids.map(([, hash]) => ({ hash, role }))
    case "leaf/1":
      return node.entries.flatMap(([, value]) => referencesOfValue(role, value))
    case "lists/1":
      return node.lists.map(([hash]) => ({ hash, role }))
    default:
      return []
  }
}

/** Identifies a visit: one node may occur in two roles, and refer to other nodes in only one of them. */
export const keyOf = ({ hash, role }: Reference): string => `${role}/${hash}`

/** The sorted hashes of all nodes reachable from a root, itself included: what a copy of the content needs. */
export const all = Effect.fnUntraced(function* (reader: ContentReader, root: string) {
  const reached = new Map<string, string>()
  let level: ReadonlyArray<Reference> = root === "" ? [] : [{ hash: root, role: "root" }]
  while (level.length > 0) {
    const fresh = level.filter((reference) => {
      const isNew = !reached.has(keyOf(reference))
      reached.set(keyOf(reference), reference.hash)
      return isNew
    })
    const inner = fresh.filter(({ role }) => role !== "document")
    const nodes = yield* Reader.requireAny(reader, [...new Set(inner.map(({ hash }) => hash))])
    level = inner.flatMap(({ hash, role }) => {
      const node = nodes.get(hash)
      return node === undefined ? [] : references(node, role)
    })
  }
  return [...new Set(reached.values())].sort()
})
