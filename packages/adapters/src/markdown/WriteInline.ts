import { type Block, Emoji, Inline, InlineText } from "@quire/core"
import type { PhrasingContent } from "mdast"
import { startTag } from "./HastText.ts"
import { numberOf } from "./ReadInline.ts"
import type { WriteContext } from "./WriteContext.ts"
import { buttonAttributes, iconTag, imageTag, isImageAlone, markElement, nothing } from "./WriteHtml.ts"

type Phrasing = ReadonlyArray<PhrasingContent>

/** A part of a line that marks can be put around. */
interface Item {
  /** Undefined for a node without its own marks, which takes those of its neighbors. */
  readonly marks: ReadonlyArray<Inline.Mark> | undefined
  /** The text of code, which is written as a whole. */
  readonly code?: string
  readonly write: () => Phrasing
}

/** How a line break is written; headings and cells must be on one line. */
export type Break = "break" | "element"

interface Line {
  readonly context: WriteContext
  readonly lineBreak: Break
}

const html = (value: string): PhrasingContent => ({ type: "html", value })
const text = (value: string): PhrasingContent => ({ type: "text", value })

const around = (name: string, attributes: Parameters<typeof startTag>[1], content: Phrasing): Phrasing => [
  html(startTag(name, attributes)),
  ...content,
  html(`</${name}>`)
]

const leafItems = (leaf: Inline.Leaf, line: Line): ReadonlyArray<Item> =>
  leaf.text.split("\n").flatMap((part, index): ReadonlyArray<Item> => {
    const isCode = leaf.marks.some((mark) => mark.type === "code")
    const lineBreak: Item = {
      marks: leaf.marks.filter((mark) => mark.type !== "code"),
      write: () => [line.lineBreak === "break" ? { type: "break" } : html("<br>")]
    }
    const own: Item = { marks: leaf.marks, ...(isCode ? { code: part } : {}), write: () => [text(part)] }
    return [...(index === 0 ? [] : [lineBreak]), ...(part === "" ? [] : [own])]
  })

/** The marks that all the text of some nodes has; undefined without text. */
const commonMarks = (nodes: ReadonlyArray<Block.InlineNode>): ReadonlyArray<Inline.Mark> | undefined => {
  const leaves = nodes.flatMap((node) => (node.object === "text" ? node.leaves : []))
  const [first, ...others] = leaves
  return first?.marks.filter(
    (mark) =>
      mark.type !== "code" &&
      others.every((leaf) => leaf.marks.some((other) => InlineText.haveSameMarks([mark], [other])))
  )
}

const without = <N extends Block.InlineNode>(
  nodes: ReadonlyArray<N>,
  marks: ReadonlyArray<Inline.Mark>
): ReadonlyArray<Block.InlineNode> =>
  nodes.map((node) =>
    node.object === "text"
      ? Inline.textOf(
          node.leaves.map((leaf) => ({
            ...leaf,
            marks: leaf.marks.filter((mark) => !marks.some((other) => other.type === mark.type))
          }))
        )
      : node
  )

/** The number that a note shows in the text, if it shows nothing else. */
const numberIn = ({ nodes }: Block.Annotation): number | undefined => {
  const [own, ...others] = nodes.flatMap((inner) => inner.leaves)
  const number = Number(own?.text)
  const expected = numberOf(number).leaves[0]
  return own !== undefined &&
    others.length === 0 &&
    own.text === expected?.text &&
    InlineText.haveSameMarks(own.marks, expected.marks)
    ? number
    : undefined
}

const noteItem = (node: Block.Annotation, line: Line): Item => {
  const own = numberIn(node)
  const number = line.context.note(node, own)
  const reference: PhrasingContent = {
    type: "footnoteReference",
    identifier: String(number),
    label: String(number)
  }
  if (own === number) return { marks: undefined, write: () => [reference] }
  const marks = commonMarks(node.nodes)
  return {
    marks,
    write: () => [...around("abbr", {}, writeNodes(without(node.nodes, marks ?? []), line)), reference]
  }
}

const isEmojiTag = (code: string): boolean => code.length >= 4 && code.length <= 64

/** A formula that can be written between dollar signs, also in a table cell. */
const simpleFormula = /^[^$|`\s](?:[^$|`\n]*[^$|`\s])?$/

const written = (node: Exclude<Block.Inline, Inline.Link | Block.Annotation>, context: WriteContext): Phrasing => {
  switch (node.type) {
    case "inline-image": {
      const { ref, refDark, caption, size } = node.data
      return refDark === undefined && size === undefined
        ? [{ type: "image", url: context.urlOf(ref), alt: caption ?? "" }]
        : [html(imageTag(node.data, context))]
    }
    case "emoji":
      return isEmojiTag(node.data.code) ? [html(`:${node.data.code}:`)] : [text(Emoji.characters(node.data.code) ?? "")]
    case "icon":
      return [html(iconTag(node.data.icon))]
    case "expression":
      return around("code", { class: "expression" }, [text(node.data.expression)])
    case "inline-math":
      return simpleFormula.test(node.data.formula)
        ? [{ type: "inlineMath", value: node.data.formula }]
        : around("code", { class: "math" }, [text(node.data.formula)])
    case "mention": {
      const url = context.urlOf(node.data.ref)
      return [{ type: "link", url, title: "mention", children: [text(url)] }]
    }
    case "button":
      return around("a", buttonAttributes(node.data, context), [text(node.data.label)])
  }
}

const itemsOf = (node: Block.InlineNode, line: Line): ReadonlyArray<Item> => {
  if (node.object === "text") return node.leaves.flatMap((leaf) => leafItems(leaf, line))
  if (node.type === "annotation") return [noteItem(node, line)]
  if (node.type !== "link") return [{ marks: undefined, write: () => written(node, line.context) }]
  const marks = commonMarks(node.nodes)
  return [
    {
      marks,
      write: () => [
        {
          type: "link",
          url: line.context.urlOf(node.data.ref),
          children: [...writeNodes(without(node.nodes, marks ?? []), line)]
        }
      ]
    }
  ]
}

const isMarked = ({ marks = [] }: Item): boolean => marks.length > 0

const markAt = (item: Item, type: Inline.MarkType): Inline.Mark | undefined =>
  item.marks?.find((mark) => mark.type === type)

/** The end of the run of items with this mark that begins at `start`. */
const runEnd = (items: ReadonlyArray<Item>, start: number, mark: Inline.Mark): number => {
  let end = start + 1
  for (let index = start + 1; index < items.length; index++) {
    const item = items[index]
    if (item?.marks === undefined && mark.type !== "code") continue
    const other = item && markAt(item, mark.type)
    if (other === undefined || !InlineText.haveSameMarks([mark], [other])) break
    end = index + 1
  }
  return end
}

const wrap = (mark: Inline.Mark, items: ReadonlyArray<Item>, level: number): Phrasing => {
  if (mark.type === "code") return [{ type: "inlineCode", value: items.map((item) => item.code ?? "").join("") }]
  const children = [...settle(nest(items, level))]
  if (mark.type === "bold") return [{ type: "strong", children }]
  if (mark.type === "italic") return [{ type: "emphasis", children }]
  if (mark.type === "strikethrough") return [{ type: "delete", children }]
  return around(...markElement(mark), children)
}

/** Items with the marks from `level` on put around them, the outermost first. */
const nest = (items: ReadonlyArray<Item>, level: number): Phrasing => {
  const type = Inline.markOrder[level]
  if (type === undefined || !items.some(isMarked)) return items.flatMap((item) => item.write())
  const output: Array<Phrasing> = []
  let plain: Array<Item> = []
  const flush = () => {
    if (plain.length > 0) output.push(nest(plain, level + 1))
    plain = []
  }
  for (let index = 0; index < items.length; ) {
    const item = items[index]
    const mark = item && markAt(item, type)
    if (item !== undefined && mark === undefined) plain.push(item)
    if (mark === undefined) {
      index++
      continue
    }
    flush()
    const end = runEnd(items, index, mark)
    output.push(wrap(mark, items.slice(index, end), level + 1))
    index = end
  }
  flush()
  return output.flat()
}

const isText = (node: PhrasingContent | undefined): node is Extract<PhrasingContent, { type: "text" }> =>
  node?.type === "text"

/** An emoji, which the printer takes for HTML that might begin a block. */
const isEmoji = (node: PhrasingContent): boolean => node.type === "html" && node.value.startsWith(":")

/** Nodes delimited by the same characters, so that two adjacent ones would merge. */
const isFenced = (node: PhrasingContent): boolean => node.type === "inlineMath" || node.type === "inlineCode"

/**
 * Joins neighboring texts, because the printer escapes each one separately, and removes a line break before an emoji,
 * which the printer would turn into a space.
 */
const settle = (nodes: Phrasing): Phrasing => {
  const settled: Array<PhrasingContent> = []
  for (const node of nodes) {
    const last = settled.at(-1)
    if (isText(node) && isText(last)) settled[settled.length - 1] = text(last.value + node.value)
    else {
      if (last?.type === "break" && isEmoji(node)) settled[settled.length - 1] = html("<br>")
      if (last !== undefined && last.type === node.type && isFenced(node)) settled.push(html(nothing))
      settled.push(node)
    }
  }
  return settled
}

const writeNodes = (nodes: ReadonlyArray<Block.InlineNode>, line: Line): Phrasing =>
  settle(
    nest(
      InlineText.join(nodes).flatMap((node) => itemsOf(node, line)),
      0
    )
  )

/** Inline nodes as phrasing content. */
export const writeInline = (
  nodes: ReadonlyArray<Block.InlineNode>,
  context: WriteContext,
  lineBreak: Break = "break"
): Array<PhrasingContent> => [...writeNodes(InlineText.trim(nodes), { context, lineBreak })]

const isPicture = (node: PhrasingContent): boolean => node.type === "html" && node.value.startsWith("<picture")

/** Inline nodes as a separate line. An image that is all of it stays inline when the text is read again. */
export const writeLine = (
  nodes: ReadonlyArray<Block.InlineNode>,
  context: WriteContext,
  lineBreak?: Break
): Array<PhrasingContent> => {
  const line = writeInline(nodes, context, lineBreak)
  const wouldBeBlock = isImageAlone(nodes) && (context.hasImages || line.some(isPicture))
  return wouldBeBlock ? [...line, html(nothing)] : line
}
