import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { Choice } from "./DocumentConflict.ts"
import type { Sides } from "./Sides.ts"

/** Two sides that changed one thing differently: a person has to choose. */
export interface Conflict {
  /**
   * Stable: the same disagreement has the same key however often it is asked. One of `page/{id}`, `page/{id}/{field}`,
   * `page/{id}/parent`, `page/{id}/layout.{field}`, `page/{id}/document`, `page/{id}/document/{key in the document}`,
   * `order/{parent or nothing}`, `file/{id}`, `file/{id}/{field}`, `reusable-content/{id}` with the same below it as a
   * page, `value/{name}`.
   */
  readonly key: string
  readonly kind: "existence" | "field" | "parent" | "order" | "text" | "data" | "place"
  readonly page?: string
  readonly file?: string
  readonly reusableContent?: string
  readonly field?: string
  readonly block?: string
  /** Of the page, file or reusable content, for people. */
  readonly title?: string
  /** Null where it is absent. */
  readonly base: Json | null
  readonly primary: Json | null
  readonly changed: Json | null
}

export type Choices = ReadonlyMap<string, Choice>

/** What a conflict is about, and the key that the keys of its parts begin with. */
export type Subject = Pick<Conflict, "key" | "page" | "file" | "reusableContent" | "title">

/** The choices that a merge was given, and what it found so far. */
export interface Findings {
  readonly choices: Choices
  readonly conflicts: Array<Conflict>
  /** Keys of conflicts that a choice decided. */
  readonly settled: Set<string>
}

export const findings = (choices: Choices): Findings => ({ choices, conflicts: [], settled: new Set() })

/** The values of a conflict as it shows them. */
export const shown = ({ base, primary, changed }: Sides<Json>): Pick<Conflict, "base" | "primary" | "changed"> => ({
  base: base ?? null,
  primary: primary ?? null,
  changed: changed ?? null
})

/** Choices for keys that named no conflict. */
export const unused = (found: Findings): ReadonlyArray<string> => {
  const open = new Set(found.conflicts.map(({ key }) => key))
  return [...found.choices.keys()].filter((key) => !found.settled.has(key) && !open.has(key)).sort()
}
