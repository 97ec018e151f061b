/** An element of HTML without what pasting ignores. */
export interface HtmlElement {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  readonly children: ReadonlyArray<HtmlNode>
}

/** An element or a text; comments are left out. */
export type HtmlNode = HtmlElement | string

/** Elements that are no content of a page. */
const ignored: ReadonlySet<string> = new Set([
  "button",
  "clipboard-copy",
  "head",
  "link",
  "meta",
  "noscript",
  "o:p",
  "script",
  "select",
  "style",
  "svg",
  "template",
  "textarea",
  "title",
  "x-style",
  "xml"
])

const classesOf = (attributes: HtmlElement["attributes"]) => (attributes["class"] ?? "").split(/\s+/)

/** The declarations of the style of an element, in lower case; the parser of a clipboard renames the attribute. */
export const stylesOf = ({ attributes }: HtmlElement): ReadonlyMap<string, string> =>
  new Map(
    (attributes["data-style"] ?? attributes["style"] ?? "").split(";").flatMap((declaration) => {
      const colon = declaration.indexOf(":")
      if (colon === -1) return []
      return [
        [
          declaration.slice(0, colon).trim().toLowerCase(),
          declaration
            .slice(colon + 1)
            .trim()
            .toLowerCase()
        ]
      ]
    })
  )

export const hasClass = ({ attributes }: HtmlElement, name: string): boolean => classesOf(attributes).includes(name)

/** Whether an element is only there for a screen, such as the anchor of a heading or the sign of a list item. */
const isDecoration = (element: HtmlElement): boolean =>
  ignored.has(element.name) ||
  (element.name === "a" && (hasClass(element, "anchor") || hasClass(element, "header-anchor"))) ||
  hasClass(element, "zeroclipboard-container") ||
  element.attributes["hidden"] !== undefined ||
  stylesOf(element).get("display") === "none"

/** An element, unless pasting ignores it. */
export const makeHtmlElement = (
  name: string,
  attributes: HtmlElement["attributes"],
  children: ReadonlyArray<HtmlNode>
): ReadonlyArray<HtmlElement> => {
  const element = { name: name.toLowerCase(), attributes, children }
  return isDecoration(element) ? [] : [element]
}

const deepest = 400

/** The content of an element of a parsed page. */
export const readChildren = (parent: ParentNode & Node, depth = 0): ReadonlyArray<HtmlNode> =>
  depth > deepest
    ? [parent.textContent ?? ""]
    : Array.from(parent.childNodes).flatMap((child): ReadonlyArray<HtmlNode> => {
        if (child instanceof Text) return [child.data]
        if (!(child instanceof Element)) return []
        const attributes = Object.fromEntries(Array.from(child.attributes, ({ name, value }) => [name, value]))
        return makeHtmlElement(child.localName, attributes, readChildren(child, depth + 1))
      })

/** The text of nodes as it is written; `br` is a line break. */
export const textOf = (nodes: ReadonlyArray<HtmlNode>): string =>
  nodes.map((node) => (typeof node === "string" ? node : node.name === "br" ? "\n" : textOf(node.children))).join("")

/** The elements in nodes that match, outermost first; what is in them is not searched. */
export const findElements = (
  nodes: ReadonlyArray<HtmlNode>,
  matches: (element: HtmlElement) => boolean
): ReadonlyArray<HtmlElement> =>
  nodes.flatMap((node) =>
    typeof node === "string" ? [] : matches(node) ? [node] : findElements(node.children, matches)
  )
