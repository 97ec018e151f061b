import { Effect } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { Document } from "../document/Document.ts"
import type { ContentDraft } from "../tree/ContentDraft.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import * as RootEdit from "../tree/RootEdit.ts"
import { type Choices, type Conflict, findings as findingsOf, unused } from "./Conflict.ts"
import * as EntityMerge from "./EntityMerge.ts"
import * as MergeChanges from "./MergeChanges.ts"
import * as Neighbourhood from "./Neighbourhood.ts"
import * as OrderMerge from "./OrderMerge.ts"
import * as PageMerge from "./PageMerge.ts"
import * as TreeMerge from "./TreeMerge.ts"

/** Roots by hash; `""` is empty content. */
export interface Merging {
  readonly base: string
  /** The space's content; the result is built on it. */
  readonly primary: string
  /** The content of the change request. */
  readonly changed: string
  /** What a person chose for conflicts, by their keys. */
  readonly choices?: Choices
  readonly strictness?: PageMerge.Strictness
}

export type Merged =
  | {
      readonly _tag: "Clean"
      readonly root: string
      /** Keys of choices that named no conflict, sorted. */
      readonly unused: ReadonlyArray<string>
    }
  | {
      readonly _tag: "Conflicts"
      /** All of them, sorted by key. */
      readonly conflicts: ReadonlyArray<Conflict>
    }

/** The root that stands when one side changed nothing, or both the same. */
const shortcut = ({ base, primary, changed }: Merging): string | undefined => {
  if (base === changed || primary === changed) return primary
  return base === primary ? changed : undefined
}

const byKey = (left: Conflict, right: Conflict) => CodePoint.compare(left.key, right.key)

/**
 * Merges what two sides made of one base: into the space and into the request alike. The cost grows with what the two
 * sides changed. Deletes against edits, different values of one field, orders and moves that exclude each other are
 * conflicts; what they were chosen to be is given in `choices`, where new conflicts may follow from a choice.
 */
export const merge: (draft: ContentDraft, merging: Merging) => Effect.Effect<Merged> = Effect.fnUntraced(function* (
  draft: ContentDraft,
  merging: Merging
) {
  const choices: Choices = merging.choices ?? new Map()
  const findings = findingsOf(choices)
  const standing = shortcut(merging)
  if (standing !== undefined) return { _tag: "Clean", root: standing, unused: unused(findings) } satisfies Merged

  const near = yield* Neighbourhood.load(draft, merging, choices)
  const context: PageMerge.Context = {
    findings,
    strictness: merging.strictness ?? "block",
    documents: near.documents,
    keep: (document: Document) => DocumentNode.put(draft, document)
  }
  const parents = TreeMerge.place(near, findings)
  const contents = yield* PageMerge.contents(context, near.pages, parents)
  const order = yield* OrderMerge.changes(draft, near, parents, findings)
  const files = EntityMerge.files(findings, near.files)
  const reusable = EntityMerge.reusable(context, near.reusable)
  const values = EntityMerge.values(findings, near.values)
  if (findings.conflicts.length > 0) {
    return { _tag: "Conflicts", conflicts: findings.conflicts.sort(byKey) } satisfies Merged
  }
  const changes = { ...(yield* MergeChanges.ofPages(near, contents)), order, files, reusable, values }
  const root = yield* RootEdit.apply(draft, merging.primary, changes)
  return { _tag: "Clean", root, unused: unused(findings) } satisfies Merged
})
