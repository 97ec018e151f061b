import { Option, Schema } from "effect"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { Document, findExceededLimit } from "../document/Document.ts"
import type * as Conflict from "./Conflict.ts"
import { type Findings, reportConflict } from "./Conflict.ts"
import type { DocumentConflict } from "./DocumentConflict.ts"
import * as DocumentMerge from "./DocumentMerge.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** The documents that both sides changed, by hash, and where to put merged ones. */
export interface DocumentAccess {
  readonly documents: ReadonlyMap<string, Document>
  /** Stores a document and returns its hash. */
  readonly keep: (document: Document) => string
}

/** The choice for a whole document, if it is one side or a valid document. */
const findChoice = (
  findings: Findings,
  key: string,
  sides: Sides<string>,
  texts: DocumentAccess
): Option.Option<string | undefined> => {
  const choice = findings.choices.get(key)
  if (choice === undefined) return Option.none()
  if (typeof choice === "string") return Option.some(sides[choice])
  return Option.map(Schema.decodeUnknownOption(Document)(choice.content), texts.keep)
}

/** Settles the whole document by choice, otherwise reports a conflict. */
export const mergeWhole = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<string>,
  texts: DocumentAccess
): string | undefined => {
  const key = `${subject.key}/document`
  const found = findChoice(findings, key, sides, texts)
  if (Option.isSome(found)) {
    findings.settled.add(key)
    return found.value
  }
  reportConflict(findings, subject, { key, kind: "field", field: "document" }, sides)
  return sides.primary
}

/**
 * Merges the document of a page or reusable content, by hash; block by block if both sides changed it. A choice for the
 * whole document overrides those for its blocks.
 */
export function* merge(
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<string>,
  texts: DocumentAccess
): Slices.Steps<string | undefined> {
  const side = MergeSides.resolvedSide(sides)
  if (side !== undefined) return sides[side]
  const { base, primary, changed } = MergeSides.map(sides, (hash) => texts.documents.get(hash))
  if (primary === undefined || changed === undefined) return mergeWhole(findings, subject, sides, texts)

  const key = `${subject.key}/document`
  const asked: Array<string> = []
  const choices = (name: string) => {
    const choice = findings.choices.get(`${key}/${name}`)
    if (choice !== undefined) asked.push(`${key}/${name}`)
    return choice
  }
  const { document, conflicts } = yield* DocumentMerge.mergeSteps({ base, primary, changed, choices })
  for (const name of asked) findings.settled.add(name)
  if (conflicts.length === 0 && (yield* findExceededLimit(document)) === undefined) return texts.keep(document)
  if (conflicts.length === 0 || Option.isSome(findChoice(findings, key, sides, texts))) {
    return mergeWhole(findings, subject, sides, texts)
  }
  for (const conflict of conflicts) {
    const about = { key: `${key}/${conflict.key}`, kind: conflict.kind, field: "document" }
    const block = conflict.block === null ? {} : { block: conflict.block }
    reportConflict(findings, { ...subject, ...block }, about, toSides(conflict))
  }
  return sides.primary
}

const toSides = ({ base, primary, changed }: DocumentConflict): Sides<Json> => ({
  base: base ?? undefined,
  primary: primary ?? undefined,
  changed: changed ?? undefined
})
