import { type Block, DocumentText, Inline, InlineText } from "@quire/core"
import type { Element, RootContent } from "hast"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"
import { codeOf, linesOf } from "./ReadCode.ts"
import type { Reader } from "./Reader.ts"

type Node = Block.CodeLine["nodes"][number]
type Marks = ReadonlyArray<Inline.Mark>

const inCode = (node: Block.InlineNode): Node =>
  node.object === "text" || node.type === "annotation" || node.type === "expression"
    ? node
    : Inline.text(DocumentText.ofInlines([node]))

/** Nodes of code, white space kept. */
const read = (reader: Reader, nodes: ReadonlyArray<RootContent>, marks: Marks): ReadonlyArray<Node> =>
  nodes.flatMap((node): ReadonlyArray<Node> => {
    if (node.type === "text") return [Inline.text(node.value, marks)]
    if (node.type !== "element" || InlineElement.isInvisible(node)) return []
    const element = InlineElement.classify(node, reader)
    const inner = element.kind === "mark" ? InlineText.withMark(marks, element.mark) : marks
    const content = read(reader, node.children, inner)
    return element.kind === "build" ? element.build(InlineText.join(content), marks).map(inCode) : content
  })

const splitLines = (nodes: ReadonlyArray<Node>): ReadonlyArray<ReadonlyArray<Node>> => {
  const lines: Array<Array<Node>> = [[]]
  for (const node of InlineText.join(nodes)) {
    if (node.object !== "text") {
      lines.at(-1)?.push(node)
      continue
    }
    for (const leaf of node.leaves) {
      for (const [index, part] of leaf.text.split(/\r\n?|\n/).entries()) {
        if (index > 0) lines.push([])
        lines.at(-1)?.push(Inline.text(part, leaf.marks))
      }
    }
  }
  return lines.map((line) => InlineText.join(line))
}

const isEmpty = (line: ReadonlyArray<Node> | undefined): boolean => line?.length === 0

const prefix = /^(?:language|lang|highlight-source)-(.+)$/

const syntaxOf = (elements: ReadonlyArray<Element>): string | undefined => {
  for (const element of elements) {
    const named = HtmlTag.classes(element).flatMap((name) => prefix.exec(name)?.[1] ?? [])[0]
    const found = named ?? HtmlTag.attribute(element, "dataLang") ?? HtmlTag.attribute(element, "dataLanguage")
    if (found) return found
  }
  return undefined
}

/** The block of code of a `pre` element; the line break before its end is no line. */
export const readCodeElement = (reader: Reader, pre: Element): Block.Code => {
  const code = HtmlTag.elements(pre).find((child) => child.tagName === "code")
  const isAlone = code !== undefined && HtmlTag.textOf(pre.children).trim() === HtmlTag.textOf(code.children).trim()
  const split = splitLines(read(reader, isAlone ? code.children : pre.children, []))
  const lines = split.length > 1 && isEmpty(split.at(-1)) ? split.slice(0, -1) : split
  const [syntax, title] = [syntaxOf(code === undefined ? [pre] : [code, pre]), HtmlTag.attribute(pre, "dataTitle")]
  const overflow = HtmlTag.attribute(pre, "dataOverflow")
  return codeOf(
    {
      ...(syntax ? { syntax } : {}),
      ...(title ? { title } : {}),
      ...(overflow === "wrap" || overflow === "scroll" ? { overflow } : {}),
      ...(HtmlTag.attribute(pre, "dataLineNumbers") === "true" ? { lineNumbers: true } : {}),
      ...(HtmlTag.attribute(pre, "dataFullWidth") === "true" ? { fullWidth: true } : {})
    },
    lines,
    linesOf(HtmlTag.attribute(pre, "dataHighlight") ?? "", lines.length)
  )
}
