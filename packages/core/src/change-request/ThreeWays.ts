import { Effect } from "effect"
import { ContentBase, type OpenedRequest } from "../content/ContentBase.ts"
import * as ContentDraft from "../content/ContentDraft.ts"
import type { Choices } from "../merge/Conflict.ts"
import * as ThreeWay from "../merge/ThreeWay.ts"
import { MergeRuleSettings } from "../merge-rules/MergeRuleSettings.ts"
import { mergeBase } from "./ChangeRequest.ts"

/** Computes what merging a change request and the primary content of its space would give. */
export class ThreeWays extends Effect.Service<ThreeWays>()("@quire/core/ThreeWays", {
  effect: Effect.gen(function* () {
    const base = yield* ContentBase
    const settings = yield* MergeRuleSettings

    /** The merge of base, primary content and request, in a draft over the space. */
    const of = Effect.fn("ThreeWays.of")(function* (opened: OpenedRequest, choices: Choices = new Map()) {
      const request = opened.changeRequest.value
      const space = opened.space.value
      const { strictness } = yield* settings.applicable(space)
      const roots = {
        base: yield* base.rootOf(space.id, mergeBase(request)),
        primary: yield* base.rootOf(space.id, space.revision),
        changed: yield* base.rootOf(space.id, request.revision)
      }
      const draft = ContentDraft.make(roots.primary.reader)
      const merged = yield* ThreeWay.merge(draft, {
        base: roots.base.hash,
        primary: roots.primary.hash,
        changed: roots.changed.hash,
        choices,
        strictness
      })
      return { draft, merged, primary: roots.primary.hash, changed: roots.changed.hash }
    })

    return { of } as const
  })
}) {
  static readonly layer = this.Default
}
