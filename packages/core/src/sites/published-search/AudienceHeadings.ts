import type { Block } from "../../content/document/Block.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type * as Conditions from "../publication/Conditions.ts"
import * as Evaluated from "../publication/Evaluated.ts"

/** Cost of visiting a block, in units of work. */
const blockWork = 1

/** The numbers, among all headings of a document, of those that are seen; conditions were evaluated before. */
function* listSeen({ nodes }: Document, { holds }: Conditions.Conditions): Slices.Steps<ReadonlyArray<number>> {
  const seen: Array<number> = []
  const open: Array<readonly [Block, boolean]> = nodes.map((node) => [node, true] as const).reverse()
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [block, isSeen] = next
    if (DocumentText.isHeading(block)) {
      if (isSeen) seen.push(count)
      count++
    }
    const below = isSeen && (block.type !== "if" || holds(block.data.expression))
    for (const child of DocumentTree.children(block).toReversed()) open.push([child, below])
    yield blockWork
  }
  return seen
}

/** Headings that an audience sees, with their anchors for it, by their number among all headings of the document. */
export type AudienceHeadings = ReadonlyMap<number, DocumentText.Heading>

export function* ofDocument(document: Document, conditions: Conditions.Conditions): Slices.Steps<AudienceHeadings> {
  const evaluated = yield* Evaluated.document(document, conditions)
  const headings = DocumentText.headings(evaluated)
  const numbers = yield* listSeen(document, conditions)
  return new Map(
    headings.flatMap((heading, at) => (numbers[at] === undefined ? [] : [[numbers[at], heading] as const]))
  )
}
