import * as Slices from "../../foundation/scheduling/Slices.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { ApiOutline } from "../description/ApiDescription.ts"
import * as ComputedIds from "./ComputedIds.ts"
import type { DocumentSource, RevisionSource } from "./ComputedSource.ts"
import * as OperationGroups from "./OperationGroups.ts"

export const limits = {
  /** Of one source; what is beyond is left out. */
  pages: 10_000,
  titleLength: 256
} as const

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

/** Units of work (`Slices`) of making a page. */
const pageWork = 4

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
const pagesOf = (group: OperationGroups.OperationGroup): ReadonlyArray<PageRequest> => {
  const title = titleOf(group.name, "Operations")
  if (group.operations.length === 0) {
    return group.tag?.description === undefined ? [] : [{ title, props: { doc: "info", page: group.name } }]
  }
  return Array.from({ length: OperationGroups.countPages(group) }, (_, index) => ({
    title: index === 0 ? title : `${title} (${index + 1})`,
    props: { doc: "operations", page: group.name, ...(index === 0 ? {} : { part: index + 1 }) }
  }))
}

function* wantedOf(outline: ApiOutline, { props }: RevisionSource): Slices.Steps<ReadonlyArray<PageRequest>> {
  const hasModels = props.models && outline.schemas.some(({ isInner }) => isInner !== true)
  const models: ReadonlyArray<PageRequest> = hasModels ? [{ title: "Models", props: { doc: "models" } }] : []
  const wanted: Array<PageRequest> = []
  yield* Slices.each(OperationGroups.make(outline), pageWork, (group) => {
    for (const page of pagesOf(group)) wanted.push(page)
  })
  return [...wanted.slice(0, limits.pages - models.length), ...models]
}

/** Gives each wanted slug a number where it was given before. */
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
 * The pages of a source, of the outline of the version that it names: one for each tag in the order of the description,
 * one of the operations without a tag, one of the models if they are wanted. The same arguments give the same pages.
 */
export function* list(
  outline: ApiOutline,
  source: RevisionSource,
  seed: string
): Slices.Steps<ReadonlyArray<ComputedPage>> {
  const slugOf = makeSlugs()
  const { dependencies, type } = source
  const pages: Array<ComputedPage> = []
  yield* Slices.each(yield* wantedOf(outline, source), pageWork, ({ props, title }) => {
    const id = ComputedIds.make(seed, "page", ...nameOf(props))
    pages.push({ id, title, slug: slugOf(title), source: { type, props, dependencies }, pages: [] })
  })
  return pages
}
