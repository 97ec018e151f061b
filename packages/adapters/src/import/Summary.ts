import { SummaryAttributes } from "@quire/core"
import { decodeString } from "micromark-util-decode-string"
import * as InlineSyntax from "../generators/InlineSyntax.ts"

/** One line of a table of contents: a title, its target, and the lines below it. */
export interface Item {
  readonly title: string
  /** Absent for a title without a link. */
  readonly target: string | undefined
  /** The ID of an HTML anchor next to the title. */
  readonly anchor: string | undefined
  readonly attributes?: SummaryAttributes.SummaryAttributes
  /** The line in the file, counted from 1; absent for contents that are read in another way. */
  readonly line?: number
  readonly children: ReadonlyArray<Item>
}

/** The lines under one heading; lines before the first heading form a part without one. */
export interface Part {
  readonly heading: string | undefined
  readonly anchor: string | undefined
  readonly attributes?: SummaryAttributes.SummaryAttributes
  readonly items: ReadonlyArray<Item>
}

/** Deepest nesting that is kept; deeper lines become siblings. */
export const maxDepth = 32

interface OpenItem extends Item {
  readonly indent: number
  readonly children: Array<OpenItem>
}

const headingPattern = /^ {0,3}(#{1,6})[ \t]+(?![ \t])(.*)$/
const listPattern = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/
const chapterPattern = /^(\s{0,3})(\[(?=.*\]\().*)$/

const countColumns = (space: string) => space.replaceAll("\t", "    ").length

/**
 * Removes formatting characters unless they are escaped, decodes character references, and replaces the short names of
 * emojis.
 */
const unmark = (text: string) =>
  decodeString(InlineSyntax.withEmojis(text).replace(/(\\[!-/:-@[-`{-~])|\*\*|__|~~|`/g, "$1")).replace(/\s+/g, " ")

const anchorTag = /(?<!\\)<(?:a(?:[ \t][^<>]*)?|\/a[ \t]*)>/gi
const anchorId = /(?<!\\)<a[ \t](?:[^<>]*[ \t])?(?:id|name)=(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/i

const anchorOf = (text: string): string | undefined => {
  const [, double, single, bare] = anchorId.exec(text) ?? []
  return double ?? single ?? bare
}

const stripMarkup = (text: string) => unmark(text.replace(anchorTag, "")).trim()

/** The text of a heading without closing hashes. */
const headingText = (text: string) => {
  const words = text.trim().split(/[ \t]+/)
  return stripMarkup((/^#+$/.test(words.at(-1) ?? "") ? words.slice(0, -1) : words).join(" "))
}

/** The offset of the bracket that closes the one at `start`; -1 when there is none. */
const findClosing = (text: string, start: number, open: string, close: string): number => {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (character === "\\") index++
    else if (character === open) depth++
    else if (character === close && --depth === 0) return index
  }
  return -1
}

const parseTarget = (inside: string): string => {
  const text = inside.trim()
  if (text.startsWith("<")) return decodeString(text.slice(1, text.includes(">") ? text.indexOf(">") : undefined))
  return decodeString(/^\S*/.exec(text)?.[0] ?? "")
}

const parseItem = (text: string): Omit<Item, "children"> => {
  const end = text.startsWith("[") ? findClosing(text, 0, "[", "]") : -1
  if (end === -1 || text[end + 1] !== "(")
    return { title: stripMarkup(text), target: undefined, anchor: anchorOf(text) }
  const last = findClosing(text, end + 1, "(", ")")
  const target = parseTarget(text.slice(end + 2, last === -1 ? undefined : last))
  const label = text.slice(1, end)
  return { title: stripMarkup(label), target: target === "" ? undefined : target, anchor: anchorOf(label) }
}

type Attributes = SummaryAttributes.SummaryAttributes

const withAttributes = (attributes: Attributes | undefined) => (attributes === undefined ? {} : { attributes })

const appendItem = (
  items: Array<OpenItem>,
  open: Array<OpenItem>,
  indent: number,
  text: string,
  attributes: Attributes | undefined,
  line: number
) => {
  while ((open.at(-1)?.indent ?? -1) >= indent || open.length >= maxDepth) open.pop()
  const item: OpenItem = { ...parseItem(text), ...withAttributes(attributes), line, indent, children: [] }
  const parent = open.at(-1)
  if (parent === undefined) items.push(item)
  else parent.children.push(item)
  open.push(item)
}

export const linesOf = (text: string): ReadonlyArray<string> => text.split(/\r\n?|\n/)

/** Takes the lines of a text in order; `parts` has what they contain so far. */
export interface Parser {
  readonly take: (line: string) => void
  readonly parts: ReadonlyArray<Part>
}

/**
 * Parses a `SUMMARY.md`: headings, and under them nested lists of links. It is parsed line by line, because a Markdown
 * parser takes time quadratic in the nesting. A leading heading of level 1 is the title of the whole.
 */
export const makeParser = (): Parser => {
  const parts: Array<Part & { readonly items: Array<OpenItem> }> = []
  let open: Array<OpenItem> = []
  let seen = false
  let taken = 0
  const take = (whole: string): void => {
    taken++
    const { attributes, line } = SummaryAttributes.read(whole) ?? { line: whole, attributes: undefined }
    const [, level, title] = headingPattern.exec(line) ?? []
    const [, space = "", content] = listPattern.exec(line) ?? chapterPattern.exec(line) ?? []
    if (title !== undefined) {
      if (seen || level !== "#") {
        const anchor = anchorOf(title)
        parts.push({ heading: headingText(title), anchor, ...withAttributes(attributes), items: [] })
      }
      open = []
    } else if (attributes?.top === true) {
      parts.push({ heading: undefined, anchor: undefined, items: [] })
      open = []
    } else if (content !== undefined && (attributes !== undefined || /[\p{L}\p{N}]/u.test(content))) {
      if (parts.length === 0) parts.push({ heading: undefined, anchor: undefined, items: [] })
      appendItem(parts.at(-1)?.items ?? [], open, countColumns(space), content, attributes, taken)
    } else return
    seen = true
  }
  return { take, parts }
}
