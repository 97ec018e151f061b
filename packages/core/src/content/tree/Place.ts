/** Where a page is in a root, and what results of every query show of it. */
export interface Place {
  readonly id: string
  readonly title: string
  readonly path: string
  /** Its address in the app. */
  readonly app: string
  /** The same as JSON; path and address lack their last quote, as an anchor may follow. */
  readonly json: { readonly id: string; readonly title: string; readonly path: string; readonly app: string }
}

const open = (text: string): string => JSON.stringify(text).slice(0, -1)

export const make = ({ app, id, path, title }: Omit<Place, "json">): Place => ({
  id,
  title,
  path,
  app,
  json: { id: JSON.stringify(id), title: JSON.stringify(title), path: open(path), app: open(app) }
})

/** Length of all its texts together, in code units. */
export const lengthOf = ({ app, id, json, path, title }: Place): number =>
  [id, title, path, app, json.id, json.title, json.path, json.app].reduce((sum, { length }) => sum + length, 0)
