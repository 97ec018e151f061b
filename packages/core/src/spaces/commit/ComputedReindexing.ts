import { Context, Effect, Layer, Option } from "effect"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as Root from "../../content/tree/Root.ts"
import { type OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ComputedAnswers from "../../openapi/computed/ComputedAnswers.ts"
import { ComputedRoots, type PageIds, type Pair, type Versions } from "../../openapi/computed/ComputedRoots.ts"
import * as ComputedSpace from "../../openapi/computed/ComputedSpace.ts"
import * as RootSources from "../../openapi/computed/RootSources.ts"
import { collection as specCollection } from "../../openapi/spec/OpenApiSpec.ts"
import { collection as spaceCollection } from "../space/Space.ts"

type Stored = ComputedSpace.ComputedSpace

/** The current and the target index of a space with computed content; read before any lock. */
export interface PendingReindex extends Pair {
  readonly organization: OrganizationId
  /** The row that was found, and its state after the indexes are written; undefined if nothing is computed. */
  readonly seen: Repository.VersionedValue<Stored> | undefined
  readonly next: Stored | undefined
  /** The same, with this root as the base of the link index. */
  readonly linksFrom: (root: string) => Effect.Effect<Pair>
}

const toVersions = ({ answers = [], versions }: Stored): Versions =>
  new Map([
    ...versions.flatMap(({ spec, version }) => (version === null ? [] : [[spec, version] as const])),
    ...answers.flatMap(({ answer, key }) => (answer === null ? [] : [[key, answer] as const]))
  ])

const keysOf = (self: Stored | undefined): ReadonlyArray<string> => self?.answers?.map(({ key }) => key) ?? []

/** A content as indexed. */
const toIndexed = (root: Root.Root, self: Stored) => ({
  root,
  organization: self.indexedIn,
  versions: toVersions(self),
  remembered: new Map(self.pages.map(({ ids, placeholder }) => [placeholder, ids]))
})

/** Whether the indexes hold what they are to hold. */
export const isCurrent = ({ after, before, next, seen }: PendingReindex): boolean =>
  before === after && CanonicalJson.equals(seen?.value, next)

const isComputed = ({ maps }: Root.Root): boolean => maps.computed !== undefined

/**
 * Records with which versions the computed pages of each space are indexed, so that only differences are reindexed
 * (rule computed-indexes). A space without computed content has no cost.
 */
export class ComputedReindexing extends Context.Service<ComputedReindexing>()("@quire/core/ComputedReindexing", {
  make: Effect.gen(function* () {
    const roots = yield* ComputedRoots
    const jobs = yield* Jobs
    const { together } = yield* RowStore
    const rows = yield* Repository.make(ComputedSpace.collection)
    const specs = yield* Repository.make(specCollection)
    const answers = yield* Repository.make(ComputedAnswers.collection)
    const spaces = yield* Repository.make(spaceCollection)

    const find = (space: string) => Effect.map(rows.get(space), Option.getOrUndefined)

    const offer = (rows: ReadonlyArray<Pick<Stored, "id" | "organization">>) =>
      jobs.offerAll(
        ComputedSpace.refreshing,
        rows.map(({ id, organization }) => [id, null, organization])
      )

    /** The head of a space as indexed. */
    const expandIndexed = Effect.fnUntraced(function* (root: Root.Root) {
      const seen = isComputed(root) ? yield* find(root.reader.space) : undefined
      return seen === undefined ? root : yield* roots.at(toIndexed(root, seen.value))
    })

    /** The values of the row of a space when the root is indexed with these versions. */
    const rowOf = Effect.fnUntraced(function* (
      organization: OrganizationId,
      root: Root.Root,
      newest: Versions,
      pages: PageIds
    ) {
      if (!isComputed(root)) return undefined
      const { keys, slugs } = yield* RootSources.find(root)
      return {
        id: SpaceId.make(root.reader.space),
        organization,
        indexedIn: organization,
        versions: slugs.map((spec) => ({ spec, version: newest.get(spec) ?? null })),
        ...(keys.length === 0 ? {} : { answers: keys.map((key) => ({ key, answer: newest.get(key) ?? null })) }),
        pages: Array.from(pages, ([placeholder, ids]) => ({ placeholder, ids }))
      } satisfies Stored
    })

    /** The index changes when `root` replaces `from`; undefined if neither has computed content. */
    const compare = Effect.fnUntraced(function* (
      organization: OrganizationId,
      reader: ContentReader,
      from: string,
      root: Root.Root
    ) {
      const old = yield* Root.open(reader, from)
      if (!isComputed(old) && !isComputed(root)) return undefined
      const [seen, found] = yield* together(find(reader.space), roots.versionsOf([{ organization, root }]))
      const versions = found.get(organization) ?? new Map()
      const pairFrom = (before: Root.Root): Effect.Effect<Pair> =>
        roots.pair(reader, seen === undefined ? before : toIndexed(before, seen.value), {
          organization,
          root,
          versions
        })
      const pair = yield* pairFrom(old)
      return {
        ...pair,
        organization,
        seen,
        next: yield* rowOf(organization, root, versions, pair.pages),
        linksFrom: (start) =>
          start === from ? Effect.succeed(pair) : Effect.flatMap(Root.open(reader, start), pairFrom)
      } satisfies PendingReindex
    })

    /** `compare` for a head that is to move. */
    const prepare = Effect.fnUntraced(function* (reader: ContentReader, from: string, to: string) {
      const [old, root] = [yield* Root.open(reader, from), yield* Root.open(reader, to)]
      if (!isComputed(old) && !isComputed(root)) return undefined
      const space = yield* spaces.require(reader.space)
      return yield* compare(space.value.organization, reader, from, root)
    })

    /** Locks the responses of a space, like `holdVersions`. */
    const holdAnswers = Effect.fnUntraced(function* (self: Stored) {
      if (self.answers === undefined) return true
      const row = (yield* answers.lock([self.id])).get(self.id)
      const newest = new Map(row === undefined ? [] : ComputedAnswers.versionsOf(row.value))
      return self.answers.every(({ answer, key }) => (newest.get(key) ?? null) === answer)
    })

    /**
     * Locks the specs, so that no newer version is added meanwhile, and returns whether the versions of the row are the
     * newest.
     */
    const holdVersions = Effect.fnUntraced(function* ({ organization, versions }: Stored) {
      const slugs = new Set(versions.map(({ spec }) => spec))
      const all = yield* specs.list("inOrganization", { equals: { organization }, limit: noLimit })
      const locked = yield* specs.lock(all.filter(({ value }) => slugs.has(value.slug)).map(({ value }) => value.id))
      const newest = new Map(Array.from(locked.values(), ({ value }) => [value.slug, value.lastVersion] as const))
      return versions.every(({ spec, version }) => (newest.get(spec) ?? null) === version)
    })

    /**
     * Whether the prepared index is still valid: the head of the space has not moved, no other versions were indexed,
     * and none is newer. The lock of the space is held.
     */
    const confirm = Effect.fnUntraced(function* ({ next, organization, reader, seen }: PendingReindex, now: string) {
      const row = yield* find(reader.space)
      if (row?.version !== seen?.version || organization !== now) return false
      return next === undefined || ((yield* holdVersions(next)) && (yield* holdAnswers(next)))
    })

    /** Requests from integrations the content of their sources in spaces. */
    const ask = (rows: ReadonlyArray<Pick<Stored, "id" | "organization">>) =>
      jobs.offerAll(
        ComputedAnswers.answering,
        rows.map(({ id, organization }) => [id, null, organization])
      )

    /** Records what is indexed. A spec or response that does not exist yet may appear before this is committed. */
    const write = Effect.fnUntraced(function* ({ next, seen }: PendingReindex) {
      if (CanonicalJson.equals(seen?.value, next)) return
      if (seen !== undefined && next !== undefined) yield* rows.update(seen, next)
      else if (next !== undefined) yield* rows.insert(next)
      else if (seen !== undefined) yield* rows.remove([seen.value.id])
      const isLacking =
        next?.versions.some(({ version }) => version === null) || next?.answers?.some(({ answer }) => answer === null)
      if (next !== undefined && isLacking === true) yield* offer([next])
      const row = next ?? seen?.value
      if (row !== undefined && !CanonicalJson.equals(keysOf(seen?.value), keysOf(next))) yield* ask([row])
    })

    /** Records that a copy of a space has the same indexes; call it in the transaction that creates the copy. */
    const copy = Effect.fnUntraced(function* (from: string, to: SpaceId) {
      const seen = yield* find(from)
      if (seen === undefined) return
      const made = { ...seen.value, id: to }
      yield* rows.insert(made)
      yield* offer([made])
      if (made.answers !== undefined) yield* ask([made])
    })

    /**
     * Requests indexing of spaces with the specs of another organization; call it in the transaction that transfers
     * them.
     */
    const transfer = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, organization: OrganizationId) {
      const found = [...(yield* rows.getMany(ids)).values()]
      if (found.length === 0) return
      const moved = found.map((seen) => ({ seen, next: { ...seen.value, organization } }))
      yield* rows.updateAll(moved)
      yield* offer(moved.map(({ next }) => next))
      yield* ask(moved.flatMap(({ next }) => (next.answers === undefined ? [] : [next])))
    })

    return { expandIndexed, compare, prepare, confirm, write, copy, transfer } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ComputedRoots.layer, Jobs.layer]))
}
