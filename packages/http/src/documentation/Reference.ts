import type { OpenApiDocument, Operation } from "./OpenApiDocument.ts"

/** An operation as the reference shows it. */
export interface Entry {
  /** In upper case. */
  readonly method: string
  readonly path: string
  readonly title: string
  readonly operation: Operation
  /** The id of the operation on the page of its area. */
  readonly anchor: string
}

/** Operations of one tag, which have a page together. */
export interface Area {
  readonly title: string
  /** The name of its page. */
  readonly name: string
  readonly entries: ReadonlyArray<Entry>
}

const nameOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")

const entriesOf = ({ paths }: OpenApiDocument): ReadonlyArray<Entry> =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      title: operation.summary ?? path,
      operation,
      anchor: `operation-${operation.operationId}`
    }))
  )

/** The areas in the order of the contract. */
export const areasOf = (document: OpenApiDocument): ReadonlyArray<Area> => {
  const groups = new Map<string, Array<Entry>>()
  for (const entry of entriesOf(document)) {
    const [tag] = entry.operation.tags
    groups.set(tag, [...(groups.get(tag) ?? []), entry])
  }
  return Array.from(groups, ([title, entries]) => ({ title, name: nameOf(title), entries }))
}

/** The address of an operation below `/docs/`. */
export const addressOf = ({ name }: Area, { anchor }: Entry): string => `${name}#${anchor}`
