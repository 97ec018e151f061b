import { Effect, Option } from "effect"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
import * as Root from "../../content/tree/Root.ts"
import * as ComputedAnswers from "./ComputedAnswers.ts"
import * as ComputedSource from "./ComputedSource.ts"
import * as IntegrationSource from "./IntegrationSource.ts"

/** A computed page with its source and the seed of the ids in its content. */
interface PageWithSource<S> {
  readonly id: string
  readonly source: S
  readonly seed: string
}

/** A page whose source belongs to an integration, and the key of the response of its space (rule source-kept). */
export interface AnsweredSource extends PageWithSource<IntegrationSource.IntegrationSource> {
  readonly kind: IntegrationSource.SourceKind
  readonly key: string
}

/** The inputs of the computed pages of a root; pages with unknown sources are omitted. */
export interface RootSources {
  readonly pages: ReadonlyArray<PageWithSource<ComputedSource.RevisionSource>>
  readonly documents: ReadonlyArray<PageWithSource<ComputedSource.DocumentSource>>
  readonly answered: ReadonlyArray<AnsweredSource>
  /** Slugs of the specs whose newest version is required, each once, in order. */
  readonly slugs: ReadonlyArray<string>
  /** Keys of the required responses, each once, in order; at most as many as a space has. */
  readonly keys: ReadonlyArray<string>
}

const slugsOf = (
  sourced: ReadonlyArray<PageWithSource<ComputedSource.RevisionSource | ComputedSource.DocumentSource>>
): ReadonlyArray<string> =>
  [
    ...new Set(
      sourced.flatMap(({ source }) =>
        ComputedSource.valueOf(source) === undefined ? [ComputedSource.specOf(source)] : []
      )
    )
  ].sort()

const known = new WeakMap<ContentNode.Root, RootSources>()

/** If several placeholders have the same seed, only the first keeps it. */
const makeSeeds = () => {
  const seeds = new Set<string>()
  return ({ computedSeed, id }: { readonly id: string; readonly computedSeed?: string }): string => {
    const wanted = computedSeed ?? id
    const seed = seeds.has(wanted) ? `${wanted}/${id}` : wanted
    seeds.add(seed)
    return seed
  }
}

/** Finds the sources of a root. If several placeholders have the same seed, only the first by its id keeps it. */
export const find = Effect.fnUntraced(function* (root: Root.Root) {
  const found = known.get(root.maps)
  if (found !== undefined) return found
  const pages: Array<PageWithSource<ComputedSource.RevisionSource>> = []
  const documents: Array<PageWithSource<ComputedSource.DocumentSource>> = []
  const answered: Array<AnsweredSource> = []
  const seedOf = makeSeeds()
  for (const page of yield* Root.computedPages(root)) {
    const { id } = page
    if (page.type !== "computed" && page.type !== "document") continue
    const isOfPages = page.type === "computed"
    const given = Option.getOrUndefined(IntegrationSource.decode(page.computed))
    if (given !== undefined) {
      const kind = isOfPages ? "revision" : "document"
      const key = IntegrationSource.keyOf(root.reader.space, kind, given)
      answered.push({ id, source: given, seed: isOfPages ? seedOf(page) : (page.computedSeed ?? id), kind, key })
    } else if (isOfPages) {
      const source = Option.getOrUndefined(ComputedSource.decodeRevision(page.computed))
      if (source !== undefined) pages.push({ id, source, seed: seedOf(page) })
    } else {
      const source = Option.getOrUndefined(ComputedSource.decodeDocument(page.computed))
      if (source !== undefined) documents.push({ id, source, seed: page.computedSeed ?? id })
    }
  }
  const keys = [...new Set(answered.map(({ key }) => key))].sort().slice(0, ComputedAnswers.limits.sourcesPerSpace)
  const made: RootSources = { pages, documents, answered, slugs: slugsOf([...pages, ...documents]), keys }
  known.set(root.maps, made)
  return made
})

/** Whether a root has sources of integrations. */
export const wantsAnswers = (root: Root.Root) =>
  root.maps.computed === undefined ? Effect.succeed(false) : Effect.map(find(root), ({ keys }) => keys.length > 0)

interface Identified {
  readonly id: string
  readonly pages: ReadonlyArray<Identified>
}

/** The ids of pages and of all below them. */
export const idsOf = (pages: ReadonlyArray<Identified>): ReadonlyArray<string> =>
  pages.flatMap((page) => [page.id, ...idsOf(page.pages)])
