import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ContentRef } from "../document/ContentRef.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** Relation of a link to its holder: it only points to the target, or shows its content. */
export const LinkRelation = Schema.Literals(["reference", "dependsOn"])
export type LinkRelation = typeof LinkRelation.Type

/**
 * `broken`: the target is missing from the content; `in-app`: an app URL in place of a reference (rule link-broken).
 */
export const LinkStatus = Schema.Literals(["ok", "broken", "in-app"])
export type LinkStatus = typeof LinkStatus.Type

/**
 * A status, or `elsewhere` if it depends on something outside the space, which may change independently; it is then
 * resolved on read.
 */
export const LinkState = Schema.Literals(["ok", "broken", "in-app", "elsewhere"])
export type LinkState = typeof LinkState.Type

/** A link as stored: one per target and relation of its holder, where it occurs first. */
export const Link = Schema.Struct({
  ref: ContentRef,
  relation: LinkRelation,
  /** Key of the block where it occurs first; absent for links outside of the text. */
  node: Schema.optionalKey(Schema.String),
  standing: LinkState
})
export type Link = typeof Link.Type

/**
 * A page or reusable content of a space's primary content with its links, in order of occurrence; never without links.
 */
export const LinkSource = Schema.Struct({
  /** `{space}.{page or reusable}.{owner}`. */
  id: Schema.String,
  space: SpaceId,
  kind: Schema.Literals(["page", "reusable-content"]),
  owner: Schema.String,
  links: Schema.Array(Link)
})
export type LinkSource = typeof LinkSource.Type

export const idOf = ({ kind, owner, space }: LinkTarget.LinkHolder): string =>
  `${space}.${kind === "page" ? "page" : "reusable"}.${owner}`

export const targetOf = (self: LinkTarget.LinkHolder, { ref }: Pick<Link, "ref">): LinkTarget.LinkTarget =>
  LinkTarget.fromRef(ref, self)

/** The keys by which the source is found from its link targets. */
export const lookupKeysOf = (self: LinkSource): ReadonlyArray<string> => [
  ...new Set(self.links.flatMap((link) => LinkTarget.lookupKeys(targetOf(self, link), self)))
]

/** The statuses of its links; for `elsewhere`, the keys of their targets. */
export const marksOf = (self: LinkSource): ReadonlyArray<string> => [
  ...new Set(
    self.links.map((link) => (link.standing === "elsewhere" ? LinkTarget.keyOf(targetOf(self, link)) : link.standing))
  )
]

export const collection = Repository.collection({
  name: "link_sources",
  schema: LinkSource,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    lookups: { kind: "set", of: lookupKeysOf },
    marks: { kind: "set", of: marksOf }
  },
  indexes: { inSpace: { on: ["space"] } },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
