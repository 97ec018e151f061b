import { Effect } from "effect"
import type * as Block from "../../content/document/Block.ts"
import * as ContentRef from "../../content/document/ContentRef.ts"
import { Markdown } from "../../content/document/Markdown.ts"

/** What Markdown of a script may become; what names content of the space, or asks for more, does not. */
const kept: ReadonlySet<Block.TopLevel["type"]> = new Set([
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "code",
  "hint",
  "blockquote",
  "images",
  "table",
  "math",
  "divider"
])

const isHeading = (block: Block.TopLevel): block is Block.Heading => block.type.startsWith("heading-")

/** Headings are no part of the outline of the page, so they are bold texts. */
const writeHeading = ({ nodes }: Block.Heading): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: nodes.map((node) =>
    node.object === "text"
      ? {
          ...node,
          leaves: node.leaves.map((leaf) => ({ ...leaf, marks: [...leaf.marks, { object: "mark", type: "bold" }] }))
        }
      : node
  )
})

/** Targets that are no whole addresses lead nowhere. */
const refOf = (target: string) =>
  /^https?:\/\//iu.test(target) && ContentRef.isSafeUrl(target) ? ({ kind: "url", url: target } as const) : null

/** Reads Markdown of scripts as what pages can show of it, like other texts of strangers: in workers with deadlines. */
export const make = Effect.map(
  Markdown,
  ({ read }) =>
    (text: string) =>
      Effect.map(read(text, { heading: "document", refOf }), ({ document }) =>
        document.nodes.flatMap((block): ReadonlyArray<Block.TopLevel> => {
          if (!kept.has(block.type)) return []
          return [isHeading(block) ? writeHeading(block) : block]
        })
      )
)
