import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type { ApiPart, OutlineOperation, OutlineSchema } from "../description/ApiDescription.ts"
import type { ApiOperation } from "../description/ApiOperation.ts"
import type { NamedSchema } from "../description/ApiSchema.ts"

/**
 * What a page holds of descriptions: `specs` of which it speaks, parts that are opened, operations, schemas and how far
 * they are followed, and characters of all as JSON. What is beyond is named and not told.
 */
export const limits = {
  specs: 20,
  parts: 128,
  operations: 400,
  schemas: 1_000,
  depth: 12,
  characters: 3_000_000
} as const

/** What something takes, and the schemas that it names. */
interface MeasuredSchema {
  readonly characters: number
  readonly refs: ReadonlyArray<string>
}

const measured = new WeakMap<object, MeasuredSchema>()

const listRefs = (value: object): ReadonlyArray<string> => {
  const refs = new Set<string>()
  const open: Array<object> = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, inner] of Object.entries(next)) {
      if (name === "ref" && typeof inner === "string") refs.add(inner)
      else if (name !== "descriptionBlocks" && typeof inner === "object" && inner !== null) open.push(inner)
    }
  }
  return [...refs]
}

const measure = (value: object): MeasuredSchema => {
  const known = measured.get(value)
  if (known !== undefined) return known
  const made = { characters: JSON.stringify(value).length, refs: listRefs(value) }
  measured.set(value, made)
  return made
}

/** Characters that are measured as one unit of work (`Slices`). */
const charactersPerUnit = 250

/** What one page may still hold. */
export class SpecRoom {
  #parts: number = limits.parts
  #operations: number = limits.operations
  #schemas: number = limits.schemas
  #characters: number = limits.characters

  takeParts(numbers: ReadonlyArray<number>): ReadonlyArray<number> {
    const taken = numbers.slice(0, this.#parts)
    this.#parts -= taken.length
    return taken
  }

  takeOperation({ characters }: MeasuredSchema): boolean {
    if (this.#operations <= 0 || characters > this.#characters) return false
    this.#operations -= 1
    this.#characters -= characters
    return true
  }

  takeSchema({ characters }: MeasuredSchema): boolean {
    if (this.#schemas <= 0 || characters > this.#characters) return false
    this.#schemas -= 1
    this.#characters -= characters
    return true
  }
}

interface TakenOperations {
  readonly operations: ReadonlyArray<ApiOperation>
  /** Those that there is no room for. */
  readonly brief: ReadonlyArray<OutlineOperation>
  readonly refs: ReadonlyArray<string>
}

const isSame = (left: OutlineOperation, right: ApiOperation): boolean =>
  left.path === right.path && left.method === right.method && left.isWebhook === right.isWebhook

/** The operations that there is room for, of parts that were opened. */
export function* takeOperations(
  entries: ReadonlyArray<OutlineOperation>,
  parts: ReadonlyMap<number, ApiPart>,
  room: SpecRoom
): Slices.Steps<TakenOperations> {
  const operations: Array<ApiOperation> = []
  const brief: Array<OutlineOperation> = []
  const refs = new Set<string>()
  for (const entry of entries) {
    const operation = parts.get(entry.part)?.operations.find((each) => isSame(entry, each))
    const size = operation === undefined ? undefined : measure(operation)
    yield 1 + (size?.characters ?? 0) / charactersPerUnit
    if (operation === undefined || size === undefined || !room.takeOperation(size)) brief.push(entry)
    else {
      operations.push(operation)
      for (const ref of size.refs) refs.add(ref)
    }
  }
  return { operations, brief, refs: [...refs] }
}

interface TakenSchemas {
  readonly schemas: ReadonlyArray<NamedSchema>
  readonly refs: ReadonlyArray<string>
}

export function* takeSchemas(
  entries: ReadonlyArray<OutlineSchema>,
  parts: ReadonlyMap<number, ApiPart>,
  room: SpecRoom
): Slices.Steps<TakenSchemas> {
  const schemas: Array<NamedSchema> = []
  const refs = new Set<string>()
  for (const { name, part } of entries) {
    const found = parts.get(part)?.schemas.find((each) => each.name === name)
    const size = found === undefined ? undefined : measure(found)
    yield 1 + (size?.characters ?? 0) / charactersPerUnit
    if (found === undefined || size === undefined || !room.takeSchema(size)) continue
    schemas.push(found)
    for (const ref of size.refs) refs.add(ref)
  }
  return { schemas, refs: [...refs] }
}
