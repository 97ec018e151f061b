import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { ContentRef } from "../document/ContentRef.ts"
import type * as Page from "./Page.ts"
import { Cover, PageLayout } from "./PageLayout.ts"
import type { ContentRefUrl } from "./RefUrl.ts"

const optionally = <A, I, R>(schema: Schema.Codec<A, I, R, R>) => Schema.optionalKey(schema)

const common = describeFields(
  {
    id: Schema.String,
    title: Schema.String,
    emoji: optionally(Schema.String),
    icon: optionally(Schema.String),
    createdAt: Timestamp,
    updatedAt: Timestamp
  },
  {
    title: "Title of the page, as navigation shows it.",
    id: "Identifier, which never changes.",
    emoji: "Emoji shown next to the title.",
    icon: "Icon shown next to the title.",
    createdAt: "Time of creation, in UTC with milliseconds.",
    updatedAt: "Time of the last change, in UTC with milliseconds."
  }
)

const placed = describeFields(
  {
    slug: Schema.String,
    path: Schema.String,
    pages: Schema.Array(Schema.suspend((): Schema.Codec<PageView> => PageView)),
    hidden: Schema.Boolean,
    noIndex: Schema.Boolean,
    noRobotsIndex: Schema.Boolean
  },
  {
    path: "Slugs of the page and of the pages above it, joined by slashes.",
    pages: "Pages below this one, in order.",
    hidden: "Whether navigation leaves the page out.",
    noIndex: "Whether the search of the site leaves the page out.",
    noRobotsIndex: "Whether search engines are asked to leave the page out.",
    slug: "Last segment of the path, unique among siblings."
  }
)

/** A document as JSON: `object` is `document`, `data` has a `schemaVersion`, `nodes` are its blocks. */
export interface DocumentView {
  readonly object: "document"
  readonly data: Json
  readonly nodes: ReadonlyArray<Json>
}

export const DocumentView: Schema.Codec<DocumentView> = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("document"),
      data: Json,
      nodes: Schema.Array(Json)
    },
    {
      data: "Version of the document schema and further data of the document.",
      nodes: "Blocks of the document, in order."
    }
  )
).annotate({ identifier: "JSONDocument" })

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
  /** The source that computes the text, instead of a document. */
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

const DocumentPage = Schema.Struct(
  describeFields(
    {
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
      urls: Schema.Struct(
        describeFields({ app: Schema.String }, { app: "Address of the object in the application, for people." })
      ),
      markdown: optionally(Schema.String),
      document: optionally(DocumentView)
    },
    {
      description: "Short text below the title.",
      documentId: "Identifier of the document with the text of the page.",
      computed: "Source that computes the content of the page.",
      computedSeed: "Seed that makes ids of computed content stable.",
      layout: "Which parts of the page are shown.",
      cover: "Cover image of the page.",
      markdown: "Text of the page as Markdown; present only if the requested format includes it.",
      document: "Text of the page as a document; present only if the requested format includes it.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "DocumentPage" })

const GroupPage = Schema.Struct({
  ...common,
  ...placed,
  type: Schema.Literal("group"),
  kind: Schema.Literal("group")
}).annotate({ identifier: "GroupPage" })

const LinkPage = Schema.Struct(
  describeFields(
    {
      ...common,
      type: Schema.Literal("link"),
      kind: Schema.Literal("link"),
      target: Schema.toType(ContentRef),
      href: optionally(Schema.String),
      hidden: Schema.Boolean
    },
    {
      target: "What the link leads to.",
      href: "URL of the link target; absent if it could not be resolved.",
      hidden: "Whether navigation leaves the link out."
    }
  )
).annotate({ identifier: "LinkPage" })

const ComputedPage = Schema.Struct(
  describeFields(
    {
      ...common,
      type: Schema.Literal("computed"),
      computed: Json,
      computedSeed: optionally(Schema.String)
    },
    {
      computed: "Source that computes the content of the page.",
      computedSeed: "Seed that makes ids of computed content stable."
    }
  )
).annotate({ identifier: "ComputedPage" })

export const PageView: Schema.Codec<PageView> = Schema.Union([
  DocumentPage,
  GroupPage,
  LinkPage,
  ComputedPage
]).annotate({ identifier: "Page" })

/** Functions that create the URLs in page records. */
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
