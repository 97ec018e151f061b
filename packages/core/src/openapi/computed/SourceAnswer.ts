import { Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { IntegrationSource } from "./IntegrationSource.ts"

export const limits = {
  /** Limits of one response. */
  pages: 200,
  /** Pages inside each other. */
  depth: 8,
  titleLength: 256,
  slugLength: 100,
  descriptionLength: 300
} as const

const PageId = Schema.String.check(
  Schema.makeFilter((id) => /^[a-zA-Z0-9]{1,40}$/u.test(id) || "must be 1 to 40 letters and digits", {
    toJsonSchema: () => ({ pattern: "^[a-zA-Z0-9]{1,40}$" })
  })
)
const Icon = Schema.String.check(
  Schema.makeFilter((name) => /^[a-z0-9-]{1,50}$/u.test(name) || "must be the name of an icon: a-z, 0-9 and -", {
    toJsonSchema: () => ({ pattern: "^[a-z0-9-]{1,50}$" })
  })
)

const common = {
  /** Name by which links in the response refer to the page; never the id that readers see. */
  id: optional(PageId),
  title: singleLine(1, limits.titleLength),
  emoji: optional(Emoji),
  icon: optional(Icon)
}
const slug = optional(singleLine(0, limits.slugLength))

interface Common {
  readonly id?: string
  readonly title: string
  readonly emoji?: string
  readonly icon?: string
}

export interface AnsweredDocument extends Common {
  readonly type: "document"
  readonly description?: string
  readonly slug?: string
  readonly computed?: IntegrationSource
  readonly pages?: ReadonlyArray<AnsweredDocument | AnsweredLink>
}

export interface AnsweredLink extends Common {
  readonly type: "link"
  readonly target: ContentRef
}

export interface AnsweredGroup extends Common {
  readonly type: "group"
  readonly slug?: string
  readonly pages: ReadonlyArray<AnsweredDocument | AnsweredLink>
}

/** A page as returned by a script (rule source-answer). */
export type AnsweredPage = AnsweredDocument | AnsweredLink | AnsweredGroup

const below = Schema.Array(Schema.suspend((): Schema.Codec<AnsweredDocument | AnsweredLink, unknown> => PageBelow))

const DocumentPage: Schema.Codec<AnsweredDocument, unknown> = closed("AnsweredDocument", {
  type: Schema.Literal("document"),
  ...common,
  description: optional(singleLine(0, limits.descriptionLength)),
  slug,
  computed: optional(IntegrationSource),
  pages: optional(below)
})

const LinkPage: Schema.Codec<AnsweredLink, unknown> = closed("AnsweredLink", {
  type: Schema.Literal("link"),
  ...common,
  target: ContentRef
})

const PageBelow = Schema.Union([DocumentPage, LinkPage])

const GroupPage: Schema.Codec<AnsweredGroup, unknown> = closed("AnsweredGroup", {
  type: Schema.Literal("group"),
  ...common,
  slug,
  pages: below.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" }))
})

const Pages = Schema.Array(Schema.Union([DocumentPage, LinkPage, GroupPage]))

const NoFiles = Schema.Array(Schema.Unknown).check(
  Schema.makeFilter((files) => files.length === 0 || "must be empty: reference images by URL")
)

/** Response of a script to a request for pages. */
export const PagesAnswer = closed("ComputedPagesAnswer", { pages: optional(Pages), files: optional(NoFiles) })

/** Pages as stored, with the hashes of the bytes of their texts, by the names of the sources of the texts. */
export const SourceAnswer = Schema.Struct({
  pages: Pages,
  documents: Schema.Record(Schema.String, Schema.String)
})
export type SourceAnswer = typeof SourceAnswer.Type

export const empty: SourceAnswer = { pages: [], documents: {} }

/** The pages directly below one. */
export const pagesBelow = (page: AnsweredPage): ReadonlyArray<AnsweredPage> =>
  page.type === "link" ? [] : (page.pages ?? [])

/** A page of a response and its position in it. */
export interface PlacedPage {
  readonly page: AnsweredPage
  readonly path: ReadonlyArray<string | number>
  readonly depth: number
}

/** All pages of a response, parents before their descendants. */
export function* walk(
  pages: ReadonlyArray<AnsweredPage>,
  path: ReadonlyArray<string | number> = ["pages"]
): Generator<PlacedPage> {
  for (const [index, page] of pages.entries()) {
    const own = [...path, index]
    yield { page, path: own, depth: (own.length + 1) >> 1 }
    yield* walk(pagesBelow(page), [...own, "pages"])
  }
}
