/** A fenced code block whose info string is in the form that the reader of code blocks knows. */
export interface CodeFence {
  readonly info: string
  readonly title: string | undefined
  readonly lines: ReadonlyArray<string>
}

interface InfoParts {
  language: string
  title: string | undefined
  isNumbered: boolean
  readonly highlighted: Array<string>
  /** Words without a meaning that is known. */
  readonly rest: Array<string>
}

/** Info strings that are longer stay as they are written. */
const mostCharacters = 1_000

const part =
  /\{([^{}]{0,200})\}|\[([^\]]{0,200})\]|([\w:-]{1,40}) ?= ?(?:"([^"]{0,200})"|'([^']{0,200})'|\{([^{}]{0,200})\}|([^\s{}[\]"']{1,200}))|("[^"]{0,200}"|'[^']{0,200}')|([^\s{}[\]]{1,200})|[{}[\]]/g
const titleNames = new Set(["title", "filename", "file", "label", "tab"])
const lineNames = new Set(["del", "emphasize-lines", "highlight", "hl", "hl_lines", "ins", "lines", "mark"])
const numberNames = new Set([
  "linenums",
  "showlinenumbers",
  "line-numbers",
  "linenumbers",
  "lines",
  "numberlines",
  "startline"
])
/** Options of a display that documents do not have and that do not change the text. */
const displayNames = new Set(
  "annotate collapse copy expandable focus frame hidelines icon jsonui lang live meta noinline noplayground no-copy no-select npm2yarn preview select startlinenumber sync tab theme twoslash wrap".split(
    " "
  )
)

const range = /\d{1,9}(?: ?- ?\d{1,9})?/g

/** The ranges of `1, 3-5` or `1 3-5`. */
const rangesOf = (text: string): ReadonlyArray<string> =>
  (text.match(range) ?? []).map((each) => each.replace(/\s/g, ""))

const readNamed = (parts: InfoParts, name: string, value: string): void => {
  const key = name.toLowerCase()
  if (titleNames.has(key)) parts.title ??= value
  else if (lineNames.has(key)) parts.highlighted.push(...rangesOf(value))
  else if (numberNames.has(key)) parts.isNumbered ||= value !== "false"
  else if (!displayNames.has(key)) parts.rest.push(`${name}=${value}`)
}

const readWord = (parts: InfoParts, word: string): void => {
  const key = word.toLowerCase()
  if (numberNames.has(key)) parts.isNumbered = true
  else if (!displayNames.has(key) && key !== "no-line-numbers") parts.rest.push(word)
}

/** `.py` and `#id` in an attribute list. */
const readClass = (parts: InfoParts, word: string): void => {
  if (word.startsWith(".") && parts.language === "") parts.language = word.slice(1)
  else if (!/^[.#]/.test(word)) readWord(parts, word)
}

const readParts = (parts: InfoParts, text: string, takeWord: typeof readWord): void => {
  for (const [, braces, brackets, name, double, single, inBraces, bare, , word] of text.matchAll(part)) {
    if (braces !== undefined) parts.highlighted.push(...rangesOf(braces))
    else if (brackets !== undefined) parts.title ??= brackets.trim()
    else if (name !== undefined) readNamed(parts, name, double ?? single ?? inBraces ?? bare ?? "")
    else if (word !== undefined) takeWord(parts, word)
  }
}

const head = /^([^\s{[:]*)(?::([^\s{[]*))?/

const readInfo = (info: string): InfoParts => {
  const parts: InfoParts = { language: "", title: undefined, isNumbered: false, highlighted: [], rest: [] }
  const text = info.trim()
  if (/^\{\s?[.#]/.test(text) && text.endsWith("}")) {
    readParts(parts, text.slice(1, -1), readClass)
    return parts
  }
  const [whole = "", language = "", option] = head.exec(text) ?? []
  parts.language = language
  if (option !== undefined && /^(?:no-)?line-numbers(?:=\d+)?$/.test(option))
    parts.isNumbered = !option.startsWith("no-")
  else if (option) parts.title = option
  const rest = text.slice(whole.length)
  readParts(parts, rest, readWord)
  return parts
}

const isFileName = (text: string): boolean => /^[^\s"{}]*[\w-]\.[a-z]\w{0,9}$/i.test(text)

/** Whether a text is words that people read. */
const isWords = (text: string): boolean => text.length <= 100 && /^[\p{L}\p{N} .,:&()/+#'_-]+$/u.test(text)

/** Removes `include name` of Twoslash, which names the code for other blocks. */
const withoutInclude = (words: Array<string>): void => {
  if (words[0] === "include" && words.length === 2) words.length = 0
}

/** Takes words as the title: those of a tab, a file name, or words of people. */
const takeTitle = (parts: InfoParts, isTab: boolean): void => {
  if (parts.title !== undefined || parts.rest.length === 0) return
  const text = parts.rest.join(" ")
  if (!isTab && !isFileName(text) && !isWords(text)) return
  parts.title = text
  parts.rest.length = 0
}

const comment = /^(?:\/\/|#|--|;|%|\{?\/\*|<!--) ?highlight-(next-line|start|end)(?: ?(?:\*\/\}?|-->))?$/
const mark = /(?:\/\/|#|--|;|%|\/\*|<!--) ?\[!code ([^\]\n]{1,40})\](?: ?(?:\*\/|-->))?$/

/** Removes the comments that mark lines, and adds those lines to the highlighted ones. */
const unmark = (lines: ReadonlyArray<string>, highlighted: Array<string>): ReadonlyArray<string> => {
  const plain: Array<string> = []
  let [isNext, isWithin] = [false, false]
  for (const line of lines) {
    const word = comment.exec(line.trim())?.[1]
    if (word !== undefined) {
      isNext = word === "next-line"
      isWithin = word === "next-line" ? isWithin : word === "start"
      continue
    }
    const option = mark.exec(line.trimEnd())?.[1]
    plain.push(option === undefined ? line : line.trimEnd().replace(mark, "").trimEnd())
    if (isNext || isWithin || (option !== undefined && /^(?:hl|highlight|focus|\+\+)/.test(option)))
      highlighted.push(String(plain.length))
    isNext = false
  }
  return plain
}

/** Reads the info string and the lines of a fence; `isTab` takes all other words of the info string as its title. */
export const read = (info: string, lines: ReadonlyArray<string>, isTab: boolean): CodeFence => {
  if (info.includes("\\") || info.length > mostCharacters) return { info: info.trim(), title: undefined, lines }
  const parts = readInfo(info)
  withoutInclude(parts.rest)
  takeTitle(parts, isTab)
  const plain = unmark(lines, parts.highlighted)
  const title = parts.title?.replaceAll('"', "'").trim()
  const words = [
    parts.language || (title || parts.isNumbered || parts.highlighted.length > 0 ? "text" : ""),
    ...(title && !isTab ? [`title="${title}"`] : []),
    ...(parts.highlighted.length > 0 ? [`{${parts.highlighted.join(",")}}`] : []),
    ...(parts.isNumbered ? ["showLineNumbers"] : []),
    ...parts.rest
  ]
  return { info: words.filter((word) => word !== "").join(" "), title, lines: plain }
}
