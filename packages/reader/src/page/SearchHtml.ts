import { emptyHtml, type Html, html } from "../html/Html.ts"
import { fill } from "../words/Words.ts"
import type { PageFrame } from "./Frame.ts"
import { glyphs } from "./Glyphs.ts"
import * as SearchFilters from "./SearchFilters.ts"
import * as ShellHtml from "./ShellHtml.ts"

/** Part of a page that is found; `title` is empty for the text before the first heading. */
export interface FoundSection {
  readonly title: string
  /** Below the site, with its fragment. */
  readonly path: string
  readonly body: string
}

/** A search result; `breadcrumbs` are the titles of its parents. */
export interface SearchResult {
  readonly title: string
  readonly path: string
  readonly breadcrumbs?: ReadonlyArray<string>
  readonly sections: ReadonlyArray<FoundSection>
}

/** The query and its results; `items` are the first of `count`. */
export interface Results {
  readonly query: string
  readonly items: ReadonlyArray<SearchResult>
  readonly count: number
  /** A query with corrected words. */
  readonly suggestion?: string
  readonly filter?: SearchFilters.SiteSearchFilter
}

const section = ({ linkTo }: PageFrame, { body, path, title }: FoundSection): Html => {
  const heading = title === "" ? emptyHtml : html`<a href="${linkTo(path)}" dir="auto">${title}</a>`
  return html`<li>${heading}<p dir="auto">${body}</p></li>`
}

const result = (frame: PageFrame, { breadcrumbs = [], path, sections, title }: SearchResult): Html => {
  const way = breadcrumbs.length === 0 ? emptyHtml : html`<p class="way">${breadcrumbs.join(" › ")}</p>`
  const parts = sections.length === 0 ? emptyHtml : html`<ul>${sections.map((found) => section(frame, found))}</ul>`
  return html`<li>${way}<h2><a href="${frame.linkTo(path)}" dir="auto">${title}</a></h2>${parts}</li>`
}

const summary = ({ words }: PageFrame, { count, query }: Results): string =>
  count === 0 ? fill(words.noResults, query) : count === 1 ? words.oneResult : fill(words.results, count)

const parameterOf = (name: string, value: string | undefined): string =>
  value === undefined ? "" : `&${name}=${encodeURIComponent(value)}`

/** A link to the search for another query. */
const suggested = ({ linkTo, words }: PageFrame, suggestion: string, filter: SearchFilters.SiteSearchFilter): Html =>
  html` <a href="${`${linkTo("~search")}?q=${encodeURIComponent(suggestion)}${parameterOf("section", filter.section)}${parameterOf("language", filter.language)}`}">${fill(words.didYouMean, suggestion)}</a>`

/** The search form of a page; works without a script. */
export const form = (frame: PageFrame, query: string, filter: SearchFilters.SiteSearchFilter = {}): Html => {
  const { linkTo, words } = frame
  return html`<form class="search-form" role="search" aria-label="${words.searchHint}" action="${linkTo("~search")}"><input type="search" name="q" value="${query}" aria-label="${words.search}" placeholder="${words.searchHint}" autocomplete="off" maxlength="256">${SearchFilters.print(frame, filter, "shown")}<button class="style-button-primary" type="submit" aria-label="${words.search}">${glyphs.search}<span>${words.search}</span></button></form>`
}

/** The search as a separate page, for readers without scripts. */
export const print = (frame: PageFrame, results: Results): Html => {
  const { words } = frame
  const { filter = {}, items, query, suggestion } = results
  const other = suggestion === undefined ? emptyHtml : suggested(frame, suggestion, filter)
  const summaryLine =
    query.trim() === "" ? emptyHtml : html`<p class="summary" role="status">${summary(frame, results)}${other}</p>`
  const list =
    items.length === 0 ? emptyHtml : html`<ol class="found">${items.map((found) => result(frame, found))}</ol>`
  return ShellHtml.print(frame, {
    head: { title: words.search, isIndexed: false },
    main: html`<article class="search-page"><h1>${words.search}</h1>${form(frame, query, filter)}${summaryLine}${list}</article>`,
    aside: emptyHtml,
    className: "no-contents no-outline"
  })
}
