import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast } from "../../people/access/Role.ts"
import { ChangeRequestViews } from "../change-request/ChangeRequestViews.ts"
import { ContentBase, type OpenedContent } from "../commit/ContentBase.ts"
import type { RevisionView } from "./Revision.ts"

/** Views of revisions around content that the caller supplies. */
export class RevisionViews extends Context.Service<RevisionViews>()("@quire/core/RevisionViews", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const base = yield* ContentBase
    const requests = yield* ChangeRequestViews

    /** The change request that a merge brought in, for those who may read change requests. */
    const origin = Effect.fnUntraced(function* ({ access, revision, space }: OpenedContent) {
      if (revision.mergedFrom === undefined || !atLeast(access.role, "read")) return {}
      return { mergedFrom: yield* requests.one(yield* base.openRequest(space.value.id, revision.mergedFrom)) }
    })

    /** The revision of opened content, with the given parts of that content. */
    const of = Effect.fnUntraced(function* (
      opened: OpenedContent,
      content: Pick<RevisionView, "pages" | "files" | "reusableContents">
    ) {
      const { createdAt, id, parents, space, type } = opened.revision
      return {
        object: "revision",
        id,
        parents,
        pages: content.pages,
        files: content.files,
        reusableContents: content.reusableContents,
        createdAt: toTimestamp(createdAt),
        type,
        ...(yield* origin(opened)),
        urls: { app: `${app}/s/${space}/r/${id}` }
      } satisfies RevisionView
    })

    return { of, origin } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ChangeRequestViews.layer, ContentBase.layer])
  )
}
