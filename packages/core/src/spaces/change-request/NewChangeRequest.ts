import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { callingInstallation, callingUser } from "../../foundation/operation/Actor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type Space, collection as spaceCollection } from "../space/Space.ts"
import { SpaceTranslated } from "../space/SpaceTranslation.ts"
import { addEdit, type ChangeRequest, collection } from "./ChangeRequest.ts"

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
