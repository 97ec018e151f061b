import { Effect } from "effect"
import { Actor } from "../Actor.ts"
import { Forbidden } from "../access/Access.ts"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import { ContentBase, type Opened } from "../content/ContentBase.ts"
import { Events } from "../events/Events.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import * as Repository from "../store/Repository.ts"
import { type Comment, collection } from "./Comment.ts"
import { CommentNotFound } from "./CommentInput.ts"
import { type CommentRights, rights } from "./CommentRights.ts"
import { baseOf, isAuthor, type Posted } from "./Posted.ts"

/** What comments are posted on: a change request by its id or number, else the space itself. */
export interface Place {
  readonly space: string
  readonly changeRequest?: string | undefined
}

/** What an operation tells of comments. */
export interface Told {
  readonly type: string
  readonly subjects: ReadonlyArray<string>
  readonly before?: unknown
  readonly after?: unknown
}

/** The space and change request of what is posted there. */
export const postedOn = ({ changeRequest, space }: Opened): Pick<Posted, "space" | "changeRequest"> => ({
  space: space.value.id,
  ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.value.id })
})

/** What the operations on comments and replies have in common. */
export const make = Effect.gen(function* () {
  const base = yield* ContentBase
  const events = yield* Events
  const comments = yield* Repository.make(collection)
  const spaces = yield* Repository.make(spaceCollection)
  const requests = yield* Repository.make(requestCollection)

  /** For whoever may read there; what else they may is `demand`'s to say, once everything named is found. */
  const enter = ({ changeRequest, space }: Place) => base.open({ space, changeRequest }, "content:read")

  /** A comment that was posted there. */
  const ofPlace = Effect.fnUntraced(function* (
    opened: Opened,
    id: string,
    row: Repository.Versioned<Comment> | undefined
  ) {
    if (row === undefined || baseOf(row.value) !== baseOf(postedOn(opened))) return yield* new CommentNotFound({ id })
    return row
  })
  const find = (opened: Opened, id: string) =>
    Effect.flatMap(comments.getMany([id]), (rows) => ofPlace(opened, id, rows.get(id)))

  /** Keeps others from changing, answering and removing it until the transaction ends. */
  const lock = (opened: Opened, id: string) =>
    Effect.flatMap(comments.lock([id]), (rows) => ofPlace(opened, id, rows.get(id)))

  /** Refuses a caller without a right; `self` is null where a comment is yet to be posted. */
  const demand = Effect.fnUntraced(function* (
    { access }: Opened,
    right: keyof CommentRights,
    self: (Posted & { readonly id: string }) | null
  ) {
    const caller = yield* Actor
    const party = { role: access.role, isAuthor: self !== null && isAuthor(self, caller) }
    if (rights(party)[right]) return
    const target = self === null ? `space ${access.placement.value.id}` : `comment ${self.id}`
    return yield* new Forbidden({ action: `comment:${right}`, target })
  })

  /** Adds to the number of open comments of the change request, or of the space. */
  const count = ({ changeRequest, space }: Opened, by: number) =>
    by === 0
      ? Effect.void
      : changeRequest === undefined
        ? Effect.asVoid(spaces.add(space.value.id, { comments: by }))
        : Effect.asVoid(requests.add(changeRequest.value.id, { comments: by }))

  const tell = ({ changeRequest, space }: Opened, { subjects, ...told }: Told) =>
    events.announce({
      ...told,
      organization: space.value.organization,
      space: space.value.id,
      subjects: [...subjects, ...(changeRequest === undefined ? [] : [changeRequest.value.id])]
    })

  return { comments, enter, find, lock, demand, count, tell } as const
})
