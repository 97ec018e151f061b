import { type Block, ContentRef, Document, DocumentText, DocumentTree, Inline, InlineText } from "@quire/core"
import type { Reader } from "./Reader.ts"

const essentials: ReadonlySet<string> = new Set([
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "divider"
] satisfies ReadonlyArray<Block.Essential["type"]>)
const inItems: ReadonlySet<string> = new Set(["code", "hint", "blockquote", "math", "table"])

type Kind<B extends Block.Block> = (block: Block.Block) => block is B

export const isEssential: Kind<Block.Essential> = (block): block is Block.Essential => essentials.has(block.type)

export const isQuotable: Kind<Block.Essential | Block.Blockquote> = (block) =>
  isEssential(block) || block.type === "blockquote"

const isItemChild: Kind<Block.ListItemChild> = (block): block is Block.ListItemChild =>
  isEssential(block) || inItems.has(block.type)

const isNoteChild: Kind<Block.Essential | Block.Code> = (block) => isEssential(block) || block.type === "code"

export const paragraph = (nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

/** A link that shows its target: the address, or the title of the content that it leads to. */
const linked = (ref: ContentRef.ContentRef): Block.Paragraph =>
  paragraph([
    ref.kind === "url" || ref.kind === "openapi"
      ? Inline.link(ref, [Inline.text(ContentRef.toUrl(ref))])
      : { object: "inline", type: "mention", data: { ref }, isVoid: true }
  ])

const title = (nodes: ReadonlyArray<Block.InlineNode>): ReadonlyArray<Block.Paragraph> => {
  const text = DocumentText.ofInlines(nodes).trim()
  return text === "" ? [] : [paragraph([Inline.text(text, [{ object: "mark", type: "bold" }])])]
}

const codeMark: Inline.Mark = { object: "mark", type: "code" }

/** One paragraph with a line for each line of code. */
const codeLines = (code: Block.Code): Block.Paragraph =>
  paragraph(
    InlineText.trim(
      code.nodes.flatMap((line, index) => [
        Inline.text(index === 0 ? "" : "\n"),
        Inline.text(DocumentText.ofInlines(line.nodes), [codeMark])
      ])
    )
  )

const imageLine = (image: Block.Image): ReadonlyArray<Block.Paragraph> => {
  const { ref, refDark, alt } = image.data
  const data = { ref, ...(refDark === undefined ? {} : { refDark }), ...(alt ? { caption: alt } : {}) }
  const inline: Inline.InlineImage = { object: "inline", type: "inline-image", data, isVoid: true }
  return [paragraph([inline]), ...image.fragments.flatMap((caption) => caption.nodes)]
}

const cellLines = (table: Block.TableBlock): ReadonlyArray<Block.TopLevel> =>
  table.fragments.flatMap((fragment) => fragment.nodes)

/** Replaces a block that is not allowed at its place by simpler blocks, which may need the same treatment. */
export const simplify = (block: Block.TopLevel): ReadonlyArray<Block.TopLevel> => {
  switch (block.type) {
    case "images":
      return block.nodes.flatMap(imageLine)
    case "code":
      return [codeLines(block)]
    case "math":
      return [
        paragraph([
          {
            object: "inline",
            type: "inline-math",
            data: { formula: block.data.formula.replace(/\s+/g, " ") },
            isVoid: true
          }
        ])
      ]
    case "hint":
    case "blockquote":
    case "if":
      return block.nodes
    case "columns":
    case "stepper":
      return block.nodes.flatMap((part): ReadonlyArray<Block.TopLevel> => part.nodes)
    case "tabs":
      return block.nodes.flatMap((tab) => [...title([Inline.text(tab.data.title ?? "")]), ...tab.nodes])
    case "expandable":
      return block.fragments.flatMap(
        (part): ReadonlyArray<Block.TopLevel> =>
          part.fragment === "expandable-title" ? part.nodes.flatMap((head) => title(head.nodes)) : part.nodes
      )
    case "table":
      return cellLines(block)
    case "embed":
      return [linked({ kind: "url", url: block.data.url })]
    case "drawing":
      return block.data.ref === undefined ? [] : [linked(block.data.ref)]
    case "file":
    case "content-ref":
    case "reusable-content":
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return [linked(block.data.ref)]
    case "integration":
      return [paragraph([Inline.text(`${block.data.integration}/${block.data.block}`, [codeMark])])]
    default:
      return []
  }
}

const isPlainImage = (block: Block.TopLevel): boolean =>
  block.type === "images" &&
  block.nodes.every((image) => Object.keys(image.data).every((key) => key === "ref" || key === "alt"))

/** Nothing in place of text under a condition where there are no conditions (rule import-tags). */
const withoutConditional = (reader: Reader, place: string): ReadonlyArray<never> => {
  reader.warn("tag", `text under a condition within ${place} was removed: only blocks outside of it have conditions`)
  return []
}

const hasConditional = (block: Block.TopLevel): boolean =>
  Array.from(DocumentTree.walk(Document.make([block]))).some(([each]) => each.type === "if")

/** The blocks without those that have text under a condition. */
export const withoutConditionals = (
  blocks: ReadonlyArray<Block.TopLevel>,
  reader: Reader,
  place: string
): ReadonlyArray<Block.TopLevel> =>
  blocks.flatMap(
    (block): ReadonlyArray<Block.TopLevel> => (hasConditional(block) ? withoutConditional(reader, place) : [block])
  )

const fit = <B extends Block.TopLevel>(
  blocks: ReadonlyArray<Block.TopLevel>,
  kind: Kind<B>,
  reader: Reader,
  place: string
): ReadonlyArray<B> =>
  blocks.flatMap((block): ReadonlyArray<B> => {
    if (kind(block)) return [block]
    if (block.type === "if") return withoutConditional(reader, place)
    if (!isPlainImage(block)) reader.warn("block-moved", `a block of type ${block.type} in ${place} was simplified`)
    return fit(simplify(block), kind, reader, place)
  })

/** The blocks that a list item may contain; other blocks are simplified. */
export const itemChildren = (
  blocks: ReadonlyArray<Block.TopLevel>,
  reader: Reader
): ReadonlyArray<Block.ListItemChild> => fit(blocks, isItemChild, reader, "a list")

/** The blocks that a footnote may contain; other blocks are simplified. */
export const noteChildren = (
  blocks: ReadonlyArray<Block.TopLevel>,
  reader: Reader
): ReadonlyArray<Block.Essential | Block.Code> => fit(blocks, isNoteChild, reader, "a note")

/** Paragraphs alone, for captions. */
export const paragraphs = (blocks: ReadonlyArray<Block.TopLevel>, reader: Reader): ReadonlyArray<Block.Paragraph> =>
  blocks.flatMap((block): ReadonlyArray<Block.Paragraph> => {
    if (block.type === "paragraph") return [block]
    if (hasConditional(block)) return withoutConditional(reader, "a caption")
    reader.warn("block-moved", `a block of type ${block.type} in a caption was converted to text`)
    return [paragraph([Inline.text(DocumentText.ofBlock(block).replaceAll("\n", " "))])]
  })

const simplifyImage = (block: Block.TopLevel): ReadonlyArray<Block.TopLevel> =>
  isPlainImage(block) ? simplify(block) : [block]

/**
 * Splits a container around blocks that it may not contain: those blocks are placed between the parts. An empty list
 * gives one empty container.
 */
export const split = <B extends Block.TopLevel, C extends Block.TopLevel>(
  blocks: ReadonlyArray<Block.TopLevel>,
  kind: Kind<B>,
  reader: Reader,
  wrap: (nodes: ReadonlyArray<B>) => C
): ReadonlyArray<C | Block.TopLevel> => {
  const parts: Array<C | Block.TopLevel> = []
  let run: Array<B> = []
  const flush = () => {
    if (run.length > 0) parts.push(wrap(run))
    run = []
  }
  for (const block of blocks.flatMap(simplifyImage)) {
    if (kind(block)) run.push(block)
    else {
      flush()
      parts.push(block)
      reader.warn("block-moved", `a block of type ${block.type} was moved out of the block that contained it`)
    }
  }
  flush()
  return parts.length > 0 ? parts : [wrap([])]
}
