import type * as Block from "../../content/document/Block.ts"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import { references } from "../../content/document/DocumentRefs.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import { top } from "../../content/link-index/LinkEntries.ts"
import * as Unicode from "../../foundation/text/Unicode.ts"

const fold = (text: string): string => Unicode.normalize(text, "NFKC").toLowerCase()

/** The common form of the anchors that programs derive from a heading. */
const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, "")

/** The anchors of one page, and those of headings and expandables with the same letters in their titles or ids, in order. */
interface PageAnchors {
  /** The anchors as they are, by their folded form. */
  readonly own: ReadonlyMap<string, string>
  /** The anchors that the source has given. */
  readonly given: ReadonlySet<string>
  readonly alike: ReadonlyMap<string, ReadonlyArray<string>>
  /** Whether the page itself counts the second of equal headings as the first. */
  readonly countsFromOne: boolean
  /** The letters of the title, which leads to the page. */
  readonly title: string
  /** The id of the heading that became the title. */
  readonly titleId: string | undefined
}

/** The words that some programs write for signs in anchors. */
const signWords: ReadonlyMap<string, string> = new Map([
  ["$", "dollar"],
  ["%", "percent"],
  ["&", "and"],
  ["<", "less"],
  [">", "greater"],
  ["|", "or"]
])

/** The names that others keep of the character references of signs. */
const signEntities: ReadonlyMap<string, string> = new Map([
  ["&", "amp"],
  ["<", "lt"],
  [">", "gt"]
])

const numbered = /^(.*)[-_](\d{1,9})$/s

/** The title of a heading without labels on a colored background, which programs leave out of its anchor. */
const withoutLabels = (heading: Block.Heading): string =>
  DocumentText.titleOf({
    ...heading,
    nodes: heading.nodes.map((node) =>
      node.object === "text"
        ? { ...node, leaves: node.leaves.filter(({ marks }) => !marks.some(({ type }) => type === "color")) }
        : node
    )
  })

const read = (document: Document, title: string, titleId: string | undefined): PageAnchors => {
  const own = new Map<string, string>()
  const given = new Set<string>()
  const alike = new Map<string, Array<string>>()
  const readHeading = DocumentText.makeHeadingReader()
  for (const [block] of DocumentTree.walk(document)) {
    if (!DocumentText.isHeading(block)) continue
    const { anchor, title } = readHeading(block)
    if (!own.has(fold(anchor))) own.set(fold(anchor), anchor)
    if (block.data.id !== undefined) given.add(block.data.id)
    const spellings = [
      title,
      title.replace(/[$%&<>|]/g, (sign) => signWords.get(sign) ?? sign),
      title.replace(/[&<>]/g, (sign) => signEntities.get(sign) ?? sign),
      block.data.id ?? title,
      withoutLabels(block)
    ]
    for (const letters of new Set(spellings.map(lettersOf))) {
      const known = alike.get(letters)
      if (known === undefined) alike.set(letters, [anchor])
      else known.push(anchor)
    }
  }
  for (const [block] of DocumentTree.walk(document)) {
    const anchor = block.type === "expandable" ? DocumentText.expandableAnchor(block) : undefined
    if (anchor === undefined || own.has(fold(anchor))) continue
    own.set(fold(anchor), anchor)
    if (!alike.has(lettersOf(anchor))) alike.set(lettersOf(anchor), [anchor])
  }
  const isSecond = (anchor: string): boolean => {
    const [, name = "", number] = numbered.exec(anchor) ?? []
    return number === "1" && !own.has(fold(anchor)) && alike.get(lettersOf(name))?.[1] !== undefined
  }
  const countsFromOne = references(document).some(
    ({ ref }) => ref.kind === "anchor" && ref.page === undefined && isSecond(ref.anchor)
  )
  return { own, given, alike, countsFromOne, title: lettersOf(title), titleId }
}

/** The heading that a number among equal ones means: other programs number the second as the first. */
const findNumbered = ({ alike }: PageAnchors, anchor: string): string | undefined => {
  const [, name = "", number = "0"] = numbered.exec(anchor) ?? []
  return lettersOf(name) === "" ? undefined : alike.get(lettersOf(name))?.[Number(number)]
}

const findHeading = (page: PageAnchors, anchor: string): string | undefined => {
  if (page.given.has(anchor)) return anchor
  const counted = page.countsFromOne ? findNumbered(page, anchor) : undefined
  return counted ?? page.own.get(fold(anchor)) ?? page.alike.get(lettersOf(anchor))?.[0] ?? findNumbered(page, anchor)
}

/** What programs put before the anchors of a page. */
const prefixes = ["user-content-", "id-"] as const

/** The heading of an anchor; null for the title of the page, undefined where there is neither. */
const find = (page: PageAnchors, anchor: string): string | null | undefined => {
  const spellings = [
    anchor,
    ...prefixes.flatMap((prefix) => (anchor.startsWith(prefix) ? [anchor.slice(prefix.length)] : []))
  ]
  for (const spelling of spellings) {
    const heading = lettersOf(spelling) === "" ? undefined : findHeading(page, spelling)
    if (heading !== undefined) return heading
    if (page.titleId !== undefined && fold(spelling) === fold(page.titleId)) return null
    if (page.title !== "" && lettersOf(spelling) === page.title) return null
  }
  return undefined
}

/** A link to an anchor that its page does not have; pages are given by id. */
export interface MissingAnchor {
  readonly from: string
  readonly page: string
  readonly anchor: string
}

/** The targets of anchors of a source (rule import-anchors), as far as its pages were read. */
export class ImportAnchors {
  readonly #pages = new Map<string, PageAnchors>()
  readonly #missing = new Map<string, MissingAnchor>()

  /** The links that led to no heading of a page that was read. */
  get missing(): ReadonlyArray<MissingAnchor> {
    return [...this.#missing.values()]
  }

  has(page: string): boolean {
    return this.#pages.has(page)
  }

  /** Receives the headings of a page, given by its id, its title, and the id that the heading of the title had. */
  add(page: string, document: Document, title = "", titleId?: string): void {
    this.#pages.set(page, read(document, title, titleId))
  }

  /** The reference to the heading or page that is meant, in a document of a page. */
  resolve(from: string, ref: ContentRef): ContentRef {
    if (ref.kind !== "anchor" || ref.space !== undefined) return ref
    const id = ref.page ?? from
    const page = this.#pages.get(id)
    if (page === undefined) return ref
    const anchor = find(page, ref.anchor)
    if (anchor === null) return { kind: "page", page: id }
    if (anchor !== undefined) return anchor === ref.anchor ? ref : { ...ref, anchor }
    if (ref.anchor.toLowerCase() !== top) {
      this.#missing.set(`${from} ${id} ${ref.anchor}`, { from, page: id, anchor: ref.anchor })
    }
    return ref
  }
}
