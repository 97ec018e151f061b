import { findElements, type HtmlElement, type HtmlNode, stylesOf, textOf } from "./HtmlTree.ts"

/** A paragraph that Word means as an item of a list. */
export interface WordItem {
  readonly level: number
  readonly isOrdered: boolean
  readonly start: number
  readonly content: ReadonlyArray<HtmlNode>
}

const levelOf = (element: HtmlElement): number => {
  const level = /\blevel(\d+)/.exec(stylesOf(element).get("mso-list") ?? "")?.[1]
  return level === undefined ? 0 : Number(level)
}

export const isWordItem = (element: HtmlElement): boolean => levelOf(element) > 0

const isSign = (element: HtmlElement) => stylesOf(element).get("mso-list") === "ignore"

/** Nodes without the sign of the item, which Word writes as text. */
const withoutSigns = (nodes: ReadonlyArray<HtmlNode>): ReadonlyArray<HtmlNode> =>
  nodes.flatMap((node): ReadonlyArray<HtmlNode> => {
    if (typeof node === "string") return [node]
    return isSign(node) ? [] : [{ ...node, children: withoutSigns(node.children) }]
  })

export const wordItemOf = (element: HtmlElement): WordItem => {
  const [sign] = findElements(element.children, isSign)
  const text = sign === undefined ? "" : textOf(sign.children).trim()
  const number = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(text)?.[1]
  return {
    level: levelOf(element),
    isOrdered: number !== undefined,
    start: number !== undefined && /^\d+$/.test(number) ? Number(number) : 1,
    content: withoutSigns(element.children)
  }
}
