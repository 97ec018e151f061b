import { Fragment, type Node, type ResolvedPos, DOMParser as SchemaParser, Slice } from "prosemirror-model"
import { isObject } from "../Json.ts"
import { isValidAttributes } from "../schema/AttributeChecks.ts"
import { schema } from "../schema/Schema.ts"
import { blocksOfHtml } from "./HtmlBlocks.ts"
import { readChildren } from "./HtmlTree.ts"

interface HtmlPolicy {
  readonly createHTML: (html: string) => string
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy
}

const isFactory = (value: unknown): value is PolicyFactory =>
  typeof value === "object" && value !== null && "createPolicy" in value && typeof value.createPolicy === "function"

let policy: HtmlPolicy | undefined

/** The policy by which pages that require trusted types allow the editor to parse HTML. What it makes is never shown. */
const htmlPolicy = (): HtmlPolicy => {
  const factory: unknown = Reflect.get(globalThis, "trustedTypes")
  const rules: HtmlPolicy = { createHTML: (html) => html }
  policy ??= isFactory(factory) ? factory.createPolicy("quire-editor", rules) : rules
  return policy
}

/** HTML whose styles have other names: browsers report them to the policy of the page, although nothing is shown. */
const renameStyles = (html: string): string =>
  html.replace(/<(\/?)style\b/gi, "<$1x-style").replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, "$1data-style")

/** A document of HTML in which nothing is loaded or run. */
const parse = (html: string): Document =>
  new DOMParser().parseFromString(htmlPolicy().createHTML(renameStyles(html)), "text/html")

const closeRange = (
  content: Fragment,
  side: -1 | 1,
  from: number,
  to: number,
  depth: number,
  openEnd: number
): Fragment => {
  const node = side < 0 ? content.firstChild : content.lastChild
  if (node === null) return content
  const end = content.childCount > 1 ? 0 : openEnd
  let inner = node.content
  if (depth < to - 1) inner = closeRange(inner, side, from, to, depth + 1, end)
  if (depth >= from) {
    const start = side < 0 ? node.contentMatchAt(0).fillBefore(inner, end <= depth) : null
    const rest = side > 0 ? node.contentMatchAt(node.childCount).fillBefore(Fragment.empty, true) : null
    inner = side < 0 ? (start ?? Fragment.empty).append(inner) : inner.append(rest ?? Fragment.empty)
  }
  return content.replaceChild(side < 0 ? 0 : content.childCount - 1, node.copy(inner))
}

/** Closes the ends of a slice to the depths that it was copied with. */
const closeSlice = (slice: Slice, openStart: number, openEnd: number): Slice => {
  let closed = slice
  if (openStart < closed.openStart) {
    const content = closeRange(closed.content, -1, openStart, closed.openStart, 0, closed.openEnd)
    closed = new Slice(content, openStart, closed.openEnd)
  }
  if (openEnd < closed.openEnd) {
    closed = new Slice(closeRange(closed.content, 1, openEnd, closed.openEnd, 0, 0), closed.openStart, openEnd)
  }
  return closed
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Puts the nodes around a slice that it was copied from, as far as they are valid. */
const addContext = (slice: Slice, text: string): Slice => {
  const context = parseJson(text)
  if (!Array.isArray(context) || slice.size === 0) return slice
  let { content, openEnd, openStart } = slice
  for (let index = context.length - 2; index >= 0; index -= 2) {
    const [name, attrs]: ReadonlyArray<unknown> = context.slice(index, index + 2)
    const type = typeof name === "string" ? schema.nodes[name] : undefined
    const isPlain = attrs === null && type?.hasRequiredAttrs() === false
    const isValid = type !== undefined && isObject(attrs) && isValidAttributes(type.name, attrs)
    if (type === undefined || !(isPlain || isValid) || !type.validContent(content)) break
    content = Fragment.from(type.create(isObject(attrs) ? attrs : null, content))
    openStart++
    openEnd++
  }
  return new Slice(content, openStart, openEnd)
}

/** What was copied in an editor; undefined for other HTML. */
const readOwn = (body: HTMLElement, $context: ResolvedPos): Slice | undefined => {
  const first = body.querySelector("[data-pm-slice]")
  const match = /^(\d+) (\d+)(?: -(\d+))? (.*)/.exec(first?.getAttribute("data-pm-slice") ?? "")
  if (match === null) return undefined
  let root: Element = body
  for (let level = Number(match[3] ?? 0); level > 0; level--) root = root.firstElementChild ?? root
  const parser = SchemaParser.fromSchema(schema)
  const slice = parser.parseSlice(root, { preserveWhitespace: true, context: $context })
  return addContext(closeSlice(slice, Number(match[1]), Number(match[2])), match[4] ?? "")
}

/** Blocks as a slice; texts at its ends join the texts around the cursor. */
export const sliceOf = (blocks: ReadonlyArray<Node>): Slice => {
  const isText = (node: Node | undefined) => (node?.type === schema.nodes["paragraph"] ? 1 : 0)
  return new Slice(Fragment.fromArray([...blocks]), isText(blocks[0]), isText(blocks.at(-1)))
}

/** The content of HTML from a clipboard: what was copied in an editor as it was, other HTML as blocks. */
export const sliceOfHtml = (html: string, $context: ResolvedPos): Slice => {
  const { body } = parse(html)
  return readOwn(body, $context) ?? sliceOf(blocksOfHtml(readChildren(body)))
}
