import { Clock, Context, Data, Effect, Layer, Option } from "effect"
import { type FileRecord, collection as fileCollection, rowId } from "../../content/file/FileRecord.ts"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import * as Entries from "../../content/search-index/Entries.ts"
import { SearchIndex } from "../../content/search-index/SearchIndex.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import { type ContentReader, makeFactory } from "../../content/tree/ContentReader.ts"
import { ContentStore } from "../../content/tree/ContentStore.ts"
import * as Diff from "../../content/tree/Diff.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Root from "../../content/tree/Root.ts"
import { Events } from "../../foundation/events/Events.ts"
import { type ChangeRequestId, type RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { type Actor, callingUser } from "../../foundation/operation/Actor.ts"
import * as QueuedValue from "../../foundation/scheduling/QueuedValue.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { addEdit, type ChangeRequest, collection as requestCollection } from "../change-request/ChangeRequest.ts"
import type { RevisionType } from "../revision/Revision.ts"
import { Revisions } from "../revision/Revisions.ts"
import { type Space, SpaceTranslated, sourceChanged, collection as spaceCollection } from "../space/Space.ts"
import { ComputedReindexing, isCurrent, type PendingReindex } from "./ComputedReindexing.ts"

/** The head is no longer the revision on which the change was computed. */
export class HeadMoved extends Data.TaggedError("HeadMoved") {}

/** New content of a space or of one of its change requests, computed before any lock. */
export interface Proposal {
  readonly space: string
  /** The head on which it was computed, and that head's root. */
  readonly head: RevisionId
  readonly before: string
  /** Nodes and root of the new content. */
  readonly draft: ContentDraft
  readonly root: string
  readonly type: RevisionType
  readonly parents: ReadonlyArray<RevisionId>
  /** The change request that the merge brings in. */
  readonly mergedFrom?: ChangeRequestId
}

/** The event of a commit; `after` is the new revision by default. */
export interface CommitAnnouncement {
  readonly type:
    | `changeRequests.${"merge" | "pull" | "resolve"}`
    | `content.${"edit" | "import" | "rollBack"}`
    | "spaceCustomFields.update"
    | "spaces.translate"
  readonly subjects: ReadonlyArray<string>
  readonly after?: unknown
}

/** Writes that go with a new head, in the same transaction. */
export type CompanionWrites<R> = (revision: RevisionId) => Effect.Effect<unknown, never, R>

/** Moves heads: writes nodes, revision, head, file records and indexes in one short transaction. */
export class ContentCommits extends Context.Service<ContentCommits>()("@quire/core/ContentCommits", {
  make: Effect.gen(function* () {
    const store = yield* ContentStore
    const readerOf = yield* makeFactory
    const cache = yield* NodeCache
    const search = yield* SearchIndex
    const links = yield* LinkIndex
    const reindexing = yield* ComputedReindexing
    const revisions = yield* Revisions
    const events = yield* Events
    const jobs = yield* Jobs
    const { together } = yield* RowStore
    const spaces = yield* Repository.make(Repository.withoutCounters(spaceCollection))
    const requests = yield* Repository.make(requestCollection)
    const lockedRequests = yield* Repository.make(Repository.withoutCounters(requestCollection))
    const records = yield* Repository.make(fileCollection)

    /** The nodes to store, and records of the files that are new or have new bytes. */
    const prepareForRequest = Effect.fnUntraced(function* (proposal: Proposal) {
      const changes = yield* Diff.diffFiles(proposal.draft, proposal.before, proposal.root)
      const space = SpaceId.make(proposal.space)
      const files = changes.flatMap((change) =>
        change.type === "deleted"
          ? []
          : [
              {
                id: rowId(space, change.id, change.after.blob),
                space,
                file: change.id,
                blob: change.after.blob,
                contentType: change.after.contentType
              }
            ]
      )
      return { files, nodes: proposal.draft.nodes(proposal.root) }
    })

    /**
     * Replaces the entries of pages; entries of large documents that are kept as text are created one after the other.
     */
    const updateSearch = Effect.fnUntraced(function* (space: string, { put, removed }: Entries.Changes) {
      if (put.length === 0) return yield* search.update(space, { put: [], removed })
      let gone = removed
      for (const entries of QueuedValue.portions(put)) {
        yield* search.update(space, { put: entries, removed: gone })
        gone = []
      }
    })

    /** How the indexes change from one content to another, including computed pages. */
    const prepareIndexes = Effect.fnUntraced(function* (
      reader: ContentReader,
      before: string,
      root: string,
      computed: PendingReindex | undefined
    ) {
      const seen = computed ?? { reader, before, after: root }
      const entries = yield* Entries.findChanges(seen.reader, seen.before, seen.after)
      return { entries, linked: yield* links.at(reader, root, computed?.linksFrom), computed }
    })

    type Indexes = Effect.Success<ReturnType<typeof prepareIndexes>>

    /** Writes the indexes of a space whose lock is held. */
    const writeIndexes = (space: string, { computed, entries, linked }: Indexes) =>
      together(
        together(updateSearch(space, entries), links.update(linked)),
        computed === undefined ? Effect.void : reindexing.write(computed)
      )

    /** Fails with `HeadMoved` if other versions of descriptions are indexed or to be indexed than was prepared. */
    const confirm = Effect.fnUntraced(function* ({ computed }: Pick<Indexes, "computed">, organization: string) {
      if (computed !== undefined && !(yield* reindexing.confirm(computed, organization))) return yield* new HeadMoved()
    })

    /** Prepares what a commit of primary content writes, before its critical section. */
    const prepare = Effect.fnUntraced(function* (proposal: Proposal) {
      const { before, draft, root } = proposal
      const computed = yield* reindexing.prepare(draft, before, root)
      return { ...(yield* prepareForRequest(proposal)), ...(yield* prepareIndexes(draft, before, root, computed)) }
    })

    const recordFiles = Effect.fnUntraced(function* (files: ReadonlyArray<FileRecord>) {
      const known = yield* records.getMany(files.map(({ id }) => id))
      yield* records.insertAll(files.filter(({ id }) => !known.has(id)))
    })

    /** Writes nodes, file records and the revision that refers to them. */
    const record = (
      id: RevisionId,
      proposal: Proposal,
      prepared: Effect.Success<ReturnType<typeof prepareForRequest>>,
      of: { readonly changeRequest?: ChangeRequestId }
    ) => {
      const nodes = Effect.map(store.putMany(proposal.space, prepared.nodes), () =>
        cache.putWritten(proposal.space, prepared.nodes)
      )
      const revision = revisions.insert({
        id,
        space: SpaceId.make(proposal.space),
        parents: proposal.parents,
        root: proposal.root,
        type: proposal.type,
        ...of,
        ...(proposal.mergedFrom === undefined ? {} : { mergedFrom: proposal.mergedFrom })
      })
      return together(together(nodes, recordFiles(prepared.files)), revision)
    }

    /**
     * Moves the head of the primary content. Call inside a mutation. Fails with `HeadMoved`, having written nothing,
     * when the head has changed since. Only translation runs may change the output of a translation (rule
     * translation-output). `allow` checks the space as it is under the lock, and may return further writes to commit
     * with the new head.
     */
    const commit = Effect.fnUntraced(function* <E = never, R = never, R2 = never>(
      proposal: Proposal,
      prepared: Effect.Success<ReturnType<typeof prepare>>,
      announcement: CommitAnnouncement,
      allow: (space: Space) => Effect.Effect<CompanionWrites<R2> | undefined, E, R> = () => Effect.undefined
    ) {
      const rows = yield* spaces.lock([proposal.space])
      const seen = rows.get(proposal.space)
      if (seen === undefined || seen.value.revision !== proposal.head) return yield* new HeadMoved()
      const { translation } = seen.value
      if (translation !== undefined && translation.from !== null && proposal.type !== "computed") {
        return yield* new SpaceTranslated({ space: proposal.space, source: translation.from })
      }
      const furtherWrites = yield* allow(seen.value)
      yield* confirm(prepared, seen.value.organization)
      const revision = yield* revisions.nextId
      const moved = { ...seen.value, revision, updatedAt: yield* Clock.currentTimeMillis }
      const announced = events.announce({
        type: announcement.type,
        organization: seen.value.organization,
        space: proposal.space,
        subjects: [revision, ...announcement.subjects],
        before: { revision: proposal.head },
        after: announcement.after ?? { revision }
      })
      yield* together(
        together(together(record(revision, proposal, prepared, {}), spaces.update(seen, moved)), announced),
        together(
          writeIndexes(proposal.space, prepared),
          furtherWrites === undefined ? Effect.void : furtherWrites(revision)
        )
      )
      if (translation !== undefined && translation.into > 0) {
        yield* jobs.offer(sourceChanged, proposal.space, null, { share: seen.value.organization })
      }
      return revision
    })

    /**
     * Moves the head of a change request, even if the primary content has changed meanwhile, and returns the updated
     * request. `allow` checks the request under the lock and returns further changes to it. Call inside a mutation,
     * like `commit`.
     */
    const commitToRequest = Effect.fnUntraced(function* <E, R>(
      id: ChangeRequestId,
      proposal: Proposal,
      prepared: Effect.Success<ReturnType<typeof prepareForRequest>>,
      announcement: CommitAnnouncement & { readonly organization: string },
      allow: (request: ChangeRequest) => Effect.Effect<Partial<ChangeRequest>, E, R>
    ) {
      const seen = (yield* lockedRequests.lock([id])).get(id)
      if (seen === undefined) return yield* new HeadMoved()
      const also = yield* allow(seen.value)
      if (seen.value.revision !== proposal.head) return yield* new HeadMoved()
      const revision = yield* revisions.nextId
      const updatedAt = yield* Clock.currentTimeMillis
      const contributors =
        proposal.type === "edits" ? addEdit(seen.value, yield* callingUser, updatedAt) : seen.value.contributors
      const next = { ...seen.value, contributors, ...also, revision, updatedAt }
      const announced = events.announce({
        type: announcement.type,
        organization: announcement.organization,
        space: proposal.space,
        subjects: [id, revision, ...announcement.subjects],
        before: { revision: proposal.head },
        after: announcement.after ?? { revision }
      })
      const [[updated, counted]] = yield* together(
        together(lockedRequests.update(seen, next), requests.require(id)),
        together(record(revision, proposal, prepared, { changeRequest: id }), announced)
      )
      return { revision, changeRequest: { ...updated, counters: counted.counters } }
    })

    /**
     * Updates the indexes of a space to the newest versions of the inputs of its head; `write` is the transaction.
     * Fails with `HeadMoved`, having written nothing, when an input has changed meanwhile.
     */
    const refreshIndexes = Effect.fnUntraced(function* <E, R>(
      id: string,
      write: (body: Effect.Effect<void, HeadMoved>) => Effect.Effect<void, E, R>
    ) {
      const space = Option.getOrUndefined(yield* spaces.get(id))
      if (space === undefined) return
      const { organization, revision } = space.value
      const head = yield* revisions.require(revision)
      const root = yield* Root.open(readerOf(id), head.value.root)
      const computed = yield* reindexing.compare(organization, root.reader, root.hash, root)
      if (computed === undefined || isCurrent(computed)) return
      const prepared = yield* prepareIndexes(root.reader, root.hash, root.hash, computed)
      yield* write(
        Effect.gen(function* () {
          const seen = (yield* spaces.lock([id])).get(id)
          if (seen?.value.revision !== revision) return yield* new HeadMoved()
          yield* confirm(prepared, seen.value.organization)
          yield* writeIndexes(id, prepared)
        })
      )
    })

    const lock = (id: string) => spaces.lock([id])

    return { lock, prepare, prepareForRequest, record, commit, commitToRequest, refreshIndexes } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ComputedReindexing.layer,
      Events.layer,
      Jobs.layer,
      LinkIndex.layer,
      NodeCache.layer,
      Revisions.layer
    ])
  )
}

const isOther = <E>(error: E): error is Exclude<E, HeadMoved> => !(error instanceof HeadMoved)

/**
 * Runs an attempt that computes on a head and then moves it: first without a lock and, if another writer moved the head
 * meanwhile, once more while `lock` holds it, so that it cannot fail for that reason again. `first` is an attempt on a
 * head that is already open.
 */
export class Attempt extends Context.Service<Attempt>()("@quire/core/Attempt", {
  make: Effect.map(Mutation, ({ mutate }) => ({
    attempted: <A, E, R, E2, R2>(
      lock: Effect.Effect<unknown, E2, R2>,
      attempt: Effect.Effect<A, E | HeadMoved, R>,
      first = attempt
    ): Effect.Effect<A, Exclude<E | E2, HeadMoved>, R | R2 | Actor> => {
      const locked: Effect.Effect<A, E | E2 | HeadMoved, R | R2 | Actor> = mutate(Effect.andThen(lock, attempt))
      return first.pipe(
        Effect.catch((error) => (isOther(error) ? Effect.fail(error) : locked)),
        Effect.catch((error) => (isOther(error) ? Effect.fail(error) : Effect.die(error)))
      )
    }
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}
