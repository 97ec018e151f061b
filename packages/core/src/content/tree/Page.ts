import { Option, Schema, SchemaTransformation } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { ContentRef } from "../document/ContentRef.ts"
import { Hash } from "./ContentNode.ts"
import { Cover, defaultLayout, PageLayout, withDefault } from "./PageLayout.ts"
import * as StoredValue from "./StoredValue.ts"

const text = Schema.optionalKey(Schema.String)

const common = {
  title: Schema.String,
  /** Null at the top level. */
  parent: Schema.NullOr(Schema.String),
  emoji: text,
  icon: text,
  /** Timestamps: ignored when pages are compared, merged by minimum and maximum (rule page-times). */
  createdAt: Instant,
  updatedAt: Instant
}

const placed = {
  slug: Schema.String,
  /** Whether the slug was set by hand; otherwise it follows the title (rule page-slug). */
  slugByHand: withDefault(Schema.Boolean, false),
  hidden: withDefault(Schema.Boolean, false),
  noIndex: withDefault(Schema.Boolean, false),
  noRobotsIndex: withDefault(Schema.Boolean, false)
}

const layout = Schema.optionalKey(PageLayout).pipe(
  Schema.decodeTo(
    Schema.toType(PageLayout),
    SchemaTransformation.transformOptional({
      decode: (found) => Option.some(Option.getOrElse(found, () => defaultLayout)),
      encode: Option.flatMap(Option.liftPredicate((value) => !CanonicalJson.equals(value, defaultLayout)))
    })
  )
)

/** A page with text; empty without `document`. */
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

/** A heading of the table of contents; allowed at the top level only (rule page-groups). */
export const Group = Schema.Struct({ type: Schema.Literal("group"), ...common, ...placed })
export type Group = typeof Group.Type

/** An entry of the table of contents that links elsewhere; it has no slug and no child pages. */
export const Link = Schema.Struct({
  type: Schema.Literal("link"),
  ...common,
  target: ContentRef,
  hidden: withDefault(Schema.Boolean, false)
})
export type Link = typeof Link.Type

/** A placeholder that a source fills with pages; it has no slug and no child pages of its own. */
export const ComputedPage = Schema.Struct({
  type: Schema.Literal("computed"),
  ...common,
  computed: Json,
  computedSeed: text
})
export type ComputedPage = typeof ComputedPage.Type

/** A page as stored in its map under its id. Its path, its children and its position belong to the tree. */
export const PageRecord = Schema.Union([Document, Group, Link, ComputedPage])
export type PageRecord = typeof PageRecord.Type
export type PageType = PageRecord["type"]

export type Page = PageRecord & { readonly id: string }

const stored = StoredValue.make(PageRecord)

export const fromStored = (id: string, json: Json): Page => ({ id, ...stored.decode(json) })

export const toStored = (page: Page): Json => stored.encode(page)

const encode = Schema.encodeSync(PageRecord)
const decode = Schema.decodeUnknownSync(PageRecord)

/** Makes a page from fields in stored form, where defaults may be omitted; throws if they are invalid. */
export const fromFields = (id: string, fields: object): Page => ({ id, ...decode(fields) })

/** A page with its path (documents and groups only) and its child pages in order. */
export interface PageTree {
  readonly page: Page
  readonly path: string | undefined
  readonly pages: ReadonlyArray<PageTree>
}

/** The fields in stored form, without defaults. */
export const toFields = (page: Page): typeof PageRecord.Encoded => encode(page)

/** Whether a page has a slug, and therefore a path and room for child pages. */
export const isPlaced = (page: Page): page is Page & (Document | Group) =>
  page.type === "document" || page.type === "group"

const stamps: ReadonlySet<string> = new Set(["createdAt", "updatedAt"])

/** The fields that differ, timestamps aside: what "changed" means for a page. */
export const changedFields = (before: Page, after: Page): ReadonlyArray<string> =>
  CanonicalJson.findDifferingFields(before, after).filter((field) => !stamps.has(field))

const hasGivenSlug = (page: Page): boolean => isPlaced(page) && page.slugByHand

/** The changed fields that somebody edited; a number added to a slug that follows its title is not an edit. */
export const writtenFields = (before: Page, after: Page): ReadonlyArray<string> =>
  changedFields(before, after).filter((field) => field !== "slug" || hasGivenSlug(before) || hasGivenSlug(after))
