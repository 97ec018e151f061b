import { Effect } from "effect"
import type { Document } from "../../content/document/Document.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { headingKey } from "../../openapi/written/WrittenDocument.ts"
import type * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"
import type { WrittenPages } from "../../openapi/written/WrittenPlan.ts"
import type { ProposedChanges } from "../../spaces/api-import/ApiImport.ts"

export type Counts = Pick<ProposedChanges, "added" | "changed" | "removed">

interface Side {
  readonly title: string
  readonly document: string | undefined
}

/** A page that was generated before: its former and its new text. */
export interface RewrittenPage {
  readonly page: WrittenPlan.PlannedPage
  readonly before: Side
  readonly after: Side
}

/** The blocks of each operation of a page, by the key of the heading that they begin with. */
const sectionsOf = (document: Document | undefined, keys: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const sections = new Map<string, string>()
  let at = ""
  for (const block of document?.nodes ?? []) {
    if (block.key !== undefined && keys.has(block.key)) at = block.key
    sections.set(at, (sections.get(at) ?? "") + CanonicalJson.stringify(block))
  }
  return sections
}

/** Number of operations whose content on their existing page changed. */
const countChanged = Effect.fnUntraced(function* (
  reader: ContentReader,
  seed: string,
  ids: ReadonlySet<string>,
  { after, before, page: { of } }: RewrittenPage
) {
  if (of.kind === "models") return 0
  if (of.kind === "operation") {
    return ids.has(of.operation.id) && (before.document !== after.document || before.title !== after.title) ? 1 : 0
  }
  if (before.document === after.document) return 0
  const known = of.operations.filter(({ id }) => ids.has(id)).map(({ id }) => headingKey(seed, id))
  const keys = new Set(of.operations.map(({ id }) => headingKey(seed, id)))
  const was = sectionsOf(yield* DocumentNode.get(reader, before.document), keys)
  const is = sectionsOf(yield* DocumentNode.get(reader, after.document), keys)
  return known.filter((key) => was.get(key) !== is.get(key)).length
})

/** Counts operations by what became of them. */
export const count = Effect.fnUntraced(function* (
  reader: ContentReader,
  seed: string,
  { after, before }: { readonly before: WrittenPages; readonly after: WrittenPages },
  pages: ReadonlyArray<RewrittenPage>
) {
  const old = new Set(before.operations.map(({ id }) => id))
  const next = new Set(after.operations.map(({ id }) => id))
  const changed = yield* Effect.forEach(pages, (page) => countChanged(reader, seed, old, page))
  return {
    added: [...next].filter((id) => !old.has(id)).length,
    changed: changed.reduce((sum, each) => sum + each, 0),
    removed: [...old].filter((id) => !next.has(id)).length
  } satisfies Counts
})
