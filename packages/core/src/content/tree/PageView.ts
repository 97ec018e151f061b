import { Schema } from "effect"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { ContentRef } from "../document/ContentRef.ts"
import type * as Page from "./Page.ts"
import { Cover, PageLayout } from "./PageLayout.ts"
import type { ContentRefUrl } from "./RefUrl.ts"

const optionally = <A, I, R>(schema: Schema.Codec<A, I, R, R>) => Schema.optionalKey(schema)

const common = {
  id: Schema.String,
  title: Schema.String,
  emoji: optionally(Schema.String),
  icon: optionally(Schema.String),
  createdAt: Timestamp,
  updatedAt: Timestamp
}

const placed = {
  slug: Schema.String,
  path: Schema.String,
  pages: Schema.Array(Schema.suspend((): Schema.Codec<PageView> => PageView)),
  hidden: Schema.Boolean,
  noIndex: Schema.Boolean,
  noRobotsIndex: Schema.Boolean
}

/** A document as JSON: `object` is `document`, `data` has a `schemaVersion`, `nodes` are its blocks. */
export interface DocumentView {
  readonly object: "document"
  readonly data: Json
  readonly nodes: ReadonlyArray<Json>
}

export const DocumentView: Schema.Codec<DocumentView> = Schema.Struct({
  object: Schema.Literal("document"),
  data: Json,
  nodes: Schema.Array(Json)
}).annotate({ identifier: "JSONDocument" })

/** A page in responses: child pages in `pages`, bodies only if a `format` requests one. */
export type PageView = DocumentPageView | GroupPageView | LinkPageView | ComputedPageView

interface Common {
  readonly id: string
  readonly title: string
  readonly emoji?: string
  readonly icon?: string
  readonly createdAt: string
  readonly updatedAt: string
}

interface Placed extends Common {
  readonly slug: string
  readonly path: string
  readonly pages: ReadonlyArray<PageView>
  readonly hidden: boolean
  readonly noIndex: boolean
  readonly noRobotsIndex: boolean
}

export interface DocumentPageView extends Placed {
  readonly type: "document"
  readonly kind: "sheet"
  readonly description?: string
  readonly documentId?: string
  /** What the text is computed of, in place of a document. */
  readonly computed?: Json
  readonly computedSeed?: string
  readonly layout: PageLayout
  readonly cover?: Cover
  readonly urls: { readonly app: string }
  readonly markdown?: string
  readonly document?: DocumentView
}

export interface GroupPageView extends Placed {
  readonly type: "group"
  readonly kind: "group"
}

export interface LinkPageView extends Common {
  readonly type: "link"
  readonly kind: "link"
  readonly target: ContentRef
  readonly href?: string
  readonly hidden: boolean
}

export interface ComputedPageView extends Common {
  readonly type: "computed"
  readonly computed: Json
  readonly computedSeed?: string
}

const DocumentPage = Schema.Struct({
  ...common,
  ...placed,
  type: Schema.Literal("document"),
  kind: Schema.Literal("sheet"),
  description: optionally(Schema.String),
  documentId: optionally(Schema.String),
  computed: optionally(Json),
  computedSeed: optionally(Schema.String),
  layout: Schema.toType(PageLayout),
  cover: optionally(Schema.toType(Cover)),
  urls: Schema.Struct({ app: Schema.String }),
  markdown: optionally(Schema.String),
  document: optionally(DocumentView)
}).annotate({ identifier: "DocumentPage" })

const GroupPage = Schema.Struct({
  ...common,
  ...placed,
  type: Schema.Literal("group"),
  kind: Schema.Literal("group")
}).annotate({ identifier: "GroupPage" })

const LinkPage = Schema.Struct({
  ...common,
  type: Schema.Literal("link"),
  kind: Schema.Literal("link"),
  target: Schema.toType(ContentRef),
  href: optionally(Schema.String),
  hidden: Schema.Boolean
}).annotate({ identifier: "LinkPage" })

const ComputedPage = Schema.Struct({
  ...common,
  type: Schema.Literal("computed"),
  computed: Json,
  computedSeed: optionally(Schema.String)
}).annotate({ identifier: "ComputedPage" })

export const PageView: Schema.Codec<PageView> = Schema.Union([
  DocumentPage,
  GroupPage,
  LinkPage,
  ComputedPage
]).annotate({ identifier: "Page" })

/** How URLs in page records are made. */
export interface PageUrls {
  readonly app: string
  readonly space: string
  readonly hrefOf: ContentRefUrl
}

const originOf = ({ computed, computedSeed, document }: Page.Document) => ({
  ...(document === undefined || computed !== undefined ? {} : { documentId: document }),
  ...(computed === undefined ? {} : { computed }),
  ...(computedSeed === undefined ? {} : { computedSeed })
})

/** The view of a page and its descendants; `path` is absent only for types without one. */
export const view = ({ page, pages, path = "" }: Page.PageTree, urls: PageUrls): PageView => {
  const shared = {
    id: page.id,
    title: page.title,
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    createdAt: toTimestamp(page.createdAt),
    updatedAt: toTimestamp(page.updatedAt)
  }
  if (page.type === "link") {
    const href = urls.hrefOf(page.target)
    return {
      ...shared,
      type: "link",
      kind: "link",
      target: page.target,
      ...(href === undefined ? {} : { href }),
      hidden: page.hidden
    }
  }
  if (page.type === "computed") {
    const seed = page.computedSeed === undefined ? {} : { computedSeed: page.computedSeed }
    return { ...shared, type: "computed", computed: page.computed, ...seed }
  }
  const { hidden, noIndex, noRobotsIndex, slug } = page
  const inTree = { slug, path, pages: pages.map((below) => view(below, urls)), hidden, noIndex, noRobotsIndex }
  if (page.type === "group") return { ...shared, ...inTree, type: "group", kind: "group" }
  return {
    ...shared,
    ...inTree,
    type: "document",
    kind: "sheet",
    ...(page.description === undefined ? {} : { description: page.description }),
    ...originOf(page),
    layout: page.layout,
    ...(page.cover === undefined ? {} : { cover: page.cover }),
    urls: { app: `${urls.app}/s/${urls.space}/p/${page.id}` }
  }
}
