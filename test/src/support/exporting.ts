import { ContentEdits, type ContentRef, Contents, type Document, Exports, Imports, Spaces } from "@quire/core"
import { DocumentRefs } from "@quire/core/internal"
import { DocumentArbitrary } from "@quire/testing"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { png } from "./docs.ts"
import { as } from "./engine.ts"
import type { World } from "./world.ts"

/** A page to be; numbers choose among what there is. */
export interface Sprout {
  readonly type: "document" | "group" | "link"
  readonly title: string
  readonly slug: string | undefined
  readonly fields: object
  readonly document: Document.Document | undefined
  readonly cover: number | undefined
  readonly target: number
  readonly below: ReadonlyArray<Sprout>
}

export interface Seeded {
  readonly pages: ReadonlyArray<Sprout>
  readonly files: ReadonlyArray<string>
  readonly reusable: ReadonlyArray<Document.Document>
}

const titles = fc.constantFrom(
  "Home",
  "Install",
  "Readme",
  "Index",
  "Summary",
  "a **b** `c` _d_",
  "1. One",
  "two  spaces",
  "# hash #",
  "[a](b)",
  "<b>bold</b>",
  "Über uns",
  "日本語",
  "{% hint %}",
  "?!",
  "- x",
  "back\\slash",
  ":smile: $x$",
  "&amp; <!-- {} -->",
  "no\u00a0break",
  "x".repeat(256)
)

const flags = fc.record({ hidden: fc.boolean(), noIndex: fc.boolean(), noRobotsIndex: fc.boolean() })
const marks = fc.record(
  { icon: fc.constantFrom("gear", "a-1"), emoji: fc.constantFrom("1f600", "2764") },
  { requiredKeys: [] }
)

const layout = fc.record(
  {
    width: fc.constantFrom("default", "wide"),
    coverSize: fc.constantFrom("hero", "full"),
    cover: fc.boolean(),
    outline: fc.boolean(),
    metadata: fc.boolean()
  },
  { requiredKeys: [] }
)

const descriptions = fc.constantFrom("How to", 'with: "quotes"', "---", "# no comment", "true", "12", "é".repeat(300))

const slugs = fc.option(fc.constantFrom("readme", "by-hand", "summary", "more", "files", "ö"), {
  nil: undefined,
  freq: 4
})

const bare = { document: undefined, cover: undefined, target: 0, below: [] }

const links: fc.Arbitrary<Sprout> = fc
  .tuple(titles, marks, fc.boolean(), fc.nat())
  .map(([title, own, hidden, target]) => ({
    ...bare,
    type: "link",
    title,
    slug: undefined,
    fields: { ...own, hidden },
    target
  }))

const documents = (below: fc.Arbitrary<ReadonlyArray<Sprout>>): fc.Arbitrary<Sprout> =>
  fc
    .record({
      title: titles,
      slug: slugs,
      own: marks,
      flags,
      rest: fc.record({ description: descriptions, layout }, { requiredKeys: [] }),
      document: fc.option(DocumentArbitrary.normal, { nil: undefined, freq: 4 }),
      cover: fc.option(fc.nat(), { nil: undefined, freq: 2 }),
      below
    })
    .map(({ own, flags: set, rest, ...page }) => ({
      ...bare,
      ...page,
      type: "document",
      fields: { ...own, ...set, ...rest }
    }))

const leaves = fc.oneof({ weight: 3, arbitrary: documents(fc.constant([])) }, { weight: 1, arbitrary: links })
const branches = fc.oneof(leaves, documents(fc.array(leaves, { maxLength: 3 })))

const groups: fc.Arbitrary<Sprout> = fc
  .tuple(titles, slugs, marks, flags, fc.array(branches, { maxLength: 3 }))
  .map(([title, slug, own, set, below]) => ({ ...bare, type: "group", title, slug, fields: { ...own, ...set }, below }))

const names = fc.constantFrom(
  "logo.png",
  "notes.md",
  "page.html",
  "data.bin",
  "Logo.PNG",
  "2",
  "ü (1).txt",
  "a#b %20.png"
)

/** Spaces of every kind of page, block, link and file, with at least one page of text. */
export const seeded: fc.Arbitrary<Seeded> = fc.record({
  pages: fc
    .tuple(documents(fc.constant([])), fc.array(fc.oneof(branches, groups), { maxLength: 5 }), fc.nat())
    .map(([first, rest, at]) => rest.toSpliced(at % (rest.length + 1), 0, first)),
  files: fc.array(names, { maxLength: 4 }),
  reusable: fc.array(DocumentArbitrary.normal, { maxLength: 2 })
})

const pick = <A>(from: ReadonlyArray<A>, at: number): A | undefined => from[at % Math.max(1, from.length)]

interface Made {
  readonly pages: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  readonly reusable: ReadonlyArray<string>
}

const anchors = ["nowhere-77", "x-1.2+y_z"] as const

const hash = (text: string): number => Array.from(text).reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 997, 7)

/** Lets references of a text lead to what there is, and some to what there is not. */
const placed = (document: Document.Document, made: Made): Document.Document =>
  DocumentRefs.mapRefs(document, (ref): ContentRef.ContentRef => {
    if ("space" in ref && ref.space !== undefined) return ref
    const at = hash(JSON.stringify(ref))
    switch (ref.kind) {
      case "page":
        return { kind: "page", page: pick(["gone", ...made.pages], at) ?? "gone" }
      case "anchor": {
        const anchor = pick(anchors, at) ?? "nowhere-77"
        const page = pick(made.pages, at)
        return ref.page === undefined || page === undefined
          ? { kind: "anchor", anchor }
          : { kind: "anchor", anchor, page }
      }
      case "file":
        return { kind: "file", file: pick(["gone", ...made.files], at) ?? "gone" }
      case "reusable-content":
        return { kind: "reusable-content", reusableContent: pick(["gone", ...made.reusable], at) ?? "gone" }
      default:
        return ref
    }
  })

const targetsOf = (made: Made): ReadonlyArray<ContentRef.ContentRef> => [
  { kind: "url", url: "https://example.com/a_(b)?c=d#e" },
  { kind: "url", url: "a b<c>.md" },
  { kind: "space", space: "other" },
  { kind: "page", page: "p", space: "other" },
  { kind: "user", user: "u" },
  ...made.pages.map((page) => ({ kind: "page", page }) as const),
  ...made.pages.map((page) => ({ kind: "anchor", page, anchor: "x-1.2+y_z" }) as const),
  ...made.files.map((file) => ({ kind: "file", file }) as const)
]

const coversOf = (made: Made): ReadonlyArray<object> => [
  { ref: { kind: "url", url: "https://example.com/x.png" } },
  { ref: { kind: "url", url: "https://example.com/x.png" }, refDark: { kind: "url", url: "dark.png" }, yPos: -12.5 },
  ...made.files.map((file) => ({ ref: { kind: "file", file }, refDark: { kind: "file", file }, yPos: 3 }))
]

/** A file with a different size for each position in the list. */
const bytesOf = (name: string, at: number): Uint8Array => {
  const own = /png$/i.test(name) ? png : new TextEncoder().encode("text ")
  return Uint8Array.from([...own, ...Array.from({ length: at }, () => 32)])
}

const inTens = <A>(all: ReadonlyArray<A>) =>
  Array.from({ length: Math.ceil(all.length / 10) }, (_, at) => all.slice(at * 10, at * 10 + 10))

const planting = Effect.fnUntraced(function* ({ admin, organization }: World, given: Seeded) {
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Planted", editMode: "live" }))
  const apply = (changes: ReadonlyArray<object>) =>
    changes.length === 0 ? Effect.void : Effect.asVoid(as(admin)(edits.apply({ space }, { changes } as never)))
  const made = { pages: Array<string>(), files: Array<string>(), reusable: Array<string>() }
  const later: Array<{ readonly id: string; readonly sprout: Sprout }> = []
  const keep = as(admin)
  for (const [at, name] of given.files.entries()) {
    const base64 = btoa(String.fromCharCode(...bytesOf(name, at)))
    const changes = [{ operation: "insert_files", files: [{ name, base64 }] }] as const
    const { insertedFiles } = yield* keep(edits.apply({ space }, { changes }))
    made.files.push(...insertedFiles.map(({ id }) => id))
  }
  for (const at of given.reusable.keys()) {
    const changes = [{ operation: "insert_reusable_content", title: `Included: ${at}` }] as const
    const { insertedReusableContents } = yield* keep(edits.apply({ space }, { changes }))
    made.reusable.push(...insertedReusableContents)
  }
  const insert = (sprouts: ReadonlyArray<Sprout>, into: string | null): Effect.Effect<void, unknown, never> =>
    Effect.gen(function* () {
      for (const sprout of sprouts) {
        const { fields, slug, title, type } = sprout
        const target = type === "link" ? { target: { kind: "url", url: "x" } } : {}
        const change = {
          operation: "insert_page",
          type,
          title,
          ...(slug === undefined ? {} : { slug }),
          ...fields,
          ...target,
          into
        }
        const { changes } = yield* keep(edits.apply({ space }, { changes: [change] } as never))
        const [first] = changes
        const id = first?.object === "created_page" ? first.page.id : ""
        if (type === "document") made.pages.push(id)
        later.push({ id, sprout })
        yield* insert(sprout.below, id)
      }
    })
  yield* insert(given.pages, null)
  const updates = later.flatMap(({ id: page, sprout }): ReadonlyArray<object> => {
    if (sprout.type === "link") {
      return [{ operation: "update_page", page, target: pick(targetsOf(made), sprout.target) }]
    }
    if (sprout.type === "group") return []
    const document = sprout.document === undefined ? {} : { document: { document: placed(sprout.document, made) } }
    const cover = sprout.cover === undefined ? {} : { cover: pick(coversOf(made), sprout.cover) }
    const changed = { ...document, ...cover }
    return Object.keys(changed).length === 0 ? [] : [{ operation: "update_page", page, ...changed }]
  })
  const included = given.reusable.map((document, at) => ({
    operation: "update_reusable_content",
    reusableContent: made.reusable[at],
    document: { document: placed(document, made) }
  }))
  for (const some of inTens([...updates, ...included])) yield* apply(some)
  return space
})

/** Makes a live space of what was drawn. */
export const plant = (
  world: World,
  given: Seeded
): Effect.Effect<string, never, Spaces.Spaces | ContentEdits.ContentEdits> => Effect.orDie(planting(world, given))

/** The bytes of an export that an administrator asks for. */
export const exported = ({ admin }: World, space: string): Effect.Effect<Uint8Array, never, Exports.Exports> =>
  Effect.flatMap(Exports.Exports, (exports) => Stream.mkUint8Array(exports.zip({ space }))).pipe(
    as(admin),
    Effect.orDie
  )

export const inputOf = (bytes: Uint8Array) =>
  ({ source: "zip", bytes, contentType: "application/zip", url: "file:///export.zip", name: "export.zip" }) as const

interface Imported {
  readonly space: string
  readonly result: Imports.ImportResult
}

/** A new space with what an archive has. */
export const imported = (
  { admin, organization }: World,
  bytes: Uint8Array
): Effect.Effect<Imported, never, Spaces.Spaces | Imports.Imports> =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const { id: space } = yield* spaces.create(organization, { title: "Imported", editMode: "live" })
    return { space, result: yield* imports.bytesIntoSpace(space, inputOf(bytes)) }
  }).pipe(as(admin), Effect.orDie)

const dropped = new Set(["createdAt", "updatedAt", "urls", "href", "documentId", "key", "downloadURL"])

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => renamed(each, names))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !dropped.has(key))
      .map(([key, each]) => [key, renamed(each, names)])
  )
}

const picturing = Effect.fnUntraced(function* (space: string) {
  const contents = yield* Contents.Contents
  const { files, pages, reusableContents } = yield* contents.revision({ space })
  const names = new Map<string, string>()
  const ids: Array<string> = []
  const open = [...pages]
  for (let page = open.shift(); page !== undefined; page = open.shift()) {
    names.set(page.id, `page ${ids.length}`)
    ids.push(page.id)
    if ("pages" in page) open.push(...page.pages)
  }
  for (const { id, name, size } of files) names.set(id, `file ${name} of ${size}`)
  for (const { id, title } of reusableContents) names.set(id, `included ${title}`)
  const texts = yield* Effect.forEach(ids, (id) =>
    Effect.map(contents.page({ space }, id, "document"), (page) => ("document" in page ? page.document : undefined))
  )
  const textOf = (document: string) => Effect.map(contents.document(space, document), ({ nodes }) => nodes)
  const included: Array<unknown> = []
  for (const { document, title } of reusableContents) {
    included.push([title, document === undefined ? [] : yield* textOf(document)])
  }
  const sorted = (all: ReadonlyArray<unknown>) => all.map((each) => JSON.stringify(renamed(each, names))).sort()
  return {
    pages: renamed(pages, names),
    texts: renamed(texts, names),
    files: sorted(files),
    included: sorted(included)
  }
})

interface Picture {
  readonly pages: unknown
  readonly texts: unknown
  readonly files: ReadonlyArray<string>
  readonly included: ReadonlyArray<string>
}

/** Everything that the law of exports speaks of, with names in place of ids (rule export-law). */
export const picture = ({ admin }: World, space: string): Effect.Effect<Picture, never, Contents.Contents> =>
  picturing(space).pipe(as(admin), Effect.orDie)
