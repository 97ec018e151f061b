import { Context, Effect, Layer, Schema } from "effect"
import type { RevisionId } from "../../foundation/id/RevisionId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, type Revision, RevisionType } from "../../spaces/revision/Revision.ts"

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
