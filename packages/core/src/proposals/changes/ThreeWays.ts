import { Context, Effect, Layer } from "effect"
import * as ThreeWay from "../../content/merge/ThreeWay.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import { mergeBase } from "../../spaces/change-request/ChangeRequest.ts"
import { ContentBase, type OpenedContent, type OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import { ApplicableRules } from "../merge-rules/ApplicableRules.ts"
import * as MergeSources from "./MergeSources.ts"

/** Options of a merge: by default no choices, and the strictness of the space's settings. */
type MergeOptions = Pick<ThreeWay.MergeInput, "choices" | "strictness">

/** Computes the merge of a change request and the primary content of its space. */
export class ThreeWays extends Context.Service<ThreeWays>()("@quire/core/ThreeWays", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const { applicable } = yield* ApplicableRules
    const { sourcesOf } = yield* MergeSources.MergeHistory

    const mergeSources = Effect.fnUntraced(function* (
      { space }: Pick<OpenedContent, "space">,
      sources: MergeSources.MergeSources,
      how: MergeOptions
    ) {
      const strictness = how.strictness ?? (yield* applicable(space.value)).strictness
      const [first = "", primary = "", changed = ""] = yield* base.rootHashes([
        sources.base,
        sources.primary,
        sources.changed
      ])
      const roots = { base: first, primary, changed }
      const draft = ContentDraft.make(base.reader(space.value.id))
      return { draft, roots, merged: yield* ThreeWay.merge(draft, { ...how, ...roots, strictness }) }
    })

    /** Merges base, primary content and request, in a draft over the space. */
    const mergeRequest = Effect.fnUntraced(function* (opened: OpenedRequest, how: MergeOptions = {}) {
      const request = opened.changeRequest.value
      const sources = { base: mergeBase(request), primary: opened.space.value.revision, changed: request.revision }
      const { draft, merged: found, roots } = yield* mergeSources(opened, sources, how)
      return { draft, merged: found, primary: roots.primary, changed: roots.changed }
    })

    /**
     * The inputs of the merge of a revision, and the conflicts between the sides according to the current rules of the
     * space.
     */
    const reconstruct = Effect.fnUntraced(function* (opened: OpenedContent) {
      const { merged: found, roots } = yield* mergeSources(opened, yield* sourcesOf(opened.revision), {})
      const conflicts = found._tag === "Conflicts" ? found.conflicts.map(({ key }) => key) : []
      return { roots, conflicts: new Set(conflicts) }
    })

    return { mergeRequest, reconstruct } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ApplicableRules.layer, ContentBase.layer, MergeSources.MergeHistory.layer])
  )
}
