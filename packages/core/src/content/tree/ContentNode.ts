import { Predicate, Result, Schema } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"

/** SHA-256 of a node's text, as 43 characters of base64url. */
export const Hash = Schema.String.pipe(Schema.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/)))

/** Hash of the top node of a map or list; null if it is empty. */
export const Ref = Schema.NullOr(Hash)
export type Ref = typeof Ref.Type

/** The maps that make up a revision. */
export const Root = Schema.Struct({
  kind: Schema.Literal("root/1"),
  /** Pages by id. */
  pages: Ref,
  /** Page ids by `parent/folded slug`; the parent of a top-level page is `""`. */
  slugs: Ref,
  /** List of child ids by parent id; `""` is the top level. */
  order: Ref,
  /** Page ids by the former `parent/folded slug` of renamed or moved pages. */
  moved: Ref,
  /** Files by id. */
  files: Ref,
  /** Reusable contents by id. */
  reusable: Ref,
  /** Values of custom fields by name. */
  values: Ref,
  /** Ids of the pages with a source that computes them or their text; absent if there are none. */
  computed: Schema.optionalKey(Hash)
})
export type Root = typeof Root.Type

/** Map entries in code-point order of their keys. */
export const Leaf = Schema.Struct({
  kind: Schema.Literal("leaf/1"),
  entries: Schema.Array(Schema.Tuple([Schema.String, CanonicalJson.Json]))
})
export type Leaf = typeof Leaf.Type

/** Keys that share the next characters `skip` and then differ: one child (character, hash, size) per next character. */
export const Branch = Schema.Struct({
  kind: Schema.Literal("branch/1"),
  skip: Schema.String,
  size: Schema.Int,
  kids: Schema.Array(Schema.Tuple([Schema.String, Hash, Schema.Int]))
})
export type Branch = typeof Branch.Type

/** One run of ids in a list. */
export const Ids = Schema.Struct({ kind: Schema.Literal("ids/1"), ids: Schema.Array(Schema.String) })
export type Ids = typeof Ids.Type

/** The runs (hash, number of ids in it) of a list too long for one node: `ids/1` at depth 1, `lists/1` above. */
export const Lists = Schema.Struct({
  kind: Schema.Literal("lists/1"),
  depth: Schema.Int,
  lists: Schema.Array(Schema.Tuple([Hash, Schema.Int]))
})
export type Lists = typeof Lists.Type

/** A whole document; `content/document` defines the shape of its blocks. */
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

/** Decodes a stored text; fails if the kind is unknown or the value does not match it. */
export const fromText = (text: string) => {
  const end = text.indexOf("\n")
  return Result.flatMap(parse(text.slice(end + 1)), (value) =>
    decode(Predicate.isObject(value) ? { ...value, kind: text.slice(0, Math.max(end, 0)) } : value)
  )
}
