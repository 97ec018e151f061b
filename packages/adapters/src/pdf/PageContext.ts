import { type Block, type Book, ContentRef, type Typesetting } from "@quire/core"
import type { Labels } from "./Labels.ts"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"

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
  const { dimensions } = file
  return dimensions === undefined
    ? { f, alt: named }
    : { f, alt: named, w: dimensions.width * pointsPerPixel, h: dimensions.height * pointsPerPixel }
}
