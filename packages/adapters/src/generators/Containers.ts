import type { Markdown } from "@quire/core"
import type * as LineMap from "../markdown/LineMap.ts"
import * as Admonitions from "./Admonitions.ts"
import * as CodeFence from "./CodeFence.ts"
import {
  type Enclosure,
  expandable,
  hint,
  type Lines,
  nothing,
  type TagContext,
  type TagForm,
  tab,
  tabs,
  titleLine
} from "./ContainerTags.ts"
import * as InlineSyntax from "./InlineSyntax.ts"
import * as PythonMarkdown from "./PythonMarkdown.ts"

/** A text whose containers are tags that the reader of Markdown knows. */
export interface TaggedText {
  readonly text: string
  /** The line that each line comes from; absent for a text without containers. */
  readonly origins?: LineMap.Origins
  readonly warnings: ReadonlyArray<Markdown.Warning>
}

/** Deepest nesting of indented bodies; deeper ones stay as they are written. */
export const deepest = 16

/** Containers that are open at the same time; further ones stay as they are written. */
export const mostOpen = 32

/** The colons of what no line of colons ends. */
const endless = Number.POSITIVE_INFINITY

interface Opened {
  /** Colons of the line that opened it. */
  readonly colons: number
  readonly prefix: string
  readonly end: Lines
  /** What begins a tab in it: each fence, or each line `== title`. */
  readonly tabs?: "fences" | "signs"
}

/** A tab with the lines of its body. */
interface Tab {
  readonly prefix: string
  readonly title: string
  readonly body: Lines
  /** The index of the first line of the body. */
  readonly begin: number
  /** The index of the line after it. */
  readonly next: number
}

interface PageContext extends TagContext {
  /** Reports what a line of the text, counted from 1, has that becomes something else. */
  readonly warn: (reason: string, line: number) => void
  /** What a text of Python Markdown says about its abbreviations; undefined for other texts. */
  readonly python: PythonMarkdown.Abbreviations | undefined
}

const fenceStart = /^([-+*>\d.)\t ]*)(`{3,}(?!`)|~{3,}(?!~))(.*)/
const listItem = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/
const admonition = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+(\S.*)/
const admonitionHead = /^([\w-]+(?: [\w-]+){0,4})? ?(?:"(.*)")?$/
const tabSign = /^[ \t]*==[ \t]+(\S.*)$/
const tabLine = /^([ \t]*)===[+!]{0,2}[ \t]+"((?:[^"\\]|\\.)*)"[ \t]*$/
const alert = /^([ \t>]*>[ \t]?)\[!([A-Za-z]+)\]([-+]?)(.*)$/
const colonStart = /^([ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?)(:{3,})[ \t]?([A-Za-z][\w-]*)(?![\w-])(.*)$/
const generated = /^([ \t]*):::[ \t]+([\w.:-]{1,200})[ \t]*$/
const colonEnd = /^[ \t>]*(:{3,})[ \t]*$/
/** A line of Kramdown or Python Markdown with the attributes of the block before or after it. */
const attributeLine = /^([ \t>]*)\{:([^{}]{1,300})\}[ \t]*$/
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/
const contents = /^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\]|\$\{toc\})[ \t]*$/i
const contentsAttribute = /^[ \t]*\{:[ \t]*toc[ \t]*\}[ \t]*$/
const rawStart = /^[ \t>]*<(pre|script|style|textarea)\b|^[ \t>]*(\$\$)(?!.*\$\$)|^[ \t>]*(<!--)/i

/** The words of alerts by style. */
const alertWords: Readonly<Record<Admonitions.Style, string>> = {
  info: "NOTE",
  success: "TIP",
  warning: "WARNING",
  danger: "CAUTION"
}

/** The beginning of a further line in the containers that a line begins with. */
const continued = (prefix: string): string => prefix.replace(/[^>\s]/g, " ")

const capitalized = (text: string): string => text.replace(/^./su, (first) => first.toUpperCase())

const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === ""

const columnsOf = (space: string): number => space.replaceAll("\t", "    ").length

const indentOf = (line: string): number => columnsOf(/^[ \t]*/.exec(line)?.[0] ?? "")

/** A line without its first columns of white space. */
const dedent = (line: string, columns: number): string => {
  let [at, gone] = [0, 0]
  while (gone < columns && (line[at] === " " || line[at] === "\t")) gone += line[at++] === "\t" ? 4 : 1
  return line.slice(at)
}

/** Translates the containers of one list of lines. */
class Translation {
  readonly out: Array<string> = []
  readonly origins: Array<number> = []
  private readonly open: Array<Opened> = []
  private at = 0
  /** Greatest indentation of a container at this place: more after an item of a list. */
  private room = 3

  private readonly context: PageContext
  private readonly lines: Lines
  private readonly depth: number
  /** How many lines of the text are before the first of these lines. */
  private readonly before: number

  constructor(context: PageContext, lines: Lines, depth: number, before: number) {
    this.context = context
    this.lines = lines
    this.depth = depth
    this.before = before
  }

  all(): this {
    while (this.at < this.lines.length) this.next(this.lines[this.at] ?? "")
    while (this.open.length > 0) this.close()
    return this
  }

  /** Writes a line that comes from the line of the text, counted from 1. */
  private add(line: string, origin = this.line()): void {
    this.out.push(line)
    this.origins.push(origin)
  }

  private line(index = this.at): number {
    return this.before + index + 1
  }

  private next(line: string): void {
    const indent = indentOf(line)
    if (listItem.test(line)) this.room = Math.max(this.room, indent + 7)
    else if (indent === 0 && !isBlank(line)) this.room = 3
    if (indent > this.room) return this.keep(1)
    if (this.takeFence(line) || this.takeRaw(line) || this.takeIndented(line) || this.takeTabs()) return
    const isPython = this.context.form === "python"
    if (isPython ? this.takeGenerated(line) : this.takeColons(line) || this.takeTabSign(line)) return
    if (line.includes("{:") && this.takeAttributes(line)) return
    if (this.takeAlert(line) || (isPython && (this.takeSlashes(line) || this.takeDefinitions(line)))) return
    if (!this.isContents(line) && !PythonMarkdown.isAbbreviation(this.context.python, line)) this.add(this.inline(line))
    this.at++
  }

  /** The index of the first line from `at` on that is meant; the number of lines if there is none. */
  private find(at: number, isMeant: (line: string) => boolean): number {
    let index = at
    while (index < this.lines.length && !isMeant(this.lines[index] ?? "")) index++
    return index
  }

  /** Whether a line stands for the table of contents. */
  private isContents(line: string): boolean {
    return contents.test(line) || (listItem.test(line) && contentsAttribute.test(this.lines[this.at + 1] ?? ""))
  }

  private keep(count: number): void {
    for (const line of this.lines.slice(this.at, this.at + count)) {
      this.add(line)
      this.at++
    }
  }

  private warn(reason: string): void {
    this.context.warn(reason, this.line())
  }

  private inline(line: string): string {
    const { python } = this.context
    const warn = (reason: string) => this.warn(reason)
    return InlineSyntax.rewrite(python === undefined ? line : PythonMarkdown.rewrite(python, line, warn), warn)
  }

  /** Lines that are a separate block; the marker of a list that they begin with is written once. */
  private put(prefix: string, lines: Lines): void {
    const further = continued(prefix)
    const blank = further.trimEnd()
    const [first = "", ...rest] = lines
    if (prefix === further) this.add(blank)
    this.add(first === "" ? prefix.trimEnd() : prefix + first)
    for (const line of rest) this.add(line === "" ? blank : further + line)
    if (lines.length > 0) this.add(blank)
  }

  /** A body whose first line is that at an index. */
  private wrap(prefix: string, { begin, end }: Enclosure, body: Lines, first: number): void {
    this.put(prefix, begin)
    const { origins, out } = new Translation(this.context, body, this.depth + 1, this.before + first).all()
    for (const [index, line] of out.entries()) this.add(line === "" ? "" : prefix + line, origins[index])
    this.put(prefix, end)
  }

  /** A fenced code block; in a group of code it is a tab. */
  private takeFence(line: string): boolean {
    const [, prefix = "", fence = "", info = ""] = fenceStart.exec(line) ?? []
    if (fence === "" || (fence.startsWith("`") && info.includes("`"))) return false
    const isEnd = (each: string) => {
      const text = each.replace(/^[ \t>]*/, "").trimEnd()
      return text.length >= fence.length && text === (fence[0] ?? "").repeat(text.length)
    }
    const last = this.find(this.at + 1, isEnd)
    const isTab = this.open.at(-1)?.tabs === "fences"
    const code = CodeFence.read(info, this.lines.slice(this.at + 1, last), isTab)
    const whole = [`${prefix}${fence}${code.info}`, ...code.lines, ...this.lines.slice(last, last + 1)]
    const { begin, end } = tab(this.context, code.title ?? (code.info || "Code"))
    if (isTab) this.put(prefix, begin)
    for (const [index, each] of whole.entries()) this.add(each, this.line(Math.min(this.at + index, last)))
    if (isTab) this.put(continued(prefix), end)
    this.at = last + 1
    return true
  }

  /** HTML with raw text, and formulas. */
  private takeRaw(line: string): boolean {
    const [, element, math, comment] = rawStart.exec(line) ?? []
    const end =
      element === undefined ? (math ?? (comment === undefined ? undefined : "-->")) : `</${element.toLowerCase()}`
    if (end === undefined) return false
    const first = math === undefined ? this.at : this.at + 1
    this.keep(this.find(first, (each) => each.toLowerCase().includes(end)) + 1 - this.at)
    return true
  }

  /** The lines of an indented body after a line, and the number of lines up to its end. */
  private bodyAfter(at: number, indent: number): { readonly body: Lines; readonly next: number } {
    const inner = indent + 4
    let next = at + 1
    let last = next
    for (; next < this.lines.length; next++) {
      const line = this.lines[next] ?? ""
      if (isBlank(line)) continue
      if (indentOf(line) < inner) break
      last = next + 1
    }
    return { body: this.lines.slice(at + 1, last).map((line) => dedent(line, inner)), next: last }
  }

  /** `!!!` and `???` with an indented body. */
  private takeIndented(line: string): boolean {
    const [, prefix = "", sign, rest = ""] = admonition.exec(line) ?? []
    const [head, words = "", title] = admonitionHead.exec(rest.trimEnd()) ?? []
    if (head === undefined || sign === undefined || this.depth >= deepest || (words === "" && title === undefined))
      return false
    const type = words.split(" ")[0] ?? ""
    const { body, next } = this.bodyAfter(this.at, columnsOf(prefix))
    const style = Admonitions.styleOf(type) ?? "info"
    const isHint = sign === "!!!"
    this.wrap(
      prefix,
      isHint ? hint(this.context, style, title ?? "") : expandable(title || capitalized(type)),
      body,
      this.at + 1
    )
    this.at = next
    return true
  }

  /** The tab that begins at a line. */
  private tabAt(at: number): Tab | undefined {
    const line = this.lines[at] ?? ""
    const [whole, prefix = "", title = ""] = tabLine.exec(line) ?? []
    if (whole !== undefined) return { prefix, title, begin: at + 1, ...this.bodyAfter(at, columnsOf(prefix)) }
    const block = this.context.form === "python" ? PythonMarkdown.blockAt(this.lines, at) : undefined
    return block?.name === "tab" ? block : undefined
  }

  /** Consecutive tabs with indented bodies, or with separate ends. */
  private takeTabs(): boolean {
    const first = this.depth < deepest ? this.tabAt(this.at) : undefined
    if (first === undefined) return false
    const { begin, end } = tabs(this.context)
    this.put(first.prefix, begin)
    for (let each: Tab | undefined = first; each?.prefix === first.prefix; ) {
      this.wrap(first.prefix, tab(this.context, each.title), each.body, each.begin)
      this.at = each.next
      const after = this.find(this.at, (line) => !isBlank(line))
      each = this.tabAt(after)
    }
    this.put(first.prefix, end)
    return true
  }

  /** `/// name | title` and its end. */
  private takeSlashes(line: string): boolean {
    const block = line.includes("///") && this.depth < deepest ? PythonMarkdown.blockAt(this.lines, this.at) : undefined
    if (block === undefined) return false
    const { begin, body, name, next, prefix, title, type } = block
    const style =
      Admonitions.styleOf(name) ?? (name === "admonition" ? (Admonitions.styleOf(type) ?? "info") : undefined)
    const folded = name === "details" ? expandable(title || "Details") : nothing
    this.wrap(prefix, style === undefined ? folded : hint(this.context, style, title), body, begin)
    this.at = next
    return true
  }

  /** A term with its definitions, which begin with a colon. */
  private takeDefinitions(line: string): boolean {
    const begin = this.depth < deepest ? PythonMarkdown.definitionsAfter(this.lines, this.at) : undefined
    if (begin === undefined) return false
    this.warn("a definition list was converted: its terms are bold, and its definitions follow them")
    const prefix = " ".repeat(indentOf(line))
    this.put(prefix, [this.inline(titleLine(PythonMarkdown.termOf(line)))])
    this.at = begin
    for (;;) {
      const definition = PythonMarkdown.definitionOf(this.lines[this.at] ?? "")
      if (definition === undefined) return true
      const { body, next } = this.bodyAfter(this.at, prefix.length)
      this.wrap(prefix, nothing, [definition, ...body], this.at)
      const after = this.find(next, (each) => !isBlank(each))
      this.at = PythonMarkdown.definitionOf(this.lines[after] ?? "") === undefined ? next : after
    }
  }

  /** `::: name`, which stands for text that a program generates, with its options. */
  private takeGenerated(line: string): boolean {
    const [, prefix = "", name] = generated.exec(line) ?? []
    if (name === undefined) return false
    const { body, next } = this.bodyAfter(this.at, columnsOf(prefix))
    this.warn(`the text that a program generates for ${name} is not in the source`)
    const options = body.length === 0 ? [] : ["", "```yaml", ...body, "```"]
    this.put(prefix, [`\`::: ${name}\``, ...options])
    this.at = next
    return true
  }

  /** The first line of an alert with a title, or of a type that GitHub does not have. */
  private takeAlert(line: string): boolean {
    const [, prefix, type = "", fold = "", words = ""] = line.includes("[!") ? (alert.exec(line) ?? []) : []
    const title = words.trim()
    const style = Admonitions.styleOf(type)
    if (
      prefix === undefined ||
      style === undefined ||
      /^(?:note|tip|important|warning|caution)$/i.test(type + fold + title)
    )
      return false
    this.add(`${prefix}[!${alertWords[style]}]`)
    if (title !== "") for (const each of [prefix + this.inline(titleLine(title)), prefix.trimEnd()]) this.add(each)
    this.at++
    return true
  }

  private close(): void {
    const last = this.open.pop()
    if (last !== undefined) this.put(last.prefix, last.end)
  }

  private begin(colons: number, prefix: string, { begin, end }: Enclosure, signs?: Opened["tabs"]): void {
    const further = continued(prefix)
    if (begin.length > 0 || prefix !== further) this.put(prefix, begin)
    this.open.push({ colons, prefix: further, end, ...(signs === undefined ? {} : { tabs: signs }) })
  }

  /** `== title` in `:::tabs`, whose tab ends with the next one or with the container. */
  private takeTabSign(line: string): boolean {
    const title = tabSign.exec(line)?.[1]
    if (title === undefined) return false
    const last = this.open.at(-1)
    const isSecond = last?.colons === endless
    const group = isSecond ? this.open.at(-2) : last
    if (group?.tabs !== "signs" || (!isSecond && this.open.length >= mostOpen)) return false
    if (isSecond) this.close()
    this.begin(endless, group.prefix, tab(this.context, title.trim()))
    this.at++
    return true
  }

  /** Adds an id to the heading directly before or after this line; false if there is none. */
  private identify(prefix: string, id: string): boolean {
    const isUnderlined = underline.test(this.out.at(-1) ?? "")
    const at = this.out.length - (isUnderlined ? 2 : 1)
    const before = this.out[at] ?? ""
    const isAfter = isUnderlined ? !isBlank(before) : InlineSyntax.isHeading(before)
    if (isAfter) this.out[at] = `${before} {#${id}}`
    else if (InlineSyntax.isHeading(this.lines[this.at + 1] ?? "")) this.add(`${prefix}<a id="${id}"></a>`)
    else return false
    return true
  }

  /** `{: #id .class }`: the id of a heading is kept. */
  private takeAttributes(line: string): boolean {
    const [whole, prefix = "", inner = ""] = attributeLine.exec(line) ?? []
    const words = inner.trim() === "toc" ? [] : InlineSyntax.attributesOf(inner)
    if (whole === undefined || words === undefined) return false
    const lost = words.filter((word) => !(/^#[^"<>&]+$/.test(word) && this.identify(prefix, word.slice(1))))
    if (lost.length > 0) this.warn(`the attributes ${lost.join(" ")} were removed`)
    const next = this.lines[this.at + 1]
    if (next !== undefined && !isBlank(next) && !listItem.test(next)) this.add(prefix.trimEnd())
    this.at++
    return true
  }

  /** `:::name` and its end. */
  private takeColons(line: string): boolean {
    const closing = colonEnd.exec(line)?.[1]?.length
    if (closing !== undefined) {
      const index = this.open.findLastIndex(({ colons }) => colons <= closing)
      if (index < 0) return false
      while (this.open.length > index) this.close()
      this.at++
      return true
    }
    const [, prefix = "", colons = "", name = "", rest = ""] = colonStart.exec(line) ?? []
    if (colons === "" || this.open.length >= mostOpen) return false
    const titled = rest
      .trim()
      .replace(/(?:^|(?<=[\s\]]))\{[^{}]*\}$/, "")
      .trim()
    const title = /title="([^"]*)"/.exec(rest)?.[1] ?? /^\[(.*)\]$/.exec(titled)?.[1] ?? titled
    this.beginNamed(name.toLowerCase(), colons.length, prefix, title.trim())
    this.at++
    return true
  }

  private beginNamed(name: string, colons: number, prefix: string, title: string): void {
    const style = Admonitions.styleOf(name)
    if (style !== undefined) return this.begin(colons, prefix, hint(this.context, style, title))
    if (name === "details") return this.begin(colons, prefix, expandable(title || "Details"))
    if (name === "code-group" || name === "code-tabs") return this.begin(colons, prefix, tabs(this.context), "fences")
    if (name === "tabs") return this.begin(colons, prefix, tabs(this.context), "signs")
    if (name === "tab" || name === "tab-item") return this.begin(colons, prefix, tab(this.context, title))
    if (name === "steps") return this.begin(colons, prefix, nothing)
    if (name !== "raw" && name !== "v-pre")
      this.warn(`an unknown container ${name} was removed and its content was kept`)
    this.begin(colons, prefix, title === "" ? nothing : { begin: [titleLine(title)], end: [] })
  }
}

const frontMatter = /^---[ \t]*\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/

const signs =
  /^[-+*>\d.)\t ]*(?:!!!|\?\?\?|===|:::|`{3}|~{3}|\[\[?_?toc|>[ \t]?\[!)|:[\w+-]+:|\{|`<\/span><span|&#[x01]/im

/** Whether a text has anything that may be a container, a fence or a short name. */
const hasSyntax = (text: string): boolean => signs.test(text)

/** Translates the containers, tabs, code groups, short names and attribute lists of other generators. */
export const toTags = (text: string, form: TagForm): TaggedText => {
  if (form !== "python" && !hasSyntax(text)) return { text, warnings: [] }
  const head = frontMatter.exec(text)?.[0] ?? ""
  const reasons = new Map<string, number>()
  const lines = text.slice(head.length).split("\n")
  const context: PageContext = {
    form,
    warn: (reason, line) => void (reasons.size < 100 && !reasons.has(reason) && reasons.set(reason, line)),
    python: form === "python" ? PythonMarkdown.abbreviationsOf(lines) : undefined
  }
  const before = head.split("\n").length - 1
  const { origins, out } = new Translation(context, lines, 0, before).all()
  return {
    text: head + out.join("\n"),
    origins: [...Array.from({ length: before }, (_, index) => index + 1), ...origins],
    warnings: Array.from(reasons, ([reason, line]) => ({ name: "tag", line, reason }))
  }
}
