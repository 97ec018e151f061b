import type { ContentRef } from "../../content/document/ContentRef.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import type * as Slices from "../../foundation/scheduling/Slices.ts"

/** The common form of the anchors that programs derive from a heading. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

/** The anchors of one page, and those of headings with the same letters, in order. */
interface PageAnchors {
  readonly own: ReadonlySet<string>
  readonly alike: ReadonlyMap<string, ReadonlyArray<string>>
}

function* read(root: DocumentTree.BlockRoot): Slices.Steps<PageAnchors> {
  const own = new Set<string>()
  const alike = new Map<string, Array<string>>()
  const readHeading = DocumentText.makeHeadingReader()
  for (const [block] of DocumentTree.walk(root)) {
    yield 1
    if (!DocumentText.isHeading(block)) continue
    const { anchor, title } = readHeading(block)
    own.add(anchor)
    const letters = lettersOf(title)
    const known = alike.get(letters)
    if (known === undefined) alike.set(letters, [anchor])
    else known.push(anchor)
  }
  return { own, alike }
}

/** The heading of an anchor: other programs number the second of equal headings as the first. */
const find = ({ alike, own }: PageAnchors, anchor: string): string => {
  const letters = lettersOf(anchor)
  if (own.has(anchor) || letters === "") return anchor
  const [, name = "", number = "0"] = /^(.*?)-(\d+)$/.exec(anchor) ?? []
  const [first] = alike.get(letters) ?? []
  if (first !== undefined || lettersOf(name) === "") return first ?? anchor
  return alike.get(lettersOf(name))?.[Number(number)] ?? anchor
}

/** The targets of anchors of a source (rule import-anchors), as far as its pages were read. */
export class ImportAnchors {
  readonly #pages = new Map<string, PageAnchors>()

  has(page: string): boolean {
    return this.#pages.has(page)
  }

  /** Receives the headings of a page, given by its id. */
  *add(page: string, document: DocumentTree.BlockRoot): Slices.Steps<void> {
    this.#pages.set(page, yield* read(document))
  }

  /** The reference to the heading that is meant, in a document of a page. */
  resolve(from: string, ref: ContentRef): ContentRef {
    if (ref.kind !== "anchor" || ref.space !== undefined) return ref
    const page = this.#pages.get(ref.page ?? from)
    const anchor = page === undefined ? ref.anchor : find(page, ref.anchor)
    return anchor === ref.anchor ? ref : { ...ref, anchor }
  }
}
