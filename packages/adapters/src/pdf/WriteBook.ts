import { type Block, type Book, DocumentTree, Emoji, type Inline, type Typesetting } from "@quire/core"
import { find, image, Labels, type PageContext, within } from "./PageContext.ts"
import type { Fonts } from "./PdfFonts.ts"
import { fit } from "./PrintFit.ts"
import type * as PrintTree from "./PrintTree.ts"
import { breakable, isRightToLeft, oneLine, type Pieces, type PrintedBook, plain } from "./PrintTree.ts"
import * as WriteBlocks from "./WriteBlocks.ts"
import * as WriteMath from "./WriteMath.ts"

const kinds = {
  bold: "strong",
  italic: "emph",
  strikethrough: "strike",
  superscript: "super",
  subscript: "sub",
  keyboard: "kbd"
} as const

const withMark = (c: Pieces, mark: Inline.Mark): Pieces => {
  switch (mark.type) {
    case "code":
      return c.map((piece): PrintTree.Piece => (typeof piece === "string" ? { k: "code", t: piece } : piece))
    case "color": {
      const { background, text } = mark.data
      const fg = text === "default" ? {} : { fg: text.replace("$", "") }
      const bg = background === "default" ? {} : { bg: background.replace("$", "") }
      return [{ k: "color", c, ...fg, ...bg }]
    }
    default:
      return [{ k: kinds[mark.type], c }]
  }
}

/** A text whose line ends are line breaks. */
const lines = (text: string): Pieces =>
  plain(text)
    .split("\n")
    .flatMap((line, index): Pieces => {
      const own = line === "" ? [] : [breakable(line)]
      return index === 0 ? own : [{ k: "br" }, ...own]
    })

const ofLeaf = ({ marks, text }: Inline.Leaf): Pieces =>
  text === "" ? [] : marks.reduceRight<Pieces>((inner, mark) => withMark(inner, mark), lines(text))

const ofText = ({ leaves }: Inline.Text): Pieces => leaves.flatMap(ofLeaf)

const ofImage = ({ data }: Inline.InlineImage, writing: PageContext): Pieces => {
  const { alt, f, ...size } = image(data.ref, data.caption ?? "", writing)
  if (f === undefined) return alt === "" ? [] : [{ k: "emph", c: [breakable(plain(alt))] }]
  return [{ k: "image", f, alt, isLine: data.size === "line", ...size }]
}

const linked = (destination: PrintTree.Destination | undefined, c: Pieces, look?: "button"): Pieces => {
  if (c.length === 0) return []
  if (destination === undefined) return look === undefined ? c : [{ k: "strong", c }]
  return [{ k: "link", c, ...destination, ...(look === undefined ? {} : { look }) }]
}

const ofLink = ({ data, nodes }: Inline.Link, writing: PageContext): Pieces => {
  const found = find(data.ref, writing)
  const inner = nodes.flatMap((node) => (node.object === "text" ? ofText(node) : ofImage(node, writing)))
  const c = inner.length === 0 && found !== undefined ? [breakable(plain(found.title))] : inner
  return linked(found?.destination, c)
}

const named = (ref: Inline.Mention["data"]["ref"], writing: PageContext): Pieces => {
  const found = find(ref, writing)
  return found === undefined ? [] : linked(found.destination, lines(found.title))
}

const ofButton = ({ data }: Inline.Button, writing: PageContext): Pieces => {
  const found = find(data.ref, writing)
  const label = data.label === "" ? (found?.title ?? "") : data.label
  return linked(found?.destination, lines(label), "button")
}

const ofNote = (note: Block.Annotation, writing: PageContext): Pieces => {
  const c = note.nodes.flatMap(ofText)
  const bodies = note.fragments.flatMap(({ nodes }) => nodes)
  return bodies.length === 0 ? c : [{ k: "note", c, n: writing.blocks(bodies, within(writing)) }]
}

const ofFormula = (tex: string, writing: PageContext): Pieces => {
  const markup = writing.formula({ tex, isBlock: false })
  const m = markup === undefined ? undefined : WriteMath.write(markup)
  return [m === undefined ? { k: "code", t: plain(tex) } : { k: "math", alt: tex, m }]
}

/** Icons are drawn by browsers alone. */
const ofInline = (node: Block.InlineNode, writing: PageContext): Pieces => {
  if (node.object === "text") return ofText(node)
  switch (node.type) {
    case "link":
      return ofLink(node, writing)
    case "inline-image":
      return ofImage(node, writing)
    case "emoji":
      return [Emoji.characters(node.data.code) ?? ""]
    case "inline-math":
      return ofFormula(node.data.formula, writing)
    case "mention":
      return named(node.data.ref, writing)
    case "button":
      return ofButton(node, writing)
    case "annotation":
      return ofNote(node, writing)
    case "expression":
      return [{ k: "code", t: plain(`{{${node.data.expression}}}`) }]
    case "icon":
      return []
  }
}

const writeInlines = (nodes: ReadonlyArray<Block.InlineNode>, writing: PageContext): Pieces =>
  nodes.flatMap((node) => ofInline(node, writing))

/** Typesets code and formulas; undefined for a text that stays plain. */
export interface Typesetter {
  readonly code: (code: Typesetting.CodeText) => ReadonlyArray<Typesetting.Line> | undefined
  readonly formula: (formula: Typesetting.Formula) => string | undefined
}

export interface BookSource {
  readonly book: Book.Book
  /** The file names of images in the template, by the hashes of their bytes. */
  readonly images: ReadonlyMap<string, string>
  /** The same of icons, by the names that pages have for them. */
  readonly icons: ReadonlyMap<string, string>
  readonly fonts: Fonts
  readonly typesetter: Typesetter
}

/** The deepest that a level of headings may be. */
const deepestLevel = 6

const codeOf = (node: Block.CodeLine["nodes"][number]): string => {
  if (node.object === "text") return node.leaves.map(({ text }) => text).join("")
  return node.type === "annotation" ? node.nodes.map(codeOf).join("") : `{{${node.data.expression}}}`
}

const sourceOf = ({ nodes }: Block.Code): string =>
  nodes
    .map((line) =>
      line.nodes
        .map(codeOf)
        .join("")
        .replace(/[\r\n]/g, " ")
    )
    .join("\n")

const typesetCode =
  ({ code }: Typesetter) =>
  (block: Block.Code): ReadonlyArray<Typesetting.Line> | undefined => {
    const { syntax } = block.data
    const lines = syntax === undefined ? undefined : code({ language: syntax, text: sourceOf(block) })
    return lines?.length === block.nodes.length ? lines : undefined
  }

const titleOf = (page: Book.BookPage): string =>
  oneLine(page.emoji === undefined ? page.title : `${page.emoji} ${page.title}`)

const coverOf = ({ cover }: Book.BookPage, writing: PageContext): PrintTree.Parts => {
  const f = cover === undefined ? undefined : image(cover, "", writing).f
  return f === undefined ? [] : [{ k: "cover", f }]
}

interface Look {
  readonly level: number
  /** The name of the icon of the page as the template reads it. */
  readonly icon: string | undefined
}

const ofPage = (page: Book.BookPage, { icon, level }: Look, writing: PageContext): PrintTree.Parts => {
  const title = titleOf(page)
  const rtl = isRightToLeft(title) ? ({ rtl: true } as const) : {}
  const label = writing.labels.page(page.id)
  const found = page.link === undefined ? undefined : findLink(page.link, writing)
  const c = [...(icon === undefined ? [] : [{ k: "icon", f: icon } as const]), breakable(title)]
  const shown = found === undefined ? c : [{ k: "link", c, ...found } as const]
  const head: PrintTree.Part = {
    k: "head",
    level,
    c: shown,
    isPage: true,
    ...rtl,
    ...(label === undefined ? {} : { label })
  }
  const text = oneLine(page.description ?? "")
  const about: PrintTree.Parts =
    text === "" ? [] : [{ k: "par", c: [{ k: "color", fg: "muted", c: [breakable(text)] }] }]
  return [
    ...coverOf(page, writing),
    head,
    ...about,
    ...(page.document === undefined ? [] : WriteBlocks.write(page.document.nodes, writing))
  ]
}

const findLink = (key: string, writing: PageContext) => {
  const target = Object.hasOwn(writing.book.targets, key) ? writing.book.targets[key] : undefined
  if (target === undefined) return find({ kind: "url", url: key }, writing)?.destination
  if (target.kind === "web") return find({ kind: "url", url: target.url }, writing)?.destination
  const label = target.kind === "page" ? writing.labels.page(target.page) : undefined
  return label === undefined ? undefined : { to: label }
}

/** Headings never skip a level, for users of screen readers. */
const withoutGaps = (parts: PrintTree.Parts): PrintTree.Parts => {
  let last = 0
  return parts.map((part) => {
    if (part.k !== "head") return part
    last = Math.min(part.level, last + 1, deepestLevel)
    return last === part.level ? part : { ...part, level: last }
  })
}

const scripts: ReadonlyArray<readonly [lang: string, script: RegExp]> = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["th", /\p{Script=Thai}/gu]
]

/** Characters that are examined for the language of a book. */
const mostLookedAt = 200_000

/** The language of a book according to its characters, as far as it affects how they are displayed. */
export const languageOf = (text: string): string => {
  const letters = text.slice(0, mostLookedAt)
  const all = letters.match(/\p{L}/gu)?.length ?? 0
  const found = scripts.find(([, script]) => (letters.match(script)?.length ?? 0) * 5 > all)
  return found?.[0] ?? "en"
}

const contents: { readonly [lang: string]: string } = {
  en: "Contents",
  ja: "目次",
  ko: "차례",
  zh: "目录",
  ar: "المحتويات",
  he: "תוכן העניינים",
  th: "สารบัญ"
}

/** The text by which language and fonts of a book are chosen. */
export const textOf = (book: Book.Book): string => {
  const parts: Array<string> = [book.title, book.subtitle ?? ""]
  for (const { description = "", document, emoji = "", title } of book.pages) {
    parts.push(title, emoji, description)
    for (const [block] of DocumentTree.walk(document ?? { nodes: [] })) {
      const own = DocumentTree.content(block)
      if (own.length > 0 || "data" in block) parts.push(JSON.stringify(own.length > 0 ? own : block.data))
    }
  }
  return parts.join("\n")
}

/** A book as the template reads it. The result is deterministic. */
export const write = ({ book, fonts, icons, images, typesetter }: BookSource): PrintedBook => {
  const labels = new Labels(book)
  const code = typesetCode(typesetter)
  const body = book.pages.flatMap((page, index): PrintTree.Parts => {
    const level = Math.min(page.depth, 3)
    const writing: PageContext = {
      book,
      page: page.id,
      labels,
      images,
      code,
      formula: typesetter.formula,
      level,
      depth: 0,
      blocks: WriteBlocks.write,
      pieces: writeInlines
    }
    const parts = ofPage(page, { level, icon: icons.get(page.icon ?? "") }, writing)
    const isAlone = index > 0 && (page.document !== undefined || page.depth === 1)
    const before = book.pages[index - 1]
    const follows = before !== undefined && before.document === undefined && before.depth < page.depth
    return isAlone && !follows ? [{ k: "break" }, ...parts] : parts
  })
  const lang = languageOf(textOf(book))
  return {
    title: oneLine(book.title),
    subtitle: oneLine(book.subtitle ?? ""),
    date: book.madeAt === undefined ? "" : new Date(book.madeAt).toISOString().slice(0, 10),
    contents: contents[lang] ?? "Contents",
    lang,
    rtl: isRightToLeft(book.title),
    fonts: fonts.text,
    mono: fonts.mono,
    hasContents: book.pages.length > 1,
    labels: Object.fromEntries(labels.given.map((label) => [label, true as const])),
    body: fit(withoutGaps(body))
  }
}
