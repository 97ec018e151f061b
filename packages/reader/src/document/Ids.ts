import { type Block, DocumentText, DocumentTree } from "@quire/core"
import { type Html, html } from "../html/Html.ts"

/** The page's title is the heading of level 1. */
const elements = [html`h2`, html`h3`, html`h4`] as const

/** Characters that an `id` may contain. */
const usable = /^[^\s\p{Cc}]+$/u

/** The IDs of one page. Those of the headings in the page's outline are reserved first. */
export class Ids {
  /** By block, in reading order: a block that is included twice is one object. */
  readonly #headings = new Map<Block.Heading, Array<DocumentText.Heading>>()
  readonly #titles = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #counts = new Map<string, number>()
  #top: DocumentText.Heading["level"] = 3
  /** How deep the heading is that was drawn last. */
  #last = -1

  static of(root: DocumentTree.BlockRoot): Ids {
    const ids = new Ids()
    const read = DocumentText.makeHeadingReader()
    for (const [block] of DocumentTree.walk(root)) {
      if (!DocumentText.isHeading(block)) continue
      const heading = read(block)
      if (heading.title !== "" && heading.level < ids.#top) ids.#top = heading.level
      const known = ids.#headings.get(block)
      if (known === undefined) ids.#headings.set(block, [heading])
      else known.push(heading)
      ids.#titles.set(heading.anchor, heading.title)
      ids.#taken.add(heading.anchor)
    }
    return ids
  }

  /** The next heading that a block represents. */
  heading(block: Block.Heading): DocumentText.Heading | undefined {
    const heading = this.#headings.get(block)?.shift()
    if (heading !== undefined && heading.title !== "") this.#last = this.#depthOf(heading)
    return heading
  }

  /** Level of a heading below the page's title: headings of the highest level on the page are directly below it. */
  #depthOf({ level }: DocumentText.Heading): number {
    return level - this.#top
  }

  /** The name of the element of a heading. */
  elementOf(heading: DocumentText.Heading): Html {
    return elements[this.#depthOf(heading)] ?? elements[0]
  }

  /** The element name of a heading one level below the one that was rendered last. */
  elementBelow(): Html {
    return elements[this.#last + 1] ?? elements[2]
  }

  titleOf(anchor: string): string | undefined {
    return this.#titles.get(anchor)
  }

  /** The ID itself, if it is not used yet. */
  claim(id: string | undefined): string | undefined {
    if (id === undefined || !usable.test(id) || this.#taken.has(id)) return undefined
    this.#taken.add(id)
    return id
  }

  /** A new id; no author can write one with a colon. */
  next(name: string): string {
    for (;;) {
      const count = (this.#counts.get(name) ?? 0) + 1
      this.#counts.set(name, count)
      const id = this.claim(`${name}:${count}`)
      if (id !== undefined) return id
    }
  }
}
