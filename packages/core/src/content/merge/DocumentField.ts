import { Option, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type * as Slices from "../../foundation/turns/Slices.ts"
import { Document, exceeded } from "../document/Document.ts"
import type { Findings, Subject } from "./Conflict.ts"
import type { DocumentConflict } from "./DocumentConflict.ts"
import * as DocumentMerge from "./DocumentMerge.ts"
import * as FieldMerge from "./FieldMerge.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** The documents that both sides changed, by hash, and where the merged ones go. */
export interface Texts {
  readonly documents: ReadonlyMap<string, Document>
  /** Keeps a document and gives its hash. */
  readonly keep: (document: Document) => string
}

/** What a person chose for a whole document, where that is one of its values or a document. */
const chosen = (
  findings: Findings,
  key: string,
  sides: Sides<string>,
  texts: Texts
): Option.Option<string | undefined> => {
  const choice = findings.choices.get(key)
  if (choice === undefined) return Option.none()
  if (typeof choice === "string") return Option.some(sides[choice])
  return Option.map(Schema.decodeUnknownOption(Document)(choice.content), texts.keep)
}

/** By choice for the whole document, else a conflict of it. */
export const whole = (findings: Findings, subject: Subject, sides: Sides<string>, texts: Texts): string | undefined => {
  const key = `${subject.key}/document`
  const found = chosen(findings, key, sides, texts)
  if (Option.isSome(found)) {
    findings.settled.add(key)
    return found.value
  }
  FieldMerge.report(findings, subject, { key, kind: "field", field: "document" }, sides)
  return sides.primary
}

/**
 * The document of a page or reusable content, by hash: block by block where both sides changed it. A choice for the
 * whole stands for those of its blocks.
 */
export function* merge(
  findings: Findings,
  subject: Subject,
  sides: Sides<string>,
  texts: Texts
): Slices.Steps<string | undefined> {
  const side = MergeSides.winner(sides)
  if (side !== undefined) return sides[side]
  const { base, primary, changed } = MergeSides.map(sides, (hash) => texts.documents.get(hash))
  if (primary === undefined || changed === undefined) return whole(findings, subject, sides, texts)

  const key = `${subject.key}/document`
  const asked: Array<string> = []
  const choices = (name: string) => {
    const choice = findings.choices.get(`${key}/${name}`)
    if (choice !== undefined) asked.push(`${key}/${name}`)
    return choice
  }
  const { document, conflicts } = yield* DocumentMerge.steps({ base, primary, changed, choices })
  for (const name of asked) findings.settled.add(name)
  if (conflicts.length === 0 && (yield* exceeded(document)) === undefined) return texts.keep(document)
  if (conflicts.length === 0 || Option.isSome(chosen(findings, key, sides, texts))) {
    return whole(findings, subject, sides, texts)
  }
  for (const conflict of conflicts) {
    const about = { key: `${key}/${conflict.key}`, kind: conflict.kind, field: "document" }
    const block = conflict.block === null ? {} : { block: conflict.block }
    FieldMerge.report(findings, { ...subject, ...block }, about, shownBy(conflict))
  }
  return sides.primary
}

const shownBy = ({ base, primary, changed }: DocumentConflict): Sides<Json> => ({
  base: base ?? undefined,
  primary: primary ?? undefined,
  changed: changed ?? undefined
})
