import { Lazy } from "@quire/core"
import { gemoji } from "gemoji"
import * as Windows1252 from "../text/Windows1252.ts"

/** Emojis by their short names. */
const emojis = Lazy.make(
  () => new Map(gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, emoji] as const)))
)

const shortName = /(?<![\w:/\\]):([a-z][\w-]{0,63}|[+-]1|\d{3,4}):(?![\w:])/gi

const emojiNamed = (name: string): string | undefined => emojis().get(name) ?? emojis().get(name.toLowerCase())

/** A text with the short names of emojis as emojis. */
export const withEmojis = (text: string): string =>
  text.includes(":") ? text.replace(shortName, (whole, name: string) => emojiNamed(name) ?? whole) : text

const fontIcon = /^(fontawesome-(?:brands|solid|regular)|lucide|material|octicons|simple)-([a-z0-9-]{1,50})$/

type Warn = (reason: string) => void

/** The emoji or icon of a short name. */
const emojiOf =
  (warn: Warn) =>
  (whole: string, name: string): string => {
    const emoji = emojiNamed(name)
    if (emoji !== undefined) return emoji
    const [, set = "", own] = fontIcon.exec(name) ?? []
    if (own === undefined) return whole
    const icon = set === "octicons" ? own.replace(/-\d\d$/, "") : own
    if (!set.startsWith("fontawesome"))
      warn(`the icon ${whole} became the icon ${icon}, which may look different or be missing`)
    return `<i class="fa-${icon}"></i>`
  }

const afterInline = /(?<=(?<!\\)[)\]])\{([^{}]{1,300})\}/g
/** An attribute list of Kramdown. */
const kramdown = /(?<!\\)[ \t]?\{:([^{}]{1,300})\}/g
const idAttribute = /(?:^|[ \t])id=["']?([^\s"']{1,200})/
const afterHeading = / \{([^{}]{1,300})\}$/
const button = /(?<!!)\[([^[\]]{1,300})\]\(([^()\s]{1,2000})\)\{([^{}]{1,300})\}/g

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/** The words of an attribute list of Python Markdown; undefined for other text in braces. */
export const attributesOf = (inner: string): ReadonlyArray<string> | undefined => {
  const text = inner.replace(/^:/, "").trim()
  const words = text.replace(/="[^"]{0,200}"|='[^']{0,200}'/g, "=x").split(/[ \t]+/)
  return words.every((word) => /^(?:[#.][^\s{}]+|[\w-]+=\S+)$/.test(word)) ? words : undefined
}

const buttonOf = (whole: string, label: string, target: string, inner: string): string => {
  const words = attributesOf(inner) ?? []
  if (!words.includes(".md-button")) return whole
  const kind = words.includes(".md-button--primary") ? "primary" : "secondary"
  return `<a class="button ${kind}" href="${escapeHtml(target)}">${label}</a>`
}

type Span = readonly [start: number, end: number]

const isEscaped = (line: string, at: number): boolean => {
  let slashes = 0
  while (line[at - slashes - 1] === "\\") slashes++
  return slashes % 2 === 1
}

/**
 * The code spans of a line. Runs of backticks that are not closed are text, and so is an escaped backtick, which can
 * still close a span because backslashes are text in code.
 */
const codeSpans = (line: string): ReadonlyArray<Span> => {
  const runs = Array.from(line.matchAll(/`+/g), (found) => ({ at: found.index, length: found[0].length }))
  const last = new Map(runs.map(({ length }, index) => [length, index]))
  const spans: Array<Span> = []
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    if (run === undefined) continue
    const escaped = isEscaped(line, run.at) ? 1 : 0
    const length = run.length - escaped
    if ((last.get(length) ?? 0) <= index) continue
    let close = index + 1
    while (runs[close]?.length !== length) close++
    spans.push([run.at + escaped, (runs[close]?.at ?? 0) + length])
    index = close
  }
  return spans
}

const elements = /<\/?[a-z][^<>\n]*>/gi

/** The places between two marks in a line, with the marks. */
const spansBetween = (line: string, begin: string, end: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (let start = line.indexOf(begin); start !== -1; ) {
    const close = line.indexOf(end, start + begin.length)
    if (close === -1) break
    spans.push([start, close + end.length])
    start = line.indexOf(begin, close + end.length)
  }
  return spans
}

/** The places of tags, elements and formulas in a line, which are not text. */
const markupSpans = (line: string): ReadonlyArray<Span> => [
  ...Array.from(line.matchAll(elements), (found): Span => [found.index, found.index + found[0].length]),
  ...spansBetween(line, "{%", "%}"),
  ...spansBetween(line, "$$", "$$")
]

/** Changes the parts of a line that are neither code nor markup. */
const outsideCode = (line: string, change: (text: string) => string): string => {
  const code = line.includes("`") ? codeSpans(line) : []
  const isInCode = (at: number) => code.some(([start, end]) => start <= at && at < end)
  const spans = [...code, ...markupSpans(line).filter(([start]) => !isInCode(start))].sort(([a], [b]) => a - b)
  if (spans.length === 0) return change(line)
  const parts: Array<string> = []
  let at = 0
  for (const [start, end] of spans) {
    if (start < at) continue
    parts.push(change(line.slice(at, start)), line.slice(start, end))
    at = end
  }
  return parts.concat(change(line.slice(at))).join("")
}

const links = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:[ \t]"[^"]*")?\)|\bhttps?:\/\/[^\s<>)\]]+|\{[%{][^{}]*[%}]\}/g
const masks = /\ue000(\d{1,9})\ue001/g

/** Changes a line in which code, elements and addresses are masked, so that what is around them is one text. */
export const outsideMarkup = (line: string, change: (text: string) => string): string => {
  if (!/[`<({]|:\/\//.test(line)) return change(line)
  if (/[\ue000\ue001]/.test(line)) return line
  const hidden: Array<string> = []
  const hide = (text: string): string => `\ue000${hidden.push(text) - 1}\ue001`
  const spans = [...codeSpans(line), ...markupSpans(line)].sort(([a], [b]) => a - b)
  let masked = ""
  let at = 0
  for (const [start, end] of spans) {
    if (start < at) continue
    masked += line.slice(at, start) + hide(line.slice(start, end))
    at = end
  }
  const changed = change((masked + line.slice(at)).replace(links, hide))
  const shown = (text: string): string => text.replace(masks, (_, index: string) => hidden[Number(index)] ?? "")
  return shown(shown(changed))
}

const joined = "`</span><span"
/** Elements with code for different readers, which follow each other without a space. */
const alternatives = /(`<\/span>)(<span(?:[ \t][^<>]*)?>`)/g

export const isHeading = (line: string): boolean => /^[ \t>]*#{1,6}[ \t]/.test(line)

/** Blanks at the end of a line. Other white space is part of its text. */
const endBlanks = /(?<![ \t])[ \t]+$/

/** The attribute list of a heading reduced to its id. */
const headingId = (line: string): string =>
  line.replace(endBlanks, "").replace(afterHeading, (whole, inner: string) => {
    const words = attributesOf(inner)
    if (words === undefined) return whole
    const id = words.find((word) => word.startsWith("#"))?.slice(1) ?? idAttribute.exec(inner)?.[1]
    return id === undefined ? "" : ` {#${id}}`
  })

/** Numbers of characters that browsers read as those of Windows-1252. */
const windowsReference = /(?<!\\)&#(?:x0{0,5}([89][0-9a-f])|0{0,5}(1(?:2[89]|[345]\d)));/gi

const withReferences = (text: string): string =>
  text.replace(windowsReference, (whole, hexadecimal: string | undefined, decimal: string | undefined) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return Windows1252.fromControls(String.fromCharCode(code)) || whole
  })

const change = (whole: string, warn: Warn): string => {
  const text = whole.includes("&#") ? withReferences(whole) : whole
  const named = text.includes(":") ? text.replace(shortName, emojiOf(warn)) : text
  if (!named.includes("{")) return named
  return named
    .replace(button, buttonOf)
    .replace(afterInline, (whole, inner: string) => (attributesOf(inner) === undefined ? whole : ""))
    .replace(kramdown, (whole, inner: string) => {
      const words = attributesOf(inner)
      if (words === undefined) return whole
      warn(`the attributes ${words.join(" ")} were removed`)
      return ""
    })
}

/**
 * A line of text with the short names of emojis as emojis, and without the attribute lists of Python Markdown. Code
 * spans stay as they are.
 */
export const rewrite = (whole: string, warn: Warn): string => {
  const line = whole.includes(joined) ? whole.replace(alternatives, "$1 $2") : whole
  if (!line.includes(":") && !line.includes("{") && !line.includes("&#")) return line
  return outsideCode(isHeading(line) && line.includes("{") ? headingId(line) : line, (text) => change(text, warn))
}
