import { type Block, type ContentDraft, Document, DocumentText, Inline, type Reusable, Root } from "@quire/core"
import { DocumentNode, Page, type PageInput, PagePath, RadixMap, TreeEdit } from "@quire/core/internal"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"

interface Shape {
  readonly type: "document" | "group" | "link" | "computed"
  readonly title: string
  readonly slug: string | undefined
  readonly lines: ReadonlyArray<string>
  readonly below: ReadonlyArray<Shape>
}

/** One edit of a space's content; numbers select among what exists when it is made. */
export type Edit =
  | {
      readonly op: "insert"
      readonly parent: number
      readonly at: number | undefined
      readonly shapes: ReadonlyArray<Shape>
    }
  | { readonly op: "patch"; readonly page: number; readonly patch: PageInput.Patch }
  | { readonly op: "write"; readonly page: number; readonly line: number; readonly text: string | null }
  /** Without a parent, the page moves among its siblings. */
  | { readonly op: "move"; readonly page: number; readonly parent: number | null; readonly at: number | undefined }
  | { readonly op: "remove"; readonly page: number }
  | { readonly op: "file"; readonly file: number; readonly name: string | null; readonly bytes: string }
  | { readonly op: "reusable"; readonly content: number; readonly title: string | null; readonly text: string }
  | { readonly op: "value"; readonly name: string; readonly value: number | undefined }

const titles = fc.constantFrom("Page", "page!", "Page 2", "Über uns", "?", "Other")
const texts = fc.constantFrom("one", "two", "three", "one two three")

const leaf: fc.Arbitrary<Shape> = fc.record({
  type: fc.constantFrom("document" as const, "document" as const, "link" as const, "computed" as const),
  title: titles,
  slug: fc.option(fc.constantFrom("by-hand", "page"), { nil: undefined, freq: 5 }),
  lines: fc.array(texts, { maxLength: 3 }),
  below: fc.constant([])
})

const shape: fc.Arbitrary<Shape> = fc.oneof(
  leaf,
  fc.record({
    type: fc.constantFrom("document" as const, "group" as const),
    title: titles,
    slug: fc.constant(undefined),
    lines: fc.constant([]),
    below: fc.array(leaf, { maxLength: 4 })
  })
)

const patch: fc.Arbitrary<PageInput.Patch> = fc.oneof(
  titles.map((title) => ({ title })),
  fc.constantFrom("by-hand", "page", null).map((slug) => ({ slug })),
  fc.constantFrom("🚀", "🌍", null).map((emoji) => ({ emoji })),
  fc.record({ title: titles, emoji: fc.constantFrom("🚀", null) }),
  fc.boolean().map((hidden) => ({ hidden })),
  fc.constantFrom("Short", "Long", null).map((description) => ({ description })),
  fc.boolean().map((outline) => ({ layout: { outline } })),
  fc.constantFrom("wide" as const, "default" as const).map((width) => ({ layout: { width } }))
)

/** Mostly small, so that two histories edit the same items. */
const index = fc.oneof({ weight: 3, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.nat(60) })
const at = fc.option(fc.nat(6), { nil: undefined })
const op = <Name extends Edit["op"]>(name: Name) => fc.constant(name)

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      op: op("insert"),
      parent: index,
      at,
      shapes: fc.array(shape, { minLength: 1, maxLength: 3 })
    })
  },
  { weight: 8, arbitrary: fc.record({ op: op("patch"), page: index, patch }) },
  {
    weight: 6,
    arbitrary: fc.record({ op: op("write"), page: index, line: fc.nat(3), text: fc.option(texts, { freq: 5 }) })
  },
  { weight: 4, arbitrary: fc.record({ op: op("move"), page: index, parent: index, at }) },
  { weight: 4, arbitrary: fc.record({ op: op("move"), page: index, parent: fc.constant(null), at }) },
  { weight: 1, arbitrary: fc.record({ op: op("remove"), page: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: op("file"),
      file: fc.nat(1),
      name: fc.option(fc.constantFrom("a.png", "b.png")),
      bytes: texts
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: op("reusable"), content: fc.nat(1), title: fc.option(titles), text: texts })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: op("value"),
      name: fc.constantFrom("color", "size"),
      value: fc.option(fc.nat(2), { nil: undefined })
    })
  }
)

/** A history that begins with two levels of pages. */
export const beginning: fc.Arbitrary<ReadonlyArray<Edit>> = fc
  .tuple(fc.array(shape, { minLength: 4, maxLength: 6, size: "max" }), fc.array(edit, { maxLength: 6, size: "max" }))
  .map(([shapes, edits]) => [{ op: "insert", parent: 0, at: undefined, shapes }, ...edits])

/** The settings that the edits of one history share. */
export interface Hand {
  readonly draft: ContentDraft.ContentDraft
  readonly nextId: () => string
  readonly now: number
}

const paragraph = (key: string, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: [Inline.text(text)]
})

const asDocument = Schema.decodeUnknownSync(Document.Document)

const put = (draft: ContentDraft.ContentDraft, nodes: ReadonlyArray<Block.TopLevel>): string =>
  DocumentNode.put(draft, Document.make(nodes))

const inputOf = (hand: Hand, isTop: boolean, { type, title, slug, lines, below }: Shape): PageInput.NewPage => {
  const own = { id: hand.nextId(), title }
  if (type === "link") return { ...own, type, target: { kind: "url", url: "https://example.com" } }
  if (type === "computed") return { ...own, type, computed: { type: "builtin:openapi", props: {} } }
  const pages = below.map((each) => inputOf(hand, false, each))
  const given = { ...own, pages, ...(slug === undefined ? {} : { slug }) }
  if (type === "group" && isTop) return { ...given, type }
  const blocks = lines.map((text, line) => paragraph(`${own.id}-${line}`, text))
  return { ...given, type: "document", ...(lines.length === 0 ? {} : { document: put(hand.draft, blocks) }) }
}

const pick = <A>(from: ReadonlyArray<A>, number: number): A | undefined => from[number % Math.max(from.length, 1)]

const written = Effect.fnUntraced(function* (
  hand: Hand,
  page: Page.Page & Page.Document,
  edit: Extract<Edit, { op: "write" }>
) {
  const node =
    page.document === undefined ? undefined : (yield* Root.documents(hand.draft, [page.document])).get(page.document)
  const blocks = node === undefined ? [] : asDocument({ object: "document", data: node.data, nodes: node.nodes }).nodes
  const old = blocks[edit.line]
  if (edit.text === null)
    return put(
      hand.draft,
      blocks.filter((block) => block !== old)
    )
  const next = paragraph(old?.key ?? hand.nextId(), edit.text)
  if (old === undefined) return put(hand.draft, [...blocks, next])
  if (DocumentText.ofBlock(old) === edit.text) return page.document
  return put(
    hand.draft,
    blocks.map((block) => (block === old ? next : block))
  )
})

const changedPage = Effect.fnUntraced(function* (
  hand: Hand,
  root: string,
  pages: ReadonlyArray<Page.Page>,
  edit: Edit
) {
  const holders = [null, ...pages.filter(Page.isPlaced).map(({ id }) => id)]
  if (edit.op === "insert") {
    const parent = pick(holders, edit.parent) ?? null
    const input = edit.shapes.map((each) => inputOf(hand, parent === null, each))
    return yield* TreeEdit.insert(hand.draft, root, { parent, at: edit.at, pages: input, now: hand.now })
  }
  const page = "page" in edit ? pick(pages, edit.page) : undefined
  if (page === undefined) return root
  if (edit.op === "remove") return yield* TreeEdit.remove(hand.draft, root, [page.id])
  if (edit.op === "move") {
    const parent = edit.parent === null ? page.parent : (pick(holders, edit.parent) ?? null)
    const above = parent === null ? [] : yield* PagePath.ancestors(yield* Root.open(hand.draft, root), parent)
    if ((page.type === "group" && parent !== null) || parent === page.id || above.includes(page.id)) return root
    return yield* TreeEdit.move(hand.draft, root, { page: page.id, parent, at: edit.at, now: hand.now })
  }
  const document = edit.op === "write" && page.type === "document" ? yield* written(hand, page, edit) : undefined
  const patch = edit.op === "patch" ? edit.patch : document === undefined ? {} : { document }
  const update = TreeEdit.update(hand.draft, root, { patches: new Map([[page.id, patch]]), now: hand.now })
  return yield* Effect.catchTag(update, "FieldNotOfPage", () => Effect.succeed(root))
})

const fileOf = (id: string, name: string, bytes: string) => ({
  id,
  name,
  contentType: "image/png",
  size: bytes.length,
  blob: bytes
})

/** The root after an edit; edits that would be rejected change nothing. */
export const take = Effect.fnUntraced(function* (hand: Hand, root: string, edit: Edit) {
  const { draft } = hand
  if (edit.op === "file") {
    const id = `file-${edit.file}`
    return yield* edit.name === null
      ? Root.removeFiles(draft, root, [id])
      : Root.putFiles(draft, root, [fileOf(id, edit.name, edit.bytes)])
  }
  if (edit.op === "reusable") {
    const id = `content-${edit.content}`
    if (edit.title === null) return yield* Root.removeReusable(draft, root, [id])
    const document = put(draft, [paragraph(`${id}-line`, edit.text)])
    return yield* Root.putReusable(draft, root, [{ id, title: edit.title, document } satisfies Reusable.Reusable])
  }
  if (edit.op === "value") return yield* Root.setValues(draft, root, new Map([[edit.name, edit.value]]))
  const { reader, maps } = yield* Root.open(draft, root)
  const pages = (yield* RadixMap.entries(reader, maps.pages)).map(([id, json]) => Page.fromStored(id, json))
  return yield* changedPage(hand, root, pages, edit)
})

/** The root after edits, one after the other. */
export const takeAll = Effect.fnUntraced(function* (hand: Hand, root: string, edits: ReadonlyArray<Edit>) {
  let next = root
  for (const [index, edit] of edits.entries()) next = yield* take({ ...hand, now: hand.now + index }, next, edit)
  return next
})
