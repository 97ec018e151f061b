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
const address = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/g

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
    .replace(address, (whole, url: string, index: number, all: string) => (isInCode(all, index) ? whole : linkTo(url)))
}

/** A text without the syntax that MDX refuses and Markdown has, outside of code. */
const compatible = (text: string): string => {
  if (!/<!--|<https?:|<mailto:/.test(text)) return text
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

/** The tree of a text of MDX with its source; undefined when it is not MDX, or too complex. */
export const read = (text: string): { readonly root: Root; readonly source: string } | undefined => {
  if (Complexity.isTooComplex(text) || Complexity.isCopied(text) || !Complexity.isModest(text)) return undefined
  try {
    const source = compatible(text)
    return { root: fromMarkdown(source, { extensions, mdastExtensions }), source }
  } catch {
    return undefined
  }
}

const component = /(?<!\\)<[A-Z][\w.]*(?:[\s/>]|$)/
const module = /^(?:import[ \t].*["'][^"']+["'];?|export[ \t](?:const|default|function|let)\b)/

/** Whether a text that is said to be Markdown may use components, as the generators allow. */
export const isLikely = (text: string): boolean => {
  if (text.includes("{%") || !/<[A-Z]|^(?:im|ex)port[ \t]/m.test(text)) return false
  let open = ""
  for (const line of text.split("\n")) {
    const mark = fence.exec(line)?.[1] ?? ""
    if (open !== "") open = mark.startsWith(open) && line.trim() === mark ? "" : open
    else if (mark !== "") open = mark
    else if (module.test(line) || component.test(line.replace(/`[^`]*`/g, ""))) return true
  }
  return false
}
