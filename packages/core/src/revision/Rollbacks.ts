import { Effect, Option, Schema } from "effect"
import { ReferenceNotFound } from "../access/Access.ts"
import * as Attempt from "../content/Attempt.ts"
import { ContentBase } from "../content/ContentBase.ts"
import { ContentCommits } from "../content/ContentCommits.ts"
import * as ContentDraft from "../content/ContentDraft.ts"
import { checked, closed } from "../Input.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { RevisionId } from "./RevisionId.ts"
import { Revisions } from "./Revisions.ts"

/** The revision whose content becomes the head's again. */
export const RollbackRequest = closed("RollbackRequest", { revision: RevisionId })
export type RollbackRequest = typeof RollbackRequest.Type

export const RollbackResult = Schema.Struct({ revision: Schema.String }).annotations({ identifier: "RollbackResult" })

/** The head has the content of that revision already. */
export class NothingToRollBack extends Schema.TaggedError<NothingToRollBack>()("NothingToRollBack", {
  revision: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the content is that of revision ${this.revision} already`
  }
}

const check = checked(RollbackRequest)

/** Takes primary content back to an earlier revision by a new one; nothing of the history is lost. */
export class Rollbacks extends Effect.Service<Rollbacks>()("@quire/core/Rollbacks", {
  effect: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const revisions = yield* Revisions
    const spaces = yield* Repository.make(spaceCollection)
    const attempted = yield* Attempt.make
    const mutation = yield* Mutation.make

    const attempt = Effect.fnUntraced(function* (space: string, wanted: RevisionId) {
      const opened = yield* base.open({ space }, "content:review")
      const found = yield* revisions.get(wanted)
      const isOurs = Option.exists(
        found,
        ({ value }) => value.space === opened.space.value.id && value.changeRequest === undefined
      )
      if (Option.isNone(found) || !isOurs) return yield* new ReferenceNotFound({ field: "revision", id: wanted })
      const { root } = found.value.value
      if (root === opened.root.hash) return yield* new NothingToRollBack({ revision: wanted })
      const head = opened.revision.id
      const proposal = {
        space,
        head,
        before: opened.root.hash,
        draft: ContentDraft.make(opened.root.reader),
        root,
        type: "rollback" as const,
        parents: [head]
      }
      const prepared = yield* commits.prepare(proposal)
      const revision = yield* mutation(
        Effect.zipRight(
          base.open({ space }, "content:review"),
          commits.commit(proposal, prepared, { type: "content.rollback", subjects: [wanted] })
        )
      )
      return { revision }
    })

    /** To a revision of the primary content; a locked space can be rolled back too. */
    const rollback = Effect.fn("Rollbacks.rollback")(function* (space: string, given: RollbackRequest) {
      const { revision } = yield* check(given)
      return yield* attempted(spaces.lock([space]), attempt(space, revision))
    })

    return { rollback } as const
  })
}) {
  static readonly layer = this.Default
}
