import { posix } from "node:path"

/** A link or an image as a text has it. */
export interface SourceTarget {
  readonly target: string
  readonly isImage: boolean
}

/** What a text of a source says, found by patterns alone, so that no parser of the product is involved. */
export interface SourceText {
  readonly words: ReadonlyArray<string>
  readonly targets: ReadonlyArray<SourceTarget>
}

/** Addresses and what follows them, which links have as their targets and not as their text. */
const address = /\b(?:https?|mailto|ftp|tel):[^\s<>()"'`|\]}]+/g

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`
/** A character of a script that is written without spaces, or a run of other letters and digits. */
const word = new RegExp(String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{M}\p{N}])+`, "gu")

/** How often each value occurs. */
export const tally = (values: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The words of a text; each character of a script without spaces counts as one. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(address, " ").normalize("NFC").match(word) ?? []

const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const decodeEntities = (text: string): string =>
  text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&#x([\da-f]{1,6});/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
    )
    .replace(/&(\w{2,8});/g, (whole, name: string) => names[name] ?? whole)

/** Attributes whose values people read. */
const shownAttribute = /(?<![\w-])(?:title|label|summary|description|alt|caption)=\\?(?:"([^"]*)"|'([^']*)')/g

const attributesOf = (tag: string): string =>
  Array.from(tag.matchAll(shownAttribute), ([, double, single]) => double ?? single ?? "").join(" ")

const head = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** The title and the description in front matter, which may go on over several lines. */
const headWords = (text: string): string =>
  Array.from(
    text.matchAll(/^(?:title|description|sidebar_label):[ \t]*((?:.*)(?:\r?\n[ \t]+.*)*)/gm),
    ([, value = ""]) => value
  ).join("\n")

const fenceAt = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})(.*)$/

interface Pieces {
  readonly prose: string
  readonly code: string
}

/** Prose and the contents of fenced code; titles in the opening line of a fence count as prose. */
const splitFences = (text: string): Pieces => {
  const [prose, code]: [Array<string>, Array<string>] = [[], []]
  let open = ""
  for (const line of text.split(/\r\n?|\n/)) {
    const [, sign = "", info = ""] = fenceAt.exec(line) ?? []
    if (open === "" && sign !== "" && !(sign.startsWith("`") && info.includes("`"))) {
      open = sign
      prose.push(attributesOf(info))
    } else if (open !== "" && sign.startsWith(open) && info.trim() === "") open = ""
    else if (open === "") prose.push(line)
    else code.push(line)
  }
  return { prose: prose.join("\n"), code: code.join("\n") }
}

const targetText = String.raw`<[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))*`
const link = new RegExp(
  String.raw`(!?)\[((?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*)\]\([ \t]*(${targetText})([^)\n]*)\)`,
  "g"
)
const definition = /^ {0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*(\S+)(.*)$/gm
const templateTag = /\{%-?((?:[^%"]|"[^"]*"|%(?!\}))*)%\}/g
/** A tag whose content only repeats its target, for programs that do not know the tag. */
const repeatedTarget = /(\{%[^%]*?(?:url|src|spec)="([^"]*)"[^%]*%\})\s*\[[^\]\n]*\]\([^)\n]*\)\s*(?=\{%-? *end)/g
const htmlTag = /<\/?[A-Za-z][\w.:-]*(?:\s+(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*)?\/?>/g
const moduleLine = /^(?:import\s.*?(?:from\s*)?["'][^"'\n]+["'];?|export\s+(?:const|default|function)\b.*)$/gm

const clean = (target: string): string =>
  decodeEntities(target.replace(/^<|>$/g, "").replace(/\\([!-/:-@[-`{-~])/g, "$1"))

/** Whether the text of a link only repeats what it leads to. */
const repeats = (text: string, target: string): boolean => {
  const [label, path] = [text.replaceAll("\\", "").replace(/^[`*_]+|[`*_]+$/g, ""), target.replace(/[?#].*$/, "")]
  return label === target || label === path || label === posix.basename(path)
}

/** Text between backticks is code: nothing in it is syntax. */
const withoutSpans = (text: string, spans: Array<string>): string =>
  text.replace(
    /(?<![`\\])(`+)(?!`)((?:[^`\n]|\n(?!\s*\n)|(?!\1(?!`))`)+?)\1(?!`)/g,
    (_, _sign: string, inner: string) => {
      spans.push(inner)
      return `\u0001${spans.length - 1}\u0001`
    }
  )

const tagTargets = (inner: string): ReadonlyArray<string> => {
  const found = Array.from(inner.matchAll(/\b(?:url|src|page|href)="([^"]*)"/g), ([, target = ""]) => target)
  const [, included] = /^\s*(?:include|reusable-content|page-ref)\s+"([^"]*)"/.exec(inner) ?? []
  return included === undefined ? found : [...found, included]
}

const spanMark = /\u0001(\d+)\u0001/g

/** Reads one text of a source. */
export const read = (whole: string): SourceText => {
  const front = head.exec(whole)
  const { code, prose } = splitFences(front === null ? whole : whole.slice(front[0].length))
  const targets: Array<SourceTarget> = []
  const add = (target: string, isImage: boolean) => void targets.push({ target: clean(target), isImage })
  const spans: Array<string> = []
  let text = prose.replace(/<!--[\s\S]*?-->/g, " ").replace(/\{\/\*[\s\S]*?\*\/\}/g, " ")
  text = text.replace(/<pre\b[^>]*>([\s\S]*?)<\/pre\s*>/gi, (_, inner: string) => {
    spans.push(decodeEntities(inner.replace(htmlTag, "")))
    return `\u0001${spans.length - 1}\u0001`
  })
  text = withoutSpans(text, spans)
  text = text.replace(moduleLine, " ")
  text = text.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
  text = text.replace(repeatedTarget, "$1")
  text = text.replace(templateTag, (_, inner: string) => {
    for (const target of tagTargets(inner)) add(target, false)
    return ` ${attributesOf(inner)} `
  })
  text = text.replace(/<a\b[^<>]*?\bhref="([^"]*)"[^<>]*>([^<>]*)<\/a>/g, (tag, target: string, label: string) =>
    repeats(label, target) ? tag.replace(`>${label}<`, "><") : tag
  )
  text = text.replace(htmlTag, (tag) => {
    const [, href] = /^<a\b[^<>]*?(?<![\w-])href=["']([^"']*)["']/i.exec(tag) ?? []
    const [, src] = /^<(?:img|video|source)\b[\s\S]*?(?<![\w-])src=["']([^"']*)["']/i.exec(tag) ?? []
    if (href !== undefined) add(href, false)
    if (src !== undefined) add(src, true)
    return ` ${attributesOf(tag)} `
  })
  for (let before = ""; before !== text; ) {
    before = text
    text = text.replace(link, (_, sign: string, label: string, target: string, title: string) => {
      add(target, sign === "!")
      return ` ${repeats(label, clean(target)) && sign === "" ? "" : label} ${sign === "" ? "" : title.trim()} `
    })
  }
  const labels = tally(Array.from(text.matchAll(/\[([^[\]]*)\]/g), ([, label = ""]) => label.toLowerCase()))
  text = text.replace(definition, (_, label: string, target: string) => {
    const isUsed = /[[\u0001]/.test(label) || (labels.get(label.toLowerCase()) ?? 0) > 1
    if (isUsed) add(target, false)
    return " "
  })
  text = text
    .replace(/\]\[[^\]\n]*\]/g, "] ")
    .replace(/\[\^[^\]\s]+\]:?/g, " ")
    .replace(/^[ \t>]*\d{1,9}[.)](?=\s)/gm, " ")
    .replace(/^[ \t]*:{3,}[ \t]*[\w-]*/gm, " ")
    .replace(/^[ \t]*(?:!!!|\?\?\?)\+?[ \t]*[\w-]+/gm, " ")
    .replace(/^\s*> ?\[!\w+\]/gm, " ")
    .replace(/^[ \t]*\/{3,}[ \t]*[\w-]*/gm, " ")
    .replace(/^[ \t]*(?:-{1,9}8<-{1,9}|<<<|\{\*).*$/gm, " ")
    .replace(/^[ \t]*\[\[?_?toc_?\]\]?[ \t]*$/gim, " ")
    .replace(/\{:?[ \t]*(?:[#.][^{}\n]*|(?:[\w-]+=(?:"[^"\n]*"|[^\s{}"]+)[ \t]*)+)\}/g, " ")
    .replace(/(?<![\w:]):[a-z0-9_+-]+:(?![\w:])/g, " ")
    .replace(/\\$/gm, " ")
  const own = code.replace(/\[!code [^\]\n]*\]|\bhighlight-(?:next-line|start|end)\b/g, " ")
  const shown = decodeEntities(text).replace(spanMark, (_, at: string) => spans[Number(at)] ?? "")
  return { words: [headWords(front?.[1] ?? ""), shown, own].flatMap(wordsOf), targets }
}
