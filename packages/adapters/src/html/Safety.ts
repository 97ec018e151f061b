import { ContentRef } from "@quire/core"
import type { Element, Root } from "hast"
import { defaultSchema, type Schema, sanitize } from "hast-util-sanitize"
import * as HtmlTag from "../markdown/HtmlTag.ts"

const own = "data*"

const schema: Schema = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    "abbr",
    "article",
    "aside",
    "figcaption",
    "figure",
    "font",
    "header",
    "iframe",
    "main",
    "mark",
    "small",
    "u"
  ],
  attributes: {
    ...defaultSchema.attributes,
    "*": [
      ...(defaultSchema.attributes?.["*"] ?? []),
      "className",
      "id",
      "align",
      "vAlign",
      "title",
      "role",
      "width",
      "height",
      own
    ],
    a: ["href", "className", "id", "title", own],
    code: ["className", own],
    font: ["color"],
    iframe: ["src"],
    li: ["className"],
    mark: ["style"],
    span: ["style", "className", own]
  },
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto", "tel"], src: ["http", "https"] },
  strip: ["script", "style", "template", "noscript", "textarea", "object"]
}

/** The tree without anything that could run or that documents have no place for. */
export const clean = (tree: Root): Root => {
  const safe = sanitize(tree, schema)
  return safe.type === "root" ? safe : { type: "root", children: [] }
}

const targets = ["href", "src"] as const

const resolved = (target: string, baseUrl: string | undefined): string =>
  baseUrl === undefined || target.startsWith("#") || !URL.canParse(target, baseUrl)
    ? target
    : new URL(target, baseUrl).href

/**
 * Makes relative targets absolute, except for those within the page, and removes unsafe ones. Returns whether any were
 * removed. Changes the tree.
 */
export const resolve = (tree: Root, baseUrl: string | undefined): boolean => {
  let isUnsafe = false
  const open: Array<Root | Element> = [tree]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of targets) {
      const target = next.type === "element" ? HtmlTag.attribute(next, name)?.trim() : undefined
      if (next.type !== "element" || target === undefined) continue
      const address = resolved(target, baseUrl)
      if (ContentRef.isSafeUrl(address)) next.properties[name] = address
      else {
        delete next.properties[name]
        isUnsafe = true
      }
    }
    for (const child of HtmlTag.elements(next)) open.push(child)
  }
  return isUnsafe
}
