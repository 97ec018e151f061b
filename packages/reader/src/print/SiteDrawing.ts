import {
  Addresses,
  type Customization,
  PageBlocks,
  type Publications,
  PublishedPage,
  PublishedPages,
  PublishedPdfs,
  SiteFrames,
  SitePlaces,
  Typesetting
} from "@quire/core"
import { Effect } from "effect"
import * as DocumentHtml from "../document/DocumentHtml.ts"
import { emptyHtml, type Html } from "../html/Html.ts"
import { Icons } from "../icon/Icons.ts"
import type * as Frame from "../page/Frame.ts"
import * as NotFoundHtml from "../page/NotFoundHtml.ts"
import * as PageHtml from "../page/PageHtml.ts"
import * as SearchHtml from "../page/SearchHtml.ts"
import * as Sidebar from "../page/Sidebar.ts"
import { ReaderOptions } from "../ReaderOptions.ts"
import * as Words from "../words/Words.ts"
import type { PrintedTexts } from "./PrintedTexts.ts"
import * as RenderCache from "./RenderCache.ts"
import * as SiteAssets from "./SiteAssets.ts"

/** How entries are drawn. */
interface Look {
  readonly customization: Customization.Customization
  readonly icon: (name: string) => Html
}

/** Prepares tables of contents, each once for all who see the same. */
export interface SiteSidebars {
  readonly read: (
    publication: Publications.Publication,
    siteSpace: string,
    look: Look
  ) => Effect.Effect<Frame.Sidebar, PublishedPages.PublishedPageNotFound>
}

/** Share of the render cache that sidebars may use. */
const share = 0.25

const isSidebar = (made: unknown): made is Frame.Sidebar => made !== undefined

const makeSidebars: Effect.Effect<SiteSidebars, never, PublishedPages.PublishedPages> = Effect.gen(function* () {
  const pages = yield* PublishedPages.PublishedPages
  const { cachedBytes } = yield* ReaderOptions
  const kept = RenderCache.make(cachedBytes * share, isSidebar, ({ bytes }) => bytes)
  return {
    read: (publication, siteSpace, { customization, icon }) =>
      kept.read(publication, `sidebar ${siteSpace}`, (watched) =>
        Effect.map(pages.contents(watched, siteSpace), (contents) =>
          Sidebar.prepare(contents, { site: { customization }, icon })
        )
      )
  }
})

type Publication = Publications.Publication
type Drawn = Effect.Effect<string, PublishedPages.PublishedPageNotFound>

/** A rendered page; `isFinal` unless its code, formulas or blocks timed out. */
export interface DrawnPage {
  readonly text: string
  readonly isFinal: boolean
  /** Origins of the frames in it. */
  readonly frames: ReadonlyArray<string>
}

/** Draws pages of publications for a browser. */
export interface SiteDrawing {
  readonly page: (
    publication: Publication,
    page: PublishedPage.PublishedPage
  ) => Effect.Effect<DrawnPage, PublishedPages.PublishedPageNotFound>
  /** The page for the URL `path` without content, with suggestions of similar pages. */
  readonly notFound: (
    publication: Publication,
    path: string,
    suggestions: ReadonlyArray<PublishedPage.PageLink>
  ) => Drawn
  /** The page of a search at `path`. */
  readonly search: (publication: Publication, path: string, results: SearchHtml.Results) => Drawn
}

export type Services =
  | Addresses.Addresses
  | Icons
  | Typesetting.Typesetting
  | PageBlocks.PageBlocks
  | PublishedPages.PublishedPages
  | SiteFrames.SiteFrames
  | PublishedPdfs.PublishedPdfs

export const make: Effect.Effect<SiteDrawing, never, Services | PrintedTexts> = Effect.gen(function* () {
  const { app } = yield* Addresses.Addresses
  const frames = yield* SiteFrames.SiteFrames
  const icons = yield* Icons
  const assets = yield* SiteAssets.make
  const sidebars = yield* makeSidebars
  const pageBlocks = yield* PageBlocks.PageBlocks
  const typesetting = yield* Typesetting.Typesetting
  const hasPdfs = yield* Effect.flatMap(PublishedPdfs.PublishedPdfs, ({ isReady }) => isReady)
  const draw = (...given: Parameters<typeof DocumentHtml.print>) =>
    Effect.provideService(DocumentHtml.print(...given), Typesetting.Typesetting, typesetting)

  const frameOf = Effect.fnUntraced(function* (publication: Publication, place: SitePlaces.SitePlace, path: string) {
    const site = yield* frames.read(publication, place)
    const { internationalization, styling } = site.customization
    const { language } = PublishedPage.languageOf(publication, place.siteSpace.space)
    const set = yield* icons.set
    const icon = (name: string): Html => set.svg(name, styling.icons) ?? emptyHtml
    const linkTo = (to: string): string => SitePlaces.relative(path, to)
    const { favicon, script, style } = yield* assets.pathsOf(publication, place.siteSpace.id)
    return {
      site,
      words: Words.near(language, internationalization.locale),
      assets: { style: linkTo(style), script: linkTo(script), favicon: linkTo(favicon) },
      path,
      linkTo,
      icon,
      hasPdfs,
      sidebar: yield* sidebars.read(publication, place.siteSpace.id, { customization: site.customization, icon })
    } satisfies Frame.PageFrame
  })

  /** The place that `path` is in, as far as the audience sees. */
  const placeAt = (publication: Publication, path: string): SitePlaces.SitePlace => SitePlaces.locate(publication, path)

  const page: SiteDrawing["page"] = Effect.fnUntraced(function* (publication, found) {
    const place = SitePlaces.list(publication).find(({ siteSpace }) => siteSpace.id === found.siteSpace)
    const frame = yield* frameOf(publication, place ?? placeAt(publication, found.path), found.path)
    const { externalLinks, git, styling } = frame.site.customization
    const drawn = yield* pageBlocks.read(publication, found)
    const {
      frames,
      html: body,
      isFinal
    } = yield* draw(found.document, {
      drawn: drawn.elements,
      references: found.references,
      specs: found.specs,
      linkTo: frame.linkTo,
      words: frame.words,
      externalLinks: externalLinks.target,
      icons: yield* icons.set,
      iconStyle: styling.icons
    })
    const edit = git.showEditLink ? { editUrl: `${app}/s/${found.space.id}/p/${found.id}` } : {}
    const scripts = publication.seen.scripts.map(({ script }) => script)
    const { text } = PageHtml.print({ ...frame, ...edit, scripts }, found, body)
    return { text, isFinal: isFinal && drawn.isFinal, frames: [...frames] }
  })

  const notFound: SiteDrawing["notFound"] = Effect.fnUntraced(function* (publication, path, suggestions) {
    const frame = yield* frameOf(publication, placeAt(publication, path), path)
    return NotFoundHtml.print(frame, suggestions).text
  })

  const search: SiteDrawing["search"] = Effect.fnUntraced(function* (publication, path, results) {
    const frame = yield* frameOf(publication, placeAt(publication, ""), path)
    return SearchHtml.print(frame, results).text
  })

  return { page, notFound, search }
})
