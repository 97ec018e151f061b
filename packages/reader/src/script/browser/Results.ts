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

/** A text split into parts, of which every second one is a word of the query. */
export const split = (text: string, query: string): ReadonlyArray<string> => {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join("|")})`, "giu"))
}
