import { Clock, Context, Effect, Layer, Schema } from "effect"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as Root from "../../content/tree/Root.ts"
import { ChangeRequestId, type RevisionId } from "../../foundation/id/Ids.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import { permitTransition } from "../change-request/ChangeRequests.ts"
import { ContentBase, type ContentSelector, type OpenedContent } from "../commit/ContentBase.ts"
import {
  Attempt,
  type CommitAnnouncement,
  ContentCommits,
  type HeadMoved,
  type Proposal
} from "../commit/ContentCommits.ts"
import { type Space, collection as spaceCollection } from "../space/Space.ts"

/** A locked space changes only through change requests, unless it is empty (rule import-empty-or-live). */
export class SpaceLocked extends Schema.TaggedError<SpaceLocked>()("SpaceLocked", { space: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `space ${this.space} is locked: open a change request, or set its edit mode to live`
  }
}

/** The target of an edit: the primary content of a space, or one of its change requests by id or number. */
export type EditTarget = Pick<ContentSelector, "space" | "changeRequest">

/** The description of an edit, apart from its content. */
export interface Edit {
  readonly type: CommitAnnouncement["type"]
  readonly subjects: ReadonlyArray<string>
  /** Whether a locked space allows the edit while it is empty. */
  readonly fillsEmpty: boolean
  /**
   * Whether the edit sets existing items to given values: a closed change request accepts it if they already have these
   * values.
   */
  readonly restates: boolean
}

/** New content computed from opened content; `outcome` is what the operation reports of it. */
export interface EditedContent<A> {
  readonly root: string
  readonly outcome: A
  readonly subjects?: ReadonlyArray<string>
  /** Writes that go with the new head, in its transaction. */
  readonly furtherWrites?: FurtherWrites
}

/** Fails with `HeadMoved` if another writer was faster; the edit is then computed again. */
type FurtherWrites = (revision: RevisionId) => Effect.Effect<void, HeadMoved>

const noFurtherWrites: FurtherWrites = () => Effect.void

/** Computes new content in a draft. It may run twice, and knows neither locks nor heads. */
export type Compute<A, E, R> = (
  opened: OpenedContent,
  draft: ContentDraft.ContentDraft,
  now: number
) => Effect.Effect<EditedContent<A>, E, R>

/** Refuses to change a locked space, unless the edit fills an empty one. */
const requireEditable = ({ editMode, id }: Space, isFirst: boolean): Effect.Effect<void, SpaceLocked> =>
  editMode === "live" || isFirst ? Effect.void : Effect.fail(new SpaceLocked({ space: id }))

/** Whether an edit fills empty content, which it may even in a locked space (rule import-empty-or-live). */
const isFilling = (fillsEmpty: boolean, root: string): boolean => fillsEmpty && root === Root.empty

/** Edits content: computes without a lock, and once more under the lock if another writer moved the head meanwhile. */
export class Editing extends Context.Service<Editing>()("@quire/core/Editing", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const commits = yield* ContentCommits
    const { mutate } = yield* Mutation
    const { attempted } = yield* Attempt
    const spaces = yield* Repository.make(spaceCollection)
    const requests = yield* Repository.make(requestCollection)

    /** Refuses a change of content that is closed to it. */
    const requireOpenTo = Effect.fnUntraced(function* (opened: OpenedContent, fillsEmpty: boolean) {
      if (opened.changeRequest === undefined) {
        yield* requireEditable(opened.space.value, isFilling(fillsEmpty, opened.root.hash))
      } else yield* permitTransition(opened, opened.changeRequest.value, "edit")
    })

    /** Opens a target for a caller who may edit it in its present state. */
    const open = Effect.fnUntraced(function* (target: EditTarget, edit: Pick<Edit, "fillsEmpty" | "restates">) {
      const opened = yield* base.open(target, "content:edit")
      if (opened.changeRequest === undefined || !edit.restates) yield* requireOpenTo(opened, edit.fillsEmpty)
      return opened
    })

    const commitTo = Effect.fnUntraced(function* (
      id: ChangeRequestId,
      proposal: Proposal,
      edit: Edit,
      furtherWrites: FurtherWrites
    ) {
      const prepared = yield* commits.prepareForRequest(proposal)
      return yield* mutate(
        Effect.gen(function* () {
          const entered = yield* base.decideAgain({ space: proposal.space, changeRequest: id }, "content:edit")
          const { organization } = entered.access.placement.value
          const done = yield* commits.commitToRequest(id, proposal, prepared, { ...edit, organization }, (request) =>
            Effect.as(permitTransition(entered, request, "edit"), {})
          )
          yield* furtherWrites(done.revision)
          return done
        })
      )
    })

    const commit = Effect.fnUntraced(function* (proposal: Proposal, edit: Edit, furtherWrites: FurtherWrites) {
      const prepared = yield* commits.prepare(proposal)
      const isFirst = isFilling(edit.fillsEmpty, proposal.before)
      return yield* mutate(
        Effect.andThen(
          base.decideAgain({ space: proposal.space }, "content:edit"),
          Effect.tap(
            commits.commit(proposal, prepared, edit, (space) => Effect.as(requireEditable(space, isFirst), undefined)),
            furtherWrites
          )
        )
      )
    })

    const attempt = Effect.fnUntraced(function* <A, E, R>(
      opened: OpenedContent,
      edit: Edit,
      compute: Compute<A, E, R>
    ) {
      const space = opened.space.value.id
      const draft = ContentDraft.make(opened.root.reader)
      const {
        furtherWrites = noFurtherWrites,
        outcome,
        root,
        subjects = []
      } = yield* compute(opened, draft, yield* Clock.currentTimeMillis)
      const head = opened.revision.id
      const after = yield* Root.open(draft, root)
      if (root === opened.root.hash) return { ...opened, root: after, outcome, revision: head }
      yield* requireOpenTo(opened, edit.fillsEmpty)
      const proposal: Proposal = {
        space,
        head,
        before: opened.root.hash,
        draft,
        root,
        type: "edits",
        parents: [head]
      }
      const announced = { ...edit, subjects: [...edit.subjects, ...subjects] }
      const done =
        opened.changeRequest === undefined
          ? { revision: yield* commit(proposal, announced, furtherWrites) }
          : yield* commitTo(opened.changeRequest.value.id, proposal, announced, furtherWrites)
      return { ...opened, ...done, root: after, outcome }
    })

    const lock = Effect.fnUntraced(function* (target: EditTarget) {
      if (target.changeRequest === undefined) return yield* Effect.asVoid(spaces.lock([target.space]))
      const entered = yield* base.openRequest(target.space, target.changeRequest)
      yield* requests.lock([ChangeRequestId.make(entered.changeRequest.value.id)])
    })

    /**
     * Makes one edit, all or nothing: one new revision, or none if the content stays the same. Returns the target after
     * the edit, with the resulting head; the result can be read from its root without access to the store. `opened`
     * avoids opening the target again; whether the caller may edit it is checked again when the edit is committed.
     */
    const change = <A, E, R>(target: EditTarget, edit: Edit, compute: Compute<A, E, R>, opened?: OpenedContent) => {
      const again = Effect.flatMap(open(target, edit), (found) => attempt(found, edit, compute))
      return attempted(lock(target), again, opened === undefined ? again : attempt(opened, edit, compute))
    }

    return { open, change } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Attempt.layer, ContentBase.layer, ContentCommits.layer, Mutation.layer])
  )
}
