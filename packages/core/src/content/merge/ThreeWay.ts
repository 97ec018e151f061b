import { Effect } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { Document } from "../document/Document.ts"
import type { ContentDraft } from "../tree/ContentDraft.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import * as RootEdit from "../tree/RootEdit.ts"
import { type Choices, type Conflict, makeFindings as findingsOf, unusedChoices } from "./Conflict.ts"
import * as EntityMerge from "./EntityMerge.ts"
import * as MergeChanges from "./MergeChanges.ts"
import * as Neighbourhood from "./Neighbourhood.ts"
import * as OrderMerge from "./OrderMerge.ts"
import * as PageMerge from "./PageMerge.ts"
import * as TreeMerge from "./TreeMerge.ts"

/** Roots by hash; `""` is empty content. */
export interface MergeInput {
  readonly base: string
  /** The space's content, on which the result is built. */
  readonly primary: string
  /** The content of the change request. */
  readonly changed: string
  /** Choices for conflicts, by conflict key. */
  readonly choices?: Choices
  readonly strictness?: PageMerge.Strictness
}

export type MergeResult =
  | {
      readonly _tag: "Clean"
      readonly root: string
      /** Keys of choices that match no conflict, independent of the other choices; sorted. */
      readonly unused: ReadonlyArray<string>
    }
  | {
      readonly _tag: "Conflicts"
      /** All conflicts, sorted by key. */
      readonly conflicts: ReadonlyArray<Conflict>
    }

/** The result if one side changed nothing or both made the same change. */
const findShortcut = ({ base, primary, changed }: MergeInput): string | undefined => {
  if (base === changed || primary === changed) return primary
  return base === primary ? changed : undefined
}

const byKey = (left: Conflict, right: Conflict) => CodePoint.compare(left.key, right.key)

const mergeWithChoices: (draft: ContentDraft, merging: MergeInput) => Effect.Effect<MergeResult> = Effect.fnUntraced(
  function* (draft: ContentDraft, merging: MergeInput) {
    const choices: Choices = merging.choices ?? new Map()
    const findings = findingsOf(choices)
    const standing = findShortcut(merging)
    if (standing !== undefined)
      return { _tag: "Clean", root: standing, unused: unusedChoices(findings) } satisfies MergeResult

    const near = yield* Neighbourhood.load(draft, merging, choices)
    const context: PageMerge.Context = {
      findings,
      strictness: merging.strictness ?? "block",
      documents: near.documents,
      keep: (document: Document) => DocumentNode.put(draft, document)
    }
    const parents = TreeMerge.place(near, findings)
    const contents = yield* PageMerge.mergeContents(context, near.pages, parents)
    const order = yield* OrderMerge.mergeOrders(draft, near, parents, findings)
    const files = EntityMerge.mergeFiles(findings, near.files)
    const reusable = EntityMerge.mergeReusable(context, near.reusable)
    const values = EntityMerge.mergeValues(findings, near.values)
    if (findings.conflicts.length > 0) {
      return { _tag: "Conflicts", conflicts: findings.conflicts.sort(byKey) } satisfies MergeResult
    }
    const changes = { ...(yield* MergeChanges.ofPages(near, contents)), order, files, reusable, values }
    const root = yield* RootEdit.apply(draft, merging.primary, changes)
    return { _tag: "Clean", root, unused: unusedChoices(findings) } satisfies MergeResult
  }
)

/** The keys among `keys` of conflicts that choices lead to, starting with those that occur without any choice. */
const findReported = Effect.fnUntraced(function* (draft: ContentDraft, merging: MergeInput, keys: ReadonlySet<string>) {
  const reported = new Set<string>()
  for (;;) {
    const choices = new Map(Array.from(merging.choices ?? []).filter(([key]) => reported.has(key)))
    const merged = yield* mergeWithChoices(draft, { ...merging, choices })
    const before = reported.size
    if (merged._tag === "Conflicts") {
      for (const { key } of merged.conflicts) if (keys.has(key)) reported.add(key)
    }
    if (reported.size === before) return reported
  }
})

/**
 * Merges the changes of two sides to one base. Used for merging into the space and for updating a change request. The
 * cost grows with what both sides changed. Deletions against edits, different values of one field, and contradictory
 * orders and moves are conflicts. `choices` resolves conflicts; a choice may lead to new ones.
 */
export const merge: (draft: ContentDraft, merging: MergeInput) => Effect.Effect<MergeResult> = Effect.fnUntraced(
  function* (draft: ContentDraft, merging: MergeInput) {
    const merged = yield* mergeWithChoices(draft, merging)
    if (merged._tag === "Conflicts" || merged.unused.length === 0) return merged
    const reported = yield* findReported(draft, merging, new Set(merging.choices?.keys()))
    return { ...merged, unused: merged.unused.filter((key) => !reported.has(key)) } satisfies MergeResult
  }
)
