import { Context, Effect, Layer } from "effect"
import type * as Block from "../../content/document/Block.ts"
import * as ContentRef from "../../content/document/ContentRef.ts"
import { Markdown } from "../../content/document/Markdown.ts"

/**
 * Block types allowed in Markdown of scripts; blocks that reference content of the space or need further requests are
 * not allowed.
 */
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

/** Converts headings to bold text, because they are not part of the page outline. */
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

/** Resolves link targets; only absolute URLs are links. */
const refOf = (target: string) =>
  /^https?:\/\//iu.test(target) && ContentRef.isSafeUrl(target) ? ({ kind: "url", url: target } as const) : null

/**
 * Parses Markdown of scripts to blocks that pages can show. Like other untrusted text, it is parsed in workers with
 * deadlines.
 */
export class WrittenMarkdown extends Context.Service<WrittenMarkdown>()("@quire/core/WrittenMarkdown", {
  make: Effect.map(Markdown, ({ read }) => ({
    read: (text: string) =>
      Effect.map(read(text, { heading: "document", refOf }), ({ document }) =>
        document.nodes.flatMap((block): ReadonlyArray<Block.TopLevel> => {
          if (!kept.has(block.type)) return []
          return [isHeading(block) ? writeHeading(block) : block]
        })
      )
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
