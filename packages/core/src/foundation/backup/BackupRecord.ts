import { Predicate } from "effect"

/** Ill-formed Unicode is preserved too, because events may contain it. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!Predicate.isReadonlyObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])])
  )
}

/** The same line for all equal JSON values. */
export const of = (value: unknown): string => JSON.stringify(sorted(value))
