import { Context, Effect, Layer, Schema } from "effect"
import * as ThreeWay from "../../content/merge/ThreeWay.ts"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import type { RevisionId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { mergeBase } from "../../spaces/change-request/ChangeRequest.ts"
import { ContentBase, type OpenedContent, type OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import { collection, type Revision, RevisionType } from "../../spaces/revision/Revision.ts"
import { ApplicableRules } from "../merge-rules/MergeSettings.ts"

/** The revision did not bring two sides together. */
export class NotAMerge extends Schema.TaggedError<NotAMerge>()("NotAMerge", {
  id: Schema.String,
  type: RevisionType
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `revision ${this.id} has the type ${this.type}: only revisions of type merge and update combine two sides`
  }
}

/** The revisions that were merged. */
export interface MergeSources {
  readonly base: RevisionId
  readonly primary: RevisionId
  readonly changed: RevisionId
}

/** Number of revisions of a request that are read at once. */
const batch = 100

/** Distinguishes its parents: an update goes into the request, a merge into the space. */
const sidesOf = ({ parents, type }: Revision): Omit<MergeSources, "base"> | undefined => {
  const [first, second] = parents
  if (first === undefined || second === undefined) return undefined
  if (type === "update") return { primary: second, changed: first }
  return type === "merge" ? { primary: first, changed: second } : undefined
}

/** Determines from the history which revisions a revision was merged from. */
export class MergeHistory extends Context.Service<MergeHistory>()("@quire/core/MergeHistory", {
  make: Effect.gen(function* () {
    const revisions = yield* Repository.make(collection)

    const revisionsBefore = Effect.fnUntraced(function* (self: Revision) {
      const equals = { space: self.space, changeRequest: self.changeRequest ?? "" }
      const after = revisions.keyset("ofPrimary", self)
      const rows = yield* revisions.list("ofPrimary", { equals, direction: "desc", limit: batch, after })
      return rows.map(({ value }) => value)
    })

    /** The revision that the edits of a request, up to one of its revisions, are based on. */
    const baseOf = Effect.fnUntraced(function* (id: RevisionId) {
      const known = new Map<string, Revision>()
      let at = id
      for (;;) {
        const found = known.get(at) ?? (yield* revisions.require(at)).value
        const [parent, pulled] = found.parents
        if (found.changeRequest === undefined || found.type === "computed" || parent === undefined) return at
        if (found.type === "update" && pulled !== undefined) return pulled
        if (!known.has(parent)) for (const each of yield* revisionsBefore(found)) known.set(each.id, each)
        at = parent
      }
    })

    /**
     * The base is the primary content that the request was last brought up to date with before, or the one it began with.
     * The cost grows with the number of edits since then.
     */
    const sourcesOf = Effect.fnUntraced(function* (revision: Revision) {
      const sides = sidesOf(revision)
      if (sides === undefined) return yield* new NotAMerge({ id: revision.id, type: revision.type })
      return { ...sides, base: yield* baseOf(sides.changed) } satisfies MergeSources
    })

    return { sourcesOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Options of a merge: by default no choices, and the strictness of the space's settings. */
type MergeOptions = Pick<ThreeWay.MergeInput, "choices" | "strictness">

/** Computes the merge of a change request and the primary content of its space. */
export class ThreeWays extends Context.Service<ThreeWays>()("@quire/core/ThreeWays", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const { applicable } = yield* ApplicableRules
    const { sourcesOf } = yield* MergeHistory

    const mergeSources = Effect.fnUntraced(function* (
      { space }: Pick<OpenedContent, "space">,
      sources: MergeSources,
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
    Layer.provide([ApplicableRules.layer, ContentBase.layer, MergeHistory.layer])
  )
}
