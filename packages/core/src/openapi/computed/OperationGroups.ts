import type * as ApiDescription from "../description/ApiDescription.ts"
import type { ApiOutline, OutlineOperation } from "../description/ApiDescription.ts"

export const limits = {
  /** A tag with more operations has several pages. */
  operationsPerPage: 300
} as const

/** The operations of one tag, or those without any, in the order of the description. */
export interface OperationGroup {
  /** The name of the tag, or of the description; never empty. */
  readonly name: string
  /** Absent if it is of the operations without a tag alone. */
  readonly tag?: ApiDescription.Tag
  /** Whether the operations without a tag are here. */
  readonly isRest: boolean
  readonly operations: ReadonlyArray<OutlineOperation>
}

/** What the operations without a tag are called together. */
const restName = ({ info }: ApiOutline): string => (info.title.trim() === "" ? "Operations" : info.title)

interface Filling {
  readonly name: string
  readonly tag: ApiDescription.Tag | undefined
  readonly isRest: boolean
  readonly operations: Array<OutlineOperation>
}

const group = (outline: ApiOutline): ReadonlyArray<OperationGroup> => {
  const groups = new Map<string, Filling>()
  for (const tag of outline.tags) {
    if (tag.name !== "" && !groups.has(tag.name)) {
      groups.set(tag.name, { name: tag.name, tag, isRest: false, operations: [] })
    }
  }
  const rest: Array<OutlineOperation> = []
  for (const operation of outline.operations) {
    const into = [...new Set(operation.tags ?? [])].flatMap((name) => groups.get(name) ?? [])
    for (const { operations } of into) operations.push(operation)
    if (into.length === 0) rest.push(operation)
  }
  if (rest.length > 0) {
    const name = restName(outline)
    const found = groups.get(name) ?? { name, tag: undefined, operations: [] }
    groups.set(name, { ...found, isRest: true, operations: [...found.operations, ...rest] })
  }
  return [...groups.values()].map(({ tag, ...fields }) => ({ ...fields, ...(tag === undefined ? {} : { tag }) }))
}

const known = new WeakMap<ApiOutline, ReadonlyArray<OperationGroup>>()

/**
 * Groups by tag in the order of the description. Operations without a tag come last, or with those of a tag that has
 * the name of the description. Made once for an outline that stays in memory.
 */
export const make = (outline: ApiOutline): ReadonlyArray<OperationGroup> => {
  const made = known.get(outline) ?? group(outline)
  known.set(outline, made)
  return made
}

const byName = new WeakMap<ApiOutline, ReadonlyMap<string, OperationGroup>>()

/** The group of a name; undefined if the description has none. */
export const find = (outline: ApiOutline, name: string): OperationGroup | undefined => {
  const groups = byName.get(outline) ?? new Map(make(outline).map((each) => [each.name, each]))
  byName.set(outline, groups)
  return groups.get(name)
}

/** How many pages the operations of a group take. */
export const countPages = ({ operations }: OperationGroup): number =>
  Math.max(1, Math.ceil(operations.length / limits.operationsPerPage))

/** The operations of one page of a group, counted from 1. */
export const ofPage = ({ operations }: OperationGroup, part: number): ReadonlyArray<OutlineOperation> =>
  operations.slice((part - 1) * limits.operationsPerPage, part * limits.operationsPerPage)
