import type { Mark, Node } from "prosemirror-model"
import { isSafeAddress } from "../links/Addresses.ts"
import { makeImage } from "../menus/BlockKinds.ts"
import { schema } from "../schema/Schema.ts"
import {
  addLink,
  addMark,
  type InlineNodes,
  type ItemContent,
  makeBreak,
  makeCode,
  makeDivider,
  makeExpandable,
  makeHeading,
  makeHint,
  makeInlineImage,
  makeList,
  makeParagraph,
  makeQuote,
  makeTable,
  makeText
} from "./BlockBuilder.ts"
import { findElements, type HtmlElement, type HtmlNode, hasClass, stylesOf, textOf } from "./HtmlTree.ts"
import { isWordItem, type WordItem, wordItemOf } from "./WordLists.ts"

const blockNames: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "body",
  "center",
  "dd",
  "details",
  "div",
  "dl",
  "dt",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "iframe",
  "li",
  "main",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "ul"
])

/** Whether an element is a block, or has one in it, such as the `b` that Google Docs puts around all. */
const makeBlockTest = () => {
  const known = new WeakMap<HtmlElement, boolean>()
  const isBlock = (node: HtmlNode): boolean => {
    if (typeof node === "string") return false
    const result = known.get(node) ?? (blockNames.has(node.name) || node.children.some(isBlock))
    known.set(node, result)
    return result
  }
  return isBlock
}

/** The address that a link leads to, without the redirection that Google Docs adds. */
const targetOf = (href: string): string => {
  const match = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(href)
  const target = match === null ? null : new URLSearchParams(match[1]).get("q")
  return target ?? href
}

const markNames: { readonly [element: string]: string } = {
  em: "italic",
  i: "italic",
  s: "strikethrough",
  del: "strikethrough",
  strike: "strikethrough",
  sup: "superscript",
  sub: "subscript",
  kbd: "keyboard",
  code: "code",
  tt: "code",
  samp: "code",
  b: "bold",
  strong: "bold"
}

const monospace = /\b(?:monospace|courier|consolas|menlo|monaco|roboto mono|source code pro)\b/

/** What a style says about a mark: that it is set, that it is not, or nothing. */
const styleMarks = (element: HtmlElement): ReadonlyMap<string, boolean> => {
  const styles = stylesOf(element)
  const weight = styles.get("font-weight")
  const slant = styles.get("font-style")
  const line = styles.get("text-decoration") ?? styles.get("text-decoration-line")
  const position = styles.get("vertical-align")
  const family = styles.get("font-family")
  const said: ReadonlyArray<readonly [string, boolean | undefined]> = [
    ["bold", weight === undefined ? undefined : /^(?:bold|bolder|[6-9]00)$/.test(weight)],
    ["italic", slant === undefined ? undefined : slant === "italic" || slant === "oblique"],
    ["strikethrough", line === undefined ? undefined : line.includes("line-through")],
    ["superscript", position === "super" ? true : undefined],
    ["subscript", position === "sub" ? true : undefined],
    ["code", family !== undefined && monospace.test(family) ? true : undefined]
  ]
  return new Map(said.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

const marksOf = (element: HtmlElement, outer: ReadonlyArray<Mark>): ReadonlyArray<Mark> => {
  const name = markNames[element.name]
  const said = styleMarks(element)
  let marks = outer
  if (name !== undefined && said.get(name) !== false) marks = addMark(marks, name)
  for (const [mark, isSet] of said) {
    if (isSet) marks = addMark(marks, mark)
    else if (name === undefined) marks = marks.filter(({ type }) => type.name !== mark)
  }
  const href = element.name === "a" ? element.attributes["href"] : undefined
  return href === undefined ? marks : addLink(marks, targetOf(href.trim()))
}

const sourceOf = ({ attributes }: HtmlElement): string =>
  (attributes["data-canonical-src"] ?? attributes["src"] ?? "").trim()

const isPicture = (address: string) => address !== "" && isSafeAddress(address)

const alignmentOf = (element: HtmlElement): string | undefined =>
  element.attributes["align"]?.toLowerCase() ?? stylesOf(element).get("text-align")

const hints: { readonly [name: string]: string } = {
  note: "info",
  tip: "success",
  important: "info",
  warning: "warning",
  caution: "danger"
}

const alertOf = (element: HtmlElement): string | undefined =>
  Object.keys(hints).find((name) => hasClass(element, `markdown-alert-${name}`))

const languageOf = (pre: HtmlElement, around: HtmlElement | undefined): string => {
  const [code] = findElements(pre.children, ({ name }) => name === "code")
  for (const element of [code, pre, around]) {
    const names = element?.attributes["class"] ?? ""
    const match = /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:)[-\s]?([\w+#.-]+)/.exec(names)
    const named = match?.[1] ?? element?.attributes["data-lang"] ?? element?.attributes["lang"]
    if (named !== undefined && named !== "") return named.replace(/^html-basic$/, "html")
  }
  return ""
}

/** Whether an item is done, if it is a task: GitHub has a checkbox, Google Docs a role. */
const checkOf = (item: HtmlElement): boolean | undefined => {
  const { attributes, children } = item
  if (attributes["role"] === "checkbox") return attributes["aria-checked"] === "true"
  const own = children.filter((child) => typeof child === "string" || !/^[uo]l$/.test(child.name))
  const [box] = findElements(own, ({ attributes: of, name }) => name === "input" && of["type"] === "checkbox")
  return box === undefined ? undefined : box.attributes["checked"] !== undefined
}

/** Converts HTML of any origin to blocks; what it cannot convert is text. */
class HtmlReader {
  readonly #isBlock = makeBlockTest()

  inlines(nodes: ReadonlyArray<HtmlNode>, marks: ReadonlyArray<Mark>): InlineNodes {
    return nodes.flatMap((node): InlineNodes => {
      if (typeof node === "string") return makeText(node.replace(/[ \t\r\n\f\u00a0]+/g, " "), marks)
      if (node.name === "br") return makeBreak(marks)
      if (node.name === "img") return this.#inlineImage(node, marks)
      if (node.name === "input") return []
      return this.inlines(node.children, marksOf(node, marks))
    })
  }

  #inlineImage(image: HtmlElement, marks: ReadonlyArray<Mark>): InlineNodes {
    const alt = image.attributes["alt"] ?? ""
    if (hasClass(image, "emoji")) return makeText(alt, marks)
    return makeInlineImage(sourceOf(image), alt, marks)
  }

  /** The blocks of nodes; inline nodes between blocks are a paragraph. */
  blocks(nodes: ReadonlyArray<HtmlNode>, marks: ReadonlyArray<Mark> = [], around?: HtmlElement): ReadonlyArray<Node> {
    const made: Array<Node> = []
    let texts: Array<HtmlNode> = []
    let items: Array<WordItem> = []
    const flush = () => {
      if (items.length > 0) made.push(...this.#wordList(items))
      if (texts.length > 0) made.push(...makeParagraph(joinSpaces(this.inlines(texts, marks))))
      items = []
      texts = []
    }
    for (const node of nodes) {
      if (!this.#isBlock(node) || typeof node === "string") {
        if (items.length === 0 || textOf([node]).trim() !== "") texts.push(node)
      } else if (isWordItem(node)) {
        if (texts.some((text) => textOf([text]).trim() !== "")) flush()
        texts = []
        items.push(wordItemOf(node))
      } else {
        flush()
        made.push(...this.#block(node, marks, around))
      }
    }
    flush()
    return made
  }

  #text(element: HtmlElement, marks: ReadonlyArray<Mark>): InlineNodes {
    return joinSpaces(this.inlines(element.children, marksOf(element, marks)))
  }

  #block(element: HtmlElement, marks: ReadonlyArray<Mark>, around: HtmlElement | undefined): ReadonlyArray<Node> {
    const { children, name } = element
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined) return makeHeading(Number(level), this.#text(element, marks))
    if (hasClass(element, "MsoTitle")) return makeHeading(1, this.#text(element, marks))
    const alert = alertOf(element)
    if (alert !== undefined) {
      const rest = children.filter((child) => typeof child === "string" || !hasClass(child, "markdown-alert-title"))
      return [makeHint(hints[alert] ?? "info", this.blocks(rest, marks))]
    }
    switch (name) {
      case "ul":
      case "ol":
        return this.#list(element, marks)
      case "li":
        return makeList([this.#item(element, marks)], false)
      case "hr":
        return [makeDivider()]
      case "pre":
        return [makeCode(textOf(children), languageOf(element, around))]
      case "blockquote":
        return makeQuote(this.blocks(children, marks))
      case "table":
        return this.#table(element)
      case "figure":
        return this.#figure(element, marks)
      case "iframe": {
        const url = (element.attributes["src"] ?? "").trim()
        return /^https:/i.test(url) && isSafeAddress(url)
          ? [schema.node("embed", { data: { url }, fields: { isVoid: true } })]
          : []
      }
      case "details":
        return [this.#details(element, marks)]
      default:
        return this.#container(element, marks)
    }
  }

  #container(element: HtmlElement, marks: ReadonlyArray<Mark>): ReadonlyArray<Node> {
    const inner = marksOf(element, marks)
    if (element.children.some(this.#isBlock)) return this.blocks(element.children, inner, element)
    const alignment = alignmentOf(element)
    const data = alignment === "center" ? { align: "center" } : alignment === "right" ? { align: "end" } : null
    return makeParagraph(joinSpaces(this.inlines(element.children, inner)), data)
  }

  #item(element: HtmlElement, marks: ReadonlyArray<Mark>): ItemContent {
    return { blocks: this.blocks(element.children, marksOf(element, marks)), isChecked: checkOf(element) }
  }

  #list(list: HtmlElement, marks: ReadonlyArray<Mark>): ReadonlyArray<Node> {
    const items: Array<ItemContent> = []
    for (const child of list.children) {
      if (typeof child === "string") continue
      if (child.name === "li") items.push(this.#item(child, marks))
      else {
        // Google Docs puts inner lists into the list, not into its items.
        const blocks = this.blocks([child], marks)
        const last = items.pop()
        items.push({ blocks: [...(last?.blocks ?? []), ...blocks], isChecked: last?.isChecked })
      }
    }
    return makeList(items, list.name === "ol", Number(list.attributes["start"] ?? 1))
  }

  #wordList(items: ReadonlyArray<WordItem>): ReadonlyArray<Node> {
    const [first] = items
    if (first === undefined) return []
    const groups: Array<{ readonly item: WordItem; readonly inner: Array<WordItem> }> = []
    for (const item of items) {
      const last = groups.at(-1)
      if (last === undefined || item.level <= first.level) groups.push({ item, inner: [] })
      else last.inner.push(item)
    }
    const contents = groups.map(({ inner, item }) => ({
      blocks: [...makeParagraph(joinSpaces(this.inlines(item.content, []))), ...this.#wordList(inner)],
      isChecked: undefined
    }))
    return makeList(contents, first.isOrdered, first.start)
  }

  #figure(element: HtmlElement, marks: ReadonlyArray<Mark>): ReadonlyArray<Node> {
    const [image] = findElements(element.children, ({ name }) => name === "img")
    const [caption] = findElements(element.children, ({ name }) => name === "figcaption")
    const address = image === undefined ? "" : sourceOf(image)
    if (image === undefined || !isPicture(address)) return this.blocks(element.children, marks)
    const made = makeImage({ kind: "url", url: address }, image.attributes["alt"] ?? "")
    const text =
      caption === undefined
        ? []
        : makeParagraph(this.#text(caption, [])).filter(({ type }) => type.name === "paragraph")
    const picture = made.firstChild
    if (text.length === 0 || picture === null) return [made]
    return [made.type.create(made.attrs, [picture.type.create(picture.attrs, [schema.node("caption", null, text)])])]
  }

  #details(element: HtmlElement, marks: ReadonlyArray<Mark>): Node {
    const summary = element.children.find((child) => typeof child !== "string" && child.name === "summary")
    const rest = element.children.filter((child) => child !== summary)
    const title = summary === undefined || typeof summary === "string" ? [] : this.#text(summary, [])
    return makeExpandable(title, this.blocks(rest, marks))
  }

  #table(table: HtmlElement): ReadonlyArray<Node> {
    const rows = findElements(table.children, ({ name }) => name === "tr").map((row) =>
      row.children.flatMap((cell) => {
        if (typeof cell === "string" || (cell.name !== "td" && cell.name !== "th")) return []
        const span = Math.min(Math.max(Number(cell.attributes["colspan"] ?? 1) || 1, 1), 50)
        return [cell, ...Array.from({ length: span - 1 }, () => undefined)]
      })
    )
    const [head, ...body] = rows
    const isHead =
      head !== undefined && rows.length > 1 && head.every((cell) => cell === undefined || cell.name === "th")
    const first = isHead ? head : undefined
    const alignments = (first ?? head ?? []).map((cell) => {
      const alignment = cell === undefined ? undefined : alignmentOf(cell)
      return alignment === "center" || alignment === "right" ? alignment : "left"
    })
    return makeTable({
      titles: first?.map((cell) => (cell === undefined ? "" : textOf(cell.children).replace(/\s+/g, " ").trim())),
      alignments,
      rows: (isHead ? body : rows).map((row) =>
        row.map((cell) => (cell === undefined ? [] : this.blocks(cell.children, marksOf(cell, []))))
      )
    })
  }
}

/** Joins white space between inline nodes to one space, as browsers show it. */
const joinSpaces = (nodes: InlineNodes): InlineNodes => {
  let isAfterSpace = true
  return nodes.flatMap((node) => {
    if (node.type.name === "hard_break") {
      isAfterSpace = true
      return [node]
    }
    if (!node.isText) {
      isAfterSpace = false
      return [node]
    }
    const text = isAfterSpace ? (node.text ?? "").trimStart() : (node.text ?? "")
    if (text === "") return []
    isAfterSpace = text.endsWith(" ")
    return [schema.text(text, node.marks)]
  })
}

/** The blocks of pasted HTML. */
export const blocksOfHtml = (nodes: ReadonlyArray<HtmlNode>): ReadonlyArray<Node> => new HtmlReader().blocks(nodes)
