import { Predicate } from "effect"

/** Texts that are no Unicode are kept too, as events may hold them. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!Predicate.isReadonlyObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])])
  )
}

/** One line for all equal JSON values. */
export const of = (value: unknown): string => JSON.stringify(sorted(value))
