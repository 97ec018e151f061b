/** A search result, as the site returns it. */
export interface Result {
  readonly title: string
  readonly path: string
  readonly breadcrumbs?: ReadonlyArray<string>
  readonly sections: ReadonlyArray<{ readonly title: string; readonly path: string; readonly body: string }>
}

export interface Results {
  readonly items: ReadonlyArray<Result>
  readonly count: number
  /** The words that the titles and texts of the results were found by, as written there. */
  readonly matched: ReadonlyArray<string>
  /** A query with corrected words. */
  readonly suggestion?: string
}

/** A line of the list: a page, or a section of the page before it. */
export interface ResultLine {
  readonly title: string
  readonly text: string
  readonly path: string
  /** The breadcrumbs of the page; empty for sections, and where there are none. */
  readonly way: string
  readonly isPart: boolean
}

const shownSections = 3

const linesOf = ({ breadcrumbs = [], path, sections, title }: Result): ReadonlyArray<ResultLine> => {
  const opening = sections.find((section) => section.title === "")
  const way = breadcrumbs.join(" › ")
  const parts = sections.filter((section) => section.title !== "").slice(0, shownSections)
  return [
    { title, text: opening?.body ?? "", path, way, isPart: false },
    ...parts.map((section) => ({ title: section.title, text: section.body, path: section.path, way: "", isPart: true }))
  ]
}

/** The lines of a list of results, best first. */
export const toLines = ({ items }: Results): ReadonlyArray<ResultLine> => items.flatMap(linesOf)

const special = /[^\p{L}\p{M}\p{N}]/gu
const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u

const toPattern = (word: string): string => {
  const escaped = word.replace(special, "\\$&")
  return unspaced.test(word) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`
}

/** A text split into parts, of which every second one is one of the words. */
export const split = (text: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length === 0 ? [text] : text.split(new RegExp(`(${words.map(toPattern).join("|")})`, "giu"))
