import { Actor, Contents, type Document, Exports, Imports, Organizations, Spaces } from "@quire/core"
import { DocumentText, DocumentTree } from "@quire/core/internal"
import { Effect, Stream } from "effect"
import * as SourceText from "./sourceText.ts"

/** A page, a group, a link or an included text of a space. */
export interface StoredPage {
  readonly id: string
  readonly words: ReadonlyArray<string>
  readonly document: Document.Document | undefined
  /** Everything about it that an export has, with names in place of ids. */
  readonly picture: string
}

export interface StoredContent {
  /** In reading order. */
  readonly pages: ReadonlyArray<StoredPage>
  readonly included: ReadonlyArray<StoredPage>
  readonly files: ReadonlyArray<string>
}

const asSystem = Effect.provideService(Actor.Actor, Actor.system)

const inputOf = (bytes: Uint8Array, name: string) =>
  ({ source: "zip", bytes, contentType: "application/zip", url: "file:///source", name }) as const

/** A new space with the content of an archive. */
export const importInto = (bytes: Uint8Array, name: string) =>
  Effect.gen(function* () {
    const organizations = yield* Organizations.Organizations
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const { id } = yield* organizations.create({ title: "Imports" })
    const space = yield* spaces.create(id, { title: "Import", editMode: "live" })
    return { space: space.id, result: yield* imports.bytesIntoSpace(space.id, inputOf(bytes, name)) }
  }).pipe(asSystem)

/** Whether importing an archive again would change a space. */
export const differs = (space: string, bytes: Uint8Array, name: string) =>
  Effect.flatMap(Imports.Imports, (imports) => imports.differs({ space }, inputOf(bytes, name))).pipe(asSystem)

export const exportOf = (space: string) =>
  Effect.flatMap(Exports.Exports, (exports) => Stream.mkUint8Array(exports.zip({ space }))).pipe(asSystem)

const machine = new Set([
  "object",
  "type",
  "kind",
  "fragment",
  "key",
  "ref",
  "refDark",
  "id",
  "syntax",
  "style",
  "file"
])

/** Every text in a value that people may read. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value === "number" || typeof value === "boolean") return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => (machine.has(key) ? [] : textsIn(each)))
}

/** What an inline shows besides the text of its line. */
const shownIn = (node: { readonly data?: unknown; readonly type: string }): ReadonlyArray<string> =>
  node.type === "inline-image" || node.type === "mention" ? textsIn(node.data) : []

/** The words of the blocks; the text of a line is one text, so that marks divide no words. */
const wordsOfDocument = (document: Document.Document): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const [block] of DocumentTree.walk(document)) {
    texts.push(DocumentText.ownText(block))
    if ("data" in block) texts.push(...textsIn(block.data))
    for (const node of DocumentTree.content(block)) if (node.object === "inline") texts.push(...shownIn(node))
  }
  return texts.flatMap(SourceText.wordsOf)
}

const dropped = new Set(["createdAt", "updatedAt", "urls", "href", "documentId", "key", "downloadURL", "path", "pages"])

const rename = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => rename(each, names))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !dropped.has(key))
      .map(([key, each]) => [key, rename(each, names)])
  )
}

/** Everything that a space has. */
export const read = Effect.fnUntraced(function* (space: string) {
  const contents = yield* Contents.Contents
  const revision = yield* contents.revision({ space })
  const names = new Map<string, string>()
  const trees: Array<(typeof revision.pages)[number]> = []
  const open = revision.pages.toReversed()
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    names.set(page.id, `page ${trees.length}`)
    trees.push(page)
    if ("pages" in page) open.push(...page.pages.toReversed())
  }
  for (const { id, name, size } of revision.files) names.set(id, `file ${name} of ${size}`)
  for (const { id, title } of revision.reusableContents) names.set(id, `included ${title}`)
  const pages: Array<StoredPage> = []
  for (const page of trees) {
    const whole = page.type === "document" ? yield* contents.page({ space }, page.id, "document") : undefined
    const document = whole !== undefined && "document" in whole ? (whole.document as Document.Document) : undefined
    const texts = [page.title, page.type === "document" ? (page.description ?? "") : ""]
    const words = [...texts.flatMap(SourceText.wordsOf), ...(document === undefined ? [] : wordsOfDocument(document))]
    const picture = JSON.stringify([rename(page, names), rename(document, names)])
    pages.push({ id: page.id, words, document, picture })
  }
  const included: Array<StoredPage> = []
  for (const { document: hash, id, title } of revision.reusableContents) {
    const document = { nodes: hash === undefined ? [] : (yield* contents.document(space, hash)).nodes }
    const words = [...SourceText.wordsOf(title), ...wordsOfDocument(document as Document.Document)]
    included.push({ id, words, document: undefined, picture: JSON.stringify(rename([title, document], names)) })
  }
  return { pages, included, files: revision.files.map(({ id }) => names.get(id) ?? id).sort() } satisfies StoredContent
}, asSystem)
