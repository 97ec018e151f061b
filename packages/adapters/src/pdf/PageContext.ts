import { type Block, type Book, ContentRef, DocumentText, DocumentTree, type Typesetting } from "@quire/core"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"

const metaOf = (block: object): string | undefined => {
  const meta: unknown = "meta" in block ? block.meta : undefined
  const id: unknown = typeof meta === "object" && meta !== null && "id" in meta ? meta.id : undefined
  return typeof id === "string" ? id : undefined
}

/** Generated label names for the pages of a book and the link targets on them; no label is made from untrusted text. */
export class Labels {
  readonly #pages = new Map<string, string>()
  readonly #anchors = new Map<string, string>()
  /** By page, as reusable contents are the same blocks on several, and as often as a page has them. */
  readonly #blocks = new Map<string, Map<object, Array<string>>>()
  readonly #given = new Set<string>()

  constructor(book: Book.Book) {
    let count = 0
    for (const [index, { document, id }] of book.pages.entries()) {
      this.#pages.set(id, `p${index}`)
      if (document === undefined) continue
      const read = DocumentText.makeHeadingReader()
      const own = new Map<object, Array<string>>()
      this.#blocks.set(id, own)
      for (const [block] of DocumentTree.walk(document)) {
        const names = [
          ...(DocumentText.isHeading(block) ? [read(block).anchor] : []),
          ...[metaOf(block)].flatMap((name) => name ?? [])
        ]
        if (names.length === 0) continue
        const label = `a${count++}`
        own.set(block, [...(own.get(block) ?? []), label])
        for (const name of names) {
          const key = `${id}#${name}`
          if (!this.#anchors.has(key)) this.#anchors.set(key, label)
        }
      }
    }
  }

  page(id: string): string | undefined {
    return this.#pages.get(id)
  }

  /** An anchor that does not exist is replaced by its page. */
  anchor(page: string, name: string): string | undefined {
    return this.#anchors.get(`${page}#${name}`) ?? this.page(page)
  }

  /** The label of a block of a page, to be put where the block is written; the next one each time. */
  take(page: string, block: object): string | undefined {
    const label = this.#blocks.get(page)?.get(block)?.shift()
    if (label !== undefined) this.#given.add(label)
    return label
  }

  /** Every label that was placed; other labels must not be linked to. */
  get given(): ReadonlyArray<string> {
    return [...this.#pages.values(), ...this.#given]
  }
}

/** Context for writing the document of one page. */
export interface PageContext {
  readonly book: Book.Book
  /** The page's id. */
  readonly page: string
  readonly labels: Labels
  /** The file names of images in the template, by the hashes of their bytes. */
  readonly images: ReadonlyMap<string, string>
  /** The highlighted code, line by line. */
  readonly code: (block: Block.Code) => ReadonlyArray<Typesetting.Line> | undefined
  /** MathML of formulas that are right. */
  readonly formula: (formula: Typesetting.Formula) => string | undefined
  /** The level of headings of the page's title. */
  readonly level: number
  /** How many containers the block is in. */
  readonly depth: number
  readonly blocks: (blocks: ReadonlyArray<Block.Block>, writing: PageContext) => PrintTree.Parts
  readonly pieces: (nodes: ReadonlyArray<Block.InlineNode>, writing: PageContext) => Pieces
}

/** The same within one more container. */
export const within = (writing: PageContext): PageContext => ({ ...writing, depth: writing.depth + 1 })

const web = /^(?:https?:\/\/|mailto:|tel:)/i

export interface LinkTarget {
  readonly destination: PrintTree.Destination | undefined
  readonly title: string
  readonly text: string
  readonly file?: Book.BookFile
}

const sizeOf = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const toLabel = (label: string | undefined): PrintTree.Destination | undefined =>
  label === undefined ? undefined : { to: label }

const shorten = (url: string): string => url.replace(/^https?:\/\//i, "").replace(/^(?:mailto|tel):/i, "")

const ofUrl = (url: string): LinkTarget => ({
  destination: web.test(url) && URL.canParse(url) ? { url } : undefined,
  title: shorten(url),
  text: ""
})

const ofTarget = (target: Book.BookTarget, { labels }: PageContext): LinkTarget => {
  switch (target.kind) {
    case "page": {
      const label = target.anchor === undefined ? labels.page(target.page) : labels.anchor(target.page, target.anchor)
      return { destination: toLabel(label), title: target.title, text: target.text ?? "" }
    }
    case "web":
      return { ...ofUrl(target.url), title: target.title, text: target.text ?? "" }
    case "file":
      return {
        destination: target.url === undefined ? undefined : ofUrl(target.url).destination,
        title: target.title,
        text: sizeOf(target.size),
        file: target
      }
  }
}

/** The target of a reference; undefined if there is none. */
export const find = (ref: ContentRef.ContentRef, writing: PageContext): LinkTarget | undefined => {
  if (ref.kind === "url") return ofUrl(ref.url)
  if (ref.kind === "anchor" && ref.page === undefined) {
    return { destination: toLabel(writing.labels.anchor(writing.page, ref.anchor)), title: ref.anchor, text: "" }
  }
  const key = ContentRef.toUrl(ref)
  const target = Object.hasOwn(writing.book.targets, key) ? writing.book.targets[key] : undefined
  return target === undefined ? undefined : ofTarget(target, writing)
}

/** Points of a pixel. */
const pointsPerPixel = 0.75

export interface PlacedImage {
  readonly f?: string
  readonly alt: string
  /** Points. */
  readonly w?: number
  readonly h?: number
}

/** An image of the book; without `f` it cannot be displayed, for example because it is on another server. */
export const image = (ref: ContentRef.ImageRef, alt: string, writing: PageContext): PlacedImage => {
  const file = ref.kind === "file" ? find(ref, writing)?.file : undefined
  const f = file === undefined ? undefined : writing.images.get(file.blob)
  const named = alt !== "" ? alt : (file?.title ?? "")
  if (file === undefined || f === undefined) return { alt: named }
  const { height, width } = file.dimensions ?? { height: 0, width: 0 }
  return height > 0 && width > 0
    ? { f, alt: named, w: width * pointsPerPixel, h: height * pointsPerPixel }
    : { f, alt: named }
}
