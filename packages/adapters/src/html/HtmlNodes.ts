import type { Element, ElementContent, Properties, Root } from "hast"
import * as HtmlTag from "../markdown/HtmlTag.ts"

export type Parent = Element | Root

export const element = (tagName: string, properties: Properties, children: ReadonlyArray<ElementContent>): Element => ({
  type: "element",
  tagName,
  properties,
  children: [...children]
})

export const text = (value: string): ElementContent => ({ type: "text", value })

export const hasClass = (node: Element, name: string): boolean => HtmlTag.classes(node).includes(name)

export const isElement = (node: { readonly type: string }): node is Element => node.type === "element"

/** The line of an element as the field of a warning, where it is known. */
export const lineField = ({ position }: Element): { readonly line?: number } =>
  position === undefined ? {} : { line: position.start.line }

/** Every element below a parent, in order. */
export function* descendants(parent: Parent): Generator<Element> {
  const open = HtmlTag.elements(parent).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    open.push(...HtmlTag.elements(next).toReversed())
  }
}

export const findById = (parent: Parent, id: string): Element | undefined => {
  for (const node of descendants(parent)) if (HtmlTag.attribute(node, "id") === id) return node
  return undefined
}

type Replace = (node: Element) => ReadonlyArray<ElementContent>

const replaceIn = <N extends { readonly type: string }>(
  children: ReadonlyArray<N | Element>,
  replace: Replace
): Array<N | ElementContent> =>
  children.flatMap((child): ReadonlyArray<N | ElementContent> => (isElement(child) ? replace(child) : [child]))

/** Replaces every element below a parent, and what replaces it is walked in turn. Changes the tree. */
export const replaceEach = (parent: Parent, replace: Replace): void => {
  const open: Array<Parent> = [parent]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "element") next.children = replaceIn(next.children, replace)
    else next.children = replaceIn(next.children, replace)
    open.push(...HtmlTag.elements(next))
  }
}
