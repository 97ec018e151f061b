import type { Block } from "@quire/core"
import { Result } from "effect"
import type { Element, RootContent } from "hast"
import { defaultHandlers, type Handle, type State, toMdast } from "hast-util-to-mdast"
import type { RootContent as FlowContent, Html, Paragraph } from "mdast"
import * as HtmlNotes from "../html/HtmlNotes.ts"
import * as HastText from "./HastText.ts"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"
import * as TableGrid from "./TableGrid.ts"
import * as Tag from "./Tag.ts"

/** HTML as a separate block. */
const block = (value: string): Html => ({ type: "html", value, data: { hName: "div" } })

/** HTML within a line; without the hint it would be a separate block in items and containers. */
const tag = (value: string): Html => ({ type: "html", value, data: { hName: "span" } })

/** Whether HTML in a tree is a separate block. */
export const isBlock = ({ data }: Html): boolean => data !== undefined && "hName" in data && data.hName === "div"

/** Elements that are handled when blocks are read: they stay HTML in the tree. */
const kept: Handle = (_, element) => block(HastText.print(element))

const styles: ReadonlyArray<readonly [words: RegExp, style: Block.HintStyle]> = [
  [/\b(?:danger|error|caution|critical|failure|bug)\b/, "danger"],
  [/\b(?:warning|warn|attention)\b/, "warning"],
  [/\b(?:success|tip|check|done|hint)\b/, "success"],
  [/\b(?:info|note|important|abstract|seealso|question|example|quote)\b/, "info"]
]

const callouts = /^(?:theme-)?(?:admonition|callout|alert|markdown-alert|notice|message|hint|tip|note|warning)(?:-|$)/

/** The style of an element that sets its content off as a note or warning. */
export const styleOf = (element: Element): Block.HintStyle | undefined => {
  const names = HtmlTag.classes(element)
  const isCallout = names.some((name) => callouts.test(name)) || HtmlTag.attribute(element, "role") === "note"
  if (!isCallout) return undefined
  const words = names.join(" ").toLowerCase().replace(/[-_]/g, " ")
  return styles.find(([pattern]) => pattern.test(words))?.[1] ?? "info"
}

const content = (state: State, element: Element): ReadonlyArray<FlowContent> => state.all(element)

const label = /^(?:note|tip|info|important|warning|caution|danger|error|success|hint|attention|seealso)[:!.]?$/i

/** The element without a title that only marks the kind of callout. */
const untitled = (element: Element): Element => {
  const [first] = HtmlTag.elements(element)
  const isAlone = HtmlTag.textOf(element.children.filter((child) => child !== first)).trim() === ""
  const isLabel = first !== undefined && !isAlone && label.test(HtmlTag.textOf([first]).trim())
  return isLabel ? { ...element, children: element.children.filter((child) => child !== first) } : element
}

const callout = (state: State, element: Element, style: Block.HintStyle): Array<FlowContent> => [
  block(Tag.print("hint", { style })),
  ...state.toFlow([...content(state, untitled(element))]),
  block(Tag.printEnd("hint"))
]

const language = /(?:^|\s)(?:highlight(?:-source|-text)?|language|lang|brush:?)[-\s]+([\w+#-]+)/

/** The single code block in a wrapper element, with the language that the wrapper names. */
const wrappedCode = (element: Element): Element | undefined => {
  const pre = HtmlTag.find(element, "pre")
  const name = language.exec(HtmlTag.classes(element).join(" "))?.[1]
  if (pre === undefined || name === undefined) return undefined
  return { ...pre, properties: { ...pre.properties, className: [`language-${name}`, ...HtmlTag.classes(pre)] } }
}

/** The columns of Notion. */
const columns = (state: State, element: Element): Array<FlowContent> => [
  block(Tag.print("columns")),
  ...HtmlTag.elements(element).flatMap((column) => [
    block(Tag.print("column")),
    ...state.toFlow([...content(state, column)]),
    block(Tag.printEnd("column"))
  ]),
  block(Tag.printEnd("columns"))
]

/** The condition of an element of an export, in places where tags cannot stand. */
export const conditionOf = (element: Element): string | undefined => HtmlTag.attribute(element, "dataIf")

const container: Handle = (state, element) => {
  if (HtmlTag.classes(element).includes("column-list")) return columns(state, element)
  const style = styleOf(element)
  if (style !== undefined) return callout(state, element, style)
  const code = wrappedCode(element)
  if (code !== undefined) return block(HastText.print(code))
  if (isFigures(element) || conditionOf(element) !== undefined) return block(HastText.print(element))
  const children = state.all(element)
  return children.length === 0 ? [] : state.toFlow(children)
}

/** Elements that only wrap others and have no meaning themselves. */
const containers = new Set(["aside", "div", "section"])

/** Whether an element is a container that contains only figures. */
export const isFigures = (element: Element): boolean =>
  containers.has(element.tagName) &&
  element.children.some((node) => node.type === "element") &&
  element.children.every((node) =>
    node.type === "text" ? node.value.trim() === "" : node.type === "element" && node.tagName === "figure"
  )

const gutter = /\b(?:highlighttable|rouge-table|linenodiv|code-table)\b/

const plain = (element: Element): Paragraph => ({
  type: "paragraph",
  children: [{ type: "text", value: HtmlTag.textOf([element]) }]
})

const table: Handle = (state, element, parent) => {
  if (TableGrid.isTyped(element)) return kept(state, element, parent)
  const pre = gutter.test(HtmlTag.classes(element).join(" ")) ? lastPre(element) : undefined
  if (pre !== undefined) return block(HastText.print(pre))
  if (TableGrid.isTooLarge(element)) return plain(element)
  const captions = HtmlTag.elements(element).filter(({ tagName }) => tagName === "caption")
  if (captions.length === 0 || state.inTable) return defaultHandlers.table(state, element)
  const rows = { ...element, children: element.children.filter((child) => !captions.some((each) => each === child)) }
  return [
    ...captions.flatMap((caption) => state.toFlow([...content(state, caption)])),
    defaultHandlers.table(state, rows)
  ]
}

const lastPre = (element: Element): Element | undefined =>
  HtmlTag.elements(element).reduce<Element | undefined>(
    (found, child) => (child.tagName === "pre" ? child : (lastPre(child) ?? found)),
    undefined
  )

/** Inline elements without a Markdown equivalent stay HTML around their content. */
const inline: Handle = (state, element) => {
  const bare = HastText.print({ ...element, children: [] })
  const end = `</${element.tagName}>`
  return [tag(bare.slice(0, bare.length - end.length)), ...state.all(element), tag(end)]
}

const permalink = /\b(?:anchor|headerlink|header-anchor|hash-link|heading-link|anchorjs-link|permalink)\b/

const link: Handle = (state, element, parent) => {
  const names = HtmlTag.classes(element)
  if (permalink.test(names.join(" ")) && HtmlTag.textOf(element.children).trim().length <= 1) return []
  if (names.includes("button") || HtmlTag.attribute(element, "dataMention") !== undefined)
    return inline(state, element, parent)
  return HtmlTag.attribute(element, "href") === undefined ? state.all(element) : defaultHandlers.a(state, element)
}

const italic: Handle = (state, element, parent) =>
  HtmlTag.classes(element).some((name) => name.startsWith("fa-"))
    ? inline(state, element, parent)
    : defaultHandlers.i(state, element)

const heading: Handle = (state, element) => {
  const made = defaultHandlers.h1(state, element)
  const id = HtmlTag.attribute(element, "id")
  if (id === undefined || id === "") return made
  return { ...made, children: [...made.children, tag(HastText.startTag("a", { id })), tag("</a>")] }
}

const noteReference: Handle = (_, element) => {
  const identifier = HtmlTag.attribute(element, "id") ?? ""
  return { type: "footnoteReference", identifier, label: identifier }
}

const note: Handle = (state, element) => {
  const identifier = HtmlTag.attribute(element, "id") ?? ""
  const children = state.toFlow(state.all(element))
  return { type: "footnoteDefinition", identifier, label: identifier, children }
}

const handlers: Readonly<Record<string, Handle>> = {
  a: link,
  abbr: inline,
  aside: container,
  details: kept,
  div: container,
  figure: kept,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  i: italic,
  iframe: kept,
  kbd: inline,
  mark: inline,
  math: (_, element): FlowContent => {
    const value = HtmlTag.textOf(element.children).trim()
    return InlineElement.isInline(element) ? { type: "inlineMath", value } : { type: "math", value }
  },
  [HtmlNotes.names.note]: note,
  [HtmlNotes.names.reference]: noteReference,
  pre: kept,
  section: container,
  sub: inline,
  sup: inline,
  table
}

/** A handler that gives what it makes the place of the element. */
const located =
  (handle: Handle): Handle =>
  (state, element, parent) => {
    const made = handle(state, element, parent)
    const nodes = made === undefined ? [] : Array.isArray(made) ? made : [made]
    for (const node of nodes) if (node.position === undefined) state.patch(element, node)
    return made
  }

const locatedHandlers = Object.fromEntries(
  Object.entries(handlers).map(([name, handle]) => [name, located(handle)] as const)
)

const shows = new Set([
  HtmlNotes.names.reference,
  "br",
  "iframe",
  "img",
  "input",
  "picture",
  "source",
  "video",
  "audio"
])

/**
 * Removes comments, and inline elements without content such as anchors. They carry no content, and normalizing white
 * space around them takes time quadratic in their number. Changes the tree.
 */
const withoutEmpty = <N extends RootContent>(nodes: ReadonlyArray<N>): Array<N> =>
  nodes.filter((node) => {
    if (node.type !== "element") return node.type !== "comment"
    node.children = withoutEmpty(node.children)
    return node.children.length > 0 || shows.has(node.tagName) || !InlineElement.isInline(node)
  })

/** HTML as a Markdown tree; plain text if it cannot be converted. */
export const toFlow = (nodes: ReadonlyArray<RootContent>): ReadonlyArray<FlowContent> =>
  Result.getOrElse(
    Result.try(() => {
      const made = toMdast(
        { type: "root", children: withoutEmpty(nodes) },
        { document: true, handlers: locatedHandlers }
      )
      return made.type === "root" ? made.children : []
    }),
    (): ReadonlyArray<FlowContent> => [
      { type: "paragraph", children: [{ type: "text", value: HtmlTag.textOf(nodes) }] }
    ]
  )
