import { Result } from "effect"
import type { BrokenRule } from "../../foundation/operation/DomainError.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { CustomField } from "./CustomField.ts"
import { isSelect, type ValuesPatch } from "./CustomFieldInput.ts"
import { type CustomFieldUse, rowId } from "./CustomFieldUse.ts"
import * as FieldValue from "./FieldValue.ts"

type Json = CanonicalJson.Json

/** A field and what a space has for it from now on; undefined is nothing. */
export interface ValueChange {
  readonly field: CustomField
  readonly value: Json | undefined
}

/** Values by name of the field. */
export type Values = ReadonlyMap<string, Json>

/** Why values are not taken: a name of no field, or the rules that they break. */
export type Refused =
  | { readonly _tag: "Unknown"; readonly name: string }
  | { readonly _tag: "Broken"; readonly details: ReadonlyArray<BrokenRule> }

/** The changes that differ from what the space has. */
export const differing = (before: Values, changes: ReadonlyArray<ValueChange>): ReadonlyArray<ValueChange> =>
  changes.filter(({ field, value }) => !CanonicalJson.equals(before.get(field.name), value))

/** What a patch changes: all of it is right, or none is taken. */
export const plan = (
  fields: ReadonlyArray<CustomField>,
  before: Values,
  patch: ValuesPatch
): Result.Result<ReadonlyArray<ValueChange>, Refused> => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const given = Object.entries(patch.values)
  const unknown = given.find(([name]) => !byName.has(name))
  if (unknown !== undefined) return Result.fail({ _tag: "Unknown", name: unknown[0] })
  const details: Array<BrokenRule> = []
  const changes: Array<ValueChange> = []
  for (const [name, { value }] of given) {
    const field = byName.get(name)
    if (field === undefined) continue
    const result = value === undefined ? Result.succeed(value) : FieldValue.settled(field, value)
    if (Result.isSuccess(result)) changes.push({ field, value: result.success })
    else details.push({ path: `values.${name}.value`, rule: result.failure })
  }
  return details.length > 0 ? Result.fail({ _tag: "Broken", details }) : Result.succeed(differing(before, changes))
}

/**
 * What takes a space back to the values of one of its revisions: as far as the fields as they are now take them, and
 * nothing of fields that were made later, which only share the name of an earlier one.
 */
export const restoring = (
  fields: ReadonlyArray<CustomField>,
  before: Values,
  then: { readonly revision: string; readonly values: Values }
): ReadonlyArray<ValueChange> =>
  differing(
    before,
    fields.map((field) => {
      const value = field.id < then.revision ? then.values.get(field.name) : undefined
      return { field, value: value === undefined ? undefined : FieldValue.restored(field, value) }
    })
  )

/** That a space has the value at its head. */
export const use = (
  space: { readonly id: CustomFieldUse["space"]; readonly organization: CustomFieldUse["organization"] },
  field: CustomField,
  value: Json
): CustomFieldUse => ({
  id: rowId(space.id, field.id),
  organization: space.organization,
  space: space.id,
  field: field.id,
  options: isSelect(field.type) ? FieldValue.chosen(value) : []
})
