import type { Element, ElementContent, RootContent } from "hast"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"

type Nodes = ReadonlyArray<RootContent>

const isElement = (node: RootContent | undefined): node is Element => node?.type === "element"

const isContent = (node: RootContent): node is ElementContent => node.type !== "doctype"

const isBlock = (node: RootContent): node is Element => isElement(node) && HtmlTag.isBlockName(node.tagName)

const isBlank = (node: RootContent): boolean =>
  node.type === "comment" || (node.type === "text" && node.value.trim() === "")

const math = (formula: string, isAlone: boolean): Element => ({
  type: "element",
  tagName: "math",
  properties: isAlone ? { display: "block" } : {},
  children: [{ type: "text", value: formula.replace(/\s+/g, " ").trim() }]
})

const annotationOf = (element: Element): string | undefined => {
  const annotation = HtmlTag.find(element, "annotation")
  const encoding = annotation === undefined ? "" : (HtmlTag.attribute(annotation, "encoding") ?? "")
  return annotation === undefined || !/tex/i.test(encoding) ? undefined : HtmlTag.textOf(annotation.children)
}

/** The formula of an element that shows one, in TeX where the element has it. */
const formulaOf = (element: Element): Element | undefined => {
  const names = HtmlTag.classes(element)
  if (element.tagName === "script") {
    const type = HtmlTag.attribute(element, "type") ?? ""
    return /^math\/tex/i.test(type)
      ? math(HtmlTag.textOf(element.children), /mode\s*=\s*display/i.test(type))
      : undefined
  }
  const isShown = element.tagName === "math" || names.includes("katex") || names.includes("katex-display")
  const formula = isShown ? (annotationOf(element) ?? HtmlTag.attribute(element, "altText")) : undefined
  const source = isShown ? HtmlTag.find(element, "math") : undefined
  const display = HtmlTag.attribute(source ?? element, "display")
  if (formula !== undefined) return math(formula, names.includes("katex-display") || display === "block")
  return element.tagName === "math" ? math(HtmlTag.textOf(element.children), display === "block") : undefined
}

const isHeading = (node: RootContent | undefined): node is Element => isElement(node) && /^h[1-6]$/.test(node.tagName)

/** The id of an element that only marks a place. */
const anchorOf = (node: RootContent): string | undefined =>
  isElement(node) && node.tagName === "a" && node.children.every(isBlank)
    ? HtmlTag.attribute(node, "href") === undefined
      ? (HtmlTag.attribute(node, "id") ?? HtmlTag.attribute(node, "name"))
      : HtmlTag.attribute(node, "id")
    : undefined

const withId = (heading: Element, id: string | undefined): Element =>
  id === undefined || HtmlTag.attribute(heading, "id")
    ? heading
    : { ...heading, properties: { ...heading.properties, id } }

/** The id of the first element in a heading that gives it one: an anchor, or a wrapper of its words. */
const idWithin = (heading: Element): string | undefined => {
  for (const node of heading.children) {
    if (!isElement(node)) continue
    const isWrapper = node.tagName === "span" || (node.tagName === "a" && !HtmlTag.attribute(node, "href"))
    const own = isWrapper ? (HtmlTag.attribute(node, "id") ?? HtmlTag.attribute(node, "name")) : anchorOf(node)
    const id = own ?? idWithin(node)
    if (id !== undefined) return id
  }
  return undefined
}

/** Headings with the ids of the anchors in them and right before them. */
const withAnchors = (nodes: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> => {
  let before: string | undefined
  return nodes.map((node) => {
    const anchor = anchorOf(node)
    const made = isHeading(node) ? withId(node, idWithin(node) ?? before) : node
    if (anchor !== undefined || !isBlank(node)) before = anchor
    return made
  })
}

const themed = /#(?:gh-(light|dark)-mode-only|only-(light|dark))$/

/** The theme that an image is for, according to the fragment of its address. */
export const themeOf = (target: string): string | undefined => {
  const [, named, short] = themed.exec(target) ?? []
  return named ?? short
}

const targetOf = (image: Element): string => HtmlTag.attribute(image, "src") ?? ""

/** Adjacent images of one meaning for the two themes as one picture; an image for one theme alone is an image. */
const withPictures = (nodes: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> => {
  if (!nodes.some((node) => isElement(node) && node.tagName === "img" && themeOf(targetOf(node)) !== undefined))
    return nodes
  const made: Array<ElementContent> = []
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    if (node === undefined) continue
    const theme = isElement(node) && node.tagName === "img" ? themeOf(targetOf(node)) : undefined
    if (!isElement(node) || theme === undefined) {
      made.push(node)
      continue
    }
    let next = index + 1
    while (next < nodes.length && isBlank(nodes[next] ?? node)) next++
    const other = nodes[next]
    const plain = (image: Element): Element => ({
      ...image,
      properties: { ...image.properties, src: targetOf(image).replace(themed, "") }
    })
    const isPair =
      other !== undefined &&
      isElement(other) &&
      other.tagName === "img" &&
      ![undefined, theme].includes(themeOf(targetOf(other)))
    if (!isPair) {
      made.push(plain(node))
      continue
    }
    const [light, dark] = theme === "light" ? [plain(node), plain(other)] : [plain(other), plain(node)]
    const source: Element = {
      type: "element",
      tagName: "source",
      properties: { media: "(prefers-color-scheme: dark)", srcSet: targetOf(dark) },
      children: []
    }
    made.push({ type: "element", tagName: "picture", properties: {}, children: [source, light] })
    index = next
  }
  return made
}

/** Whether the wrappers around a node include an element of that name. */
const isWithin = (node: ElementContent | undefined, name: string): boolean => {
  for (let next = node; next?.type === "element"; next = next.children[0]) {
    if (next.tagName === name) return true
    if (next.children.length !== 1) return false
  }
  return false
}

const opaque = new Set(["pre", "iframe", "math", "hr"])

/** Puts an inline element around each run of inline content in some nodes and in the blocks among them. */
const wrap = (nodes: ReadonlyArray<ElementContent>, element: Element): ReadonlyArray<ElementContent> => {
  const made: Array<ElementContent> = []
  let run: Array<ElementContent> = []
  const flush = () => {
    const isDone = run.every(isBlank) || isWithin(run.length === 1 ? run[0] : undefined, element.tagName)
    made.push(...(isDone ? run : [{ ...element, children: run }]))
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    flush()
    made.push(opaque.has(node.tagName) ? node : { ...node, children: [...wrap(node.children, element)] })
  }
  flush()
  return made
}

/** The inline content of some nodes, that of blocks set apart by spaces. */
export const inOneLine = (nodes: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> =>
  nodes.flatMap((node, index): ReadonlyArray<ElementContent> => {
    if (!isBlock(node)) return [node]
    const space = { type: "text", value: " " } as const
    const isNext = index > 0 && (nodes[index - 1]?.type !== "text" || nodes.slice(index - 1, index).every(isBlock))
    return [...(isNext ? [space] : []), ...inOneLine(node.children)]
  })

/** An inline element that contains blocks as those blocks, which have the effect of the element. */
const lift = (element: Element): ReadonlyArray<ElementContent> => {
  if (element.tagName === "a") {
    return [{ ...element, children: [...inOneLine(element.children.filter((node) => !isBlank(node)))] }]
  }
  return InlineElement.isMark(element) ? wrap(element.children, element) : element.children
}

const normal = /(?:^|;)\s*(?:font-weight\s*:\s*(?:normal|400)|font-style\s*:\s*normal)\s*(?:;|$)/i

/** An element that has no effect because of its style as one that never has. */
const effective = (element: Element): Element =>
  /^(?:b|strong|i|em)$/.test(element.tagName) && normal.test(HtmlTag.attribute(element, "style") ?? "")
    ? { ...element, tagName: "span", properties: {} }
    : element

const arrangeNode = (node: ElementContent): ReadonlyArray<ElementContent> => {
  if (node.type !== "element") return [node]
  const formula = formulaOf(node)
  if (formula !== undefined) return [formula]
  if (node.tagName === "pre") return [node]
  if (node.tagName === "template") return arrange(node.content?.children ?? node.children)
  const element = { ...effective(node), children: [...arrange(node.children)] }
  return InlineElement.isInline(element) && element.children.some(isBlock) ? lift(element) : [element]
}

/**
 * HTML with the same meaning in a form that readers of blocks expect: formulas as `math` elements with TeX, no block
 * within an inline element, and images for themes as pictures.
 */
export const arrange = (nodes: Nodes): ReadonlyArray<ElementContent> =>
  withPictures(withAnchors(nodes.filter(isContent).flatMap(arrangeNode)))
