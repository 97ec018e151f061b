import type { PageLocation } from "../../content/tree/PageLocation.ts"
import type { PageResult, SpaceResult } from "./SearchView.ts"

/** A section that a hit shows: its anchor, its heading as written, and the text around the match. */
export interface ShownSection {
  readonly section: string
  readonly title: string
  readonly body: string
}

/** The form of results: views, or their JSON. */
export interface ResultForm<P, S> {
  readonly page: (place: PageLocation, sections: ReadonlyArray<ShownSection>) => P
  readonly space: (id: string, title: string, pages: ReadonlyArray<P>) => S
}

const sectionView = ({ app, id, path, title: pageTitle }: PageLocation, { body, section, title }: ShownSection) => {
  if (section === "") return { id, title: pageTitle, path, body, urls: { app } }
  const anchor = `#${section}`
  return { id: section, title, path: `${path}${anchor}`, body, urls: { app: `${app}${anchor}` } }
}

export const asViews: ResultForm<PageResult, SpaceResult> = {
  page: (place, sections) => ({
    id: place.id,
    title: place.title,
    path: place.path,
    urls: { app: place.app },
    sections: sections.map((section) => sectionView(place, section))
  }),
  space: (id, title, pages) => ({ id, title, pages })
}

/** Characters that JSON escapes. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/

const quote = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`)

const sectionJson = (
  { json: { app, id, path, title: pageTitle } }: PageLocation,
  { body, section, title }: ShownSection
) => {
  const text = quote(body)
  if (section === "") return `{"id":${id},"title":${pageTitle},"path":${path}","body":${text},"urls":{"app":${app}"}}`
  const anchor = quote(section)
  const end = `#${anchor.slice(1)}`
  return `{"id":${anchor},"title":${quote(title)},"path":${path}${end},"body":${text},"urls":{"app":${app}${end}}}`
}

/** The JSON of the views, joined from the JSON that places already hold. */
export const asJson: ResultForm<string, string> = {
  page: (place, sections) => {
    const { app, id, path, title } = place.json
    let own = ""
    for (const section of sections) own += `${own === "" ? "" : ","}${sectionJson(place, section)}`
    return `{"id":${id},"title":${title},"path":${path}","urls":{"app":${app}"},"sections":[${own}]}`
  },
  space: (id, title, pages) =>
    `{"id":${JSON.stringify(id)},"title":${JSON.stringify(title)},"pages":[${pages.join(",")}]}`
}
