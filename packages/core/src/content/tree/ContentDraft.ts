import { Effect, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"
import type { StoredNode } from "./ContentStore.ts"

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
export const references = (node: ContentNode.ContentNode, role: Role): ReadonlyArray<Reference> => {
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

/** A node with its text as it will be stored. */
export interface MadeNode extends StoredNode {
  /** Whether it is a document of which only the text is stored: the document is created again on each read. */
  readonly isText: boolean
  readonly open: () => ContentNode.ContentNode
}

/** Creates a node that is stored together with its text. */
export const madeOf = (node: ContentNode.ContentNode): MadeNode => {
  const text = ContentNode.textOf(node)
  return { hash: ContentNode.hashOf(text), text, isText: false, open: () => node }
}

/**
 * New nodes on top of a reader, not stored yet. It is itself a reader that returns its own nodes first. Not safe to
 * share between fibers.
 */
export interface ContentDraft extends ContentReader {
  /** Adds a node and returns its hash. */
  readonly put: (node: ContentNode.ContentNode) => string
  /** Adds a node that was created before, and returns its hash. */
  readonly add: (made: MadeNode) => string
  /** The new nodes reachable from `root`, sorted by hash; they must be stored before anything refers to `root`. */
  readonly nodes: (root: string) => ReadonlyArray<StoredNode>
}

const reachedBy = (made: ReadonlyMap<string, MadeNode>, root: string): ReadonlyArray<StoredNode> => {
  const visited = new Set<string>()
  const reached = new Map<string, StoredNode>()
  const waiting: Array<Reference> = [{ hash: root, role: "root" }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = made.get(next.hash)
    if (own === undefined || visited.has(keyOf(next))) continue
    visited.add(keyOf(next))
    reached.set(next.hash, { hash: next.hash, text: own.text })
    if (!own.isText) waiting.push(...references(own.open(), next.role))
  }
  return [...reached.values()].sort((left, right) => (left.hash < right.hash ? -1 : 1))
}

export const make = (reader: ContentReader): ContentDraft => {
  const made = new Map<string, MadeNode>()
  const seen = new Map<string, ContentNode.ContentNode>()

  const many: ContentDraft["many"] = (hashes) =>
    Effect.suspend(() => {
      const found = new Map<string, ContentNode.ContentNode>()
      const missing: Array<string> = []
      for (const hash of hashes) {
        const node = made.get(hash)?.open() ?? seen.get(hash)
        if (node === undefined) missing.push(hash)
        else found.set(hash, node)
      }
      if (missing.length === 0) return Effect.succeed(found)
      return Effect.map(reader.many(missing), (nodes) => {
        for (const [hash, node] of nodes) {
          seen.set(hash, node)
          found.set(hash, node)
        }
        return found
      })
    })

  const textOf = (hash: string) => {
    const own = made.get(hash)
    return own?.isText === true ? own.text : undefined
  }

  const add = (one: MadeNode) => {
    if (!seen.has(one.hash)) made.set(one.hash, one)
    return one.hash
  }

  return {
    space: reader.space,
    many,
    textOf,
    put: (node) => add(madeOf(node)),
    add,
    nodes: (root) => reachedBy(made, root)
  }
}
