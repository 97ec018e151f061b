import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { type HtmlNode, makeHtmlElement } from "../../src/paste/HtmlTree.ts"

const isParent = (node: DefaultTreeAdapterTypes.Node): node is DefaultTreeAdapterTypes.ParentNode =>
  "childNodes" in node

const read = (parent: DefaultTreeAdapterTypes.ParentNode): ReadonlyArray<HtmlNode> =>
  parent.childNodes.flatMap((child): ReadonlyArray<HtmlNode> => {
    if ("value" in child) return [child.value]
    if (!isParent(child) || !("attrs" in child)) return []
    const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]))
    return makeHtmlElement(child.tagName, attributes, read(child))
  })

/** The tree of HTML, parsed as browsers do. */
export const htmlTree = (html: string): ReadonlyArray<HtmlNode> => {
  const root = parse(html).childNodes.find((node) => node.nodeName === "html")
  const body =
    root !== undefined && isParent(root) ? root.childNodes.find((node) => node.nodeName === "body") : undefined
  return body !== undefined && isParent(body) ? read(body) : []
}
