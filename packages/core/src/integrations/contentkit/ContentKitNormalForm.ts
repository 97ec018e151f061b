import { Predicate } from "effect"

/** Fields that are not normalized, because they belong to the integration and may contain null. */
const free = new Set(["onPress", "onValueChange", "onContentChange", "onStepChange", "onComplete", "returnValue"])

export interface Normal {
  readonly value: unknown
  /** Number of elements. */
  readonly elements: number
  /** Maximum nesting of elements. */
  readonly depth: number
}

/** Whether a value is what a false condition in a template produces. */
const isNothing = (value: unknown): boolean => value === null || typeof value === "boolean"

/**
 * Normalizes an element produced by a template: fields that are null are removed, and so are null, true and false among
 * children (rule contentkit-form).
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
