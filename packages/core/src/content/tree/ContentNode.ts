import { Predicate, Result, Schema } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"

/** SHA-256 of a node's text, as 43 characters of base64url. */
export const Hash = Schema.String.pipe(Schema.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/)))

/** The top of a map or list; null when it is empty. */
export const Ref = Schema.NullOr(Hash)
export type Ref = typeof Ref.Type

/** What a revision names: its maps. */
export const Root = Schema.Struct({
  kind: Schema.Literal("root/1"),
  /** Page id to page. */
  pages: Ref,
  /** `parent/folded slug` to page id; the parent of a top-level page is `""`. */
  slugs: Ref,
  /** Parent id, `""` at the top, to the list of its children's ids. */
  order: Ref,
  /** Earlier `parent/folded slug` of a renamed or moved page to its id. */
  moved: Ref,
  /** File id to file. */
  files: Ref,
  /** Reusable content id to reusable content. */
  reusable: Ref,
  /** Custom field name to value. */
  values: Ref
})
export type Root = typeof Root.Type

/** Entries of a map in code-point order of their keys. */
export const Leaf = Schema.Struct({
  kind: Schema.Literal("leaf/1"),
  entries: Schema.Array(Schema.Tuple([Schema.String, CanonicalJson.Json]))
})
export type Leaf = typeof Leaf.Type

/** Keys that go on alike for `skip`, then differ: one kid (character, hash, size) for each next character. */
export const Branch = Schema.Struct({
  kind: Schema.Literal("branch/1"),
  skip: Schema.String,
  size: Schema.Int,
  kids: Schema.Array(Schema.Tuple([Schema.String, Hash, Schema.Int]))
})
export type Branch = typeof Branch.Type

/** A run of a list of ids. */
export const Ids = Schema.Struct({ kind: Schema.Literal("ids/1"), ids: Schema.Array(Schema.String) })
export type Ids = typeof Ids.Type

/** Runs (hash, number of ids below) of a list that one node does not hold: runs of ids at depth 1, of `lists/1` above. */
export const Lists = Schema.Struct({
  kind: Schema.Literal("lists/1"),
  depth: Schema.Int,
  lists: Schema.Array(Schema.Tuple([Hash, Schema.Int]))
})
export type Lists = typeof Lists.Type

/** A whole document: the form of blocks is the document's own affair. */
export const Document = Schema.Struct({
  kind: Schema.Literal("document/1"),
  data: CanonicalJson.Json,
  nodes: Schema.Array(CanonicalJson.Json)
})
export type Document = typeof Document.Type

export const ContentNode = Schema.Union([Root, Leaf, Branch, Ids, Lists, Document])
export type ContentNode = typeof ContentNode.Type
export type MapNode = Leaf | Branch
export type ListNode = Ids | Lists

/** What is stored and hashed: the kind, which carries the version, a line break, canonical JSON. */
export const textOf = ({ kind, ...value }: ContentNode): string => `${kind}\n${CanonicalJson.stringify(value)}`

export const hashOf = (text: string): string => digest(text)

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))
const decode = Schema.decodeUnknownResult(ContentNode)

/** The node of a stored text; left when its kind is unknown or its value is not of that kind. */
export const fromText = (text: string) => {
  const end = text.indexOf("\n")
  return Result.flatMap(parse(text.slice(end + 1)), (value) =>
    decode(Predicate.isObject(value) ? { ...value, kind: text.slice(0, Math.max(end, 0)) } : value)
  )
}
