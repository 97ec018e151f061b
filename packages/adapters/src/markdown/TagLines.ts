import type { Markdown } from "@quire/core"
import * as HastText from "./HastText.ts"
import type * as LineMap from "./LineMap.ts"
import * as Tag from "./Tag.ts"

/** A text in which every tag is alone on its line, so that parsers find it. */
export interface TagLines {
  readonly text: string
  /** The line that each line comes from; absent for a text without tags. */
  readonly origins?: LineMap.Origins
  readonly warnings: ReadonlyArray<Markdown.Warning>
}

export interface TagLineOptions {
  /** Whether tags without a meaning stay as text. */
  readonly keepsTags?: boolean
}

export const limits = {
  /** Lines over which the attributes of one tag may extend. */
  tagLines: 2_000,
  /** Beginnings of tags on one line that may turn out to be text. */
  attempts: 100
} as const

const tagAt = /\{%(?:[^"\n%{]|"(?:[^"\\\n]|\\.)*"|%(?!\})|\{(?!%))*%\}/y
const tagHead = /^\{%-?[ \t]*@?[A-Za-z][\w/-]*(?:[ \t]|$)/

/** The markers of the containers that a line continues or opens. */
const markers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]{1,100}\]:))*[ \t]*/
const listMarker = /[-+*]|\d[.)]|\]:/

/** The markers of a further line of the same containers. */
const continued = (prefix: string): string =>
  prefix.replace(/\[\^[^\]\s]{1,100}\]:[ \t]{0,100}/, "    ").replace(/[^>\s]/g, " ")

const fenceStart = /^(?:`{3,}|~{3,}|\${2,})/

/** The sign of a fence that a line opens. */
const fenceOf = (text: string): string | undefined => {
  const sign = fenceStart.exec(text)?.[0]
  const first = sign?.[0] ?? ""
  return sign === undefined || (first !== "~" && text.includes(first, sign.length)) ? undefined : sign
}

/** HTML whose content no blank line and no tag ends, by its end. */
const verbatimHtml: ReadonlyArray<readonly [start: RegExp, end: RegExp]> = [
  [/^<(?:pre|script|style|textarea)(?=[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<!--/, /-->/]
]

/** Elements that cannot be interrupted by a block of Markdown. */
const grid = /<(\/?)(?:table|ul|ol|dl|picture|video)\b/gi
/** Elements that give a grid its shape. */
const shape = /<\/?(?:table|thead|tbody|tfoot|tr|t[dh]|ul|ol|li|dl|dt|dd)\b[^>]*>/gi

const rowRule = /^[ \t>|:-]+$/

interface Verbatim {
  readonly start: string
  readonly end: string
  readonly endTag: RegExp
}

/** Tags whose content is not Markdown, with the fence that keeps it. */
const verbatim: ReadonlyMap<string, Verbatim> = new Map([
  ["math", { start: "$$", end: "$$", endTag: /\{%-?[ \t]{0,9}endmath[ \t]{0,9}-?%\}/ }],
  ["mermaid", { start: "```mermaid", end: "```", endTag: /\{%-?[ \t]{0,9}endmermaid[ \t]{0,9}-?%\}/ }],
  ["plantuml", { start: "```plantuml", end: "```", endTag: /\{%-?[ \t]{0,9}endplantuml[ \t]{0,9}-?%\}/ }],
  ["uml", { start: "```plantuml", end: "```", endTag: /\{%-?[ \t]{0,9}enduml[ \t]{0,9}-?%\}/ }]
])

interface TagToken {
  readonly tag: Tag.Tag
  readonly source: string
}

type Token = { readonly text: string } | TagToken

/** The end of a span of code or of a formula that begins at `at`. */
const spanEnd = (line: string, at: number): number => {
  const sign = line[at] ?? ""
  let end = at
  while (line[end] === sign) end++
  if (sign === "$" && end - at < 2) return end
  const run = line.slice(at, end)
  for (let close = line.indexOf(run, end); close !== -1; close = line.indexOf(run, close)) {
    let after = close
    while (line[after] === sign) after++
    if (after - close === run.length) return after
    close = after
  }
  return end
}

const conditionHead = /^\{%-?[ \t]{0,9}if[ \t]/

/** A condition whose quotes do not match, up to its end on the line. */
const conditionAt = (line: string, at: number): string | undefined => {
  const end = line.indexOf("%}", at)
  return end !== -1 && conditionHead.test(line.slice(at, at + 16)) ? line.slice(at, end + 2) : undefined
}

/** A tag as parsers find it: a condition whose quotes do not match has its expression in an attribute. */
const quotedCondition = (source: string): string => {
  tagAt.lastIndex = 0
  if (tagAt.exec(source)?.[0] === source) return source
  return Tag.print("if", { expression: source.replace(conditionHead, "").slice(0, -2).trim() })
}

/** The texts and tags of a line, in order. */
const tokensOf = (line: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let [from, failed] = [0, 0]
  for (let at = 0; at < line.length; ) {
    const sign = line[at]
    if (sign === "\\") at += 2
    else if (sign === "`" || sign === "$") at = spanEnd(line, at)
    else if (line.startsWith("<!--", at)) {
      const end = line.indexOf("-->", at)
      at = end === -1 ? line.length : end + 3
    } else if (line.startsWith("{%", at) && failed < limits.attempts) {
      tagAt.lastIndex = at
      const whole = tagAt.exec(line)?.[0] ?? conditionAt(line, at)
      const source = whole === undefined ? undefined : quotedCondition(whole)
      const tag = source === undefined ? undefined : Tag.parse(source)
      if (whole === undefined || source === undefined || tag === undefined) {
        failed++
        at += 2
        continue
      }
      tokens.push({ text: line.slice(from, at) }, { tag, source })
      at += whole.length
      from = at
    } else at++
  }
  tokens.push({ text: line.slice(from) })
  return withFormulas(tokens.filter((token) => "tag" in token || token.text !== ""))
}

const isMath = (token: Token | undefined, isEnd: boolean): boolean =>
  token !== undefined && "tag" in token && token.tag.name === "math" && token.tag.isEnd === isEnd

/** Formulas of a line in the notation of Markdown. */
const withFormulas = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const made: Array<Token> = []
  for (let index = 0; index < tokens.length; index++) {
    const [start, formula, end] = tokens.slice(index, index + 3)
    if (start === undefined) break
    const isFormula = isMath(start, false) && isMath(end, true) && formula !== undefined && "text" in formula
    made.push(isFormula && !formula.text.includes("$") ? { text: `$$${formula.text.trim()}$$` } : start)
    if (made.at(-1) !== start) index += 2
  }
  return made
}

/** A tag that begins at the end of a line and the lines that it takes; without the tag where it does not end. */
const joinTag = (lines: ReadonlyArray<string>, from: number, column: number) => {
  const first = (lines[from] ?? "").slice(column)
  const most = Math.min(lines.length - 1, from + limits.tagLines)
  let last = from + 1
  while (last < most && !lines[last]?.includes("%}")) last++
  let isQuoted = false
  const joined = [first, ...lines.slice(from + 1, last + 1)].join("\n").replace(/\\.|["\n]/g, (sign) => {
    if (sign === '"') isQuoted = !isQuoted
    return sign !== "\n" ? sign : isQuoted ? "&#10;" : " "
  })
  tagAt.lastIndex = 0
  return { last, joined: tagAt.test(joined) ? joined : undefined }
}

/** The lines of a text with the index of each, with tags outside of code that extend over several of them on one. */
const joinTags = (lines: ReadonlyArray<string>) => {
  const kindOf = makeScanner()
  const made: Array<string> = []
  const indices: Array<number> = []
  let tried = -1
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ""
    const isCode = kindOf(line, lines[index + 1]) === "code"
    const column = index > tried && !isCode ? line.lastIndexOf("{%") : -1
    const isOpen = column !== -1 && tagHead.test(line.slice(column)) && !line.includes("%}", column)
    const tag = isOpen ? joinTag(lines, index, column) : undefined
    if (tag !== undefined) tried = tag.last
    indices.push(index)
    if (tag?.joined === undefined) made.push(line)
    else {
      made.push(line.slice(0, column) + tag.joined)
      index = tag.last
    }
  }
  return { lines: made, indices }
}

const targetNames = ["url", "src", "page"] as const
/** Tags whose target has no name. */
const targeted = new Set(["include", "page-ref", "reusable-content", "youtube"])

/** The words and the target in the attributes of a tag, as text of a line. */
const wordsOf = ({ attributes, isEnd, name }: Tag.Tag, isHtml: boolean): string => {
  if (isEnd) return ""
  const title = attributes.get("title") ?? attributes.get("summary") ?? ""
  const target =
    targetNames.map((key) => attributes.get(key)).find((value) => value !== undefined) ??
    (targeted.has(name) ? attributes.get(Tag.unnamed) : undefined)
  if (target === undefined) return isHtml ? HastText.escapeText(title) : title
  const label = title || target.slice(target.lastIndexOf("/") + 1) || target
  return isHtml
    ? HastText.element("a", { href: target }, HastText.escapeText(label))
    : `[${label.replace(/[[\]\\|`*_<]/g, "\\$&")}](<${target.replace(/[<>|]/g, encodeURIComponent)}>)`
}

class Writer {
  readonly lines: Array<string> = []
  readonly origins: Array<number> = []
  readonly warnings = new Map<string, Markdown.Warning>()
  /** The condition that hides what follows it within a line of one block. */
  hidden: string | undefined
  /** The line of the text that is written, counted from 1. */
  line = 1
  readonly #keepsTags: boolean
  /** The markers of the further lines of the containers in which tags were opened, by the name of the tag. */
  readonly #opened = new Map<string, Array<string>>()
  #depth = 0
  #isRaw = false
  #isTag = true

  constructor(keepsTags: boolean) {
    this.#keepsTags = keepsTags
  }

  warn(reason: string): void {
    if (!this.warnings.has(reason)) this.warnings.set(reason, { name: "tag", line: this.line, reason })
  }

  #add(line: string): void {
    this.lines.push(line)
    this.origins.push(this.line)
  }

  put(line: string): void {
    this.#add(line)
    this.#isTag = false
  }

  /** Writes a tag as a separate block: HTML and tables would otherwise continue over it. */
  putTag(prefix: string, next: string, source: string): void {
    const before = this.lines.at(-1) ?? ""
    if (!this.#isTag && /[^>\s]/.test(before)) this.#add(next.trimEnd())
    this.#add(prefix + source)
    this.#isTag = true
  }

  /** The tokens of a line; tags in text that is shown as it is are text. */
  #read(line: string): ReadonlyArray<Token> {
    return tokensOf(line).flatMap((token): ReadonlyArray<Token> => {
      if ("text" in token) return [token]
      if (token.tag.name !== "raw") return this.#isRaw ? [{ text: `\\${token.source}` }] : [token]
      this.#isRaw = !token.tag.isEnd
      return []
    })
  }

  /** What a tag without a meaning leaves within a line. */
  #wordsOf({ source, tag }: TagToken): string {
    if (this.#keepsTags) return `\\${source}`
    this.warn(Tag.notUnderstood(tag.name))
    return wordsOf(tag, false)
  }

  /** Writes a line of a block that cannot contain other blocks: tags leave their words. */
  putInline(line: string, isHtml: boolean): void {
    let words = ""
    for (const token of this.#read(line)) {
      if ("text" in token) {
        const text = this.hidden === undefined ? token.text : this.#shapeOf(token.text, isHtml)
        words += /[ \t]$/.test(words) ? text.replace(/^[ \t]{1,100}/, "") : text
        continue
      }
      const { isEnd, name } = token.tag
      if (name === "if" || name === "else" || name === "elif") {
        this.warn("text under a condition within a heading, a table or HTML was removed: only blocks have conditions")
        if (name === "if") this.#depth = Math.max(0, this.#depth + (isEnd ? -1 : 1))
        this.hidden = this.#depth === 0 ? undefined : (this.hidden ?? token.source)
        continue
      }
      this.warn(`the tag ${name} within a heading, a table or HTML was removed and its content was kept`)
      if (this.hidden === undefined) words += wordsOf(token.tag, isHtml)
    }
    this.put(words)
  }

  /** Ends the condition that hides what follows. */
  show(): void {
    this.hidden = undefined
    this.#depth = 0
  }

  #shapeOf(text: string, isHtml: boolean): string {
    return isHtml ? (text.match(shape)?.join("") ?? "") : text.replace(/[^|]/g, "")
  }

  /**
   * The markers of the line of a tag: an end tag is in the containers of its start, even if it follows the text of an
   * item or a quote within them.
   */
  #placeOf({ isEnd, name }: Tag.Tag, next: string): string {
    const opened = this.#opened.get(name) ?? []
    if (!isEnd && Tag.isContainer(name)) this.#opened.set(name, opened)
    if (!isEnd) opened.push(next)
    const start = isEnd ? opened.pop() : undefined
    return start !== undefined && start.length < next.length ? start : next
  }

  /** Writes a line of text with each tag as a separate line. */
  putText(line: string): void {
    const prefix = markers.exec(line)?.[0] ?? ""
    let next = continued(prefix)
    let [before, text] = [prefix, ""]
    const flush = () => {
      if (text.trim() !== "") {
        this.put(before + text.trim())
        before = next
      }
      text = ""
    }
    const tokens = this.#read(line.slice(prefix.length))
    if (tokens.every((token) => "text" in token)) {
      const whole = tokens.map(({ text }) => text).join("")
      return this.put(whole.trim() === "" ? next.trimEnd() : prefix + whole)
    }
    const isShared = tokens.some((token) => "text" in token && token.text.trim() !== "")
    for (const token of tokens) {
      if ("text" in token) text += token.text
      else if (isShared && !Tag.isKnown(token.tag.name)) text += this.#wordsOf(token)
      else {
        flush()
        const place = this.#placeOf(token.tag, next)
        if (place !== next) [before, next] = [place, place]
        this.putTag(before, next, token.source)
        before = next
      }
    }
    flush()
  }
}

interface Fence {
  readonly sign: string
  readonly isQuoted: boolean
}

const closes = ({ isQuoted, sign }: Fence, line: string): boolean => {
  if (isQuoted && !/^[ \t]*>/.test(line)) return true
  const text = line.replace(/^[>\s]+/, "").trimEnd()
  return text.startsWith(sign) && text === (sign[0] ?? "").repeat(text.length)
}

/** Recognizes the lines of one text that have no tags, and those that are one block with others. */
const makeScanner = () => {
  let fence: Fence | undefined
  let end: RegExp | undefined
  let [depth, list, isRow, isBlank] = [0, 0, false, true]
  let isHtml = false

  const isCode = (line: string): boolean => {
    if (fence !== undefined) {
      if (closes(fence, line)) fence = undefined
      return true
    }
    if (end !== undefined) {
      if (end.test(line)) end = undefined
      return true
    }
    const prefix = markers.exec(line)?.[0] ?? ""
    const text = line.slice(prefix.length)
    const indent = prefix.replaceAll("\t", "    ").length
    if (isBlank && indent >= list + 4 && !listMarker.test(prefix)) return true
    if (text !== "" && !listMarker.test(prefix) && indent < list) list = 0
    if (listMarker.test(prefix)) list = indent
    const sign = fenceOf(text)
    if (sign !== undefined) {
      fence = { sign, isQuoted: prefix.includes(">") }
      return true
    }
    const [, close] = verbatimHtml.find(([open]) => open.test(text)) ?? []
    if (close !== undefined && !close.test(text)) end = close
    return close !== undefined
  }

  /** What kind of block a line belongs to. */
  return (line: string, following: string | undefined): "code" | "html" | "row" | "heading" | "text" => {
    if (isCode(line)) {
      isBlank = false
      return "code"
    }
    const text = line.replace(markers, "")
    isBlank = text === ""
    if (isBlank) {
      ;[isRow, isHtml, depth] = [false, false, 0]
      return "text"
    }
    isHtml ||= text.startsWith("<")
    if (isHtml) {
      const before = depth
      const ends = Array.from(text.matchAll(grid), ([, close]) => close !== "")
      for (const isEnd of ends) depth = Math.max(0, depth + (isEnd ? -1 : 1))
      if (before > 0 || ends.length > 0) return "html"
    }
    isRow ||=
      text.startsWith("|") ||
      (text.includes("|") &&
        following !== undefined &&
        rowRule.test(following) &&
        following.includes("|") &&
        following.includes("-"))
    if (isRow && text.includes("|")) return "row"
    return /^#{1,6}[ \t]/.test(text) ? "heading" : "text"
  }
}

/** The line at or after `from` that ends each kind of tag whose content is not Markdown. */
const makeEnds = (lines: ReadonlyArray<string>) => {
  const next = new Map<Verbatim, number>()
  return (from: number, kind: Verbatim): number => {
    let at = Math.max(from, next.get(kind) ?? 0)
    while (at < lines.length && !kind.endTag.test(lines[at] ?? "")) at++
    next.set(kind, at)
    return at
  }
}

const aloneTag = (line: string): Tag.Tag | undefined => {
  const tokens = tokensOf(line.replace(markers, "").trim())
  const [only] = tokens
  return tokens.length === 1 && only !== undefined && "tag" in only ? only.tag : undefined
}

/** The lines of a text after its front matter. */
const bodyStart = (lines: ReadonlyArray<string>): number => {
  if (lines[0]?.trimEnd() !== "---") return 0
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---") + 1
}

/**
 * Puts every tag on a separate line with the markers of its containers. In headings, table rows and HTML, which cannot
 * contain blocks, tags are removed and their words are kept, except words under a condition.
 */
export const separate = (text: string, options: TagLineOptions = {}): TagLines => {
  if (!text.includes("{%")) return { text, warnings: [] }
  const all = text.split("\n")
  const start = bodyStart(all)
  const { indices, lines } = joinTags(all.slice(start))
  const lineAt = (index: number) => start + (indices[index] ?? 0) + 1
  const [writer, kindOf, endOf] = [new Writer(options.keepsTags === true), makeScanner(), makeEnds(lines)]
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ""
    writer.line = lineAt(index)
    const kind = kindOf(line, lines[index + 1])
    if (writer.hidden !== undefined && (kind === "code" || kind === "text")) {
      writer.putTag("", "", writer.hidden)
      writer.show()
    }
    const isPlain = kind === "code" || !line.includes("{%")
    if (kind !== "code" && kind !== "text" && (!isPlain || writer.hidden !== undefined)) {
      writer.putInline(line, kind === "html")
      continue
    }
    const tag = isPlain ? undefined : aloneTag(line)
    const fence = tag === undefined || tag.isEnd ? undefined : verbatim.get(tag.name)
    const last = fence === undefined ? lines.length : endOf(index, fence)
    if (isPlain) writer.put(line)
    else if (fence === undefined || last === lines.length) writer.putText(line)
    else {
      const prefix = markers.exec(line)?.[0] ?? ""
      writer.putTag(prefix, continued(prefix), fence.start)
      for (const [offset, inner] of lines.slice(index + 1, last).entries()) {
        writer.line = lineAt(index + 1 + offset)
        writer.put(inner)
      }
      writer.line = lineAt(last)
      writer.put(continued(prefix) + fence.end)
      index = last
    }
  }
  const head = all.slice(0, start)
  return {
    text: [...head, ...writer.lines].join("\n"),
    origins: [...head.map((_, index) => index + 1), ...writer.origins],
    warnings: [...writer.warnings.values()]
  }
}
