import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import * as ThreeWay from "../../content/merge/ThreeWay.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { ChangeRequestId, type RevisionId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { OpenApiVersion } from "../../openapi/spec/OpenApiVersion.ts"
import * as ApiImport from "../../spaces/api-import/ApiImport.ts"
import { ProposedChanges } from "../../spaces/api-import/ApiImport.ts"
import { ApiLibraries, type OpenedSpec } from "../../spaces/api-import/ApiLibraries.ts"
import {
  type ChangeRequest,
  ChangeRequestView,
  collection as requestCollection
} from "../../spaces/change-request/ChangeRequest.ts"
import { NewChangeRequests } from "../../spaces/change-request/ChangeRequests.ts"
import { ChangeRequestViews } from "../../spaces/change-request/ChangeRequestViews.ts"
import { ContentBase, type OpenedContent } from "../../spaces/commit/ContentBase.ts"
import { Attempt, ContentCommits, HeadMoved, type Proposal } from "../../spaces/commit/ContentCommits.ts"
import { Revisions } from "../../spaces/revision/Revisions.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { ApplicableRules } from "../merge-rules/MergeSettings.ts"
import * as RefreshTrees from "./RefreshTrees.ts"

/** Result of a refresh: a change request and what it proposes, or nothing (rule api-refresh-request). */
export const RefreshResult = Schema.Struct(
  describeFields(
    {
      result: Schema.Literals(["change-request", "unchanged"]),
      /** Absent if there was nothing to propose. */
      changeRequest: Schema.optionalKey(ChangeRequestView),
      ...ProposedChanges.fields
    },
    {
      result: "Whether a change request was created or nothing had changed.",
      changeRequest: "Change request that was created."
    }
  )
).annotate({ identifier: "OpenAPIRefreshResult" })
export type RefreshResult = typeof RefreshResult.Type

/** The space has no pages that were written of the spec. */
export class ApiImportNotFound extends Schema.TaggedError<ApiImportNotFound>()("ApiImportNotFound", {
  spec: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `the space has no pages that were imported from the OpenAPI spec ${this.spec}`
  }
}

/** A change request brings an earlier version of the pages and is not merged yet (rule api-refresh-request). */
export class RefreshUnderWay extends Schema.TaggedError<RefreshUnderWay>()("RefreshUnderWay", {
  number: Schema.Int
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `change request #${this.number} contains an earlier refresh: merge or archive it first`
  }
}

type Row = Repository.VersionedValue<ApiImport.ApiImport>

/** The roots that a refresh would write: three roots in a draft, the last one only if there are no conflicts. */
interface Computed {
  readonly draft: ContentDraft.ContentDraft
  readonly roots: { readonly base: string; readonly changed: string; readonly merged: string | undefined }
  readonly trees: RefreshTrees.RefreshTrees
  readonly proposed: ApiImport.ProposedChanges
}

const unchanged: RefreshResult = { result: "unchanged", ...ApiImport.nothingProposed }

/** Updates the pages of a spec through change requests (rule api-refresh-merge). */
export class Refreshes extends Context.Service<Refreshes>()("@quire/core/Refreshes", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const views = yield* ChangeRequestViews
    const libraries = yield* ApiLibraries
    const { applicable } = yield* ApplicableRules
    const revisions = yield* Revisions
    const nextId = yield* IdGenerator
    const { attempted } = yield* Attempt
    const { mutate } = yield* Mutation
    const { insert: insertRequest } = yield* NewChangeRequests
    const imports = yield* Repository.make(ApiImport.collection)
    const spaces = yield* Repository.make(spaceCollection)
    const requests = yield* Repository.make(requestCollection)

    const findRow = (space: string, spec: string) => imports.getBy("place", { space, spec })

    /** The request that was opened for an import. */
    const requestOf = Effect.fnUntraced(function* ({ pending }: ApiImport.ApiImport) {
      if (pending === null) return undefined
      return Option.getOrUndefined(yield* requests.get(pending.changeRequest))
    })

    /** The refresh that an unmerged change request contains, if it is for the requested version. */
    const answerPending = Effect.fnUntraced(function* (
      opened: OpenedContent,
      { pending }: ApiImport.ApiImport,
      request: Repository.VersionedValue<ChangeRequest>,
      { id }: OpenApiVersion
    ) {
      if (pending === null || pending.next.version !== id) {
        return yield* new RefreshUnderWay({ number: request.value.number })
      }
      const changeRequest = yield* views.one({ ...opened, changeRequest: request })
      return { result: "change-request", changeRequest, ...pending.proposed } satisfies RefreshResult
    })

    /** Merges the pages as last generated, as they are in the space, and as newly generated. */
    const compute = Effect.fnUntraced(function* (
      opened: OpenedContent,
      of: ApiImport.ApiImport,
      current: ApiImport.WrittenVersion,
      { library }: OpenedSpec
    ) {
      const draft = ContentDraft.make(opened.root.reader)
      const former = yield* base.rootOf(opened.space.value.id, current.revision)
      const now = yield* Clock.currentTimeMillis
      const trees = yield* RefreshTrees.make({ draft, space: opened.root, former, of, current, library, now })
      const { strictness } = yield* applicable(opened.space.value)
      const sides = { base: trees.base, primary: opened.root.hash, changed: trees.changed }
      const merged = yield* ThreeWay.merge(draft, { ...sides, strictness })
      const conflicts = merged._tag === "Conflicts" ? merged.conflicts.length : 0
      return {
        draft,
        roots: { base: trees.base, changed: trees.changed, merged: merged._tag === "Clean" ? merged.root : undefined },
        trees,
        proposed: { ...trees.counts, conflicts, kept: trees.kept }
      } satisfies Computed
    })

    /** Writes a revision of a new request. */
    const record = Effect.fnUntraced(function* (changeRequest: ChangeRequestId, proposal: Proposal) {
      const id = yield* revisions.nextId
      yield* commits.record(id, proposal, yield* commits.prepareForRequest(proposal), { changeRequest })
      return id
    })

    /**
     * Writes the revisions of a request: its base content, the newly generated content, and the result of merging that
     * with the space if there are no conflicts.
     */
    const recordAll = Effect.fnUntraced(function* (
      changeRequest: ChangeRequestId,
      { revision: head, root, space }: OpenedContent,
      { draft, roots }: Computed
    ) {
      const of = { space: space.value.id, head: head.id, before: root.hash, draft }
      const put = (hash: string, type: Proposal["type"], parents: ReadonlyArray<RevisionId>) =>
        record(changeRequest, { ...of, root: hash, type, parents })
      const first = yield* put(roots.base, "computed", [head.id])
      const edited = yield* put(roots.changed, "edits", [first])
      if (roots.merged === undefined) return { edited, revisionInitial: first, revision: edited }
      const merged = yield* put(roots.merged, "update", [edited, head.id])
      return { edited, revisionInitial: first, revision: merged, revisionMergedAncestor: head.id }
    })

    /** The row, unless it was changed since it was read. */
    const lockRow = Effect.fnUntraced(function* (seen: Row) {
      const row = (yield* imports.lock([seen.value.id])).get(seen.value.id)
      return row === undefined || row.version !== seen.version ? yield* new HeadMoved() : row
    })

    const remember = (row: Row, next: ApiImport.ApiImport) =>
      Effect.flatMap(Clock.currentTimeMillis, (updatedAt) => imports.update(row, { ...next, updatedAt }))

    /**
     * Records results that need no change request: what became of the former one, and a version with the same content.
     */
    const moveOn = (seen: Row, next: ApiImport.ApiImport) =>
      mutate(Effect.flatMap(lockRow(seen), (row) => remember(row, next)))

    const propose = Effect.fnUntraced(function* (
      opened: OpenedContent,
      seen: Row,
      of: ApiImport.ApiImport,
      { slug, version }: OpenedSpec,
      computed: Computed
    ) {
      const { proposed, trees } = computed
      return yield* mutate(
        Effect.gen(function* () {
          const entered = yield* base.open({ space: opened.space.value.id }, "content:edit")
          yield* spaces.lock([opened.space.value.id])
          const row = yield* lockRow(seen)
          const id = ChangeRequestId.make(yield* nextId)
          const { edited, ...heads } = yield* recordAll(id, opened, computed)
          const changeRequest = yield* insertRequest(entered.space.value, {
            id,
            subject: `Refresh ${slug}`.slice(0, 100),
            isEdited: true,
            about: [slug],
            ...heads
          })
          const next = { version: version.id, revision: edited, written: trees.written }
          yield* remember(row, { ...of, pending: { changeRequest: id, next, proposed } })
          const view = yield* views.one({ ...entered, changeRequest })
          return { result: "change-request", changeRequest: view, ...proposed } satisfies RefreshResult
        })
      )
    })

    const attempt = Effect.fnUntraced(function* (space: string, slug: string) {
      const opened = yield* base.open({ space }, "content:edit")
      const spec = yield* libraries.ofSpec(opened.space.value.organization, slug)
      const found = yield* findRow(opened.space.value.id, spec.version.spec)
      if (Option.isNone(found)) return yield* new ApiImportNotFound({ spec: slug })
      const request = yield* requestOf(found.value.value)
      const of = ApiImport.settle(found.value.value, request?.value)
      if (of.pending !== null && request !== undefined) {
        return { isNew: false, value: yield* answerPending(opened, of, request, spec.version) }
      }
      const { current } = of
      if (current === null) return yield* new ApiImportNotFound({ spec: slug })
      const computed = current.version === spec.version.id ? undefined : yield* compute(opened, of, current, spec)
      if (computed === undefined || computed.roots.base === computed.roots.changed) {
        const written = computed?.trees.written ?? current.written
        const isKnown = computed === undefined && of === found.value.value
        if (!isKnown) yield* moveOn(found.value, { ...of, current: { ...current, version: spec.version.id, written } })
        return { isNew: false, value: { ...unchanged, kept: computed?.trees.kept ?? [] } }
      }
      return { isNew: true, value: yield* propose(opened, found.value, of, spec, computed) }
    })

    const lock = Effect.fnUntraced(function* (space: string) {
      yield* base.open({ space }, "content:edit")
      yield* spaces.lock([space])
    })

    /**
     * Opens a change request that updates the pages of a spec to its newest version and preserves the edits of writers.
     * Reports if there is nothing to propose.
     */
    const refresh = operation("Refreshes.refresh")(function* (space: string, slug: string) {
      return yield* attempted(lock(space), attempt(space, slug))
    })

    return { refresh } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ApiLibraries.layer,
      ApplicableRules.layer,
      Attempt.layer,
      ChangeRequestViews.layer,
      ContentBase.layer,
      ContentCommits.layer,
      Mutation.layer,
      NewChangeRequests.layer,
      Revisions.layer
    ])
  )
}
