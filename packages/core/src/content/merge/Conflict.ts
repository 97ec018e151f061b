import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type * as DocumentConflict from "./DocumentConflict.ts"
import type { Sides } from "./Sides.ts"

/** Both sides changed one thing differently, and a person must choose. */
export interface Conflict {
  /**
   * Stable: the same disagreement always has the same key. One of `page/{id}`, `page/{id}/{field}`, `page/{id}/parent`,
   * `page/{id}/layout.{field}`, `page/{id}/document`, `page/{id}/document/{key in the document}`, `order/{parent, empty
   * at the top}`, `file/{id}`, `file/{id}/{field}`, `reusable-content/{id}` with the same suffixes as a page,
   * `value/{name}`.
   */
  readonly key: string
  readonly kind: "existence" | "field" | "parent" | "order" | "text" | "data" | "place"
  readonly page?: string
  readonly file?: string
  readonly reusableContent?: string
  readonly field?: string
  readonly block?: string
  /** Title of the page, file or reusable content, for display. */
  readonly title?: string
  /** Null if absent. */
  readonly base: Json | null
  readonly primary: Json | null
  readonly changed: Json | null
}

export type Choices = ReadonlyMap<string, DocumentConflict.Choice>

/** The subject of a conflict, with the key that its parts extend. */
export type Subject = Pick<Conflict, "key" | "page" | "file" | "reusableContent" | "title">

/** The choices given to a merge, and its findings so far. */
export interface Findings {
  readonly choices: Choices
  readonly conflicts: Array<Conflict>
  /** Keys of conflicts settled by a choice. */
  readonly settled: Set<string>
}

export const makeFindings = (choices: Choices): Findings => ({ choices, conflicts: [], settled: new Set() })

/** The values of a conflict as reported. */
export const showSides = ({ base, primary, changed }: Sides<Json>): Pick<Conflict, "base" | "primary" | "changed"> => ({
  base: base ?? null,
  primary: primary ?? null,
  changed: changed ?? null
})

/** Adds a conflict to the findings of a merge. */
export const reportConflict = (
  findings: Findings,
  subject: Subject,
  conflict: Pick<Conflict, "key" | "kind" | "field">,
  sides: Sides<Json>
): void => void findings.conflicts.push({ ...subject, ...conflict, ...showSides(sides) })

/** Keys of choices that matched no conflict, sorted. */
export const unusedChoices = (found: Findings): ReadonlyArray<string> => {
  const open = new Set(found.conflicts.map(({ key }) => key))
  return [...found.choices.keys()].filter((key) => !found.settled.has(key) && !open.has(key)).sort()
}
