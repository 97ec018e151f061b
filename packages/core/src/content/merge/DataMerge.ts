import { Option, Predicate } from "effect"
import * as SiblingOrder from "./SiblingOrder.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => Predicate.isObject(value)

const isNames = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) &&
  value.every((item) => typeof item === "string" && item !== "") &&
  new Set(value).size === value.length

const getOwn = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

type Whole<A> = { readonly [S in keyof Sides<A>]: A }

const narrow = <A>(sides: Sides<unknown>, is: (value: unknown) => value is A): Whole<A> | undefined => {
  const { base, changed, primary } = sides
  return is(base) && is(primary) && is(changed) ? { base, primary, changed } : undefined
}

const mergeFields = (sides: Whole<Fields>, depth: number): Option.Option<unknown> => {
  const merged: Array<readonly [string, unknown]> = []
  for (const name of new Set([...Object.keys(sides.primary), ...Object.keys(sides.changed)])) {
    const value = merge(
      MergeSides.map(sides, (fields) => getOwn(fields, name)),
      depth - 1
    )
    if (Option.isNone(value)) return value
    if (value.value !== undefined) merged.push([name, value.value])
  }
  return Option.some(Object.fromEntries(merged))
}

/** Merges lists of names: additions and removals of either side, in the order of both. */
const mergeNames = (sides: Whole<ReadonlyArray<string>>): Option.Option<unknown> => {
  const [base, primary, changed] = [new Set(sides.base), new Set(sides.primary), new Set(sides.changed)]
  const stays = (name: string) => (base.has(name) ? primary.has(name) && changed.has(name) : true)
  return SiblingOrder.merge({
    base: sides.base.filter(stays),
    primary: sides.primary.filter(stays),
    changed: sides.changed.filter(stays)
  })
}

/**
 * Merges plain data: a value that one side changed, otherwise field by field, up to `depth` records deep, if their
 * `type` is the same. None if both changed the same value; undefined is absence.
 */
export const merge = (sides: Sides<unknown>, depth: number): Option.Option<unknown> => {
  const winner = MergeSides.resolvedSide(sides)
  if (winner !== undefined) return Option.some(sides[winner])
  if (depth === 0) return Option.none()
  const names = narrow(sides, isNames)
  if (names !== undefined) return mergeNames(names)
  const fields = narrow(sides, isFields)
  if (fields === undefined) return Option.none()
  const types = new Set(Object.values(fields).map((each) => getOwn(each, "type")))
  return types.size === 1 ? mergeFields(fields, depth) : Option.none()
}
