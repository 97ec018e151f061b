import { emptyHtml, type Html, html } from "../html/Html.ts"
import type { PageFrame } from "./Frame.ts"

/** What a search of a site is limited to: the id of a section, and the code of a language. */
export interface SiteSearchFilter {
  readonly section?: string
  readonly language?: string
}

interface Choice {
  readonly value: string
  readonly title: string
  readonly tag?: string
}

const names = new Map<string, string>()

/** The name of a language in that language. */
const nameOf = (tag: string): string => {
  const known = names.get(tag) ?? new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag
  names.set(tag, known)
  return known
}

const option = ({ tag, title, value }: Choice, chosen: string | undefined): Html =>
  html`<option value="${value}"${tag === undefined ? emptyHtml : html` lang="${tag}"`}${value === chosen ? html` selected` : emptyHtml}>${title}</option>`

/** The choices of what a search is limited to, where there are several; `hidden` ones are used by the script only. */
export const print = ({ site, words }: PageFrame, filter: SiteSearchFilter, state: "hidden" | "shown"): Html => {
  const select = (
    name: string,
    label: string,
    all: string,
    chosen: string | undefined,
    choices: ReadonlyArray<Choice>
  ) =>
    choices.length < 2
      ? emptyHtml
      : html`<select name="${name}" aria-label="${label}"${state === "hidden" ? html` hidden disabled` : emptyHtml}>${[{ value: "", title: all }, ...choices].map((choice) => option(choice, chosen))}</select>`
  const sections = site.tabs.flatMap((tab) => (tab.kind === "group" ? tab.sections : [tab]))
  const { languages = [] } = site
  return html`${select(
    "section",
    words.sections,
    words.allSections,
    filter.section,
    sections.map(({ id, title }) => ({ value: id, title }))
  )}${select(
    "language",
    words.languages,
    words.allLanguages,
    filter.language,
    languages.map(({ code, tag }) => ({ value: code, title: nameOf(tag), tag }))
  )}`
}
