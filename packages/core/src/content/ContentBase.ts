import { Effect, Option, Schema } from "effect"
import { Access, Forbidden } from "../access/Access.ts"
import type { ContentAction } from "../access/Decision.ts"
import { atLeast } from "../access/Role.ts"
import type { Member } from "../member/Member.ts"
import * as Locked from "../placement/Locked.ts"
import { isActive, collection as placementCollection } from "../placement/Placement.ts"
import { Revisions } from "../revision/Revisions.ts"
import { type Space, collection as spaceCollection } from "../space/Space.ts"
import { SpaceNotFound } from "../space/SpaceInput.ts"
import * as Repository from "../store/Repository.ts"
import * as ContentReader from "./ContentReader.ts"
import type { ContentStore } from "./ContentStore.ts"
import type { NodeCache } from "./NodeCache.ts"
import * as Root from "./Root.ts"

/** Which content is read: a space's primary content, or one of its revisions. */
export interface Base {
  readonly space: string
  readonly revision?: string | undefined
}

/** No such revision of the space. */
export class RevisionNotFound extends Schema.TaggedError<RevisionNotFound>()("RevisionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `revision ${this.id} does not exist`
  }
}

/** Opens content for a caller who may read it. */
export class ContentBase extends Effect.Service<ContentBase>()("@quire/core/ContentBase", {
  effect: Effect.gen(function* () {
    const context = yield* Effect.context<ContentStore | NodeCache>()
    const access = yield* Access
    const revisions = yield* Revisions
    const placements = yield* Repository.make(placementCollection)
    const spaces = yield* Repository.make(spaceCollection)
    const { active } = yield* Locked.make

    const reader = (space: string) => Effect.provide(ContentReader.make(space), context)

    /** The head for whoever may view the space; other revisions for those who may read it. */
    const open = Effect.fn("ContentBase.open")(function* (base: Base, action: ContentAction = "content:view") {
      const found = yield* active({
        kind: "space",
        id: base.space,
        action,
        notFound: (id) => new SpaceNotFound({ id })
      })
      const space = yield* Effect.orDie(Effect.flatten(spaces.get(base.space)))
      const id = base.revision ?? space.value.revision
      const isHead = id === space.value.revision
      if (!isHead && !atLeast(found.role, "read")) {
        return yield* new Forbidden({ action: "content:read", target: `revision ${id}` })
      }
      const revision = yield* revisions.get(id)
      if (Option.isNone(revision) || revision.value.value.space !== base.space)
        return yield* new RevisionNotFound({ id })
      const root = yield* Root.open(yield* reader(base.space), revision.value.value.root)
      return { access: found, space, revision: revision.value.value, isHead, root }
    })

    /**
     * The heads of those of the spaces that the caller may view, all in the organization where `member` is the caller's
     * row; rows are read with a constant number of queries.
     */
    const heads = Effect.fn("ContentBase.heads")(function* (
      member: Member | null,
      organization: string,
      ids: ReadonlyArray<string>
    ) {
      const placed = Array.from((yield* placements.getMany(ids)).values(), ({ value }) => value)
      const roles = yield* access.rolesOn(
        member,
        placed.filter((each) => each.kind === "space" && each.organization === organization && isActive(each))
      )
      const found = [...(yield* spaces.getMany([...roles.keys()])).values()]
      const rows = yield* revisions.getMany(found.map(({ value }) => value.revision))
      const opened = yield* Effect.forEach(found, ({ value: space }) =>
        Effect.gen(function* () {
          const revision = rows.get(space.revision)
          if (revision === undefined) return []
          return [[space.id, { space, root: yield* Root.open(yield* reader(space.id), revision.value.root) }] as const]
        })
      )
      return new Map<string, { readonly space: Space; readonly root: Root.Root }>(opened.flat())
    })

    return { open, heads, reader } as const
  })
}) {
  static readonly layer = this.Default
}

/** Content opened for reading. */
export type Opened = Effect.Effect.Success<ReturnType<ContentBase["open"]>>
