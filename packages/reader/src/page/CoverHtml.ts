import { ContentRef, type PublishedPage } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { PageFrame } from "./Frame.ts"
import * as Links from "./Links.ts"

type Page = Pick<PublishedPage.PublishedPage, "cover" | "layout" | "references">

const sourceOf = ({ linkTo }: PageFrame, page: Page, ref: ContentRef.ImageRef | undefined): string | undefined => {
  if (ref === undefined) return undefined
  if (ref.kind === "url") return Links.imageOf(ref.url)
  const target = page.references[ContentRef.toUrl(ref)]
  return target?.kind === "file" ? linkTo(target.path) : undefined
}

/** Pixels by which a cover is moved, as one of eleven places from its top to its end. */
const placeOf = (offset: number): number => Math.min(10, Math.max(0, Math.round(5 - offset / 48)))

const image = (src: string, className: string): Html =>
  html`<img class="${className}" src="${src}" alt="" decoding="async">`

/** The cover image of a page. */
export const print = (frame: PageFrame, page: Page): Html => {
  const { cover, layout } = page
  if (cover === undefined || !layout.cover) return emptyHtml
  const light = sourceOf(frame, page, cover.ref)
  if (light === undefined) return emptyHtml
  const dark = sourceOf(frame, page, cover.refDark)
  const place = `at-${placeOf(cover.yPos)}`
  const images =
    dark === undefined ? image(light, place) : [image(light, `${place} light-only`), image(dark, `${place} dark-only`)]
  return html`<div class="cover cover-${layout.coverSize}">${images}</div>`
}

/** The cover image for link previews on other sites; only where it has a separate URL. */
export const shared = ({ cover }: Page): string | undefined =>
  cover?.ref.kind === "url" ? Links.imageOf(cover.ref.url) : undefined
