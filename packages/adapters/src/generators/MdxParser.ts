import type { Root } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { frontmatterFromMarkdown } from "mdast-util-frontmatter"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { mathFromMarkdown } from "mdast-util-math"
import { mdxFromMarkdown } from "mdast-util-mdx"
import { frontmatter } from "micromark-extension-frontmatter"
import { gfm } from "micromark-extension-gfm"
import { math } from "micromark-extension-math"
import { mdxExpression } from "micromark-extension-mdx-expression"
import { mdxJsx } from "micromark-extension-mdx-jsx"
import { mdxjsEsm } from "micromark-extension-mdxjs-esm"
import * as Complexity from "../markdown/Complexity.ts"
import * as MdxRepair from "./MdxRepair.ts"
import { JsxParser } from "./Modules.ts"

/** Braces are paired without a look at what is between them: expressions that are no JavaScript are read as well. */
const extensions = [
  gfm({ singleTilde: false }),
  math({ singleDollarTextMath: false }),
  frontmatter(["yaml"]),
  mdxJsx(),
  mdxExpression(),
  mdxjsEsm({ acorn: JsxParser, acornOptions: { ecmaVersion: "latest", sourceType: "module" } }),
  { disable: { null: ["codeIndented", "htmlFlow", "htmlText"] } }
]
const mdastExtensions = [
  gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  mathFromMarkdown(),
  frontmatterFromMarkdown(["yaml"]),
  mdxFromMarkdown()
]

const fence = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/
/** Elements without content, whose tags MDX wants to be closed. */
const voids = /<(?:br|hr|img|input|source|wbr|col|embed|track|area)\b(?:[^<>"'{}/]|"[^"<>]*"|'[^'<>]*'|\/(?!>))*>/gi
const address = /(?<!\]\()<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/g

/** Whether a code span is open at a place, judged by the characters before it in its line. */
const isInCode = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(text.lastIndexOf("\n", at) + 1, at - 500), at)
  return before.split("`").length % 2 === 0
}

/** A link to an address in a form that MDX has, with everything in the address that Markdown would decode escaped. */
const linkTo = (url: string): string => {
  const text = url.replace(/[!-/:-@[-`{-~]/g, "\\$&")
  return `[${text}](<${text}>)`
}

/** Replaces HTML comments, which MDX does not have, by its own, and `<https://…>` by links. */
const withoutHtml = (text: string): string => {
  const parts: Array<string> = []
  let at = 0
  for (let begin = text.indexOf("<!--"); begin >= 0; begin = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", begin)
    if (end < 0) break
    const isCode = isInCode(text, begin)
    const comment = text.slice(begin + 4, end).replaceAll("*/", "")
    parts.push(text.slice(at, begin), isCode ? text.slice(begin, end + 3) : `{/*${comment}*/}`)
    at = end + 3
  }
  return parts
    .concat(text.slice(at))
    .join("")
    .replace(voids, (whole, index: number, all: string) => (isInCode(all, index) ? whole : `${whole.slice(0, -1)} />`))
    .replace(address, (whole, url: string, index: number, all: string) => (isInCode(all, index) ? whole : linkTo(url)))
}

/** A text without the syntax that MDX refuses and Markdown has, outside of code. */
const compatible = (text: string): string => {
  if (!/<!--|<https?:|<mailto:|<(?:br|hr|img|input|source|wbr|col|embed|track|area)\b/i.test(text)) return text
  const parts: Array<string> = []
  let run: Array<string> = []
  let open = ""
  const flush = () => {
    if (run.length > 0) parts.push(open === "" ? withoutHtml(run.join("\n")) : run.join("\n"))
    run = []
  }
  for (const line of text.split("\n")) {
    const mark = fence.exec(line)?.[1] ?? ""
    if (open === "" && mark !== "") {
      flush()
      open = mark
    } else if (open !== "" && mark.startsWith(open) && line.trim() === mark) {
      run.push(line)
      flush()
      open = ""
      continue
    }
    run.push(line)
  }
  flush()
  return parts.join("\n")
}

export const limits = {
  /** Constructs that are not valid and become text, until the whole is not read as MDX. */
  repairs: 30,
  /** Work on one text: characters, and signs of elements and expressions, each as often as it is parsed. */
  work: 1_200_000,
  /** Characters that take as long as one sign. */
  sign: 600
} as const

export interface MdxText {
  /** Undefined when the text is too complex, or not MDX in too many places. */
  readonly root: Root | undefined
  readonly source: string
  /** The lines with constructs that are not valid and became text. */
  readonly invalid: ReadonlyArray<InvalidLine>
}

interface InvalidLine {
  readonly text: string
  /** Its number, counted from 1. */
  readonly line: number
}

const workOf = (text: string): number => text.length + limits.sign * (text.match(/[<{]/g)?.length ?? 0)

/** Parses a text of MDX; what is not valid in it becomes text, in `most` places at most. */
export const read = (text: string, most: number = limits.repairs): MdxText => {
  const invalid: Array<InvalidLine> = []
  if (Complexity.isTooComplex(text) || Complexity.isCopied(text) || !Complexity.isModest(text))
    return { root: undefined, source: text, invalid }
  const lines = text.split("\n")
  let source = compatible(text)
  const work = workOf(text)
  for (let room = limits.work - work; ; room -= work) {
    try {
      return { root: fromMarkdown(source, { extensions, mdastExtensions }), source, invalid }
    } catch (error) {
      const repaired = MdxRepair.repair(source, error)
      if (repaired !== undefined) invalid.push({ text: lines[repaired.line] ?? "", line: repaired.line + 1 })
      if (repaired === undefined || invalid.length > most || room < work) return { root: undefined, source, invalid }
      source = repaired.text
    }
  }
}

/** The begin of an element, which is neither escaped nor the address of a link. */
const component = /(?<!\\|\]\()<[A-Z][\w.]*(?:[\s/>]|$)/
const module = /^(?:import[ \t].*["'][^"']+["'];?|export[ \t](?:const|default|function|let)\b)/

/** Whether any line of a text that is no code is meant. */
const hasLine = (text: string, isMeant: (line: string) => boolean): boolean => {
  let open = ""
  for (const line of text.split("\n")) {
    const mark = fence.exec(line)?.[1] ?? ""
    if (open !== "") open = mark.startsWith(open) && line.trim() === mark ? "" : open
    else if (mark !== "") open = mark
    else if (isMeant(line)) return true
  }
  return false
}

/** A line without its code and formulas. */
const withoutCode = (line: string): string => line.replace(/`[^`]*`|\$\$(?:[^$]|\$(?!\$))*\$\$/g, "")

/** Whether a text that is said to be Markdown may use components, as the generators allow. */
export const isLikely = (text: string): boolean =>
  !text.includes("{%") &&
  /<[A-Z]|^(?:im|ex)port[ \t]/m.test(text) &&
  hasLine(text, (line) => module.test(line) || component.test(withoutCode(line)))

const wholeComponent = /<[A-Z][\w.]*(?:\s[^<>]*)?\/>|<\/[A-Z][\w.]*>/

/** Whether a text has a component that is complete, so that what looks like one is no placeholder. */
export const hasComponents = (text: string): boolean => hasLine(text, (line) => wholeComponent.test(withoutCode(line)))
