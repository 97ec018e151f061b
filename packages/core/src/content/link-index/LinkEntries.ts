import { Effect } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as Diff from "../tree/Diff.ts"
import type * as Page from "../tree/Page.ts"
import type * as Reusable from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import * as LinkRefs from "./LinkRefs.ts"
import { idOf, type LinkSource, targetOf } from "./LinkSource.ts"
import * as LinkStanding from "./LinkStanding.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** What is asked of the index of the root that one starts from. */
export interface LinkLookup {
  /** Those of the sources that exist, by id. */
  readonly sources: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, LinkSource>>
  /** Sources of the space with any of the lookup keys. */
  readonly referring: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LinkSource>>
}

/** Sources that went or were replaced, as they were; and those that are there instead, or new. */
export interface LinkChanges {
  readonly gone: ReadonlyArray<LinkSource>
  readonly come: ReadonlyArray<LinkSource>
}

export const noChanges: LinkChanges = { gone: [], come: [] }

/** A holder whose links are read anew. */
interface Held {
  readonly holder: LinkTarget.LinkHolder
  readonly page?: Page.Page
  readonly document: string | undefined
}

const linked: ReadonlySet<string> = new Set(["document", "cover", "target", "type"])

const ofPage = (space: string, page: Page.Page): Held => ({
  holder: { space, kind: "page", owner: page.id },
  page,
  document: page.type === "document" ? page.document : undefined
})

const ofReusable = (space: string, content: Reusable.Reusable): Held => ({
  holder: { space, kind: "reusable-content", owner: content.id },
  document: content.document
})

/** Holders to read anew, ids of those that are gone, and keys of targets that may be there now or not any more. */
const affected = (space: string, diff: Diff.Diff) => {
  const held: Array<Held> = []
  const gone: Array<string> = []
  const keys: Array<string> = []
  for (const change of diff.pages) {
    if (change.type === "edited" && !change.fields.some((field) => linked.has(field))) continue
    if (change.type === "deleted") gone.push(idOf({ space, kind: "page", owner: change.id }))
    else held.push(ofPage(space, change.after))
    keys.push(change.type === "edited" ? LinkTarget.anchorsKey(space, change.id) : LinkTarget.pageKey(space, change.id))
  }
  for (const change of diff.files) if (change.type !== "edited") keys.push(LinkTarget.fileKey(space, change.id))
  for (const change of diff.reusable) {
    if (change.type === "deleted") gone.push(idOf({ space, kind: "reusable-content", owner: change.id }))
    else if (change.type === "created" || change.fields.includes("document")) held.push(ofReusable(space, change.after))
    if (change.type !== "edited") keys.push(LinkTarget.reusableKey(space, change.id))
  }
  return { held, gone, keys }
}

/** Sources of holders and of others whose targets changed, with every link judged in the root. */
const judged = Effect.fnUntraced(function* (
  root: Root.Root,
  app: string,
  held: ReadonlyArray<Held>,
  referring: ReadonlyArray<LinkSource>
) {
  const documents = yield* LinkStanding.documents(
    root.reader,
    held.flatMap(({ document }) => document ?? [])
  )
  const fresh = yield* Slices.map(
    held,
    ({ document: hash, holder, page }) => {
      const document = documents.get(hash ?? "")
      const all = page !== undefined ? LinkRefs.ofPage(page, document) : document ? LinkRefs.ofDocument(document) : []
      return { holder, links: LinkRefs.distinct(all, holder) }
    },
    { weight: ({ document }) => Slices.weighItem(documents.get(document ?? "")) }
  )
  const all = [...fresh, ...referring.map((source) => ({ holder: source, links: source.links }))]
  const targets = all.flatMap(({ holder, links }) => links.map((link) => targetOf(holder, link)))
  const found = yield* LinkStanding.existing(root, targets)
  return all.map(
    ({ holder, links }): LinkSource => ({
      id: idOf(holder),
      space: SpaceId.make(holder.space),
      kind: holder.kind,
      owner: holder.owner,
      links: links.map((link) => ({ ...link, standing: LinkStanding.judge(link, holder, { app, found }) }))
    })
  )
})

/**
 * How the links of a space follow from one root to another: those of changed holders, and those to what came, went or
 * has other anchors. The cost grows with the difference and the links to what differs.
 */
export const changes = Effect.fnUntraced(function* (
  lookup: LinkLookup,
  reader: ContentReader,
  app: string,
  before: string,
  after: string
) {
  if (before === after) return noChanges
  const { gone, held, keys } = affected(reader.space, yield* Diff.diff(reader, before, after))
  if (held.length === 0 && gone.length === 0 && keys.length === 0) return noChanges
  const anew = new Set([...held.map(({ holder }) => idOf(holder)), ...gone])
  const referring = (yield* lookup.referring(keys)).filter(({ id }) => !anew.has(id))
  const old = yield* lookup.sources([...anew])
  const sources = yield* judged(yield* Root.open(reader, after), app, held, referring)
  const was = new Map([...old.values(), ...referring].map((source) => [source.id, source]))
  const come = sources.filter(
    (source) => source.links.length > 0 && !CanonicalJson.equals(source.links, was.get(source.id)?.links)
  )
  const same = new Set(sources.filter(({ links }) => links.length > 0).map(({ id }) => id))
  for (const { id } of come) same.delete(id)
  return { gone: [...was.values()].filter(({ id }) => !same.has(id)), come } satisfies LinkChanges
})
