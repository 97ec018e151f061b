import { Context, Effect, Layer } from "effect"
import type { EventState } from "../../foundation/events/EventStates.ts"
import { Events } from "../../foundation/events/Events.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Access from "../../people/access/Access.ts"
import { collection as requestCollection } from "../../spaces/change-request/ChangeRequest.ts"
import { type AdmittedContent, ContentBase } from "../../spaces/commit/ContentBase.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { baseOf, type Comment, CommentNotFound, collection, isAuthor, type PostedComment } from "./Comment.ts"
import { type CommentRights, rightsOf } from "./CommentRights.ts"

/** The subject of comments: a change request by its id or number, or else the space itself. */
export interface DiscussionTarget {
  readonly space: string
  readonly changeRequest?: string | undefined
}

type DiscussionType = `${"comments" | "replies"}.${"create" | "update" | "delete"}`

/** An event of a comment or reply; the subject of the comment is added. */
export type DiscussionEvent = {
  readonly [T in DiscussionType]: { readonly type: T; readonly subjects: ReadonlyArray<string> } & EventState<
    T,
    unknown
  >
}[DiscussionType]

/** The fields of a comment or reply that say where it was posted. */
export const targetFields = ({
  changeRequest,
  space
}: AdmittedContent): Pick<PostedComment, "space" | "changeRequest"> => ({
  space: space.value.id,
  ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.value.id })
})

/** Shared by the operations on comments and replies. */
export class Discussion extends Context.Service<Discussion>()("@quire/core/Discussion", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const events = yield* Events
    const comments = yield* Repository.make(collection)
    const spaces = yield* Repository.make(spaceCollection)
    const requests = yield* Repository.make(requestCollection)

    /**
     * Opens the target for callers who may read it. `demand` decides about further rights, once everything named has been
     * found.
     */
    const enter = ({ changeRequest, space }: DiscussionTarget) => base.open({ space, changeRequest }, "content:read")

    /** `enter` without the content: to decide before texts are read, which happens before locks are taken. */
    const admit = ({ changeRequest, space }: DiscussionTarget) => base.admit({ space, changeRequest }, "content:read")

    /** Checks that a comment was posted there. */
    const requirePostedOn = Effect.fnUntraced(function* (
      opened: AdmittedContent,
      id: string,
      row: Repository.VersionedValue<Comment> | undefined
    ) {
      if (row === undefined || baseOf(row.value) !== baseOf(targetFields(opened)))
        return yield* new CommentNotFound({ id })
      return row
    })
    const find = (opened: AdmittedContent, id: string) =>
      Effect.flatMap(comments.getMany([id]), (rows) => requirePostedOn(opened, id, rows.get(id)))

    /** Locks a comment, so that other transactions cannot change, remove or reply to it until this one ends. */
    const lock = (opened: AdmittedContent, id: string) =>
      Effect.flatMap(comments.lock([id]), (rows) => requirePostedOn(opened, id, rows.get(id)))

    /** Refuses a caller without a right; `self` is null for a comment yet to be posted. */
    const demand = Effect.fnUntraced(function* (
      { access }: AdmittedContent,
      right: keyof CommentRights,
      self: (PostedComment & { readonly id: string }) | null
    ) {
      const caller = yield* Actor
      const party = { role: access.role, isAuthor: self !== null && isAuthor(self, caller) }
      if (rightsOf(party)[right]) return
      const target = self === null ? `space ${access.placement.value.id}` : `comment ${self.id}`
      return yield* new Access.Forbidden({ action: `comment:${right}`, target })
    })

    /** Rejects callers who may not make a change; only the author may change the text. */
    const demandChange = Effect.fnUntraced(function* (
      opened: AdmittedContent,
      self: PostedComment & { readonly id: string },
      { body }: { readonly body?: unknown }
    ) {
      yield* demand(opened, "reply", self)
      if (body !== undefined) yield* demand(opened, "edit", self)
    })

    /** Adds to the count of open comments of the change request or space. */
    const count = ({ changeRequest, space }: AdmittedContent, by: number) =>
      by === 0
        ? Effect.void
        : changeRequest === undefined
          ? Effect.asVoid(spaces.add(space.value.id, { comments: by }))
          : Effect.asVoid(requests.add(changeRequest.value.id, { comments: by }))

    const announce = ({ changeRequest, space }: AdmittedContent, { subjects, ...event }: DiscussionEvent) =>
      events.announce({
        ...event,
        organization: space.value.organization,
        space: space.value.id,
        subjects: [...subjects, ...(changeRequest === undefined ? [] : [changeRequest.value.id])]
      })

    return { comments, admit, enter, find, lock, demand, demandChange, count, announce } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, Events.layer]))
}
