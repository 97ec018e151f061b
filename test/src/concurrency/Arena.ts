import {
  ChangeRequests,
  ContentBase,
  ContentDraft,
  ContentEdits,
  type Engine,
  LinkIndex,
  RevisionHistory,
  Revisions,
  Root,
  SearchIndex,
  Spaces
} from "@quire/core"
import { Entries, LinkEntries, type Page as PageNoun, PageTree } from "@quire/core/internal"
import { SearchPages } from "@quire/testing"
import { Effect } from "effect"
import { as, baseUrl } from "../support/engine.ts"
import type { World } from "../support/world.ts"
import type { Content, Page } from "./Content.ts"
import type { Observation, Request, Revision } from "./History.ts"

/** A space that clients race in: folders that stay where they are, and pages that everybody edits. */
export interface Arena {
  readonly space: string
  readonly isLive: boolean
  readonly folders: ReadonlyArray<string>
  readonly shared: ReadonlyArray<string>
  /** Revisions before the race. */
  readonly founding: number
}

/** Every page has these; a word that an edit wrote stands for each `_`. */
export const paragraphs = {
  p0: "amber basil cedar _ dune ember fjord _ grove hazel iris",
  p1: "jasper kelp larch _ maple nettle onyx _ pearl quartz reed",
  p2: "slate thyme umber _ violet willow yarrow _ zinc acorn birch"
} as const
export type Paragraph = keyof typeof paragraphs

export const fresh = (word: (at: Paragraph) => string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(paragraphs).map(([name, text]) => [
      name,
      `${name} ${text.replaceAll("_", () => word(name as Paragraph))}`
    ])
  )

export const markdownOf = (page: ReadonlyMap<string, string>): string => [...page.values()].join("\n\n")

export const readMarkdown = (markdown: string): Map<string, string> =>
  new Map(
    markdown
      .split("\n\n")
      .map((text) => text.trim())
      .filter((text) => text !== "")
      .map((text) => [text.split(" ")[0] ?? "", text])
  )

type Everything = Engine.Services | Engine.Ports

const everything = { limit: 1000 } as const

const made = Effect.fnUntraced(function* (world: World, options: { isLive: boolean; shared: number }) {
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const { id: space } = yield* as(world.admin)(
    spaces.create(world.organization, { title: options.isLive ? "Twin" : "Book", editMode: "live" })
  )
  const folder = (ref: string) => ({ operation: "insert_page" as const, title: `Folder ${ref}`, ref })
  const page = (index: number) => ({
    operation: "insert_page" as const,
    title: `Shared ${index}`,
    ...(index % 3 === 0 ? {} : { into: index % 3 === 1 ? "left" : "right" }),
    document: { markdown: markdownOf(fresh(() => "blank")) }
  })
  const { changes } = yield* as(world.admin)(
    edits.apply(
      { space },
      { changes: [folder("left"), folder("right"), ...Array.from({ length: options.shared }, (_, at) => page(at))] }
    )
  )
  if (!options.isLive) yield* as(world.admin)(spaces.update(space, { editMode: "locked" }))
  const ids = changes.map((each) => (each.object === "deleted_page" ? each.id : each.page.id))
  const { count = 0 } = yield* as(world.admin)((yield* RevisionHistory.RevisionHistory).list(space, everything))
  return {
    space,
    isLive: options.isLive,
    folders: ids.slice(0, 2),
    shared: ids.slice(2),
    founding: count
  } satisfies Arena
})

/** A space with two folders and shared pages, in them and at the top. */
export const make = (
  world: World,
  options: { isLive: boolean; shared: number }
): Effect.Effect<Arena, never, Everything> => Effect.orDie(made(world, options))

const plain = (node: unknown): string => {
  if (typeof node !== "object" || node === null) return ""
  const { leaves, nodes, text } = node as {
    leaves?: ReadonlyArray<unknown>
    nodes?: ReadonlyArray<unknown>
    text?: string
  }
  return text ?? [...(leaves ?? []), ...(nodes ?? [])].map(plain).join("")
}

/** The pages of roots, each document read once; pages with the same fields are the same object. */
export const contents = Effect.fnUntraced(function* (space: string) {
  const base = yield* ContentBase.ContentBase
  const reader = base.reader(space)
  const known = new Map<string, Content>()
  const texts = new Map<string, ReadonlyMap<string, string>>()
  const same = new Map<string, Page>()
  const interned = (title: string, parent: string, document: string): Page => {
    const key = JSON.stringify([title, parent, document])
    const page = same.get(key) ?? { title, parent, paragraphs: texts.get(document) ?? new Map() }
    same.set(key, page)
    return page
  }
  return Effect.fnUntraced(function* (hash: string) {
    const before = known.get(hash)
    if (before !== undefined) return before
    const trees = yield* PageTree.read(yield* Root.open(reader, hash))
    const found = new Map<string, readonly [title: string, parent: string, document: string]>()
    const order = new Map<string, ReadonlyArray<string>>()
    const walk = (list: ReadonlyArray<PageNoun.PageTree>, parent: string): ReadonlyArray<string> => {
      order.set(
        parent,
        list.map(({ page }) => page.id)
      )
      return list.flatMap(({ page, pages: below }) => {
        const document = page.type === "document" ? (page.document ?? "") : ""
        found.set(page.id, [page.title, parent, document])
        return [document, ...(below.length === 0 ? [] : walk(below, page.id))]
      })
    }
    const hashes = new Set(walk(trees, "").filter((each) => each !== "" && !texts.has(each)))
    for (const [id, { nodes }] of yield* Root.documents(reader, hashes)) {
      const paragraphs = nodes.map(plain)
      texts.set(id, new Map(paragraphs.map((text) => [text.split(" ")[0] ?? "", text])))
    }
    const pages = new Map([...found].map(([id, fields]) => [id, interned(...fields)]))
    const content: Content = { pages, order }
    known.set(hash, content)
    return content
  })
})

const statuses = ["draft", "open", "archived", "merged"] as const

const listed = Effect.fnUntraced(function* (world: World, space: string) {
  const { list } = yield* ChangeRequests.ChangeRequests
  const found: Array<Request> = []
  for (const status of statuses) {
    let cursor: string | undefined
    do {
      const page = yield* as(world.admin)(
        list(space, { status }, { ...everything, ...(cursor ? { page: cursor } : {}) })
      )
      found.push(...page.items)
      cursor = page.next?.page
    } while (cursor !== undefined)
  }
  return found
})

/** Every change request of a space. */
export const requestsOf = (world: World, space: string): Effect.Effect<ReadonlyArray<Request>, never, Everything> =>
  Effect.orDie(listed(world, space))

const linksOf = Effect.fnUntraced(function* (world: World, space: string) {
  const index = yield* LinkIndex.LinkIndex
  const base = yield* ContentBase.ContentBase
  const { root } = yield* as(world.admin)(base.open({ space }))
  const nothing: LinkEntries.LinkLookup = {
    sources: () => Effect.succeed(new Map()),
    referring: () => Effect.succeed([])
  }
  const kept = yield* index.list(yield* index.at(root.reader, root.hash), { limit: 1_000_000 }, undefined)
  const { added } = yield* LinkEntries.findChanges(nothing, root.reader, `${baseUrl}/app`, Root.empty, root.hash)
  const sorted = [...added].sort(({ id: one }, { id: other }) => (one < other ? -1 : 1))
  return { kept: JSON.stringify(kept), anew: JSON.stringify(sorted) }
})

/** What search finds of words, and what entries made anew would. */
const wordsFound = Effect.fnUntraced(function* (space: string, hash: string, words: ReadonlyArray<string>) {
  const search = yield* SearchIndex.SearchIndex
  const base = yield* ContentBase.ContentBase
  const draft = ContentDraft.make(base.reader(space))
  const { put } = yield* Entries.findChanges(draft, Root.empty, hash)
  const indexed = new Map<string, Array<string>>()
  const found = new Map<string, ReadonlyArray<string>>()
  for (const { page, sections } of put.map((entry) => entry.open())) {
    const tokens = new Set(
      sections.flatMap(({ body, heading, title }) => [title, heading, body].flatMap(({ words }) => words))
    )
    for (const token of tokens) indexed.set(token, [...(indexed.get(token) ?? []), page])
  }
  for (const word of words) {
    const { hits } = yield* search.search([space], SearchPages.query(`"${word}"`), { offset: 0, limit: 1000 })
    found.set(
      word,
      hits.map(({ page }) => page)
    )
  }
  return { found, indexed }
})

const observed = Effect.fnUntraced(function* (world: World, arena: Arena, words: ReadonlyArray<string>) {
  const { space } = arena
  const history = yield* RevisionHistory.RevisionHistory
  const stored = yield* Revisions.Revisions
  const spaces = yield* Spaces.Spaces
  const newest: Array<string> = []
  let cursor: string | undefined
  do {
    const page = yield* as(world.admin)(history.list(space, { ...everything, ...(cursor ? { page: cursor } : {}) }))
    newest.push(...page.items.map(({ id }) => id))
    cursor = page.next?.page
  } while (cursor !== undefined)
  const requests = yield* requestsOf(world, space)
  const read = yield* contents(space)
  const revisions = new Map<string, Revision>()
  const hashes = new Map<string, string>()
  let wanted: ReadonlyArray<string> = [...newest, ...requests.map(({ revision }) => revision)]
  while (wanted.length > 0) {
    const rows = yield* stored.getMany(wanted)
    for (const [id, { value }] of rows) {
      const { mergedFrom, parents, root, type } = value
      hashes.set(id, root)
      const from = mergedFrom === undefined ? {} : { mergedFrom }
      revisions.set(id, { id, parents, type, content: yield* read(root), ...from })
    }
    wanted = [...new Set([...rows.values()].flatMap(({ value }) => value.parents))].filter((id) => !revisions.has(id))
  }
  const view = yield* as(world.admin)(spaces.get(space))
  return {
    head: view.revision,
    line: newest.toReversed(),
    founding: arena.founding,
    revisions,
    requests,
    counters: { all: view.changeRequests, open: view.changeRequestsOpen, draft: view.changeRequestsDraft },
    ...(yield* wordsFound(space, hashes.get(view.revision) ?? "", [...new Set(words)])),
    links: yield* linksOf(world, space)
  } satisfies Observation
})

/** What an arena holds; `words` are looked up in its search index. */
export const observe = (
  world: World,
  arena: Arena,
  words: ReadonlyArray<string>
): Effect.Effect<Observation, never, Everything> => Effect.orDie(observed(world, arena, words))
