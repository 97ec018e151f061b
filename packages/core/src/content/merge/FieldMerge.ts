import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { type Conflict, type Findings, type Subject, shown } from "./Conflict.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** A stored value's fields by name. */
export type Fields = ReadonlyMap<string, Json>

const isList = (json: Json): json is ReadonlyArray<Json> => Array.isArray(json)

export const fieldsOf = (json: Json): Fields =>
  typeof json === "object" && json !== null && !isList(json) ? new Map(Object.entries(json)) : new Map()

/** Which values a person may give for a field; undefined is its absence. */
export type Accepts = (name: string, value: Json | undefined) => boolean

export const report = (
  findings: Findings,
  subject: Subject,
  conflict: Pick<Conflict, "key" | "kind" | "field">,
  sides: Sides<Json>
): void => void findings.conflicts.push({ ...subject, ...conflict, ...shown(sides) })

/** What stands of one field: by what the sides did, else by choice. While it is open it is reported, and primary's. */
export const field = (
  findings: Findings,
  subject: Subject,
  name: string,
  sides: Sides<Json>,
  accepts: Accepts
): Json | undefined => {
  const side = MergeSides.winner(sides)
  if (side !== undefined) return sides[side]
  const key = `${subject.key}/${name}`
  const choice = findings.choices.get(key)
  if (typeof choice === "string") {
    findings.settled.add(key)
    return sides[choice]
  }
  const given = choice === undefined || choice.content === null ? undefined : choice.content
  if (choice !== undefined && accepts(name, given)) {
    findings.settled.add(key)
    return given
  }
  report(findings, subject, { key, kind: "field", field: name }, sides)
  return sides.primary
}

/** The fields of both sides in one; `label` gives the name under which a field is spoken of. */
export const fields = (
  findings: Findings,
  subject: Subject,
  sides: Sides<Fields>,
  accepts: Accepts,
  label: (name: string) => string = (name) => name
): Map<string, Json> => {
  const names = new Set([sides.base, sides.primary, sides.changed].flatMap((each) => [...(each?.keys() ?? [])]))
  const result = new Map<string, Json>()
  for (const name of names) {
    const own = MergeSides.map(sides, (each) => each.get(name))
    const value = field(findings, subject, label(name), own, (_, given) => accepts(name, given))
    if (value !== undefined) result.set(name, value)
  }
  return result
}

/**
 * Which sides have a thing that stays: `both` merge it; undefined when it goes. One side's edit of what the other
 * deleted is a conflict; while it is open the thing stays (rule merge-table).
 */
export const existence = (findings: Findings, subject: Subject, sides: Sides<Json>): Side | "both" | undefined => {
  const holder = MergeSides.holder(sides)
  if (holder === undefined) return sides.primary === undefined ? undefined : "both"
  if (sides.base === undefined) return holder
  if (MergeSides.winner(sides) !== undefined) return undefined
  const choice = findings.choices.get(subject.key)
  if (typeof choice === "string") {
    findings.settled.add(subject.key)
    return choice === holder ? holder : undefined
  }
  report(findings, subject, { key: subject.key, kind: "existence" }, sides)
  return holder
}
