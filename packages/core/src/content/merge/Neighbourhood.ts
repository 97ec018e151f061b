import { Effect } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { Document } from "../document/Document.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as Diff from "../tree/Diff.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import type { File } from "../tree/File.ts"
import type { Page } from "../tree/Page.ts"
import type { Reusable } from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import type { Choices } from "./Conflict.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** Everything a merge reads: what either side changed, and the ancestors of moved pages. */
export interface Neighbourhood {
  readonly primary: Root.Root
  readonly pages: ReadonlyMap<string, Sides<Page>>
  readonly above: ReadonlyMap<string, Page>
  readonly files: ReadonlyMap<string, Sides<File>>
  readonly reusable: ReadonlyMap<string, Sides<Reusable>>
  readonly values: ReadonlyMap<string, Sides<Json>>
  /** Hashes of the child lists that differ, by parent. */
  readonly order: ReadonlyMap<string, Sides<Json>>
  readonly moved: ReadonlyMap<string, Sides<Json>>
  /** The documents that both sides changed, by hash. */
  readonly documents: ReadonlyMap<string, Document>
}

interface Step<A> {
  readonly key: string
  readonly before: A | undefined
  readonly after: A | undefined
}

const sidesOf = <A>(primary: ReadonlyArray<Step<A>>, changed: ReadonlyArray<Step<A>>): Map<string, Sides<A>> => {
  const found = new Map<string, Sides<A>>()
  for (const { key, before, after } of primary) found.set(key, { base: before, primary: after, changed: before })
  for (const { key, before, after } of changed) {
    const own = found.get(key)
    found.set(key, { base: before, primary: own === undefined ? before : own.primary, changed: after })
  }
  return found
}

const stepsOf = <A>(changes: ReadonlyArray<Diff.Change<A>>): ReadonlyArray<Step<A>> =>
  changes.map((change) => ({
    key: change.id,
    before: change.type === "created" ? undefined : change.before,
    after: change.type === "deleted" ? undefined : change.after
  }))

/** Reads primary's pages again for their timestamps, which the diff ignores. */
const withPrimaryStamps = Effect.fnUntraced(function* (primary: Root.Root, pages: ReadonlyMap<string, Sides<Page>>) {
  const found = yield* Root.pages(primary, pages.keys())
  return new Map(Array.from(pages, ([id, sides]) => [id, { ...sides, primary: found.get(id) }] as const))
})

/** The parents of a page on all sides. */
const parentsOf = ({ base, primary, changed }: Sides<Page>): ReadonlyArray<string> =>
  [base, primary, changed].flatMap((page) => (page === undefined || page.parent === null ? [] : [page.parent]))

/** Whether the sides disagree on the parent of a page. */
export const isMoved = ({ base, primary, changed }: Sides<Page>): boolean =>
  new Set([base, primary, changed].flatMap((page) => (page === undefined ? [] : [page.parent]))).size > 1

/** Pages chosen as parents. */
const chosenParents = (choices: Choices): ReadonlyArray<string> =>
  [...choices].flatMap(([key, choice]) => {
    const isParent = /^page\/[^/]*\/parent$/.test(key) && typeof choice === "object"
    return isParent && typeof choice.content === "string" ? [choice.content] : []
  })

/** Reads the unchanged ancestors of pages that any side moved; one read per level of the tree. */
const readPagesAbove = Effect.fnUntraced(function* (
  primary: Root.Root,
  pages: ReadonlyMap<string, Sides<Page>>,
  chosen: ReadonlyArray<string>
) {
  const above = new Map<string, Page>()
  const seen = new Set<string>()
  let wanted = [...chosen, ...[...pages.values()].filter(isMoved).flatMap(parentsOf)]
  while (wanted.length > 0) {
    const fresh = [...new Set(wanted)].filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    const found = yield* Root.pages(
      primary,
      fresh.filter((id) => !pages.has(id))
    )
    for (const [id, page] of found) above.set(id, page)
    wanted = fresh.flatMap((id) => {
      const [sides, page] = [pages.get(id), found.get(id)]
      return sides !== undefined ? parentsOf(sides) : page === undefined || page.parent === null ? [] : [page.parent]
    })
  }
  return above
})

type WithDocument = Sides<{ readonly document?: string }>

const isChangedTwice = ({ base, primary, changed }: WithDocument): boolean => {
  const [old, own, others] = [base?.document, primary?.document, changed?.document]
  return own !== others && own !== old && others !== old
}

const readDocuments = Effect.fnUntraced(function* (reader: ContentReader, all: ReadonlyArray<WithDocument>) {
  const hashes = all
    .filter(isChangedTwice)
    .flatMap(({ base, primary, changed }) => [base?.document, primary?.document, changed?.document])
    .filter((hash) => hash !== undefined)
  const nodes = yield* Root.documents(reader, new Set(hashes))
  const documents = new Map<string, Document>()
  for (const [hash, node] of nodes) documents.set(hash, yield* DocumentNode.toDocument(node))
  return documents
})

const documentOf = (page: Page): { readonly document?: string } =>
  page.type === "document" && page.document !== undefined ? { document: page.document } : {}

/** Reads what the differences of both sides from the base require. */
export const load = Effect.fnUntraced(function* (
  reader: ContentReader,
  roots: { readonly base: string; readonly primary: string; readonly changed: string },
  choices: Choices
) {
  const own = yield* Diff.diff(reader, roots.base, roots.primary)
  const others = yield* Diff.diff(reader, roots.base, roots.changed)
  const primary = yield* Root.open(reader, roots.primary)
  const pages = yield* withPrimaryStamps(primary, sidesOf(stepsOf(own.pages), stepsOf(others.pages)))
  const reusable = sidesOf(stepsOf(own.reusable), stepsOf(others.reusable))
  const withText = Array.from(pages.values(), (sides) => MergeSides.map(sides, documentOf))
  return {
    primary,
    pages,
    above: yield* readPagesAbove(primary, pages, chosenParents(choices)),
    files: sidesOf(stepsOf(own.files), stepsOf(others.files)),
    reusable,
    values: sidesOf(own.values, others.values),
    order: sidesOf(own.order, others.order),
    moved: sidesOf(own.moved, others.moved),
    documents: yield* readDocuments(reader, [...withText, ...reusable.values()])
  } satisfies Neighbourhood
})
