import type { PublishedPage } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { PageFrame } from "./Frame.ts"
import * as SearchHtml from "./SearchHtml.ts"
import * as ShellHtml from "./ShellHtml.ts"

/** The page for a URL without content, with suggestions of similar pages. */
export const print = (frame: PageFrame, suggestions: ReadonlyArray<PublishedPage.PageLink>): Html => {
  const { linkTo, words } = frame
  const items = suggestions.map(({ path, title }) => html`<li><a href="${linkTo(path)}" dir="auto">${title}</a></li>`)
  const list = items.length === 0 ? emptyHtml : html`<h2>${words.suggestions}</h2><ul class="suggestions">${items}</ul>`
  return ShellHtml.print(frame, {
    head: { title: words.notFound, isIndexed: false },
    main: html`<article class="message"><p class="code" aria-hidden="true">404</p><h1>${words.notFound}</h1><p class="lead">${words.notFoundText}</p>${SearchHtml.form(frame, "")}${list}<p><a href="${linkTo("")}">${words.backHome}</a></p></article>`,
    aside: emptyHtml,
    className: "no-contents no-outline"
  })
}
