import { type Book, DocumentText, DocumentTree } from "@quire/core"

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
