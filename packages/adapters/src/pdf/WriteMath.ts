import type { Element, ElementContent } from "hast"
import { fromHtml } from "hast-util-from-html"
import type * as PrintTree from "./PrintTree.ts"

type Node = ElementContent

/** Calls of the template within each other that a formula may take; of all, 80 are possible. */
export const limits = { calls: 32 } as const

const textOf = (node: Node): string => {
  if (node.type === "text") return node.value
  return node.type === "element" ? node.children.map(textOf).join("") : ""
}

const elements = (node: Element): ReadonlyArray<Element> =>
  node.children.flatMap((child) => (child.type === "element" ? [child] : []))

const attributeOf = ({ properties }: Element, name: string): string => {
  const found = Object.entries(properties).find(([key]) => key.toLowerCase() === name)?.[1]
  return found === undefined || found === null ? "" : String(found)
}

const empty: PrintTree.Formula = { k: "row", c: [] }

const row = (items: ReadonlyArray<PrintTree.Formula>): PrintTree.Formula => {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { k: "row", c: items }
}

/** Signs that are drawn above or below a formula at its full width. */
const wide: { readonly [sign: string]: string } = {
  "‾": "overline",
  "¯": "overline",
  _: "underline",
  "⏞": "overbrace",
  "⏟": "underbrace",
  "⎴": "overbracket",
  "⎵": "underbracket"
}

const accents = new Set(["^", "~", "˙", "¨", "ˇ", "˘", "´", "`", "→", "←", "⃗", "ˉ", "ˆ", "˜", "˚"])

const styles: { readonly [variant: string]: string } = {
  normal: "upright",
  bold: "bold",
  italic: "italic",
  "bold-italic": "bold",
  "double-struck": "bb",
  script: "cal",
  "bold-script": "cal",
  fraktur: "frak",
  "sans-serif": "sans",
  monospace: "mono"
}

const identifier = (node: Element): PrintTree.Formula => {
  const t = textOf(node)
  const variant = attributeOf(node, "mathvariant")
  const v = Object.hasOwn(styles, variant) ? styles[variant] : undefined
  const isSign = Array.from(t).length === 1
  return { k: isSign ? "sym" : "text", t, ...(v === undefined ? {} : { v }) }
}

/** Ems of a length of MathML. */
const ems = (text: string): number => {
  const value = Number.parseFloat(text)
  if (!Number.isFinite(value)) return 0
  return Math.max(-2, Math.min(10, text.endsWith("px") ? value / 16 : value))
}

/** A fence may have an empty side. */
const isFence = (node: Element | undefined): boolean => node?.tagName === "mo" && attributeOf(node, "fence") === "true"

const isLarge = (node: Element): boolean =>
  node.tagName === "mo" ? attributeOf(node, "movablelimits") !== "" || /^[∑∏∐⋃⋂⋁⋀]$/u.test(textOf(node)) : false

const list = (nodes: ReadonlyArray<Element>): ReadonlyArray<PrintTree.Formula> => nodes.map(convert)

const at = (items: ReadonlyArray<Element>, index: number): PrintTree.Formula => {
  const found = items[index]
  return found === undefined ? empty : convert(found)
}

const over = (items: ReadonlyArray<Element>, side: "t" | "b"): PrintTree.Formula => {
  const [base, sign] = [at(items, 0), textOf(items[1] ?? { type: "text", value: "" })]
  const bar = Object.hasOwn(wide, sign) ? wide[sign] : undefined
  if (bar !== undefined) return { k: side === "t" ? "over" : "under", a: base, t: bar }
  if (side === "t" && accents.has(sign)) return { k: "accent", a: base, t: sign }
  return { k: "attach", a: base, [side]: at(items, 1), limits: true }
}

const table = (node: Element): PrintTree.Formula => {
  const rows = elements(node).map((line) => elements(line).map((cell) => row(list(elements(cell)))))
  const align = attributeOf(node, "columnalign")
    .split(" ")
    .filter((name) => name !== "")
  const isAligned = align.length > 0 && align.every((name, index) => name === (index % 2 === 0 ? "right" : "left"))
  return isAligned ? { k: "lines", rows } : { k: "mat", rows, align }
}

const many = (node: Element): PrintTree.Formula => {
  const items = elements(node)
  const isFenced = items.length > 1 && (isFence(items[0]) || isFence(items.at(-1)))
  return isFenced ? { k: "fenced", c: list(items) } : row(list(items))
}

/** Elements are as deep as `katex` lets formulas be within each other. */
const convert = (node: Element): PrintTree.Formula => {
  const items = elements(node)
  switch (node.tagName) {
    case "mi":
      return identifier(node)
    case "mn":
    case "mtext":
      return { k: "text", t: textOf(node).replaceAll("\u00a0", " ") }
    case "mo":
      if (textOf(node) === "") return empty
      return { k: Array.from(textOf(node)).length === 1 ? "sym" : "text", t: textOf(node) }
    case "mspace":
      return { k: "space", w: ems(attributeOf(node, "width")) }
    case "mfrac":
      return {
        k: "frac",
        a: at(items, 0),
        b: at(items, 1),
        ...(attributeOf(node, "linethickness").startsWith("0") ? { bare: true } : {})
      }
    case "msqrt":
      return { k: "root", a: row(list(items)) }
    case "mroot":
      return { k: "root", a: at(items, 0), n: at(items, 1) }
    case "msup":
      return { k: "attach", a: at(items, 0), t: at(items, 1), limits: false }
    case "msub":
      return { k: "attach", a: at(items, 0), b: at(items, 1), limits: false }
    case "msubsup":
      return { k: "attach", a: at(items, 0), b: at(items, 1), t: at(items, 2), limits: false }
    case "mover":
      return over(items, "t")
    case "munder":
      return over(items, "b")
    case "munderover":
      return {
        k: "attach",
        a: at(items, 0),
        b: at(items, 1),
        t: at(items, 2),
        limits: items[0] === undefined || isLarge(items[0]) || items[0].tagName !== "mi"
      }
    case "mtable":
      return table(node)
    case "mphantom":
      return { k: "phantom", c: list(items) }
    case "semantics":
      return at(items, 0)
    case "annotation":
      return empty
    default:
      return many(node)
  }
}

const partsOf = (formula: PrintTree.Formula): ReadonlyArray<PrintTree.Formula> => {
  switch (formula.k) {
    case "row":
    case "fenced":
    case "phantom":
      return formula.c
    case "lines":
    case "mat":
      return formula.rows.flat()
    case "sym":
    case "text":
    case "space":
      return []
    case "frac":
      return [formula.a, formula.b]
    case "root":
      return formula.n === undefined ? [formula.a] : [formula.a, formula.n]
    case "attach":
      return [formula.a, ...[formula.t, formula.b].filter((part) => part !== undefined)]
    default:
      return [formula.a]
  }
}

/** Functions of the template that call each other for one level of a formula. */
const calls: { readonly [kind in PrintTree.Formula["k"]]?: number } = {
  row: 2,
  fenced: 2,
  phantom: 2,
  lines: 4,
  mat: 4
}

/** How many calls within each other a formula takes. */
const callsOf = (formula: PrintTree.Formula): number => {
  let most = 0
  for (const part of partsOf(formula)) most = Math.max(most, callsOf(part))
  return most + (calls[formula.k] ?? 1)
}

/** A formula of MathML for the template; undefined for one that is too deep for it, which would refuse the whole book. */
export const write = (markup: string): PrintTree.Formula | undefined => {
  const root = fromHtml(markup, { fragment: true })
  const [math] = root.children.flatMap((node) => (node.type === "element" ? [node] : []))
  const formula = math === undefined ? empty : many(math)
  return callsOf(formula) > limits.calls ? undefined : formula
}
