import { type Block, Inline } from "@quire/core"

/** Blocks of texts that are written rather than drawn. */

export const plain = (text: string): Inline.Text => Inline.text(text)
export const bold = (text: string): Inline.Text => Inline.text(text, [{ object: "mark", type: "bold" }])
export const code = (text: string): Inline.Text => Inline.text(text, [{ object: "mark", type: "code" }])

export const paragraph = (...nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

export const item = (...nodes: Block.ListItem["nodes"]): Block.ListItem => ({
  object: "block",
  type: "list-item",
  nodes
})

/** A list; empty without items. */
export const bullets = (items: ReadonlyArray<Block.ListItem>): ReadonlyArray<Block.ListUnordered> =>
  items.length === 0 ? [] : [{ object: "block", type: "list-unordered", nodes: items }]

export const heading = (title: string): Block.Heading => ({
  object: "block",
  type: "heading-2",
  data: {},
  nodes: [plain(title)]
})
