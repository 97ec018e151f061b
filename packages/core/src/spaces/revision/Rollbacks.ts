import { Context, Effect, Layer, Option, Schema } from "effect"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import { RevisionId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { Attempt, ContentCommits, HeadMoved } from "../commit/ContentCommits.ts"
import { HeadValues } from "../custom-field/HeadValues.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import { Revisions } from "./Revisions.ts"

/** Names the revision to restore as the new head. */
export const RollbackRequest = closed(
  "RollbackRequest",
  { revision: RevisionId },
  { revision: "Revision whose content is restored." }
)
export type RollbackRequest = typeof RollbackRequest.Type

export const RollbackResult = Schema.Struct(
  describeFields({ revision: Schema.String }, { revision: "New revision with the restored content." })
).annotate({ identifier: "RollbackResult" })

/** The content already equals that of the revision (rule rollback-whole). */
export class NothingToRollBack extends Schema.TaggedError<NothingToRollBack>()("NothingToRollBack", {
  revision: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the content already matches revision ${this.revision}`
  }
}

const check = checked(RollbackRequest)

/** Returns primary content to an earlier revision by making a new one; the history stays complete. */
export class Rollbacks extends Context.Service<Rollbacks>()("@quire/core/Rollbacks", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const revisions = yield* Revisions
    const tree = yield* Placements
    const values = yield* HeadValues
    const spaces = yield* Repository.make(spaceCollection)
    const { attempted } = yield* Attempt
    const { mutate } = yield* Mutation

    const attempt = Effect.fnUntraced(function* (space: string, revisionId: RevisionId) {
      const opened = yield* base.open({ space }, "content:review")
      const found = yield* revisions.get(revisionId)
      const isOurs = Option.exists(
        found,
        ({ value }) => value.space === opened.space.value.id && value.changeRequest === undefined
      )
      if (Option.isNone(found) || !isOurs) return yield* new ReferenceNotFound({ field: "revision", id: revisionId })
      const draft = ContentDraft.make(opened.root.reader)
      const target = found.value.value
      const { changes, root } = yield* values.planRollback(draft, opened, target)
      if (root === opened.root.hash) return yield* new NothingToRollBack({ revision: revisionId })
      const head = opened.revision.id
      const proposal = {
        space,
        head,
        before: opened.root.hash,
        draft,
        root,
        type: "rollback" as const,
        parents: [head]
      }
      const prepared = yield* commits.prepare(proposal)
      const { organization } = opened.space.value
      const revision = yield* mutate(
        Effect.gen(function* () {
          if (changes.length > 0) yield* tree.lock(organization)
          const entered = yield* base.open({ space }, "content:review")
          const isSame = (yield* values.planRollback(draft, opened, target)).root === root
          if (entered.space.value.organization !== organization || !isSame) return yield* new HeadMoved()
          const made = yield* commits.commit(proposal, prepared, { type: "content.rollBack", subjects: [revisionId] })
          yield* values.follow([{ space: entered.space.value, changes }])
          return made
        })
      )
      return { revision }
    })

    const lock = Effect.fnUntraced(function* (space: string) {
      yield* tree.lock((yield* base.open({ space }, "content:review")).space.value.organization)
      yield* spaces.lock([space])
    })

    /** Rolls back to a revision of the primary content, even in a locked space (rule rollback-whole). */
    const rollback = operation("Rollbacks.rollback")(function* (space: string, given: RollbackRequest) {
      const { revision } = yield* check(given)
      return yield* attempted(lock(space), attempt(space, revision))
    })

    return { rollback } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Attempt.layer,
      ContentBase.layer,
      ContentCommits.layer,
      HeadValues.layer,
      Mutation.layer,
      Placements.layer,
      Revisions.layer
    ])
  )
}

/** The operation of this service as hosts call it. */
export interface RollbackOperation {
  /** Rolls back to a revision of the primary content, even in a locked space (rule rollback-whole). */
  readonly rollBack: Rollbacks["Service"]["rollback"]
}
