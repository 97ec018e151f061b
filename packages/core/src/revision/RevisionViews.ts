import { Context, Effect, Layer } from "effect"
import { Addresses } from "../Addresses.ts"
import { atLeast } from "../access/Role.ts"
import { ChangeRequestViews } from "../change-request/ChangeRequestViews.ts"
import { ContentBase, type Opened } from "../content/ContentBase.ts"
import { toTimestamp } from "../Instant.ts"

/** Views of revisions without what is in them. */
export class RevisionViews extends Context.Service<RevisionViews>()("@quire/core/RevisionViews", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const base = yield* ContentBase
    const requests = yield* ChangeRequestViews

    /** The change request that a merge brought in, for those who may read change requests. */
    const origin = Effect.fnUntraced(function* ({ access, revision, space }: Opened) {
      if (revision.mergedFrom === undefined || !atLeast(access.role, "read")) return {}
      return { mergedFrom: yield* requests.one(yield* base.openRequest(space.value.id, revision.mergedFrom)) }
    })

    /** The revision of an opened content: its place in history, and when it was made. */
    const bare = Effect.fnUntraced(function* (opened: Opened) {
      const { createdAt, id, parents, space, type } = opened.revision
      return {
        object: "revision" as const,
        id,
        parents,
        createdAt: toTimestamp(createdAt),
        type,
        urls: { app: `${app}/s/${space}/r/${id}` },
        ...(yield* origin(opened))
      }
    })

    return { bare, origin } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
