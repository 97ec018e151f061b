import { Clock, Context, Effect, Layer, Schema } from "effect"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import { ChangeRequestId } from "../change-request/ChangeRequestId.ts"
import { permitted } from "../change-request/ChangeRequests.ts"
import * as Attempt from "../content/Attempt.ts"
import { type Base, ContentBase, type Opened, type OpenedRequest } from "../content/ContentBase.ts"
import { ContentCommits, type Proposal } from "../content/ContentCommits.ts"
import * as ContentDraft from "../content/ContentDraft.ts"
import * as Root from "../content/Root.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"

/** A locked space takes changes only through change requests, unless it is empty. */
export class SpaceLocked extends Schema.TaggedError<SpaceLocked>()("SpaceLocked", { space: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `space ${this.space} is locked: open a change request, or set its edit mode to live`
  }
}

/** Where an edit goes: the primary content of a space, or one of its change requests by id or number. */
export type EditTarget = Pick<Base, "space" | "changeRequest">

/** What an edit is, beside its content. */
export interface Edit {
  /** The operation, as its event names it. */
  readonly type: string
  readonly subjects: ReadonlyArray<string>
  /** Whether a locked space takes it while it is empty. */
  readonly fillsEmpty: boolean
}

/** New content made on top of opened content; `outcome` is what the operation tells of it. */
export interface Made<A> {
  readonly root: string
  readonly outcome: A
  readonly subjects?: ReadonlyArray<string>
}

/** Computes new content in a draft. It may run twice, and knows neither locks nor heads. */
export type Compute<A, E, R> = (
  opened: Opened,
  draft: ContentDraft.ContentDraft,
  now: number
) => Effect.Effect<Made<A>, E, R>

const hasRequest = (opened: Opened): opened is Opened & OpenedRequest => opened.changeRequest !== undefined

/** Edits content: computed before any lock, and once more under the lock when somebody else was faster. */
export class Editing extends Context.Service<Editing>()("@quire/core/Editing", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const mutation = yield* Mutation.make
    const attempted = yield* Attempt.make
    const spaces = yield* Repository.make(spaceCollection)
    const requests = yield* Repository.make(requestCollection)

    /** Opens what is to be edited, for a caller who may edit it as it is. */
    const open = Effect.fnUntraced(function* (target: EditTarget, fillsEmpty: boolean) {
      const opened = yield* base.open(target, "content:edit")
      if (hasRequest(opened)) yield* permitted(opened, opened.changeRequest.value, "edit")
      else if (opened.space.value.editMode !== "live" && !(fillsEmpty && opened.root.hash === Root.empty))
        return yield* new SpaceLocked({ space: target.space })
      return opened
    })

    const commitTo = Effect.fnUntraced(function* (target: EditTarget, proposal: Proposal, edit: Edit) {
      const prepared = yield* commits.prepareForRequest(proposal)
      return yield* mutation(
        Effect.gen(function* () {
          const entered = yield* base.openRequest(target.space, target.changeRequest ?? "", "content:edit")
          const { organization } = entered.space.value
          return yield* commits.commitToRequest(
            entered.changeRequest.value.id,
            proposal,
            prepared,
            { ...edit, organization },
            (request) => Effect.as(permitted(entered, request, "edit"), {})
          )
        })
      )
    })

    const commit = Effect.fnUntraced(function* (target: EditTarget, proposal: Proposal, edit: Edit) {
      const prepared = yield* commits.prepare(proposal)
      return yield* mutation(Effect.andThen(open(target, edit.fillsEmpty), commits.commit(proposal, prepared, edit)))
    })

    const attempt = Effect.fnUntraced(function* <A, E, R>(target: EditTarget, edit: Edit, compute: Compute<A, E, R>) {
      const opened = yield* open(target, edit.fillsEmpty)
      const draft = ContentDraft.make(opened.root.reader)
      const { outcome, root, subjects = [] } = yield* compute(opened, draft, yield* Clock.currentTimeMillis)
      const head = opened.revision.id
      if (root === opened.root.hash) return { opened, outcome, revision: head }
      const proposal: Proposal = {
        space: target.space,
        head,
        before: opened.root.hash,
        draft,
        root,
        type: "edits",
        parents: [head]
      }
      const told = { ...edit, subjects: [...edit.subjects, ...subjects] }
      const revision = yield* (target.changeRequest === undefined ? commit : commitTo)(target, proposal, told)
      return { opened, outcome, revision }
    })

    const lock = Effect.fnUntraced(function* (target: EditTarget) {
      if (target.changeRequest === undefined) return yield* Effect.asVoid(spaces.lock([target.space]))
      const entered = yield* base.openRequest(target.space, target.changeRequest)
      yield* requests.lock([ChangeRequestId.make(entered.changeRequest.value.id)])
    })

    /**
     * One edit, all or nothing: one new revision, or none where the content stays as it is. The revision is the head
     * that the edit led to.
     */
    const change = <A, E, R>(target: EditTarget, edit: Edit, compute: Compute<A, E, R>) =>
      attempted(lock(target), attempt(target, edit, compute))

    return { open, change } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
