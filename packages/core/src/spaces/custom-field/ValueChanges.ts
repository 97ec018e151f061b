import { Result } from "effect"
import type * as DomainError from "../../foundation/operation/DomainError.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { CustomField } from "./CustomField.ts"
import { isSelect, type ValuesPatch } from "./CustomFieldInput.ts"
import { type CustomFieldUse, rowId } from "./CustomFieldUse.ts"
import * as FieldValue from "./FieldValue.ts"

type Json = CanonicalJson.Json

/** A field and its new value in a space; undefined removes the value. */
export interface ValueChange {
  readonly field: CustomField
  readonly value: Json | undefined
}

/** Values by field name. */
export type Values = ReadonlyMap<string, Json>

/** Why values are refused: a name without a field, or broken rules. */
export type Refusal =
  | { readonly _tag: "Unknown"; readonly name: string }
  | { readonly _tag: "Broken"; readonly details: ReadonlyArray<DomainError.BrokenRule> }

/** The changes that differ from the present values. */
export const dropUnchanged = (before: Values, changes: ReadonlyArray<ValueChange>): ReadonlyArray<ValueChange> =>
  changes.filter(({ field, value }) => !CanonicalJson.equals(before.get(field.name), value))

/** Plans the changes of a patch: all of them, or none if one is wrong. */
export const plan = (
  fields: ReadonlyArray<CustomField>,
  before: Values,
  patch: ValuesPatch
): Result.Result<ReadonlyArray<ValueChange>, Refusal> => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const given = Object.entries(patch.values)
  const unknown = given.find(([name]) => !byName.has(name))
  if (unknown !== undefined) return Result.fail({ _tag: "Unknown", name: unknown[0] })
  const details: Array<DomainError.BrokenRule> = []
  const changes: Array<ValueChange> = []
  for (const [name, { value }] of given) {
    const field = byName.get(name)
    if (field === undefined) continue
    const result = value === undefined ? Result.succeed(value) : FieldValue.normalize(field, value)
    if (Result.isSuccess(result)) changes.push({ field, value: result.success })
    else details.push({ path: `values.${name}.value`, rule: result.failure })
  }
  return details.length > 0 ? Result.fail({ _tag: "Broken", details }) : Result.succeed(dropUnchanged(before, changes))
}

/**
 * Plans a return to the values of an earlier revision, as far as the present fields accept them. Fields made after that
 * revision get no value, even if they share the name of an earlier field.
 */
export const planRestore = (
  fields: ReadonlyArray<CustomField>,
  before: Values,
  then: { readonly revision: string; readonly values: Values }
): ReadonlyArray<ValueChange> =>
  dropUnchanged(
    before,
    fields.map((field) => {
      const value = field.id < then.revision ? then.values.get(field.name) : undefined
      return { field, value: value === undefined ? undefined : FieldValue.restore(field, value) }
    })
  )

/** The record that a space has the value at its head. */
export const makeUse = (
  space: { readonly id: CustomFieldUse["space"]; readonly organization: CustomFieldUse["organization"] },
  field: CustomField,
  value: Json
): CustomFieldUse => ({
  id: rowId(space.id, field.id),
  organization: space.organization,
  space: space.id,
  field: field.id,
  options: isSelect(field.type) ? FieldValue.choicesIn(value) : []
})
