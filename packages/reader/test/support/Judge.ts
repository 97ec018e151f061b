import type { Element, Nodes as Node } from "hast"
import { fromHtml } from "hast-util-from-html"
import * as ThemeScript from "../../src/script/ThemeScript.ts"
import { attributeOf } from "./Parsed.ts"

/** Attributes that any element may have. */
const common = ["class", "id", "dir", "aria-hidden"]

/** Elements of pages, with what each may have besides. */
const elements: { readonly [name: string]: ReadonlyArray<string> } = {
  a: ["href", "rel", "target", "download", "aria-label", "aria-current"],
  article: [],
  aside: ["role", "aria-label"],
  bdi: [],
  blockquote: [],
  body: ["data-words"],
  br: [],
  button: [
    "type",
    "popovertarget",
    "popovertargetaction",
    "aria-label",
    "data-copy-page",
    "data-theme-button",
    "hidden"
  ],
  circle: ["cx", "cy", "r"],
  code: [],
  col: [],
  colgroup: [],
  details: ["open", "data-menu"],
  div: ["tabindex", "popover", "data-tabs", "role", "aria-label"],
  em: [],
  figcaption: [],
  figure: ["data-copy"],
  footer: [],
  form: ["role", "action", "data-search", "aria-label"],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  head: [],
  header: [],
  hr: [],
  html: ["lang", "data-theme"],
  img: ["src", "alt", "width", "height", "loading", "decoding", "data-zoom"],
  input: ["type", "disabled", "checked", "aria-label", "name", "value", "placeholder", "autocomplete", "maxlength"],
  kbd: [],
  li: [],
  link: ["rel", "href", "type", "media"],
  main: ["tabindex"],
  meta: ["charset", "name", "property", "content"],
  nav: ["aria-label", "aria-labelledby", "data-outline", "popover"],
  ol: ["start"],
  option: ["value", "lang", "selected"],
  p: ["role"],
  path: ["d"],
  pre: ["tabindex"],
  rect: ["x", "y", "width", "height", "rx"],
  s: [],
  script: ["src", "defer"],
  section: ["role", "aria-labelledby"],
  select: ["name", "aria-label", "hidden", "disabled"],
  small: [],
  span: ["role", "aria-label", "aria-current"],
  strong: [],
  sub: [],
  summary: ["aria-label"],
  sup: [],
  svg: ["viewbox", "fill", "data-name"],
  table: [],
  tbody: [],
  td: [],
  th: ["scope"],
  thead: [],
  time: ["datetime"],
  title: [],
  tr: [],
  ul: [],
  wbr: []
}

const drawn = new Set(["circle", "path", "rect"])

const mathElement = /^(?:math|semantics|annotation|m[a-z]+)$/
const mathAttribute =
  /^(?:xmlns|display|encoding|(?:math(?:variant|color|background|size))|stretchy|fence|separator|form|[lr]space|width|height|depth|voffset|(?:min|max)size|(?:display|script)style|scriptlevel|accent(?:under)?|linethickness|linebreak|notation|movablelimits|symmetric|column(?:align|spacing|lines)|row(?:align|spacing|lines)|side)$/

const addresses = new Set(["href", "src", "action"])
const schemes = new Set(["http:", "https:", "mailto:", "tel:"])

/** Whether a browser would go only to another page, an email or a telephone number. */
const isSafe = (address: string): boolean => {
  const base = "https://site.example/a/b"
  return !URL.canParse(address, base) || schemes.has(new URL(address, base).protocol)
}

const isElement = (node: Node): node is Element => node.type === "element"

const textIn = (node: Node): string =>
  node.type === "text" ? node.value : "children" in node ? node.children.map(textIn).join("") : ""

const isOwnScript = (script: Element, parent: string): boolean =>
  parent === "head" && textIn(script) === (script.properties["src"] === undefined ? ThemeScript.source : "")

/** Where an element stands: its parent, and whether math or a drawing is around it. */
interface ElementContext {
  readonly parent: string
  readonly isMath: boolean
  readonly isDrawing: boolean
}

const judgeElement = (element: Element, { isDrawing, isMath, parent }: ElementContext): ReadonlyArray<string> => {
  const { tagName: name } = element
  const isForeign = isMath ? !mathElement.test(name) : drawn.has(name) !== (isDrawing && name !== "svg")
  if (isForeign || (!isMath && elements[name] === undefined)) return [`element ${name} in ${parent}`]
  return name === "script" && !isOwnScript(element, parent) ? [`script ${textIn(element)}`] : []
}

const judgeAttributes = ({ properties, tagName: name }: Element, { isMath }: ElementContext): ReadonlyArray<string> =>
  Object.entries(properties).flatMap(([property, value]) => {
    const attribute = attributeOf(property)
    const known = [...common, ...(elements[name] ?? [])]
    const isKnown = isMath ? mathAttribute.test(attribute) : known.includes(attribute)
    if (!isKnown) return [`attribute ${attribute} of ${name}`]
    return addresses.has(attribute) && !isSafe(String(value)) ? [`${attribute} ${String(value)}`] : []
  })

const repeated = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} twice`)

/**
 * What a page has that none may have, as a browser reads it: elements, attributes and schemes of addresses that are not
 * those of pages, programs that are not the reader's own, comments, and ids that are there twice.
 */
export const strangeIn = (text: string, isWhole: boolean): ReadonlyArray<string> => {
  const [found, ids]: [Array<string>, Array<string>] = [[], []]
  const place: ElementContext = { parent: "", isMath: false, isDrawing: false }
  const open: Array<readonly [Node, ElementContext]> = [[fromHtml(text, { fragment: !isWhole }), place]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, outer] = next
    if (node.type === "comment") found.push(`comment ${node.value}`)
    const name = isElement(node) ? node.tagName : outer.parent
    const own = { ...outer, isMath: outer.isMath || name === "math", isDrawing: outer.isDrawing || name === "svg" }
    if (isElement(node)) {
      found.push(...judgeElement(node, own), ...judgeAttributes(node, own))
      if (node.properties["id"] !== undefined) ids.push(String(node.properties["id"]))
    }
    if ("children" in node) for (const child of node.children) open.push([child, { ...own, parent: name }])
  }
  return [...new Set([...found, ...repeated(ids)])]
}
