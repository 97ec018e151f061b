import { digest } from "../../foundation/secret/Secrets.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import type * as ApiDescription from "../description/ApiDescription.ts"
import type { ApiOutline, OutlineOperation } from "../description/ApiDescription.ts"
import type { DocumentSource, RevisionSource } from "./ComputedSource.ts"

const length = 24

/** An id that depends only on the seed and on what is named; it matches `^[a-zA-Z0-9]{1,40}$`. */
export const makeComputedIds = (seed: string, ...names: ReadonlyArray<string>): string =>
  digest(JSON.stringify([seed, ...names]))
    .replace(/[-_]/g, "")
    .slice(0, length)

export const limits = {
  /** A tag with more operations has several pages. */
  operationsPerPage: 300,
  /** Limits of one source; anything beyond them is omitted. */
  pages: 10_000,
  titleLength: 256
} as const

/** The operations of one tag, or those without any, in the order of the description. */
export interface OperationGroup {
  /** The name of the tag, or of the description; never empty. */
  readonly name: string
  /** Absent if the group contains only operations without a tag. */
  readonly tag?: ApiDescription.Tag
  /** Whether the operations without a tag are here. */
  readonly isRest: boolean
  readonly operations: ReadonlyArray<OutlineOperation>
}

/** Title of the group of operations without a tag. */
const restName = ({ info }: ApiOutline): string => (info.title.trim() === "" ? "Operations" : info.title)

interface Filling {
  readonly name: string
  readonly tag: ApiDescription.Tag | undefined
  readonly isRest: boolean
  readonly operations: Array<OutlineOperation>
}

const group = (outline: ApiOutline): ReadonlyArray<OperationGroup> => {
  const groups = new Map<string, Filling>()
  for (const tag of outline.tags) {
    if (tag.name !== "" && !groups.has(tag.name)) {
      groups.set(tag.name, { name: tag.name, tag, isRest: false, operations: [] })
    }
  }
  const rest: Array<OutlineOperation> = []
  for (const operation of outline.operations) {
    const into = [...new Set(operation.tags ?? [])].flatMap((name) => groups.get(name) ?? [])
    for (const { operations } of into) operations.push(operation)
    if (into.length === 0) rest.push(operation)
  }
  if (rest.length > 0) {
    const name = restName(outline)
    const found = groups.get(name) ?? { name, tag: undefined, operations: [] }
    groups.set(name, { ...found, isRest: true, operations: [...found.operations, ...rest] })
  }
  return [...groups.values()].map(({ tag, ...fields }) => ({ ...fields, ...(tag === undefined ? {} : { tag }) }))
}

const known = new WeakMap<ApiOutline, ReadonlyArray<OperationGroup>>()

/**
 * Groups by tag in the order of the description. Operations without a tag come last, or with those of a tag that has
 * the name of the description. Computed once per cached outline.
 */
export const makeOperationGroups = (outline: ApiOutline): ReadonlyArray<OperationGroup> => {
  const made = known.get(outline) ?? group(outline)
  known.set(outline, made)
  return made
}

const byName = new WeakMap<ApiOutline, ReadonlyMap<string, OperationGroup>>()

/** The group of a name; undefined if the description has none. */
export const findGroup = (outline: ApiOutline, name: string): OperationGroup | undefined => {
  const groups = byName.get(outline) ?? new Map(makeOperationGroups(outline).map((each) => [each.name, each]))
  byName.set(outline, groups)
  return groups.get(name)
}

/** Number of pages for the operations of a group. */
export const countPages = ({ operations }: OperationGroup): number =>
  Math.max(1, Math.ceil(operations.length / limits.operationsPerPage))

/** The operations of one page of a group, counted from 1. */
export const ofPage = ({ operations }: OperationGroup, part: number): ReadonlyArray<OutlineOperation> =>
  operations.slice((part - 1) * limits.operationsPerPage, part * limits.operationsPerPage)

/** A page that a source is expanded into. */
export interface ComputedPage {
  readonly id: string
  readonly title: string
  /** Unique among the pages of the source. */
  readonly slug: string
  readonly description?: string
  readonly source: DocumentSource
  readonly pages: ReadonlyArray<ComputedPage>
}

type Props = DocumentSource["props"]

interface PageRequest {
  readonly title: string
  readonly props: Props
}

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/gu

/** A name as a title: one line of bounded length. */
const titleOf = (name: string, otherwise: string): string => {
  const line = cut(name.replace(control, " ").trim(), limits.titleLength - 10).trim()
  return line === "" ? otherwise : line
}

/** The pages of a group: one of its operations, or several if they are many; one of its text if it has no operations. */
const pagesOf = (group: OperationGroup): ReadonlyArray<PageRequest> => {
  const title = titleOf(group.name, "Operations")
  if (group.operations.length === 0) {
    return group.tag?.description === undefined ? [] : [{ title, props: { doc: "info", page: group.name } }]
  }
  return Array.from({ length: countPages(group) }, (_, index) => ({
    title: index === 0 ? title : `${title} (${index + 1})`,
    props: { doc: "operations", page: group.name, ...(index === 0 ? {} : { part: index + 1 }) }
  }))
}

const wantedOf = (outline: ApiOutline, { props }: RevisionSource): ReadonlyArray<PageRequest> => {
  const hasModels = props.models && outline.schemas.some(({ isInner }) => isInner !== true)
  const models: ReadonlyArray<PageRequest> = hasModels ? [{ title: "Models", props: { doc: "models" } }] : []
  const wanted: Array<PageRequest> = []
  for (const group of makeOperationGroups(outline)) {
    for (const page of pagesOf(group)) wanted.push(page)
  }
  return [...wanted.slice(0, limits.pages - models.length), ...models]
}

/** Adds a number to each requested slug that is already taken. */
const makeSlugs = () => {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (title: string): string => {
    const wanted = Slug.make(title)
    for (let n = next.get(wanted) ?? 1; ; n++) {
      const slug = Slug.addNumber(wanted, n)
      if (taken.has(slug)) continue
      next.set(wanted, n + 1)
      taken.add(slug)
      return slug
    }
  }
}

const nameOf = (props: Props): ReadonlyArray<string> =>
  props.doc === "models" ? [props.doc] : [props.doc, props.page, String(props.part ?? 1)]

/**
 * The pages of a source, from the outline of its version: one for each tag in the order of the description, one for the
 * operations without a tag, and one for the models if requested. The same arguments return the same pages.
 */
export const list = (outline: ApiOutline, source: RevisionSource, seed: string): ReadonlyArray<ComputedPage> => {
  const slugOf = makeSlugs()
  const { dependencies, type } = source
  const pages: Array<ComputedPage> = []
  for (const { props, title } of wantedOf(outline, source)) {
    const id = makeComputedIds(seed, "page", ...nameOf(props))
    pages.push({ id, title, slug: slugOf(title), source: { type, props, dependencies }, pages: [] })
  }
  return pages
}
