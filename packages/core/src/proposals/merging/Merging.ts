import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { Choices } from "../../content/merge/Conflict.ts"
import { ConflictView, viewConflicts } from "../../content/merge/ConflictView.ts"
import type { RevisionId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { collection, isOutdated } from "../../spaces/change-request/ChangeRequest.ts"
import { counterChanges, permitTransition } from "../../spaces/change-request/ChangeRequests.ts"
import { ContentBase, type OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import { Attempt, type CommitAnnouncement, ContentCommits, HeadMoved } from "../../spaces/commit/ContentCommits.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { SemanticChange } from "../changes/SemanticChange.ts"
import * as SemanticChanges from "../changes/SemanticChanges.ts"
import { ThreeWays } from "../changes/ThreeWays.ts"
import { MergeGate } from "../merge-rules/MergeGate.ts"

/** The space or the change request has changed since the conflicts were read (rule merge-resolve). */
export class ResolutionOutdated extends Schema.TaggedError<ResolutionOutdated>()("ResolutionOutdated", {
  field: Schema.Literals(["expectedBase", "expectedHead"]),
  expected: Schema.String,
  actual: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.field} is ${this.expected}, but the current revision is ${this.actual}: read the conflicts again`
  }
}

/** Some conflicts are not resolved; nothing was written (rule merge-conflicts). */
export class ConflictsRemain extends Schema.TaggedError<ConflictsRemain>()("ConflictsRemain", {
  keys: Schema.Array(Schema.String)
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `unresolved conflicts: ${this.keys.slice(0, 20).join(", ")}${this.keys.length > 20 ? ", …" : ""}`
  }
}

/** A resolution names a conflict that is not there (rule merge-resolve). */
export class ConflictUnknown extends Schema.TaggedError<ConflictUnknown>()("ConflictUnknown", { key: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `resolutions.${this.key}: is not a conflict of this change request`
  }
  get details() {
    return [{ path: `resolutions.${this.key}`, rule: "must be the key of a conflict" }]
  }
}

/** `revision` is the space's new head or, with conflicts, its present one. */
export const MergeResult = Schema.Struct(
  describeFields(
    {
      revision: Schema.String,
      result: Schema.Literals(["merge", "conflicts"])
    },
    { revision: "Revision that the merge created.", result: "Whether it succeeded or found conflicts." }
  )
).annotate({ identifier: "MergeResult" })
export type MergeResult = typeof MergeResult.Type

/** `revision` is the request's head: the same as before with conflicts, or if there was nothing to pull in. */
export const UpdateResult = Schema.Struct(
  describeFields(
    {
      revision: Schema.String,
      result: Schema.Literals(["update", "conflicts"])
    },
    { result: "Whether it succeeded or found conflicts.", revision: "Revision that the update created." }
  )
).annotate({ identifier: "UpdateResult" })
export type UpdateResult = typeof UpdateResult.Type

/** A merge rule that does not allow the merge. */
export const FailedRuleView = Schema.Struct(
  describeFields(
    { kind: Schema.String, message: Schema.String },
    { kind: "Kind of the merge rule.", message: "What the rule requires." }
  )
).annotate({
  identifier: "FailedMergeRule"
})

const StatusFields = Schema.Struct(
  describeFields(
    {
      status: Schema.Literals(["up-to-date", "clean", "conflicts"]),
      conflicts: Schema.Array(ConflictView),
      expectedBase: Schema.String,
      expectedHead: Schema.String,
      /** The changes that a merge would make in the primary content; empty if there are conflicts. */
      changes: Schema.Array(SemanticChange),
      /** The number of omitted changes. */
      more: Schema.Int,
      failedRules: Schema.Array(FailedRuleView),
      /** Whether the caller could merge now. */
      mergeable: Schema.Boolean
    },
    {
      more: "Number of further entries that are not listed.",
      status: "Whether the change request is up to date, can be updated, or has conflicts.",
      conflicts: "Conflicts that must be resolved.",
      expectedBase: "Revision of the primary content that the response is based on.",
      expectedHead: "Revision of the change request that the response is based on.",
      changes: "The first changes, in page order.",
      failedRules: "Merge rules that are not met.",
      mergeable: "Whether the caller can merge the change request now."
    }
  )
).annotate({ identifier: "MergeStatus" })

/** The result of a dry run of the merge. A resolution is checked against `expectedBase` and `expectedHead`. */
export interface MergeStatus extends Schema.Schema.Type<typeof StatusFields> {}
export interface MergeStatusEncoded extends Schema.Codec.Encoded<typeof StatusFields> {}
export const MergeStatus: Schema.Codec<MergeStatus, MergeStatusEncoded> = StatusFields

const ResolutionChoice = Schema.Union([
  Schema.Literals(["primary", "changed"]),
  closed("ResolutionContent", { content: Json }, { content: "Value that replaces both sides." })
])

const ResolutionFields = closed(
  "ConflictResolution",
  {
    resolutions: Schema.Record(Schema.String, ResolutionChoice),
    expectedBase: Schema.String,
    expectedHead: Schema.String
  },
  {
    expectedBase: "Revision of the primary content that the response is based on.",
    expectedHead: "Revision of the change request that the response is based on.",
    resolutions: "Resolutions by the key of the conflict."
  }
)

/**
 * Settles conflicts, by key: with the value of the primary content, that of the change request, or other content.
 * Refused if the space or the request has changed since the conflicts were read.
 */
export interface Resolution extends Schema.Schema.Type<typeof ResolutionFields> {}
export interface ResolutionEncoded extends Schema.Codec.Encoded<typeof ResolutionFields> {}
export const Resolution: Schema.Codec<Resolution, ResolutionEncoded> = ResolutionFields

const checkResolution = checked(Resolution)

/** Maximum number of changes that a merge status lists. */
const listedChanges = 100

const choicesOf = ({ resolutions }: Resolution): Choices => new Map(Object.entries(resolutions))

/** Merges change requests and brings them up to date: the same three-way merge, written to either side. */
export class Merging extends Context.Service<Merging>()("@quire/core/Merging", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const threeWays = yield* ThreeWays
    const gate = yield* MergeGate
    const { attempted } = yield* Attempt
    const { mutate } = yield* Mutation
    const { base: url } = yield* Addresses
    const { signer } = yield* SigningKeys
    const spaces = yield* Repository.make(spaceCollection)
    const requests = yield* Repository.make(Repository.withoutCounters(collection))
    const { together } = yield* RowStore

    /** Computes what a merge would do now; writes nothing. */
    const status = operation("Merging.status")(function* (space: string, id: string) {
      const opened = yield* base.openRequest(space, id)
      const request = opened.changeRequest.value
      const head = opened.space.value.revision
      const guards = { expectedBase: head, expectedHead: request.revision }
      const isMerged = request.status === "merged"
      const failedRules = isMerged ? [] : yield* gate.failing(opened)
      const { draft, merged, primary } = yield* threeWays.mergeRequest(opened)
      if (merged._tag === "Conflicts") {
        const none = { changes: [], more: 0, failedRules, mergeable: false }
        return {
          status: "conflicts",
          conflicts: viewConflicts(merged.conflicts),
          ...guards,
          ...none
        } satisfies MergeStatus
      }
      const { changes, more } = isMerged
        ? { changes: [], more: 0 }
        : yield* SemanticChanges.compare(draft, {
            before: primary,
            after: merged.root,
            limit: listedChanges,
            files: { base: url, signer }
          })
      const answer = yield* Effect.result(permitTransition(opened, request, "merge"))
      return {
        status: isMerged || !isOutdated(request, head) ? "up-to-date" : "clean",
        conflicts: [],
        ...guards,
        changes,
        more,
        failedRules,
        mergeable: answer._tag === "Success" && failedRules.length === 0
      } satisfies MergeStatus
    })

    const attemptMerge = Effect.fnUntraced(function* (space: string, id: string) {
      const opened = yield* base.openRequest(space, id, "content:review")
      const request = opened.changeRequest.value
      yield* permitTransition(opened, request, "merge")
      const strictness = yield* gate.pass(opened)
      const { draft, merged, primary } = yield* threeWays.mergeRequest(opened, { strictness })
      const head = opened.space.value.revision
      if (merged._tag === "Conflicts") return { revision: head, result: "conflicts" } satisfies MergeResult
      const proposal = {
        space,
        head,
        before: primary,
        draft,
        root: merged.root,
        type: "merge" as const,
        parents: [head, request.revision],
        mergedFrom: request.id
      }
      const prepared = yield* commits.prepare(proposal)
      const revision = yield* mutate(
        Effect.gen(function* () {
          const entered = yield* base.decideAgain({ space, changeRequest: request.id }, "content:review")
          const announced = { type: "changeRequests.merge", subjects: [request.id] } satisfies CommitAnnouncement
          const closing = Effect.gen(function* () {
            const seen = yield* requests.requireLocked(request.id)
            const status = yield* permitTransition(entered, seen.value, "merge")
            yield* gate.pass({ space: opened.space, changeRequest: seen })
            if (seen.value.revision !== request.revision) return yield* new HeadMoved()
            const updatedAt = yield* Clock.currentTimeMillis
            return (revisionMerged: RevisionId) =>
              together(
                requests.update(seen, { ...seen.value, status, revisionMerged, updatedAt }),
                spaces.add(space, counterChanges(seen.value.status, status))
              )
          })
          return yield* commits.commit(proposal, prepared, announced, () => closing)
        })
      )
      return { revision, result: "merge" } satisfies MergeResult
    })

    const lock = Effect.fnUntraced(function* (space: string, id: string) {
      const { changeRequest } = yield* base.openRequest(space, id)
      yield* spaces.lock([space])
      yield* requests.lock([changeRequest.value.id])
    })

    /** Merges into the primary content; writes nothing if there are conflicts. */
    const merge = (space: string, id: string) =>
      attempted(lock(space, id), attemptMerge(space, id)).pipe(traced("Merging.merge"))

    /** Updates a request with the primary content; `choices` resolve conflicts. Returns the conflicts if any remain. */
    const pull = Effect.fnUntraced(function* (
      opened: OpenedRequest,
      choices: Choices,
      type: CommitAnnouncement["type"]
    ) {
      const request = opened.changeRequest.value
      const space = opened.space.value
      const { changed, draft, merged } = yield* threeWays.mergeRequest(opened, { choices })
      if (merged._tag === "Conflicts") return merged
      const [unknown] = merged.unused
      if (unknown !== undefined) return yield* new ConflictUnknown({ key: unknown })
      const proposal = {
        space: space.id,
        head: request.revision,
        before: changed,
        draft,
        root: merged.root,
        type: "update" as const,
        parents: [request.revision, space.revision]
      }
      const prepared = yield* commits.prepareForRequest(proposal)
      const { revision } = yield* mutate(
        Effect.gen(function* () {
          const entered = yield* base.decideAgain({ space: space.id, changeRequest: request.id }, "content:edit")
          const announced = { type, subjects: [], organization: entered.access.placement.value.organization }
          return yield* commits.commitToRequest(request.id, proposal, prepared, announced, (self) =>
            Effect.as(permitTransition(entered, self, "update"), { revisionMergedAncestor: space.revision })
          )
        })
      )
      return { _tag: "Pulled" as const, revision }
    })

    const attemptUpdate = Effect.fnUntraced(function* (space: string, id: string) {
      const opened = yield* base.openRequest(space, id, "content:edit")
      const request = opened.changeRequest.value
      yield* permitTransition(opened, request, "update")
      const same = { revision: request.revision, result: "update" } satisfies UpdateResult
      if (!isOutdated(request, opened.space.value.revision)) return same
      const pulled = yield* pull(opened, new Map(), "changeRequests.pull")
      return pulled._tag === "Pulled"
        ? ({ revision: pulled.revision, result: "update" } satisfies UpdateResult)
        : ({ revision: request.revision, result: "conflicts" } satisfies UpdateResult)
    })

    /** Pulls the primary content into the request; does nothing if the request is up to date. */
    const update = (space: string, id: string) =>
      attempted(lock(space, id), attemptUpdate(space, id)).pipe(traced("Merging.update"))

    const attemptResolve = Effect.fnUntraced(function* (space: string, id: string, resolution: Resolution) {
      const opened = yield* base.openRequest(space, id, "content:edit")
      const request = opened.changeRequest.value
      yield* permitTransition(opened, request, "update")
      const { expectedBase, expectedHead } = resolution
      const actual = opened.space.value.revision
      if (expectedBase !== actual) {
        return yield* new ResolutionOutdated({ field: "expectedBase", expected: expectedBase, actual })
      }
      if (expectedHead !== request.revision) {
        const field = "expectedHead"
        return yield* new ResolutionOutdated({ field, expected: expectedHead, actual: request.revision })
      }
      const pulled = yield* pull(opened, choicesOf(resolution), "changeRequests.resolve")
      if (pulled._tag === "Pulled") return { revision: pulled.revision, result: "update" } satisfies UpdateResult
      return yield* new ConflictsRemain({ keys: pulled.conflicts.map(({ key }) => key) })
    })

    /** Pulls the primary content into the request, settling every conflict as the resolution says. */
    const resolve = operation("Merging.resolve")(function* (space: string, id: string, given: Resolution) {
      const resolution = yield* checkResolution(given)
      return yield* attempted(lock(space, id), attemptResolve(space, id, resolution))
    })

    return { status, merge, update, resolve } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Attempt.layer,
      ContentBase.layer,
      ContentCommits.layer,
      MergeGate.layer,
      Mutation.layer,
      SigningKeys.layer,
      ThreeWays.layer
    ])
  )
}

/** The operations of this service as hosts call them on change requests. */
export interface MergeOperations extends Pick<Merging["Service"], "merge" | "resolve"> {
  /** Returns the conflicts or the changes of a merge without writing anything. */
  readonly mergeStatus: Merging["Service"]["status"]
  /** Merges the primary content into the change request if there are no conflicts. */
  readonly pull: Merging["Service"]["update"]
}
