import { Option, Schema, SchemaTransformation } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { ContentRef } from "../document/ContentRef.ts"
import { Hash } from "./ContentNode.ts"
import { byDefault, Cover, defaulted, PageLayout } from "./PageLayout.ts"
import * as StoredValue from "./StoredValue.ts"

const text = Schema.optionalKey(Schema.String)

const common = {
  title: Schema.String,
  /** Null at the top. */
  parent: Schema.NullOr(Schema.String),
  emoji: text,
  icon: text,
  /** Stamps: no difference between two pages, merged by minimum and maximum (rule page-times). */
  createdAt: Instant,
  updatedAt: Instant
}

const placed = {
  slug: Schema.String,
  /** The slug was given; else it follows the title (rule page-slug). */
  slugByHand: defaulted(Schema.Boolean, false),
  hidden: defaulted(Schema.Boolean, false),
  noIndex: defaulted(Schema.Boolean, false),
  noRobotsIndex: defaulted(Schema.Boolean, false)
}

const layout = Schema.optionalKey(PageLayout).pipe(
  Schema.decodeTo(
    Schema.toType(PageLayout),
    SchemaTransformation.transformOptional({
      decode: (found) => Option.some(Option.getOrElse(found, () => byDefault)),
      encode: Option.flatMap(Option.liftPredicate((value) => !CanonicalJson.equals(value, byDefault)))
    })
  )
)

/** A page with text; without `document` it is empty. */
export const Document = Schema.Struct({
  type: Schema.Literal("document"),
  ...common,
  ...placed,
  description: text,
  document: Schema.optionalKey(Hash),
  layout,
  cover: Schema.optionalKey(Cover),
  computed: Schema.optionalKey(Json),
  computedSeed: text
})
export type Document = typeof Document.Type

/** A heading of the table of contents; only at the top (rule page-groups). */
export const Group = Schema.Struct({ type: Schema.Literal("group"), ...common, ...placed })
export type Group = typeof Group.Type

/** An entry of the table of contents that leads elsewhere; it has no slug and no pages below. */
export const Link = Schema.Struct({
  type: Schema.Literal("link"),
  ...common,
  target: ContentRef,
  hidden: defaulted(Schema.Boolean, false)
})
export type Link = typeof Link.Type

/** A place that a source fills with pages; it has no slug and no pages of its own. */
export const Computed = Schema.Struct({
  type: Schema.Literal("computed"),
  ...common,
  computed: Json,
  computedSeed: text
})
export type Computed = typeof Computed.Type

/** A page as its map stores it, under its id. Its path, its children and its place among them are the tree's. */
export const PageRecord = Schema.Union([Document, Group, Link, Computed])
export type PageRecord = typeof PageRecord.Type
export type PageType = PageRecord["type"]

export type Page = PageRecord & { readonly id: string }

const stored = StoredValue.make(PageRecord)

export const fromStored = (id: string, json: Json): Page => ({ id, ...stored.decode(json) })

export const toStored = (page: Page): Json => stored.encode(page)

const encode = Schema.encodeSync(PageRecord)
const decode = Schema.decodeUnknownSync(PageRecord)

/** A page from fields in stored form, where defaults may be left out; throws on what is no page. */
export const fromFields = (id: string, fields: object): Page => ({ id, ...decode(fields) })

/** A page with its path (documents and groups have one) and the pages below it, in order. */
export interface PageTree {
  readonly page: Page
  readonly path: string | undefined
  readonly pages: ReadonlyArray<PageTree>
}

/** The fields in stored form, defaults left out. */
export const toFields = (page: Page): typeof PageRecord.Encoded => encode(page)

/** Pages that have a slug, and so a path and room for pages below. */
export const isPlaced = (page: Page): page is Page & (Document | Group) =>
  page.type === "document" || page.type === "group"

const stamps: ReadonlySet<string> = new Set(["createdAt", "updatedAt"])

/** Names of the fields that differ, the stamps aside: what "changed" means for a page. */
export const changedFields = (before: Page, after: Page): ReadonlyArray<string> =>
  CanonicalJson.findDifferingFields(before, after).filter((field) => !stamps.has(field))

const hasGivenSlug = (page: Page): boolean => isPlaced(page) && page.slugByHand

/** Of these the ones that somebody wrote: the number of a slug that follows its title is its neighbours' doing. */
export const writtenFields = (before: Page, after: Page): ReadonlyArray<string> =>
  changedFields(before, after).filter((field) => field !== "slug" || hasGivenSlug(before) || hasGivenSlug(after))
