import { Effect } from "effect"
import { type Document, findExceededLimit } from "../../content/document/Document.ts"
import type { MadeNode } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { NewPage } from "../../content/tree/PageInput.ts"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import * as WrittenDocument from "../../openapi/written/WrittenDocument.ts"
import type * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"
import type { ImportWarning } from "../import/ImportWarning.ts"

/** The documents of pages by their ids, as they will be stored, and those beyond the limits. */
export interface WrittenNodes {
  readonly nodes: ReadonlyMap<string, MadeNode>
  readonly warnings: ReadonlyArray<ImportWarning>
}

/** Transforms a document before it is stored, given the id of its page. */
export type Revise = (document: Document, page: string) => Effect.Effect<Document>

/** Writes the documents of pages one after the other; only their texts are kept in memory. */
export const write = Effect.fnUntraced(function* (
  library: WrittenDocument.Library,
  seed: string,
  pages: ReadonlyArray<WrittenPlan.PlannedPage>,
  revise: Revise = Effect.succeed
) {
  const nodes = new Map<string, MadeNode>()
  const warnings: Array<ImportWarning> = []
  const writePage = (page: WrittenPlan.PlannedPage) =>
    Effect.map(revise(WrittenDocument.write(library, seed, page), page.id), (document) => {
      const limit = findExceededLimit(document)
      if (limit === undefined) nodes.set(page.id, DocumentNode.ofParsedText(document).node)
      else {
        const reason = `the text was left out because the page exceeds the limit of ${limit}`
        warnings.push({ kind: "limit", path: page.title, reason })
      }
    })
  yield* EventLoop.forEach(pages, writePage)
  return { nodes, warnings } satisfies WrittenNodes
})

/** A page to insert, with the pages below it; its slug stays when the title of the operation changes. */
export const newPage = (
  { id, pages, slug, title }: WrittenPlan.PlannedPage,
  documents: ReadonlyMap<string, string>
): NewPage => {
  const document = documents.get(id)
  return {
    id,
    type: "document",
    title,
    slug,
    ...(document === undefined ? {} : { document }),
    pages: pages.map((page) => newPage(page, documents))
  }
}
