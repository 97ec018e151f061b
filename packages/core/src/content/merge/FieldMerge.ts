import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type * as Conflict from "./Conflict.ts"
import { type Findings, reportConflict } from "./Conflict.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** The fields of a stored value by name. */
export type Fields = ReadonlyMap<string, Json>

const isList = (json: Json): json is ReadonlyArray<Json> => Array.isArray(json)

export const fieldsOf = (json: Json): Fields =>
  typeof json === "object" && json !== null && !isList(json) ? new Map(Object.entries(json)) : new Map()

/** Whether a value may be chosen for a field; undefined clears it. */
export type Accepts = (name: string, value: Json | undefined) => boolean

/**
 * Merges one field, by what the sides did or else by choice. Without a choice the conflict is reported and primary's
 * value stands.
 */
export const mergeField = (
  findings: Findings,
  subject: Conflict.Subject,
  name: string,
  sides: Sides<Json>,
  accepts: Accepts
): Json | undefined => {
  const side = MergeSides.resolvedSide(sides)
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
  reportConflict(findings, subject, { key, kind: "field", field: name }, sides)
  return sides.primary
}

/** Merges the fields of both sides; `label` maps a field to its name in conflicts. */
export const mergeFields = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<Fields>,
  accepts: Accepts,
  label: (name: string) => string = (name) => name
): Map<string, Json> => {
  const names = new Set([sides.base, sides.primary, sides.changed].flatMap((each) => [...(each?.keys() ?? [])]))
  const result = new Map<string, Json>()
  for (const name of names) {
    const own = MergeSides.map(sides, (each) => each.get(name))
    const value = mergeField(findings, subject, label(name), own, (_, given) => accepts(name, given))
    if (value !== undefined) result.set(name, value)
  }
  return result
}

/**
 * Which sides have a thing that stays: `both` means that it is merged, undefined that it is deleted. Editing what the
 * other side deleted is a conflict; until it is settled the thing stays (rule merge-table).
 */
export const resolveExistence = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<Json>
): Side | "both" | undefined => {
  const holder = MergeSides.sideThatHas(sides)
  if (holder === undefined) return sides.primary === undefined ? undefined : "both"
  if (sides.base === undefined) return holder
  if (MergeSides.resolvedSide(sides) !== undefined) return undefined
  const choice = findings.choices.get(subject.key)
  if (typeof choice === "string") {
    findings.settled.add(subject.key)
    return choice === holder ? holder : undefined
  }
  reportConflict(findings, subject, { key: subject.key, kind: "existence" }, sides)
  return holder
}
