import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { ChangeRequestId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingInstallation, callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Access from "../../people/access/Access.ts"
import { ContentBase, type OpenedRequest } from "../commit/ContentBase.ts"
import { type Space, SpaceTranslated, collection as spaceCollection } from "../space/Space.ts"
import {
  addEdit,
  type ChangeRequest,
  ChangeRequestClosed,
  ChangeRequestCreate,
  ChangeRequestPatch,
  type ChangeRequestStatus,
  collection,
  type Trigger,
  transition
} from "./ChangeRequest.ts"
import { ChangeRequestViews } from "./ChangeRequestViews.ts"

type Heads = Pick<ChangeRequest, "revision" | "revisionInitial" | "revisionMergedAncestor">

/** Initial values of a new change request. */
export interface InitialState extends Heads {
  readonly id: ChangeRequestId
  readonly subject: string
  /** Whether its head is an edit of the caller's. */
  readonly isEdited: boolean
  /** Related resources, for subscribers of the event. */
  readonly about?: ReadonlyArray<string>
}

/** Inserts drafts, each with the next number of its space; call inside a mutation. */
export class NewChangeRequests extends Context.Service<NewChangeRequests>()("@quire/core/NewChangeRequests", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const requests = yield* Repository.make(collection)
    const spaces = yield* Repository.make(spaceCollection)

    const insert = Effect.fnUntraced(function* (of: Space, { about = [], isEdited, ...beginning }: InitialState) {
      const { id: space, organization, translation } = of
      const from = translation?.from ?? null
      if (from !== null) return yield* new SpaceTranslated({ space, source: from })
      const counters = yield* spaces.add(space, { changeRequests: 1, changeRequestsDraft: 1 })
      const now = yield* Clock.currentTimeMillis
      const createdBy = yield* callingUser
      const unedited: ChangeRequest = {
        ...beginning,
        space,
        number: counters["changeRequests"] ?? 1,
        status: "draft",
        createdBy,
        ...(yield* callingInstallation),
        createdAt: now,
        updatedAt: now,
        contributors: []
      }
      const made = isEdited ? { ...unedited, contributors: addEdit(unedited, createdBy, now) } : unedited
      const changeRequest = yield* requests.insert(made)
      yield* events.announce({
        type: "changeRequests.create",
        organization,
        space,
        subjects: [made.id, ...about],
        after: made
      })
      return changeRequest
    })

    return { insert } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Events.layer))
}

const checkCreate = checked(ChangeRequestCreate)
const checkPatch = checked(ChangeRequestPatch)

/** Which change requests a list shows. */
export interface ChangeRequestFilter {
  readonly status: ChangeRequestStatus
  /** A user with at least one edit in the request. */
  readonly contributor?: string | undefined
}

const counterOf: { readonly [S in ChangeRequestStatus]?: string } = {
  draft: "changeRequestsDraft",
  open: "changeRequestsOpen"
}

/** How the counters of a space change when a request changes its status. */
export const counterChanges = (
  from: ChangeRequestStatus,
  to: ChangeRequestStatus
): { readonly [counter: string]: number } => {
  const [left, entered] = [counterOf[from], counterOf[to]]
  if (left === entered) return {}
  return { ...(left === undefined ? {} : { [left]: -1 }), ...(entered === undefined ? {} : { [entered]: 1 }) }
}

/** The status after a trigger by the caller of an opened request. Fails where the state machine refuses the trigger. */
export const permitTransition = Effect.fnUntraced(function* (
  opened: Pick<OpenedRequest, "access">,
  self: ChangeRequest,
  trigger: Trigger
) {
  const user = yield* callingUser
  const isAuthor = user !== null && self.createdBy === user
  const answer = transition(self.status, trigger, { role: opened.access.role, isAuthor })
  if (answer._tag === "To") return answer.status
  if (answer._tag === "Closed") return yield* new ChangeRequestClosed({ id: self.id, status: self.status })
  return yield* new Access.Forbidden({
    action: typeof trigger === "string" ? trigger : `set status ${trigger.set}`,
    target: `change request ${self.id}`
  })
})

/** Change requests and their states. */
export class ChangeRequests extends Context.Service<ChangeRequests>()("@quire/core/ChangeRequests", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const views = yield* ChangeRequestViews
    const events = yield* Events
    const { mutate } = yield* Mutation
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const { insert } = yield* NewChangeRequests
    const requests = yield* Repository.make(collection)
    const spaces = yield* Repository.make(spaceCollection)

    /** A change request that the caller may view. */
    const get = operation("ChangeRequests.get")(function* (space: string, id: string) {
      return yield* views.one(yield* base.openRequest(space, id))
    })

    /** Newest first. */
    const list = operation("ChangeRequests.list")(function* (
      space: string,
      filter: ChangeRequestFilter,
      request: PageRequest
    ) {
      const opened = yield* base.open({ space }, "content:read")
      const { contributor, status } = filter
      return yield* paged({
        list: "change-requests",
        filters: [space, status, contributor ?? null],
        request,
        ...requests.source("inSpace", {
          equals: { space, status },
          has: { contributors: contributor },
          direction: "desc"
        }),
        view: (rows) => views.many(opened, rows)
      })
    })

    /** Creates a draft on the space's head, with the next number of the space. */
    const create = operation("ChangeRequests.create")(function* (space: string, given: ChangeRequestCreate = {}) {
      const input = yield* checkCreate(given)
      yield* base.open({ space }, "content:edit")
      return yield* mutate(
        Effect.gen(function* () {
          const opened = yield* base.open({ space }, "content:edit")
          const head = opened.space.value.revision
          const changeRequest = yield* insert(opened.space.value, {
            id: ChangeRequestId.make(yield* nextId),
            subject: input.subject ?? "",
            revision: head,
            revisionInitial: head,
            isEdited: false
          })
          return yield* views.one({ ...opened, changeRequest })
        })
      )
    })

    const applyPatch = Effect.fnUntraced(function* (opened: OpenedRequest, changes: ChangeRequestPatch) {
      const self = opened.changeRequest.value
      const status =
        changes.status === undefined ? self.status : yield* permitTransition(opened, self, { set: changes.status })
      const renamed = { ...self, status }
      if (changes.subject === undefined || changes.subject === self.subject) return renamed
      yield* permitTransition(opened, renamed, "rename")
      return { ...renamed, subject: changes.subject }
    })

    /** Changes the status and then the subject; equal values change nothing. */
    const update = operation("ChangeRequests.update")(function* (space: string, id: string, given: ChangeRequestPatch) {
      const changes = yield* checkPatch(given)
      const opened = yield* base.openRequest(space, id, "content:edit")
      yield* applyPatch(opened, changes)
      return yield* mutate(
        Effect.gen(function* () {
          const entered = yield* base.openRequest(space, id, "content:edit")
          const { id: key } = entered.changeRequest.value
          const seen = yield* requests.requireLocked(key)
          const next = yield* applyPatch({ ...entered, changeRequest: seen }, changes)
          const isSame = next.status === seen.value.status && next.subject === seen.value.subject
          if (isSame) return yield* views.one({ ...entered, changeRequest: seen })
          const updatedAt = yield* Clock.currentTimeMillis
          const changeRequest = yield* requests.update(seen, { ...next, updatedAt })
          const moved = counterChanges(seen.value.status, next.status)
          if (Object.keys(moved).length > 0) yield* spaces.add(space, moved)
          yield* events.announce({
            type: "changeRequests.update",
            organization: entered.space.value.organization,
            space,
            subjects: [key],
            before: seen.value,
            after: changeRequest.value
          })
          return yield* views.one({ ...entered, changeRequest })
        })
      )
    })

    /** The contributors of the request, most recent edit first. */
    const contributors = operation("ChangeRequests.contributors")(function* (
      space: string,
      id: string,
      request: PageRequest
    ) {
      const opened = yield* base.openRequest(space, id)
      const all = opened.changeRequest.value.contributors.toReversed()
      return yield* paged({
        list: "contributors",
        filters: [space, opened.changeRequest.value.id],
        request,
        count: Effect.succeed(all.length),
        load: (after, limit) =>
          Effect.sync(() => {
            const from = after === undefined ? 0 : all.findIndex(({ user }) => user === after.id) + 1
            return all.slice(from, from + limit)
          }),
        keyset: ({ user }) => ({ order: [], id: user }),
        view: (rows) => views.contributors(opened, rows)
      })
    })

    return { get, list, create, update, contributors } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ChangeRequestViews.layer,
      ContentBase.layer,
      Events.layer,
      Mutation.layer,
      NewChangeRequests.layer,
      Paging.layer
    ])
  )
}
