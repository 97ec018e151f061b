import { posix } from "node:path"
import * as Names from "./Names.ts"

/** A text with the files that its lines include in place of those lines. */
export interface IncludedText {
  readonly text: string
  /** The line of the text that each of these lines comes from, counted from 1; absent where nothing is included. */
  readonly lines?: ReadonlyArray<number>
  /** The paths of the included files. */
  readonly used: ReadonlySet<string>
  /** Names that lead to no file. */
  readonly missing: ReadonlySet<string>
}

/** Reads a file of the source as text; undefined when it is none. */
export type ReadText = (path: string) => string | undefined

export const limits = {
  /** How deep included files may include others. */
  depth: 4,
  /** Characters that all texts of a source include; after that, nothing more is included. */
  characters: 20_000_000,
  /** Characters that one text includes: as many as a page may have, in some tens of milliseconds. */
  pageCharacters: 1_000_000
} as const

const indent = /^[ \t>]*/
const codeTarget = /^<<< ?([^\s{[#]+)(?:#([\w-]+))? ?(?:\{([^{}]*)\})? ?(?:\[([^\]]*)\])?$/
const snippetLine = /^-{1,9}8<-{1,9} ["']([^"']+)["']$/
const snippetFence = /^-{1,9}8<-{1,9}$/
const includeLine = /^<!-- ?@include: ?([^\s{#]+)(?:#([\w-]+))? ?(?:\{(\d*)(?:(,)(\d*))?\})? ?-->$/
const codeInclude = /^\{\* ?(\S+)((?: (?:ln|hl)\[[\d:, -]*\])*) ?\*\}$/
const textInclude = /^\{! ?([^\s!]+) ?!\}$/
const fence = /^(`{3,}|~{3,})/
const bookInclude = /^\{\{ ?#(include|rustdoc_include|playground|playpen) ([^\s{}:]+)(?::([^\s{}]*))?(?: [^{}]*)?\}\}$/
const regionMark =
  /^[ \t]*(?:\/\/|\/\*|<!--|\(\*|--|[#;%']|::|rem\b)[ \t]*(?:pragma[ \t]+)?#?(?:end)?region\b|-8<-{1,9} ?\[(?:start|end):|\bANCHOR(?:_END)?:/i

/** The folders above a file, nearest first. */
const foldersAbove = (path: string): ReadonlyArray<string> => {
  const folders: Array<string> = []
  for (let folder = Names.dirname(path); ; folder = Names.dirname(folder)) {
    folders.push(folder)
    if (folder === "." || folder === "/") return folders
  }
}

const candidates = (from: string, name: string): ReadonlyArray<string> => {
  const path = name.replace(/^[@~]?\//, "")
  const folders = name.startsWith("./") ? foldersAbove(from).slice(0, 1) : foldersAbove(from)
  return folders.map((folder) => posix.join(folder, path)).filter((each) => !each.startsWith(".."))
}

const escapeName = (name: string): string => name.replace(/[^\w-]/g, "")

/** Whether a line has a mark of mdBook with a name. */
const isAnchor = (line: string, mark: string, name: string): boolean =>
  /^[ \t]*([\w-]*)/.exec(line.split(mark)[1] ?? "")?.[1] === name

/** The lines between the marks of a region or section; all lines where there is none of that name. */
const regionOf = (lines: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const word = escapeName(name)
  const isBegin = (line: string) =>
    regionMark.test(line) &&
    (line.includes(`region ${word}`) ||
      line.includes(`[start:${word}]`) ||
      line.includes(`[start: ${word}]`) ||
      isAnchor(line, "ANCHOR:", word))
  const isEnd = (line: string) =>
    line.includes("endregion") ||
    line.includes(`[end:${word}]`) ||
    line.includes(`[end: ${word}]`) ||
    isAnchor(line, "ANCHOR_END:", word)
  const begin = lines.findIndex((line) => isBegin(line) && !isEnd(line))
  if (begin < 0) return lines
  const length = lines.slice(begin + 1).findIndex(isEnd)
  return lines.slice(begin + 1, length < 0 ? undefined : begin + 1 + length)
}

const numbersOf = (text: string): readonly [first: number, last: number] | undefined => {
  const [, first, last] = /^:?(\d*)(?::(\d*))?$/.exec(text) ?? []
  return first === undefined ? undefined : [Number(first) || 1, Number(last) || Number.POSITIVE_INFINITY]
}

/** The part of a file that `a.md:1:5` or `a.md:section` names. */
const partOf = (text: string, part: string | undefined): ReadonlyArray<string> => {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n")
  if (part === undefined || part === "") return lines
  const numbers = numbersOf(part)
  return numbers === undefined ? regionOf(lines, part) : lines.slice(numbers[0] - 1, numbers[1])
}

/** The lines of ranges, each with its first and its last line, one after the other. */
const linesIn = (lines: ReadonlyArray<string>, ranges: ReadonlyArray<number>): ReadonlyArray<string> =>
  ranges.flatMap((first, index) => (index % 2 === 0 ? lines.slice(first - 1, ranges[index + 1]) : []))

/** A text without its front matter. */
export const withoutHead = (text: string): string =>
  text.replace(/^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, "")

const extensionOf = (path: string): string => Names.basename(path).split(".").slice(1).at(-1) ?? ""

/** The lines that mdBook names, in the form of `partOf`: `2` is only that line. */
const bookPart = (part: string): string => (part.startsWith(":") ? `1${part}` : part.replace(/^(\d+)$/, "$1:$1"))

/** Puts the files that VitePress (`<<<`, `@include`), MkDocs (`--8<--`) and mdBook (`{{#include}}`) include into a text. */
class Inclusion {
  readonly used = new Set<string>()
  readonly missing = new Set<string>()
  /** The line that each line of the whole comes from, counted from 1. */
  readonly origins: Array<number> = []
  private readonly read: ReadText
  private readonly room: { left: number }
  private left: number = limits.pageCharacters

  constructor(read: ReadText, room: { left: number }) {
    this.read = read
    this.room = room
  }

  private find(from: string, name: string): { readonly path: string; readonly text: string } | undefined {
    for (const path of Math.min(this.left, this.room.left) < 0 ? [] : candidates(from, name)) {
      const text = this.read(path)
      if (text === undefined) continue
      this.left -= text.length + 100
      this.room.left -= text.length + 100
      if (Math.min(this.left, this.room.left) < 0) break
      this.used.add(path)
      return { path, text }
    }
    this.missing.add(name)
    return undefined
  }

  /** Code of a file as a fenced code block, with its lines and those that are highlighted as MkDocs names them. */
  private codeOfMkDocs(from: string, prefix: string, line: string): ReadonlyArray<string> | undefined {
    const [, name, options = ""] = codeInclude.exec(line) ?? []
    if (name === undefined) return undefined
    const file = this.find(from, name)
    if (file === undefined) return [`${prefix}\`${line.replaceAll("`", "'")}\``]
    const ranges = (key: string) => (options.split(`${key}[`)[1] ?? "").split("]")[0] ?? ""
    const all = partOf(file.text, undefined)
    const parts = ranges("ln")
      .split(",")
      .flatMap((range) => numbersOf(range.trim().replace(/^(\d+)$/, "$1:$1")) ?? [])
    const shown = ranges("ln") === "" ? all : linesIn(all, parts)
    const marked = ranges("hl").replaceAll(":", "-")
    const info = `${extensionOf(file.path)}${marked === "" ? "" : ` {${marked}}`}`
    return ["~~~~~~" + info, ...shown, "~~~~~~"].map((each) => prefix + each)
  }

  /** Code of a file as a fenced code block. */
  private code(from: string, prefix: string, line: string): ReadonlyArray<string> | undefined {
    const [, name, region, braces = "", title] = codeTarget.exec(line) ?? []
    if (name === undefined) return undefined
    const file = this.find(from, name)
    if (file === undefined) return [`${prefix}\`${line.replaceAll("`", "'")}\``]
    const [, lines = "", language] = /^([\d, -]*)([A-Za-z]\S*)?$/.exec(braces.trim()) ?? []
    const info = `${language || extensionOf(file.path)}${lines.trim() === "" ? "" : ` {${lines.trim()}}`}${title === undefined ? "" : ` [${title}]`}`
    const shown = partOf(file.text, region).filter((each) => !regionMark.test(each))
    return ["~~~~~~" + info, ...shown, "~~~~~~"].map((each) => prefix + each)
  }

  private text(
    from: string,
    depth: number,
    prefix: string,
    name: string,
    part: string | undefined,
    otherwise = `${prefix}\`${name.replaceAll("`", "'")}\``
  ): ReadonlyArray<string> {
    const file = this.find(from, name)
    if (file === undefined) return [otherwise]
    const isPage = Names.isPage(file.path)
    const lines = partOf(isPage && !part ? withoutHead(file.text) : file.text, part).filter(
      (each) => !regionMark.test(each)
    )
    const inner = isPage && depth < limits.depth ? this.lines(file.path, lines, depth + 1) : lines
    return inner.map((each) => (each === "" ? "" : prefix + each))
  }

  /** What a line of a text includes; undefined for other lines. */
  private included(from: string, line: string, depth: number, isCode: boolean): ReadonlyArray<string> | undefined {
    const prefix = indent.exec(line)?.[0] ?? ""
    const text = line
      .slice(prefix.length)
      .trimEnd()
      .replace(/[ \t]+/g, " ")
    const snippet = snippetLine.exec(text)?.[1]
    if (snippet !== undefined) {
      const [, name = snippet, part] = /^([^:]+):(.*)$/.exec(snippet) ?? []
      return this.text(from, depth, prefix, name, part)
    }
    const [, how = "", path, lines = ""] = bookInclude.exec(text) ?? []
    if (path !== undefined && how.endsWith("include"))
      return this.text(from, depth, prefix, path, bookPart(lines), line)
    if (isCode) return undefined
    if (path !== undefined) return this.code(from, prefix, `<<< ${path}`)
    if (text.startsWith("<<<")) return this.code(from, prefix, text)
    if (text.startsWith("{*")) return this.codeOfMkDocs(from, prefix, text)
    const whole = textInclude.exec(text)?.[1]
    if (whole !== undefined) return this.text(from, depth, prefix, whole, undefined)
    const [, target, region, first = "", comma, last = ""] = includeLine.exec(text) ?? []
    if (target === undefined) return undefined
    const part = region ?? (first + last === "" ? undefined : `${first}:${comma === undefined ? first : last}`)
    return this.text(from, depth, prefix, target, part)
  }

  lines(from: string, lines: ReadonlyArray<string>, depth: number): ReadonlyArray<string> {
    const out: Array<string> = []
    let open = ""
    let isBlock = false
    for (const [index, line] of lines.entries()) {
      const text = line.replace(indent, "").trimEnd()
      const mark = fence.exec(text)?.[1] ?? ""
      if (open === "") open = mark
      else if (mark.startsWith(open) && text === mark) open = ""
      if (snippetFence.test(text)) {
        isBlock = !isBlock
        continue
      }
      if (isBlock && text === "") continue
      const given = isBlock ? `--8<-- "${text.replaceAll('"', "")}"` : line
      for (const each of this.included(from, given, depth, open !== "") ?? [line]) {
        out.push(each)
        if (depth === 0) this.origins.push(index + 1)
      }
    }
    return out
  }
}

const signs = /^[ \t>]*(?:<<<|\{[*!]|\{\{ ?#)|-8<-|<!--[ \t]*@include:/m

/** Replaces the lines of a text at a path that include files by the contents of those files. */
export type Expand = (path: string, text: string) => IncludedText

/** Expands the texts of one source, which together include a limited number of characters. */
export const makeExpand = (read: ReadText): Expand => {
  const room = { left: limits.characters }
  return (path, text) => {
    if (!signs.test(text)) return { text, used: new Set(), missing: new Set() }
    const inclusion = new Inclusion(read, room)
    const lines = inclusion.lines(path, text.split(/\r\n?|\n/), 0)
    return { text: lines.join("\n"), lines: inclusion.origins, used: inclusion.used, missing: inclusion.missing }
  }
}
