import { Effect } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentDraft } from "../tree/ContentDraft.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as Diff from "../tree/Diff.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import type { Conflict } from "./Conflict.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import type { Side } from "./Sides.ts"
import * as ThreeWay from "./ThreeWay.ts"

/** A conflict that the merge resolved by default; `kept` is the side whose value the result has. */
export interface ResolvedConflict extends Conflict {
  readonly kept: Side
}

export interface DefaultMerge {
  readonly root: string
  /** All conflicts, sorted by key. */
  readonly conflicts: ReadonlyArray<ResolvedConflict>
}

/** The side that a merge uses until a choice is made: what only one side deleted remains, otherwise primary's value. */
const defaultSide = ({ field, kind, primary }: Conflict): Side =>
  kind === "existence" && field === undefined && primary === null ? "changed" : "primary"

/** Whether the values of a conflict are hashes of whole documents. */
const isOfDocument = ({ block, field, kind }: Conflict): boolean =>
  kind === "field" && field === "document" && block === undefined

const readDocument = (reader: ContentReader, hash: Json): Effect.Effect<Json> =>
  typeof hash === "string" ? Effect.map(DocumentNode.get(reader, hash), DocumentConflict.toJson) : Effect.succeed(hash)

/** Replaces hashes with their documents, as that of the changed side is not stored unless the result has it. */
const withDocuments = Effect.fnUntraced(function* (reader: ContentReader, conflict: ResolvedConflict) {
  if (!isOfDocument(conflict)) return conflict
  const { base, changed, primary } = conflict
  return {
    ...conflict,
    base: yield* readDocument(reader, base),
    primary: yield* readDocument(reader, primary),
    changed: yield* readDocument(reader, changed)
  } satisfies ResolvedConflict
})

/** Whether two roots differ at most in timestamps. */
const isSameContent = (reader: ContentReader, before: string, after: string) =>
  Effect.map(Diff.diff(reader, before, after), (diff) => Object.values(diff).every(({ length }) => length === 0))

/**
 * Merges like `ThreeWay.merge`, and resolves every conflict by the side that a merge uses until a choice is made. The
 * result is the root of primary if nothing but timestamps would change.
 */
export const merge = Effect.fnUntraced(function* (draft: ContentDraft, merging: Omit<ThreeWay.MergeInput, "choices">) {
  const found = new Map<string, ResolvedConflict>()
  for (;;) {
    const choices = new Map(Array.from(found, ([key, { kept }]) => [key, kept] as const))
    const merged = yield* ThreeWay.mergeWithChoices(draft, { ...merging, choices })
    if (merged._tag === "Clean") {
      const isSame = yield* isSameContent(draft, merging.primary, merged.root)
      const conflicts = Array.from(found.values()).sort(ThreeWay.byKey)
      return {
        root: isSame ? merging.primary : merged.root,
        conflicts: yield* Effect.forEach(conflicts, (conflict) => withDocuments(draft, conflict))
      } satisfies DefaultMerge
    }
    let isDecided = true
    for (const conflict of merged.conflicts) {
      const known = found.get(conflict.key)
      if (known?.kept === "primary") continue
      isDecided = false
      found.set(conflict.key, { ...(known ?? conflict), kept: known === undefined ? defaultSide(conflict) : "primary" })
    }
    if (isDecided) return yield* Effect.die(new Error("a merge does not end with the primary side of its conflicts"))
  }
})
