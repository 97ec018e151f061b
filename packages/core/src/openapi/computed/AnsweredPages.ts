import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { MadePage } from "../../content/tree/Expansion.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as ComputedPages from "./ComputedPages.ts"
import { type IntegrationSource, nameOf } from "./IntegrationSource.ts"
import { type AnsweredPage, pagesBelow, type SourceAnswer, walk } from "./SourceAnswer.ts"

/** Raised when the same response produces a different text than before. */
const form = 1

/** Ids that readers see, by the ids in the response of a script. */
export type AssignedIds = ReadonlyMap<string, string>

/** A text of a script response: its bytes and the ids that its links must have. */
export interface AnsweredText {
  readonly blob: string
  readonly ids: AssignedIds
}

/** Pages of a script response in one place, and their texts by hash. */
export interface PagesOfAnswer {
  readonly pages: ReadonlyArray<MadePage>
  readonly texts: ReadonlyMap<string, AnsweredText>
}

/** A reference of a script response in the form that readers follow. */
export const resolve = (ids: AssignedIds, ref: ContentRef): ContentRef => {
  if ((ref.kind !== "page" && ref.kind !== "anchor") || ref.space !== undefined || ref.page === undefined) return ref
  return { ...ref, page: ids.get(ref.page) ?? ref.page }
}

/** The source of a page without states: it refers to the newest state. */
const withoutValues = ({ dependencies, ...source }: IntegrationSource): IntegrationSource =>
  dependencies === undefined
    ? source
    : {
        ...source,
        dependencies: Object.fromEntries(Object.entries(dependencies).map(([name, { ref }]) => [name, { ref }]))
      }

const idsOf = (pages: ReadonlyArray<AnsweredPage>, seed: string): AssignedIds =>
  new Map(
    Array.from(walk(pages)).flatMap(({ page: { id } }) =>
      id === undefined ? [] : [[id, ComputedPages.makeComputedIds(seed, "answered", id)] as const]
    )
  )

/** Gives siblings distinct slugs. */
const slugsOf = (pages: ReadonlyArray<AnsweredPage>): ReadonlyArray<string | undefined> => {
  const taken = new Set<string>()
  return pages.map((page) => {
    if (page.type === "link") return undefined
    const wanted = Slug.make(page.slug === undefined || page.slug === "" ? page.title : page.slug)
    for (let n = 1; ; n++) {
      const slug = Slug.addNumber(wanted, n)
      if (taken.has(Slug.fold(slug))) continue
      taken.add(Slug.fold(slug))
      return slug
    }
  })
}

/** The hash that identifies a text: of its content and of the ids in its links. */
export const hashOf = (blob: string, seed: string): string =>
  digest(JSON.stringify(["answered document", form, blob, seed]))

/**
 * The pages of a response with ids and slugs. The same response and seed give the same ids and slugs (rule
 * computed-same). A page without an id in the response gets one derived from its position.
 */
export const make = ({ documents, pages: answered }: SourceAnswer, seed: string): PagesOfAnswer => {
  const ids = idsOf(answered, seed)
  const texts = new Map<string, AnsweredText>()
  const textOf = (source: IntegrationSource | undefined, id: string) => {
    if (source === undefined) return {}
    const blob = documents[nameOf("document", source)]
    if (blob === undefined) return { computed: withoutValues(source), computedSeed: id }
    const document = hashOf(blob, seed)
    texts.set(document, { blob, ids })
    return { computed: withoutValues(source), computedSeed: id, document }
  }
  const fieldsOf = (page: AnsweredPage, id: string): object => {
    const { title, type } = page
    const shared = {
      type,
      title,
      ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
      ...(page.icon === undefined ? {} : { icon: page.icon })
    }
    if (page.type === "link") return { ...shared, target: resolve(ids, page.target) }
    if (page.type === "group") return shared
    const { computed, description } = page
    return { ...shared, ...(description === undefined ? {} : { description }), ...textOf(computed, id) }
  }
  const toMade = (pages: ReadonlyArray<AnsweredPage>, path: ReadonlyArray<number>): ReadonlyArray<MadePage> => {
    const slugs = slugsOf(pages)
    return pages.map((page, index) => {
      const place = [...path, index]
      const own = page.id === undefined ? undefined : ids.get(page.id)
      const id = own ?? ComputedPages.makeComputedIds(seed, "placed", ...place.map(String))
      const slug = slugs[index]
      return {
        id,
        ...(slug === undefined ? {} : { slug }),
        fields: fieldsOf(page, id),
        pages: toMade(pagesBelow(page), place)
      }
    })
  }
  return { pages: toMade(answered, []), texts }
}
