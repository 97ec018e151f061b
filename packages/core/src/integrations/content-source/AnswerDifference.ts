import { Predicate } from "effect"

const namesOf = (left: object, right: object): ReadonlyArray<string> =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()

const memberOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/**
 * Returns the path of the first difference between two JSON values, `""` if they differ as a whole; undefined if they
 * are equal. The order of object keys is ignored (rule source-same).
 */
export const find = (left: unknown, right: unknown, path: ReadonlyArray<string> = []): string | undefined => {
  if (Object.is(left, right)) return undefined
  if (!Predicate.isObjectKeyword(left) || !Predicate.isObjectKeyword(right)) return path.join(".")
  if (Array.isArray(left) !== Array.isArray(right)) return path.join(".")
  for (const name of namesOf(left, right)) {
    const found = find(memberOf(left, name), memberOf(right, name), [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
