import { Clock, Data, Effect } from "effect"
import { Events } from "../events/Events.ts"
import { collection as fileCollection, rowId } from "../file/FileRecord.ts"
import type { RevisionType } from "../revision/Revision.ts"
import type { RevisionId } from "../revision/RevisionId.ts"
import { Revisions } from "../revision/Revisions.ts"
import * as Entries from "../search/Entries.ts"
import { SearchIndex } from "../search/SearchIndex.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import { SpaceId } from "../space/SpaceId.ts"
import * as Repository from "../store/Repository.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import { ContentStore } from "./ContentStore.ts"
import * as Diff from "./Diff.ts"

/** The head is not the revision any more on which the change was computed. */
export class HeadMoved extends Data.TaggedError("HeadMoved") {}

/** New content of a space, computed before any lock. */
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
}

/** Moves the head of a space: nodes, revision, head, file records and search index in one short transaction. */
export class ContentCommits extends Effect.Service<ContentCommits>()("@quire/core/ContentCommits", {
  effect: Effect.gen(function* () {
    const store = yield* ContentStore
    const search = yield* SearchIndex
    const revisions = yield* Revisions
    const events = yield* Events
    const spaces = yield* Repository.make(spaceCollection)
    const records = yield* Repository.make(fileCollection)

    /** What the critical section writes, worked out before it. */
    const prepare = Effect.fn("ContentCommits.prepare")(function* (proposal: Proposal) {
      const entries = yield* Entries.changes(proposal.draft, proposal.before, proposal.root)
      const diff = yield* Diff.diff(proposal.draft, proposal.before, proposal.root)
      const space = SpaceId.make(proposal.space)
      const files = diff.files.flatMap((change) =>
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
      return { entries, files, nodes: proposal.draft.nodes(proposal.root) }
    })

    /** Call inside a mutation. `HeadMoved` when the head is another by now: then nothing has been written. */
    const commit = Effect.fn("ContentCommits.commit")(function* (
      proposal: Proposal,
      prepared: Effect.Effect.Success<ReturnType<typeof prepare>>,
      announcement: { readonly type: string; readonly subjects: ReadonlyArray<string>; readonly after?: unknown }
    ) {
      const rows = yield* spaces.lock([proposal.space])
      const seen = rows.get(proposal.space)
      if (seen === undefined || seen.value.revision !== proposal.head) return yield* new HeadMoved()
      yield* store.putMany(proposal.space, prepared.nodes)
      const known = yield* records.getMany(prepared.files.map(({ id }) => id))
      yield* Effect.orDie(records.insertAll(prepared.files.filter(({ id }) => !known.has(id))))
      const revision = yield* revisions.nextId
      yield* revisions.insert({
        id: revision,
        space: seen.value.id,
        parents: proposal.parents,
        root: proposal.root,
        type: proposal.type
      })
      yield* Effect.orDie(spaces.update(seen, { ...seen.value, revision, updatedAt: yield* Clock.currentTimeMillis }))
      yield* search.update(proposal.space, prepared.entries)
      yield* events.announce({
        type: announcement.type,
        organization: seen.value.organization,
        space: proposal.space,
        subjects: [revision, ...announcement.subjects],
        before: { revision: proposal.head },
        after: announcement.after ?? { revision }
      })
      return revision
    })

    return { prepare, commit } as const
  })
}) {
  static readonly layer = this.Default
}
