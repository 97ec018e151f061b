import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type LinkSource, targetOf } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"

const ExternalLinks = Schema.Struct({
  target: Schema.Union([
    Schema.Struct({
      kind: Schema.Literal("page"),
      space: Schema.String,
      page: Schema.String,
      anchor: Schema.optionalKey(Schema.String)
    }),
    Schema.Struct({ kind: Schema.Literal("file"), space: Schema.String, file: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("reusable-content"), space: Schema.String, reusableContent: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("space"), space: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("collection"), collection: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("user"), user: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("openapi"), spec: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String })
  ]),
  links: Schema.Int
})

/** The content that the link index of a space represents, and its numbers of links. */
export const LinkTotals = Schema.Struct({
  /** The space. */
  id: SpaceId,
  /** The root whose links the index holds. */
  root: Schema.String,
  /** The app URL when the index was created, by which `in-app` was determined. */
  app: Schema.String,
  total: Schema.Int,
  broken: Schema.Int,
  inApp: Schema.Int,
  /** Links that depend on something outside the space, by target in the order of their keys. */
  elsewhere: Schema.Array(ExternalLinks)
})
export type LinkTotals = typeof LinkTotals.Type
export type ExternalLinks = typeof ExternalLinks.Type

export const empty = (space: SpaceId, app: string): LinkTotals => ({
  id: space,
  root: "",
  app,
  total: 0,
  broken: 0,
  inApp: 0,
  elsewhere: []
})

/** The other spaces that it links to. */
const spacesLinkedTo = (self: LinkTotals): ReadonlyArray<string> => [
  ...new Set(self.elsewhere.flatMap(({ target }) => LinkTarget.contentSpace(target) ?? []))
]

const countLinks = (
  links: Map<string, ExternalLinks>,
  totals: LinkTotals,
  source: LinkSource,
  by: 1 | -1
): LinkTotals => {
  let { broken, inApp } = totals
  for (const link of source.links) {
    if (link.standing === "broken") broken += by
    if (link.standing === "in-app") inApp += by
    if (link.standing !== "elsewhere") continue
    const target = targetOf(source, link)
    const key = LinkTarget.keyOf(target)
    const now = (links.get(key)?.links ?? 0) + by
    if (now === 0) links.delete(key)
    else links.set(key, { target, links: now })
  }
  return { ...totals, total: totals.total + by * source.links.length, broken, inApp }
}

/** Updates the totals for sources that were removed and added. */
export const applyChanges = (
  self: LinkTotals,
  change: { readonly removed: Iterable<LinkSource>; readonly added: Iterable<LinkSource>; readonly root: string }
): LinkTotals => {
  const links = new Map(self.elsewhere.map((each) => [LinkTarget.keyOf(each.target), each]))
  let totals: LinkTotals = { ...self, root: change.root }
  for (const source of change.removed) totals = countLinks(links, totals, source, -1)
  for (const source of change.added) totals = countLinks(links, totals, source, 1)
  const elsewhere = [...links].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
  return { ...totals, elsewhere }
}

export const collection = Repository.collection({
  name: "link_totals",
  schema: LinkTotals,
  columns: { spaces: { kind: "set", of: spacesLinkedTo } },
  indexes: { all: { on: [] } },
  unique: {},
  references: [{ column: "id", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
