import { Predicate } from "effect"

/** What is left as it is: the integration’s own, which may hold null. */
const free = new Set(["onPress", "onValueChange", "onContentChange", "onStepChange", "onComplete", "returnValue"])

export interface Normal {
  readonly value: unknown
  /** How many elements there are. */
  readonly elements: number
  /** How many of them are within each other, at most. */
  readonly depth: number
}

/** What a condition in a template leaves behind where it does not hold. */
const isNothing = (value: unknown): boolean => value === null || typeof value === "boolean"

/**
 * An element as the types have it, from what templates write: a field that is null is left out, and so are null, true
 * and false among children (rule contentkit-form).
 */
export const of = (element: unknown): Normal => {
  const seen = { elements: 0, depth: 0 }
  const visit = (value: unknown, above: number): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isNothing(item)).map((item: unknown) => visit(item, above))
    if (!Predicate.isReadonlyObject(value)) return value
    const isElement = typeof value["type"] === "string"
    const depth = isElement ? above + 1 : above
    if (isElement) seen.elements++
    seen.depth = Math.max(seen.depth, depth)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== null)
        .map(([name, field]) => [name, free.has(name) ? field : visit(field, depth)])
    )
  }
  const value = visit(element, 0)
  return { value, ...seen }
}
