import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ContentRef } from "../document/ContentRef.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** What a link is to its holder: it only points there, or shows what is there. */
export const LinkRelation = Schema.Literals(["reference", "dependsOn"])
export type LinkRelation = typeof LinkRelation.Type

/**
 * `broken`: the target is missing in the content; `in-app`: an address of the app that is no reference (rule
 * link-broken).
 */
export const LinkStatus = Schema.Literals(["ok", "broken", "in-app"])
export type LinkStatus = typeof LinkStatus.Type

/** A status, or `elsewhere` where something outside the space decides and may change without it: judged when read. */
export const Standing = Schema.Literals(["ok", "broken", "in-app", "elsewhere"])
export type Standing = typeof Standing.Type

/** A link as stored: one for each target and relation of its holder, where it occurs first. */
export const Link = Schema.Struct({
  ref: ContentRef,
  relation: LinkRelation,
  /** Key of the block where it occurs first; absent for what is not in the text. */
  node: Schema.optionalKey(Schema.String),
  standing: Standing
})
export type Link = typeof Link.Type

/** A page or reusable content of a space's primary content with its links, in order of occurrence; never none. */
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
  LinkTarget.of(ref, self)

/** What finds the source by what it links to. */
export const lookups = (self: LinkSource): ReadonlyArray<string> => [
  ...new Set(self.links.flatMap((link) => LinkTarget.lookupKeys(targetOf(self, link), self)))
]

/** The standings of its links; instead of `elsewhere`, the keys of those targets. */
export const marks = (self: LinkSource): ReadonlyArray<string> => [
  ...new Set(
    self.links.map((link) => (link.standing === "elsewhere" ? LinkTarget.keyOf(targetOf(self, link)) : link.standing))
  )
]

export const collection = Repository.collection({
  name: "link_sources",
  schema: LinkSource,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    lookups: { kind: "set", of: lookups },
    marks: { kind: "set", of: marks }
  },
  indexes: { inSpace: { on: ["space"] } },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
