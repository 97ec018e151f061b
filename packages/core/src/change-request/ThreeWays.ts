import { Context, Effect, Layer } from "effect"
import { ContentBase, type Opened, type OpenedRequest } from "../content/ContentBase.ts"
import * as ContentDraft from "../content/ContentDraft.ts"
import type { Choices } from "../merge/Conflict.ts"
import * as ThreeWay from "../merge/ThreeWay.ts"
import { MergeRuleSettings } from "../merge-rules/MergeRuleSettings.ts"
import { mergeBase } from "./ChangeRequest.ts"
import * as MergeSources from "./MergeSources.ts"

/** Computes what merging a change request and the primary content of its space would give. */
export class ThreeWays extends Context.Service<ThreeWays>()("@quire/core/ThreeWays", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const settings = yield* MergeRuleSettings
    const sourcesOf = yield* MergeSources.make

    const merged = Effect.fnUntraced(function* (
      { space }: Pick<Opened, "space">,
      sources: MergeSources.MergeSources,
      choices: Choices
    ) {
      const { id } = space.value
      const { strictness } = yield* settings.applicable(space.value)
      const primary = yield* base.rootOf(id, sources.primary)
      const roots = {
        base: (yield* base.rootOf(id, sources.base)).hash,
        primary: primary.hash,
        changed: (yield* base.rootOf(id, sources.changed)).hash
      }
      const draft = ContentDraft.make(primary.reader)
      return { draft, roots, merged: yield* ThreeWay.merge(draft, { ...roots, choices, strictness }) }
    })

    /** The merge of base, primary content and request, in a draft over the space. */
    const of = Effect.fnUntraced(function* (opened: OpenedRequest, choices: Choices = new Map()) {
      const request = opened.changeRequest.value
      const sources = { base: mergeBase(request), primary: opened.space.value.revision, changed: request.revision }
      const { draft, merged: found, roots } = yield* merged(opened, sources, choices)
      return { draft, merged: found, primary: roots.primary, changed: roots.changed }
    })

    /** What a revision was merged from, and what was in conflict, as the rules of the space find it by now. */
    const behind = Effect.fnUntraced(function* (opened: Opened) {
      const { merged: found, roots } = yield* merged(opened, yield* sourcesOf(opened.revision), new Map())
      const conflicts = found._tag === "Conflicts" ? found.conflicts.map(({ key }) => key) : []
      return { roots, conflicts: new Set(conflicts) }
    })

    return { of, behind } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
