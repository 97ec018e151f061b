import { type Book, DocumentText, DocumentTree } from "@quire/core"

const metaOf = (block: object): string | undefined => {
  const meta: unknown = "meta" in block ? block.meta : undefined
  const id: unknown = typeof meta === "object" && meta !== null && "id" in meta ? meta.id : undefined
  return typeof id === "string" ? id : undefined
}

/** The names by which links know the pages of a book and what is on them; none of a stranger's making is used. */
export class Labels {
  readonly #pages = new Map<string, string>()
  readonly #anchors = new Map<string, string>()
  readonly #blocks = new Map<object, string>()

  constructor(book: Book.Book) {
    let count = 0
    for (const [index, { document, id }] of book.pages.entries()) {
      this.#pages.set(id, `p${index}`)
      if (document === undefined) continue
      const read = DocumentText.makeHeadingReader()
      for (const [block] of DocumentTree.walk(document)) {
        const names = [
          ...(DocumentText.isHeading(block) ? [read(block).anchor] : []),
          ...[metaOf(block)].flatMap((name) => name ?? [])
        ]
        if (names.length === 0) continue
        const label = `a${count++}`
        this.#blocks.set(block, label)
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

  /** An anchor that is not there leads to its page. */
  anchor(page: string, name: string): string | undefined {
    return this.#anchors.get(`${page}#${name}`) ?? this.page(page)
  }

  block(block: object): string | undefined {
    return this.#blocks.get(block)
  }
}
