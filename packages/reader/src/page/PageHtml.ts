import type { PublishedPage } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import * as ContentsHtml from "./ContentsHtml.ts"
import * as CoverHtml from "./CoverHtml.ts"
import * as Direction from "./Direction.ts"
import type * as Frame from "./Frame.ts"
import type { PageFrame } from "./Frame.ts"
import type * as HeadHtml from "./HeadHtml.ts"
import * as Links from "./Links.ts"
import * as PageFootHtml from "./PageFootHtml.ts"
import * as ShellHtml from "./ShellHtml.ts"
import * as TitleHtml from "./TitleHtml.ts"

/** A page with its document, by which its direction is found. */
type PrintedPage = Frame.Page & { readonly document?: PublishedPage.PublishedPage["document"] }

/** The absolute address of the picture of the site. */
const sharedImage = ({ customization, images, url: site }: PageFrame["site"]): string | undefined => {
  const { url = "" } = customization.socialPreview
  const path = Object.hasOwn(images, url) ? images[url] : undefined
  return path === undefined ? Links.imageOf(url) : `${site}${path}`
}

/** The page in its languages, where there is more than one (rule publication-languages). */
const languagesOf = (
  { site }: PageFrame,
  { alternates, canonical, language }: Frame.Page
): NonNullable<HeadHtml.Head["languages"]> => {
  const others = alternates.flatMap((each) =>
    each.language === undefined ? [] : [{ language: each.language, url: `${site.url}${each.path}` }]
  )
  return language === undefined || others.length === 0 ? [] : [{ language, url: canonical }, ...others]
}

/** The language of the page, where it is known. */
const spoken = ({ language }: Frame.Page): Html => (language === undefined ? emptyHtml : html` lang="${language}"`)

const headOf = (frame: PageFrame, page: Frame.Page): HeadHtml.Head => {
  const { canonical, description, next, previous, robots, title } = page
  const markdown = TitleHtml.markdownOf(frame, page)
  const image = sharedImage(frame.site) ?? CoverHtml.shared(page)
  const isLed = PageFootHtml.hasPager(frame, page)
  return {
    title,
    canonical,
    languages: languagesOf(frame, page),
    isIndexed: robots === "index" && frame.site.preview === undefined,
    ...(description === undefined || description === "" ? {} : { description }),
    ...(image === undefined ? {} : { image }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(frame.scripts === undefined ? {} : { scripts: frame.scripts }),
    ...(isLed && previous !== undefined ? { previous: frame.linkTo(previous.path) } : {}),
    ...(isLed && next !== undefined ? { next: frame.linkTo(next.path) } : {})
  }
}

/** The direction of the content, where it is not that of the language of the site (rule page-direction). */
const direction = ({ words }: PageFrame, { description = "", document, title }: PrintedPage): Html => {
  const own = Direction.ofPage(`${title} ${description}`, document ?? { nodes: [] }) ?? words.direction
  return own === words.direction ? emptyHtml : html` dir="${own}"`
}

/** A page with its surrounding frame; `body` is its document. */
export const print = (frame: PageFrame, page: PrintedPage, body: Html): Html => {
  const contents = ContentsHtml.print(frame, page)
  const outline = ContentsHtml.outline(frame, page)
  const button = outline.text === "" || page.outline.length === 1 ? emptyHtml : ContentsHtml.outlineButton(frame)
  const cover = CoverHtml.print(frame, page)
  const classes = [
    page.layout.width,
    contents === undefined ? "no-contents" : "",
    outline.text === "" ? "no-outline" : "",
    cover.text === "" ? "" : `has-cover-${page.layout.coverSize}`
  ]
  return ShellHtml.print(frame, {
    head: headOf(frame, page),
    ...(contents === undefined ? {} : { contents }),
    cover,
    main: html`<article${spoken(page)}${direction(frame, page)}>${TitleHtml.print(frame, page)}${button}${body}${PageFootHtml.print(frame, page)}</article>`,
    aside: outline,
    className: classes.filter((name) => name !== "").join(" ")
  })
}
