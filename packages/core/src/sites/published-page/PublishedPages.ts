import { Context, Effect, Layer, Schema } from "effect"
import * as DocumentText from "../../content/document/DocumentText.ts"
import type * as Page from "../../content/tree/Page.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import type { Publication } from "../publication/Publications.ts"
import * as Alternates from "./Alternates.ts"
import * as PageFacts from "./PageFacts.ts"
import * as PagePlaces from "./PagePlaces.ts"
import { PageSpecs } from "./PageSpecs.ts"
import { Prefetch } from "./Prefetch.ts"
import { PreparedPages } from "./PreparedPages.ts"
import type { Form, PublishedPage } from "./PublishedPage.ts"
import { PublishedRoots } from "./PublishedRoots.ts"
import * as References from "./References.ts"
import * as Resolution from "./Resolution.ts"
import * as SitePlaces from "./SitePlaces.ts"
import * as Surroundings from "./Surroundings.ts"
import * as TableOfContents from "./TableOfContents.ts"

/** The address has no target that this audience can see (rule publication-absence). */
export class PublishedPageNotFound extends Schema.TaggedError<PublishedPageNotFound>()("PublishedPageNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the page does not exist"
  }
}

/**
 * The address redirects to `path` below the site, directly to the final target. `forever` unless the target depends on
 * the order of pages.
 */
export interface MovedPage {
  readonly object: "moved-page"
  readonly path: string
  readonly forever: boolean
}

const optionalFields = ({ description, emoji, icon }: Page.Document) => ({
  ...(description === undefined ? {} : { description }),
  ...(emoji === undefined ? {} : { emoji }),
  ...(icon === undefined ? {} : { icon })
})

/** Reads the pages of publications. */
export class PublishedPages extends Context.Service<PublishedPages>()("@quire/core/PublishedPages", {
  make: Effect.gen(function* () {
    const { signer } = yield* SigningKeys
    const { batchedRootsOf, rootsOf } = yield* PublishedRoots
    const { resolve } = yield* Resolution.PageResolver
    const ahead = yield* Prefetch
    const { prepareDocument } = yield* PreparedPages
    const { readSpecs } = yield* PageSpecs

    /** The document of a page as the audience sees it, with the targets of its references. */
    const prepare = Effect.fnUntraced(function* (publication: Publication, found: Resolution.ResolvedPage) {
      const { document, references } = yield* prepareDocument(publication, found)
      const specs = yield* readSpecs(publication, found.at, document)
      return { document, references, ...(specs.length === 0 ? {} : { specs }) }
    })

    const view = Effect.fnUntraced(function* (publication: Publication, found: Resolution.ResolvedPage) {
      const { at, page, place } = found
      const { caching, spaces, url } = publication.seen
      const { section } = at.section
      const prepared = yield* prepare(publication, found)
      return {
        object: "published-page",
        id: page.id,
        title: page.title,
        path: place.path,
        textPath: place.textPath,
        canonical: `${url}${place.path}`,
        ...optionalFields(page),
        ...References.showCover(page.cover, prepared.references),
        layout: page.layout,
        space: { id: at.siteSpace.space, title: spaces.get(at.siteSpace.space)?.title ?? "" },
        siteSpace: at.siteSpace.id,
        ...(page.computed === undefined ? PageFacts.languageOf(publication, at.siteSpace.space) : {}),
        section: section === null ? null : { id: section.id, title: section.title },
        breadcrumbs: yield* Surroundings.listBreadcrumbs(publication, found),
        ...(yield* Surroundings.findNeighbours(publication, found)),
        alternates: yield* Alternates.list(publication, found, (yield* batchedRootsOf)(publication)),
        outline: DocumentText.headings(prepared.document).map(({ anchor, level, title }) => ({ level, title, anchor })),
        document: prepared.document,
        references: prepared.references,
        ...(prepared.specs === undefined ? {} : { specs: prepared.specs }),
        robots: PageFacts.robotsOf(publication, page),
        caching,
        ...PageFacts.timeOf(publication, page)
      } satisfies PublishedPage
    })

    /** Resolves an address below the site, percent-encoded, without a leading slash (rule publication-resolution). */
    const find = operation("PublishedPages.find")(function* (
      publication: Publication,
      path: string,
      form: Form = "page"
    ) {
      const found = yield* resolve({ publication, openRoot: rootsOf(publication), form }, path)
      switch (found._tag) {
        case "Absent":
          return yield* new PublishedPageNotFound()
        case "Moved":
          return { object: "moved-page", path: found.path, forever: found.forever } satisfies MovedPage
        case "Page":
          return yield* view(publication, found)
      }
    })

    /** Reads the tables of contents of site spaces in batches, so that each needs no separate statement. */
    const readAhead = (publication: Publication, siteSpaces: ReadonlyArray<string>): Effect.Effect<void> => {
      const spaces = SitePlaces.list(publication).flatMap(({ siteSpace: { id, space } }) =>
        siteSpaces.includes(id) ? [space] : []
      )
      const missing = ahead.list(
        publication,
        Array.from(new Set(spaces), (space) => ({ space }))
      )
      return missing.length === 0 ? Effect.void : ahead.read(missing)
    }

    /** The table of contents of a site-space; its cost grows with the pages of the space. */
    const contents = operation("PublishedPages.contents")(function* (publication: Publication, siteSpace: string) {
      const place = SitePlaces.list(publication).find((each) => each.siteSpace.id === siteSpace)
      if (place === undefined) return yield* new PublishedPageNotFound()
      const openRoot = rootsOf(publication)
      yield* readAhead(publication, [siteSpace])
      const at = yield* PagePlaces.open(place, openRoot)
      return yield* TableOfContents.read({ publication, place, openRoot, signer }, at)
    })

    return { find, contents, readAhead } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      PageSpecs.layer,
      Prefetch.layer,
      PreparedPages.layer,
      PublishedRoots.layer,
      Resolution.PageResolver.layer,
      SigningKeys.layer
    ])
  )
}
