/** The location of a page in a root, as shown in search and link results. */
export interface PageLocation {
  readonly id: string
  readonly title: string
  readonly path: string
  /** URL in the app. */
  readonly app: string
  /** The same values encoded as JSON; `path` and `app` lack the closing quote, so that an anchor can be appended. */
  readonly json: { readonly id: string; readonly title: string; readonly path: string; readonly app: string }
}

const toUnclosedJson = (text: string): string => JSON.stringify(text).slice(0, -1)

export const make = ({ app, id, path, title }: Omit<PageLocation, "json">): PageLocation => ({
  id,
  title,
  path,
  app,
  json: { id: JSON.stringify(id), title: JSON.stringify(title), path: toUnclosedJson(path), app: toUnclosedJson(app) }
})

/** Total length of all texts, in code units. */
export const lengthOf = ({ app, id, json, path, title }: PageLocation): number =>
  [id, title, path, app, json.id, json.title, json.path, json.app].reduce((sum, { length }) => sum + length, 0)
