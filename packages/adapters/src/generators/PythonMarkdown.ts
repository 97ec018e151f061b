import { escapeText } from "../markdown/HastText.ts"
import { styleOf } from "./Admonitions.ts"
import type { Lines } from "./ContainerTags.ts"
import { attributesOf, outsideMarkup } from "./InlineSyntax.ts"

/** The meanings of abbreviations, which are shown once in each text. */
export type Abbreviations = Map<string, string>

const abbreviation = /^ {0,3}\*\[([^\]]{1,100})\]:[ \t]*(\S.*)$/
const fence = /^[ \t>]*(?:[-+*][ \t]+)?(`{3,}|~{3,})/

/** Whether each line is within a fenced code block. */
const makeIsCode = (): ((line: string) => boolean) => {
  let open = ""
  return (line) => {
    const mark = fence.exec(line)?.[1] ?? ""
    const isWithin = open !== "" || mark !== ""
    if (open === "") open = mark
    else if (mark.startsWith(open) && line.trim() === mark) open = ""
    return isWithin
  }
}

/** The abbreviations that the lines `*[name]: meaning` of a text explain. */
export const abbreviationsOf = (lines: Lines): Abbreviations => {
  const isCode = makeIsCode()
  return new Map(
    lines.flatMap((line): ReadonlyArray<readonly [string, string]> => {
      const [, name, meaning] = isCode(line) ? [] : (abbreviation.exec(line) ?? [])
      return name === undefined || meaning === undefined ? [] : [[name, meaning.trim()]]
    })
  )
}

/** Whether a line explains an abbreviation. */
export const isAbbreviation = (known: Abbreviations | undefined, line: string): boolean =>
  known !== undefined && abbreviation.test(line)

const blockStart = /^([ \t]*)(\/{3,})[ \t]+([a-z][\w-]*)[ \t]*(?:\|(.*))?$/
const option = /^ {4,}([a-z_]{1,40}):(.*)$/
const plainBlocks = new Set([
  "admonition",
  "caption",
  "define",
  "details",
  "figure-caption",
  "html",
  "tab",
  "table-caption"
])

/** A block that begins with `/// name | title` and ends with as many slashes. */
export interface SlashBlock {
  readonly name: string
  readonly title: string
  /** The type of an admonition. */
  readonly type: string
  readonly prefix: string
  readonly body: Lines
  /** The index of the first line of the body. */
  readonly begin: number
  /** The index of the line after its end. */
  readonly next: number
}

/** The block that begins at a line of a text; undefined where none does. */
export const blockAt = (lines: Lines, at: number): SlashBlock | undefined => {
  const [, prefix = "", slashes = "", name = "", title = ""] = blockStart.exec(lines[at] ?? "") ?? []
  if (name === "" || !(plainBlocks.has(name) || styleOf(name) !== undefined)) return undefined
  const isCode = makeIsCode()
  let begin = at + 1
  let type = ""
  for (; begin < lines.length; begin++) {
    const [, key, value = ""] = option.exec((lines[begin] ?? "").slice(prefix.length)) ?? []
    if (key === undefined) break
    if (key === "type") type = value.trim()
  }
  let end = begin
  while (end < lines.length && (isCode(lines[end] ?? "") || (lines[end] ?? "").trim() !== slashes)) end++
  const body = lines
    .slice(begin, end)
    .map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line.trimStart()))
  return { name, title: title.trim(), type, prefix, body, begin, next: end + 1 }
}

const definition = /^[ \t]{0,40}:[ \t]{1,3}(?=\S)(.*)$/
const notTerm = /^[ \t]*(?:$|[-+*>#|:=!?/]|\d{1,9}[.)] |`{3}|~{3}|<!--)/

/** The words of the first line of a definition; undefined for other lines. */
export const definitionOf = (line: string): string | undefined => definition.exec(line)?.[1]

/** The index of the first definition of the term that a line is; undefined for other lines. */
export const definitionsAfter = (lines: Lines, at: number): number | undefined => {
  if (notTerm.test(lines[at] ?? "")) return undefined
  const next = lines[at + 1]?.trim() === "" ? at + 2 : at + 1
  return definitionOf(lines[next] ?? "") === undefined ? undefined : next
}

/** A term without its attribute list and its marks. */
export const termOf = (line: string): string =>
  line
    .trim()
    .replace(/[ \t]\{([^{}]{1,300})\}$/, (whole, inner: string) => (attributesOf(inner) === undefined ? whole : ""))

const keyNames: ReadonlyMap<string, string> = new Map([
  ["cmd", "Cmd"],
  ["ctrl", "Ctrl"],
  ["del", "Del"],
  ["esc", "Esc"],
  ["ins", "Ins"]
])
const keys =
  /(?<![\w+\\])\+\+((?:[a-z0-9]|f\d\d|[a-z]{2,14}(?:-[a-z]{2,14}){0,3}|"[^"+]{1,30}")(?:\+(?:[a-z0-9]|f\d{1,2}|[a-z]{2,14}(?:-[a-z]{2,14}){0,3}|"[^"+]{1,30}")){0,6})\+\+(?![\w+])/gi

const keyName = (key: string): string => {
  const name = key.replaceAll('"', "")
  if (name !== key) return name
  const known = keyNames.get(name.toLowerCase())
  return (
    known ??
    name
      .split("-")
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join(" ")
  )
}

const inTag = (name: string) => (_: string, text: string) => `<${name}>${text}</${name}>`

/** The marks of a line with what they become; each text may contain code and markup, which are masked. */
const marks: ReadonlyArray<
  readonly [sign: string, pattern: RegExp, replace: (whole: string, ...parts: Array<string>) => string]
> = [
  [
    "{~~",
    /\{~~([^{}~]{1,500})~>([^{}~]{0,500})~~\}/g,
    (_, before = "", after = "") => `<del>${before}</del><ins>${after}</ins>`
  ],
  ["{==", /\{==([^{}]{1,500})==\}/g, inTag("mark")],
  ["{++", /\{\+\+([^{}]{1,500})\+\+\}/g, inTag("ins")],
  ["{--", /\{--([^{}]{1,500})--\}/g, inTag("del")],
  ["{>>", /\{>>([^{}]{1,500})<<\}/g, inTag("em")],
  [
    "++",
    keys,
    (_, names = "") =>
      names
        .split("+")
        .map((key) => `<kbd>${keyName(key)}</kbd>`)
        .join("+")
  ],
  ["==", /(?<![\w=\\])==(?![\s=])([^=\n]{1,500})(?<!\s)==(?![\w=])/g, inTag("mark")],
  ["^^", /(?<![\w^\\])\^\^(?![\s^])([^^\n]{1,500})(?<!\s)\^\^(?![\w^])/g, inTag("ins")],
  ["^", /(?<![\^\\\d])\^([\w+-]{1,30})\^(?![\w^])/g, inTag("sup")],
  ["~", /(?<![~\\])~([\w+-]{1,30})~(?!~)/g, inTag("sub")]
]

const isHeading = (line: string): boolean => /^[ \t>]*#{1,6}[ \t]/.test(line)

const criticLine = /^[ \t]*(?:\{(?:==|\+\+|--)|(?:==|\+\+|--)\})[ \t]*$/

/** A line of text with the marks of Python Markdown as elements, and its abbreviations as notes. */
export const rewrite = (abbreviations: Abbreviations, line: string, warn: (reason: string) => void): string => {
  if (criticLine.test(line)) {
    warn("the signs of a change around blocks were removed and the blocks were kept")
    return ""
  }
  let text = line
  for (const [sign, pattern, replace] of marks)
    if (text.includes(sign)) text = outsideMarkup(text, (masked) => masked.replace(pattern, replace))
  if (abbreviations.size === 0 || isHeading(line)) return text
  return outsideMarkup(text, (masked) =>
    masked.replace(/(?<![\w-])[A-Za-z0-9][\w.+-]{0,98}\w|\b[A-Z]\b/g, (word) => {
      const meaning = abbreviations.get(word)
      if (meaning === undefined) return word
      abbreviations.delete(word)
      return `<abbr title="${escapeText(meaning).replaceAll('"', "&quot;")}">${word}</abbr>`
    })
  )
}
