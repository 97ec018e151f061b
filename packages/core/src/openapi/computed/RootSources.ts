import { Effect, Option } from "effect"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
import * as Root from "../../content/tree/Root.ts"
import * as ComputedSource from "./ComputedSource.ts"

/** A computed page with its source and what is mixed into the ids of what is made of it. */
interface Sourced<S> {
  readonly id: string
  readonly source: S
  readonly seed: string
}

/** What the computed pages of a root are made of; pages with sources that nobody knows are left out. */
export interface RootSources {
  readonly pages: ReadonlyArray<Sourced<ComputedSource.RevisionSource>>
  readonly documents: ReadonlyArray<Sourced<ComputedSource.DocumentSource>>
  /** Slugs of the specs of which the newest version is wanted, each once, in order. */
  readonly slugs: ReadonlyArray<string>
}

const slugsOf = (
  sourced: ReadonlyArray<Sourced<ComputedSource.RevisionSource | ComputedSource.DocumentSource>>
): ReadonlyArray<string> =>
  [
    ...new Set(
      sourced.flatMap(({ source }) =>
        ComputedSource.valueOf(source) === undefined ? [ComputedSource.specOf(source)] : []
      )
    )
  ].sort()

const known = new WeakMap<ContentNode.Root, RootSources>()

/** Finds the sources of a root. Of placeholders with one seed, only the first by its id keeps it. */
export const find = Effect.fnUntraced(function* (root: Root.Root) {
  const found = known.get(root.maps)
  if (found !== undefined) return found
  const pages: Array<Sourced<ComputedSource.RevisionSource>> = []
  const documents: Array<Sourced<ComputedSource.DocumentSource>> = []
  const seeds = new Set<string>()
  for (const page of yield* Root.computedPages(root)) {
    const { id } = page
    if (page.type === "computed") {
      const source = Option.getOrUndefined(ComputedSource.decodeRevision(page.computed))
      if (source === undefined) continue
      const wanted = page.computedSeed ?? id
      const seed = seeds.has(wanted) ? `${wanted}/${id}` : wanted
      seeds.add(seed)
      pages.push({ id, source, seed })
    } else if (page.type === "document") {
      const source = Option.getOrUndefined(ComputedSource.decodeDocument(page.computed))
      if (source !== undefined) documents.push({ id, source, seed: page.computedSeed ?? id })
    }
  }
  const made: RootSources = { pages, documents, slugs: slugsOf([...pages, ...documents]) }
  known.set(root.maps, made)
  return made
})

interface Identified {
  readonly id: string
  readonly pages: ReadonlyArray<Identified>
}

/** The ids of pages and of all below them. */
export const idsOf = (pages: ReadonlyArray<Identified>): ReadonlyArray<string> =>
  pages.flatMap((page) => [page.id, ...idsOf(page.pages)])
